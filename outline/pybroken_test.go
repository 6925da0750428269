package outline

import (
	"bytes"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

// pyPieces cuts statements into tokens and line ends with what indents the next line.
var pyPieces = regexp.MustCompile(`\w*'[^'\n]*'|"""[^"]*"""|"[^"\n]*"|\n *|\w+(?:\.\d\w*)?|\*\*=?|//|<<|>>|<=|!=|:=|->|\.\.\.|\S`)

// pyExtras are what the statements are broken with.
var pyExtras = append(strings.Fields(
	"( ) [ ] { } : , . ; = == := + - * ** / @ -> != ! & | ~ ... 1 1j 'a' b'a' t'a' f'{x}' f'{x!r:>{w}}' f'{x name _ match case type "+
		"if else elif for in not is and or lambda def class async await yield from import as with try except finally raise return "+
		"pass del global while assert break None True print exec \\ # $ 0777 *args **kw x=1 \"\"\""),
	"'''a\nb'''", "\n", "\n  ", "\n    ", "\t", "\n\n", "x\n", "(x\n", "[\n", "\\\n", "*a, b", "lambda x:", "for x in y", "if x else y",
	"if x", "a b", "'a' b 'c'", "f(x=1, y)", "x := 1")

// pyTails are what follows a broken statement.
var pyTails = []string{"", "", "", "", "", "", "x\n", "def g(): pass\n", "'\n", "(\n", " y\n", "x y\n", ")\n", "if z:\n"}

// pyBroken leaves out, adds or replaces a token of a statement, or ends it there.
// Tokens in brackets may be on lines of their own, so that the line of an error
// says where it is.
func pyBroken(rnd *rand.Rand, tokens []string) string {
	at := rnd.IntN(len(tokens))
	extra := pyExtras[rnd.IntN(len(pyExtras))]
	var broken []string
	switch rnd.IntN(8) {
	case 0:
		broken = append(broken, tokens[:at]...)
	case 1:
		broken = append(append(broken, tokens[:at]...), tokens[at+1:]...)
	case 2, 3, 4:
		broken = append(append(append(broken, tokens[:at]...), extra), tokens[at+1:]...)
	default:
		broken = append(append(append(broken, tokens[:at]...), extra), tokens[at:]...)
	}
	style := rnd.IntN(3)
	depth := 0
	var b strings.Builder
	for _, token := range broken {
		b.WriteString(token)
		switch {
		case strings.Contains("([{", token):
			depth++
		case strings.Contains(")]}", token):
			depth = max(depth-1, 0)
		}
		switch {
		case strings.HasPrefix(token, "\n"):
		case style == 1 && depth > 0 && strings.Contains("([{,", token), style == 2 && depth > 0 && rnd.IntN(5) < 2:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
	}
	return b.String() + "\n" + pyTails[rnd.IntN(len(pyTails))]
}

// TestPythonBroken breaks statements of every kind in every place, and compares with
// the live CPython 3.14. An exception in 2,000 and a line in 200 may be others: see
// the table in testdata.
func TestPythonBroken(t *testing.T) {
	o := exactPyOracle(t)
	data, err := os.ReadFile("testdata/python/statements.txt")
	if err != nil {
		t.Fatal(err)
	}
	var statements [][]string
	for statement := range bytes.SplitSeq(bytes.TrimSuffix(data, []byte("\n")), []byte("\n--\n")) {
		statements = append(statements, pyPieces.FindAllString(string(statement), -1))
	}
	count := 4 * *pyTexts
	if testing.Short() {
		count = min(count, 500)
	}
	rnd := rand.New(rand.NewPCG(*pySeed, 0))
	var n pyTally
	rules := map[string]int{}
	for range count {
		text := []byte(pyBroken(rnd, statements[rnd.IntN(len(statements))]))
		n.compareLocal(t, o, text, o.ask(t, pyInput{B64: text}), rules)
	}
	t.Logf("CPython %s, %d statements, seed %d: %+v; not compared: %v", o.version, len(statements), *pySeed, n, rules)
	if n.symbols > 0 || n.verdict > 0 || n.errType*2000 > n.refused || n.line*200 > n.refused {
		t.Error("too much is different")
	}
}
