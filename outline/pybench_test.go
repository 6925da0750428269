package outline

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pyCorpus returns the files of the library of a Python that have an outline, or
// the .py files below MAPWRIGHT_CORPUS.
func pyCorpus(b *testing.B) (texts [][]byte, size int64) {
	b.Helper()
	folder := os.Getenv("MAPWRIGHT_CORPUS")
	if folder == "" {
		folder = filepath.Join(pythonsFolder(b), "3.11.7", "lib")
	}
	for _, path := range pyLibrary(b, folder) {
		src, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Python(src); err == nil {
			texts = append(texts, src)
			size += int64(len(src))
		}
	}
	if len(texts) == 0 {
		pyMissing(b, "no Python files in "+folder)
	}
	return texts, size
}

// BenchmarkPythonCorpus compares Python with finding the newlines. The script
// testdata/python/compare.py adds CPython and universal-ctags.
func BenchmarkPythonCorpus(b *testing.B) {
	texts, size := pyCorpus(b)
	run := func(name string, scan func(src []byte) int) {
		b.Run("by="+name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			symbols := 0
			for b.Loop() {
				symbols = 0
				for _, src := range texts {
					symbols += scan(src)
				}
			}
			b.ReportMetric(float64(len(texts)), "files")
			if symbols > 0 {
				b.ReportMetric(float64(symbols), "symbols")
			}
		})
	}
	run("newlines", func(src []byte) int {
		for n := 0; n >= 0; n = bytes.IndexByte(src, '\n') {
			src = src[min(n+1, len(src)):]
		}
		return 0
	})
	run("outline", func(src []byte) int {
		symbols, err := Python(src)
		if err != nil {
			b.Fatal(err)
		}
		return len(symbols)
	})
}

// A pyHostile makes some parser of Python slow or deep: a text of about n bytes.
type pyHostile struct {
	name string
	make func(n int) string
}

func pyRep(s string, n int) string { return strings.Repeat(s, max(n/len(s), 1)) }

