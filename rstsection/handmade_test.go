package rstsection

import (
	"strings"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// handmade are documents in which one rule decides, and which random ones have too
// seldom: most are about targets in other elements.
var handmade = []string{
	" \u00a0.. _a:", "\t\u00a0.. _a:", " \u1680.. _a:", " \x1f.. _a:", "term\n   \u3000.. _a:\n", "- x\n\n \u3000.. _a:\n",
	".. |a|\n\n   .. _x:\n",
	".. [*] .. _x:",
	".. glossary::\n\n   ====\n   .. _y:\n   ====\n",
	"\u2022\ta::\n\n      .. _y:\n",
	"-a <>  .. _x:",
	":f:\n  \u3000- .. _x:\n   y\n",
	" a\n\n --\n   .. _x:\n",
	".. include::\n\nA\n=\n", ".. include:: \n\n   x\n",
	"1. e\n  \u00a0.. _p:", "1. e\n\n  \u00a0.. _p:", "- e\n\n \u00a0- .. _p:", "10. e\n\n \u00a0\u00a0\u00a0.. _p:", "-a  b\n\n \u00a0.. _p:",
	"====\na", "====\na\n", "====\na\n\n", "====\na\n \n", "====\na\n\f", "====\na\r\n\r\n", "x\n\n====\na\nb", "x\n\n====\na\nb\n",
	"mmmmm. .. _x:\n",
	"+---+\n|x  |\n+---+\n.. _a:", "+----------+\n|.. _a:    |\n+---+------+\n|x  |.. _b:|\n|   +------+\n|   |.. _c:|\n+---+------+\n",
	"+------------+\n| e\u0301         |\n|            |\n| .. _x:     |\n+------------+\n", "+--------+\n|.. _中: |\n+--------+\nx\n",
	"+--------+\n|.. _x: |\n+========+\n|.. _y: |\n+========+\n|.. _z: |\n+--------+\n", "+------+\n|.. _x:|\n+======+\n|.. _y:|\n+------+\n",
	"+------+------+\n|      |.. _x:|\n|      |      |\n|.. _x:|      |\n+------+------+\n|",
	"+----------+\n|+------+  |\n||.. _x:|  |\n|+------+  |\n+----------+\n", "- +------+\n  |.. _x:|\n  +------+\n",
	"=====  ======\n.. _x:\n------------\n.. _y:\n-------------\na      .. _z: long\n=====  ======\n", "== ==\na   .. _x:\n== ==\n", "== ==\n a  .. _x:\n\n    x\n== ==\n",
	"===  ===\ne\u0301    .. _x:\n     y\n===  ===\n", "=== ======\n\ta   .. _x:\n=== ======\n", "===  ======\nx\f     .. _y:\n===  ======\n",
	"===========  ==========\n=====  ===   x\n.. _x: a\n=====  ===\n===========  ==========\n",
	// Substitutions: where the name ends, and what follows it.
	".. |s| include :: f\n", ".. |s| a:include:: f\n", ".. |s| include::f\n", ".. |s|\n include:: f\n", ".. |s|\n\n include:: f\n", ".. |s|\f include:: f\n",
	".. |s|\n   note:: x\n\n .. _a:\n", ".. |s|\n x\n include:: f\n", ".. |s| x\n include:: f\n", ".. |s|\n.. include:: f\n", ".. |s|\n\n   .. _a:\n",
	".. |a\n b| include:: f\n", ".. |a\n\n   b|\n   include:: f\n", ".. |a\\|\n b| include:: f\n", ".. |a |\n b| note:: x\n\n   .. _a:\n",
	".. |a\n |\n include:: f\n", ".. |a\n | b| include:: f\n", ".. |a\n b|c| include:: f\n", ".. |a\\\n b| include:: f\n", ".. |a b\n.. include:: f\n",
	".. |a\n b|\n\n   .. _a:\n", ".. |a\n  .. _b:\n\n  c\n",
	"A\x1e====\n", "A\x1d====\n", "A\u2029====\n", "A\u2028====\n", "A\u0085====\n", "A\v====\n", "A\f====\n", "A\x1c====\n",
}

func TestHandmade(t *testing.T) {
	d := newDocutils(t)
	compare(t, d, func(yield func([]byte) bool) {
		for _, doc := range handmade {
			if !yield([]byte(doc)) {
				return
			}
		}
	})
}

// The token over the limit is the last that is read, wherever it is.
func TestTokensStop(t *testing.T) {
	for name, unit := range map[string]string{
		"paragraphs": "x\n\n", "grid table": "+---+\n", "simple table": "== ==\nx\n", "enumerated list": "#. x\n", "bullets": "- x\n",
	} {
		src := []byte(strings.Repeat(unit, 1000))
		if name == "simple table" {
			src = []byte("== ==\n" + strings.Repeat("x\n", 1000))
		}
		out, err := section.NewBuilder(src, &section.Limits{MaxTokens: 2})
		if err != nil {
			t.Fatal(err)
		}
		s := scanner{out: out, src: src, maxTokens: 2}
		if s.scan(); s.tokens != 3 {
			t.Errorf("%s: %d tokens were read, want 3", name, s.tokens)
		}
	}
}
