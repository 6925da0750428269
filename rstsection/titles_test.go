package rstsection

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/rangetable"

	"github.com/mapwright/mapwright/section"
)

// titlesProgram says how docutils shows titles. A role that docutils does not know is
// one of Sphinx here, by the rules of its XRefRole.
const titlesProgram = `
import json, re, sys
from docutils import nodes, utils, frontend
from docutils.parsers import rst
from docutils.parsers.rst import roles

known = roles.role
explicit = re.compile(r'^(.+?)\s*(?<!\x00)<([^<]*?)>$', re.DOTALL)

def xref(name, rawtext, text, lineno, inliner, options=None, content=None):
    m = explicit.match(text)
    if m:
        return [nodes.inline(rawtext, nodes.unescape(m.group(1)))], []
    seen = nodes.unescape(text)
    if seen.startswith('!'):
        seen = seen[1:]
    if seen.startswith('~'):
        seen = seen[1:].rpartition('.')[2]
    if name.lower().rpartition(':')[2] in ('func', 'meth') and not seen.endswith('()'):
        seen += '()'
    return [nodes.inline(rawtext, seen)], []

def role(name, *args):
    fn, messages = known(name, *args)
    return fn or xref, messages

roles.role = role
make = getattr(frontend, "get_default_settings", None)
settings = make(rst.Parser) if make else frontend.OptionParser(components=(rst.Parser,)).get_default_values()
settings.report_level = 5
settings.halt_level = 6
settings.syntax_highlight = "none"
for line in sys.stdin:
    out = []
    for title in json.loads(line):
        rule = "=" * (4 + 2 * len(title))
        document = utils.new_document("title", settings)
        rst.Parser().parse("%s\n %s\n%s\n" % (rule, title, rule), document)
        out.append(document[0][0].astext())
    print(json.dumps(out), flush=True)
`

// shown returns how docutils shows titles.
func shown(t *testing.T, titles []string) (texts []string) {
	t.Helper()
	docutils := newDocutils(t)
	s := oracle{docutils.python, titlesProgram}.start(t)
	for part := range slices.Chunk(titles, 1000) {
		var answers []string
		if err := s.in.Encode(part); err != nil {
			t.Fatal(err)
		}
		if err := s.out.Decode(&answers); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, answers...)
	}
	return texts
}

// compareTitles compares how titles are shown.
func compareTitles(t *testing.T, titles []string) {
	t.Helper()
	differ, markup := 0, 0
	for i, want := range shown(t, titles) {
		if want != titles[i] {
			markup++
		}
		if got := plain(titles[i]); got != want {
			if differ++; differ <= 50 {
				t.Errorf("%q: got %q, want %q", titles[i], got, want)
			}
		}
	}
	t.Logf("%d titles, %d with markup, %d differ", len(titles), markup, differ)
}

func TestPlain(t *testing.T) {
	compareTitles(t, []string{
		"Plain", "*a* **b** ``c`` `d`", "``a\\b`` and \\*b\\*", "a\\ b \\\\ c\\", "snake_case_name", "__init__.py", "a_ b__ c_d_ (e_)", "a_b",
		"`a b`_ and `c <http://x>`__", "`<http://x y>`_", "`<Name_>`_", "`a <b_>`_", "`a<b>`_", "`a <b\\_>`_", "`a < b>`_", "`a <b >`_", "`a <b>c>`_",
		"[1]_ [#]_ [#a]_ [*]_ [CIT2002]_ [a b]_", "|sub| |a|_ |b|__ ||c|| | d |", "_`target` here", ":emphasis:`a` `b`:strong: :sub:`c`:sup:",
		":pep:`8` :PEP:`x` :rfc:`2822#a` :rfc:`0`", ":math:`a\\b` :code:`c\\d` :literal:`e\\f` :raw:`g` :index:`h`", ":ref:`text <target>` :ref:`target`",
		":class:`~a.b.C` :py:meth:`x.y` :func:`z()` :func:`!w`", "*not* *a * b*", "\"*\" '*' (*) (*a*)", "*a*b *a*-b *a*.b", "2 * 3 * 4", "**", "****", "*",
		"a``b``", "``a", "`a", ":a:`", "*`a`", "**a *b", "`a`_b", "`a`__", ":a:`b`_", ":a:`b`:c:", "``a```", "`a`b`", "“*a*” «*b*»", "“*” ‘*’ a*", "é*a*", "–*a*–",
		"a\\ *b*\\ c", "*a\\* b*", "*a \\*", "http://x.y/a_b_ *c*", "a:b_:c", "x_1.2_", "_a_", "__a__", "a__b__", "*a*_", "`a`_.", "日本*語* *語*", "*\u00a0a* *a\u00a0*",
	})
}