var pyHostiles = []pyHostile{
	{"parentheses", func(n int) string { return pyRep("(", n) }},
	{"nested brackets in lines", func(n int) string { return pyRep(strings.Repeat("[", 190)+strings.Repeat("]", 190)+"\n", n) }},
	{"match (", func(n int) string { return pyRep("match (\n(a, b)\n)\n", n) }},
	{"match with open brackets", func(n int) string { return pyRep("match ((((a=((((b=c\n))))))))\n", n) }},
	{"match lines", func(n int) string { return pyRep("match [a, b, c]\n", n) }},
	{"with (", func(n int) string { return pyRep("with ("+strings.Repeat("a, ", 100)+"b)[0]: pass\n", n) }},
	{"one with", func(n int) string { return "with (" + pyRep("a, ", n) + "b)[0]: pass\n" }},
	{"f-strings in f-strings", func(n int) string {
		return pyRep("x = "+strings.Repeat("f'{", 140)+"a"+strings.Repeat("}'", 140)+"\n", n)
	}},
	{"subscripts", func(n int) string { return pyRep("a[", n) }},
	{"elif", func(n int) string { return "if a: b\n" + pyRep("elif a: b\n", n) }},
	{"backslashes", func(n int) string { return "x = \\\n" + pyRep("\\\n", n) + "1\n" }},
	{"deep indentation", func(n int) string { return pyLadder(n) }},
	{"functions", func(n int) string { return pyRep("def f(): pass\n", n) }},
	{"one string", func(n int) string { return "x = '" + pyRep("a", n) + "'\n" }},
	{"one open string", func(n int) string { return "x = '''" + pyRep("\\''", n) }},
	{"escaped quotes", func(n int) string { return "x = \"\"\"" + pyRep("\\\"", n) + "\"\"\"\n" }},
	{"lambdas", func(n int) string { return "x = " + pyRep("lambda: ", n) + "1\n" }},
	{"lambdas in defaults", func(n int) string { return "x = " + pyRep("lambda a=", n) + "1\n" }},
	{"signs", func(n int) string { return "x = " + pyRep("-", n) + "1\n" }},
	{"not", func(n int) string { return "x = " + pyRep("not ", n) + "1\n" }},
	{"conditions", func(n int) string { return "x = " + pyRep("a if b else ", n) + "c\n" }},
	{"sums", func(n int) string { return "x = " + pyRep("a+", n) + "1\n" }},
	{"powers", func(n int) string { return "x = " + pyRep("a**", n) + "1\n" }},
	{"calls", func(n int) string { return "x" + pyRep("()", n) + "\n" }},
	{"targets", func(n int) string { return pyRep("a = ", n) + "1\n" }},
	{"bad targets", func(n int) string { return pyRep("f(), ", n) + "= 1\n" }},
	{"strings side by side", func(n int) string { return "x = " + pyRep("'a' ", n) + "\n" }},
	{"expressions side by side", func(n int) string { return "x = (" + pyRep("a ", n) + ")\n" }},
	{"strings and names", func(n int) string { return "x = ('a' " + pyRep("a 'b' ", n) + ")\n" }},
	{"names side by side", func(n int) string { return pyRep("a ", n) + "\n" }},
	{"soft keywords side by side", func(n int) string { return "x = (" + pyRep("match ", n) + ")\n" }},
	{"prefixes of strings side by side", func(n int) string { return "x = (" + pyRep("a 'b', ", n) + "c d e)\n" }},
	{"statements of Python 2", func(n int) string { return pyRep("print a, ", n) + "\n" }},
	{"open keys", func(n int) string { return "x = " + strings.Repeat("{a: b, [", 95) + pyRep("c, ", n) + "d e\n" }},
	{"open conditions", func(n int) string { return "x = " + strings.Repeat("a if b(", 190) + pyRep("c, ", n) + "d e\n" }},
	{"open soft keywords", func(n int) string { return "x = " + strings.Repeat("match {a: ", 190) + pyRep("c, ", n) + "d e\n" }},
	{"assignments in brackets", func(n int) string { return "x = " + strings.Repeat("(a = ", 190) + pyRep("c, ", n) + "d e\n" }},
	{"misplaced arguments", func(n int) string { return "f(a=b, " + pyRep("c, ", n) + "d 'e', " + pyRep("f, ", n) + ")\n" }},
	{"combining characters", func(n int) string { return "def a" + pyRep("\u0316\u0301", n) + "(): pass\n" }},
	{"calls of match", func(n int) string { return pyRep("match(a, b)\n", n) + ")\n" }},
	{"decorators", func(n int) string { return pyRep("@a\n", n) + "def f(): pass\n" }},
	{"blank lines", func(n int) string { return pyRep(" \n", n) + "(" }},
	{"dedents", func(n int) string { return pyRep("if a:\n if a:\n  if a:\n   b\n", n) }},
	{"bytes that are no UTF-8", func(n int) string { return pyRep("# \xff\n", n) }},
	{"names that are not ASCII", func(n int) string { return pyRep("é", n) }},
	{"declared encoding", func(n int) string { return "# " + pyRep("coding", n) }},
	{"prefixes", func(n int) string { return pyRep("rb", n) + "''" }},
	{"digits", func(n int) string { return "x = " + pyRep("1_", n) + "1\n" }},
	{"patterns", func(n int) string { return "match a:\n case " + pyRep("a.b|", n) + "c: pass\n" }},
}

// pyLadder is blocks 90 deep, one after the other.
func pyLadder(n int) string {
	var one strings.Builder
	for i := range 90 {
		fmt.Fprintf(&one, "%sif a:\n", strings.Repeat(" ", i))
	}
	one.WriteString(strings.Repeat(" ", 90) + "b\n")
	return pyRep(one.String(), n)
}

// BenchmarkPythonHostile shows that time is linear: compare the ns/byte of the
// two sizes of a case.
func BenchmarkPythonHostile(b *testing.B) {
	for _, h := range pyHostiles {
		b.Run(strings.ReplaceAll(h.name, " ", "-"), func(b *testing.B) {
			for _, kb := range []int{256, 1024} {
				b.Run(fmt.Sprintf("%dKB", kb), func(b *testing.B) {
					src := []byte(h.make(kb << 10))
					b.SetBytes(int64(len(src)))
					b.ReportAllocs()
					for b.Loop() {
						_, _ = Python(src)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(src)), "ns/byte")
				})
			}
		})
	}
}