// Titles of pieces of markup, in any order.
func TestPlainRandom(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	pieces := []string{
		"*", "**", "`", "``", "_", "__", "|", "[", "]_", "#", "<", ">", "\\", "\\ ", " ", " ", "a", "b1", "é", "x.y", ":", ":a:", ":pep:", ":func:", "~", "!", "-", ".",
		"(", ")", "\"", "'", "“", "”", "«", "»", "/", ",", "http://x", "1", "word", " *a* ", " `b`_ ", " ``c`` ",
	}
	n := 4000
	if *full {
		n = 100_000
	}
	var titles []string
	for len(titles) < n {
		var b strings.Builder
		for range 1 + r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		if title := strings.TrimSpace(b.String()); title != "" {
			titles = append(titles, title)
		}
	}
	compareTitles(t, titles)
}

// Each character of Unicode 5.2 that is no letter or digit, around markup.
func TestPlainOfEachCharacter(t *testing.T) {
	assigned := rangetable.Assigned("5.2.0")
	var titles []string
	rangetable.Visit(assigned, func(c rune) {
		if !unicode.IsPunct(c) && !unicode.IsSymbol(c) {
			return
		}
		titles = append(titles, fmt.Sprintf("a%c*b* *b*%c a%cb_", c, c, c))
		if next := c + 1; unicode.IsPunct(c) && unicode.Is(assigned, next) && !isSpace(next) {
			titles = append(titles, fmt.Sprintf("%c*%c*a*", c, next))
		}
	})
	compareTitles(t, titles)
}

// The titles of real files, with -full those without any markup too.
func TestPlainOfRealFiles(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range corpora {
		files := filesBelow(t, c.root, c.suffixes)
		if !c.rst {
			continue
		}
		if len(files) == 0 {
			missing(t, "no document in "+c.root)
		}
		for doc := range contents(t, sampled(files)) {
			m, err := Parse(doc, nil)
			if err != nil {
				continue
			}
			for _, s := range m.Sections {
				if title := strings.ReplaceAll(s.Title, "\t", " "); *full || strings.ContainsAny(title, "\\`*_|[") {
					seen[title] = true // docutils has expanded its tabs before
				}
			}
		}
	}
	var titles []string
	for title := range seen {
		titles = append(titles, title)
	}
	slices.Sort(titles)
	compareTitles(t, titles)
}

func FuzzPlain(f *testing.F) {
	for _, title := range []string{"*a* ``b`` `c <d>`__", ":func:`~a.b` |x|_ [1]_ \\*", "\"*\" **", "`<a_>`_", "\xff*a*"} {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		text := plain(title)
		if utf8.ValidString(title) && !utf8.ValidString(text) || strings.Count(text, "()")+strings.Count(text, "PEP ")+strings.Count(text, "RFC ") == 0 && len([]rune(text)) > len([]rune(title)) {
			t.Errorf("%q is shown as %q", title, text)
		}
		if again := plain(title); again != text {
			t.Errorf("%q is shown as %q, and then as %q", title, text, again)
		}
	})
}

func TestFind(t *testing.T) {
	m, err := Parse([]byte("``code`` *x*\n============\n\nWhat's new?\n-----------\n\ncode\n----\n\n:ref:`Here <there>`\n-------------------\n\n*code*\n------\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for name, want := range map[string]int{
		"``code`` *x*": 0, "Code X": 0, "#code-x": 0, "#whats-new": 1, "code": 2, "here": 3, "#here": 3, "#code": 2, "#code-1": 4, "#there": -1,
	} {
		wg.Go(func() {
			if got, err := m.Find(name); got != want || (err != nil) != (want < 0) {
				t.Errorf("Find(%q) = %d, %v, want %d", name, got, err, want)
			}
		})
	}
	wg.Wait()
	if m, err = Parse(nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Find("#a"); !errors.Is(err, section.NotFound) {
		t.Errorf("Find in nothing: %v", err)
	}
}
