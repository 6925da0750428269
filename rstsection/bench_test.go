package rstsection

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mapwright/mapwright/section"
)

// corpus returns the reStructuredText of linux-doc-6.1 and python3.11-doc.
func corpus(tb testing.TB) (documents [][]byte, size int64) {
	tb.Helper()
	for _, c := range corpora {
		if !c.rst {
			continue
		}
		for doc := range contents(tb, filesBelow(tb, c.root, c.suffixes)) {
			if _, err := Parse(doc, nil); err == nil {
				documents = append(documents, doc)
				size += int64(len(doc))
			}
		}
	}
	return documents, size
}

// BenchmarkCorpus compares Parse with splitting the same documents into lines.
func BenchmarkCorpus(b *testing.B) {
	documents, size := corpus(b)
	if size == 0 {
		b.Skip("neither linux-doc-6.1 nor python3.11-doc is installed")
	}
	b.Logf("%d documents, %d bytes", len(documents), size)
	run := func(name string, parse func(src []byte)) {
		b.Run("by="+name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, src := range documents {
					parse(src)
				}
			}
			b.ReportMetric(float64(len(documents)), "documents")
		})
	}
	run("lines", func(src []byte) { splitLines(src) })
	run("newlines", func(src []byte) {
		for n := 0; n >= 0; n = bytes.IndexByte(src, '\n') {
			src = src[min(n+1, len(src)):]
		}
	})
	run("rstsection", func(src []byte) {
		if _, err := Parse(src, nil); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkCorpusRatio is BenchmarkCorpus for a machine that has other work: each
// document counts with the least of several runs, which take turns. Run it with
// -benchtime=1x.
func BenchmarkCorpusRatio(b *testing.B) {
	documents, size := corpus(b)
	if size == 0 {
		b.Skip("neither linux-doc-6.1 nor python3.11-doc is installed")
	}
	var parsing, splitting time.Duration
	for b.Loop() {
		for _, src := range documents {
			parsing += least(func() { _, _ = Parse(src, nil) })
			splitting += least(func() { splitLines(src) })
		}
	}
	b.ReportMetric(float64(parsing)/float64(splitting), "times-lines")
	b.ReportMetric(float64(size)*float64(b.N)/1e6/parsing.Seconds(), "MB/s")
}

// least returns the least time that f takes in some runs.
func least(f func()) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range 9 {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}

// splitLines is what any reader of lines does first.
func splitLines(src []byte) [][]byte { return bytes.Split(src, []byte("\n")) }

// A hostile input makes some parser of reStructuredText slow: a document of
// about n bytes.
type hostile struct {
	name string
	make func(n int) string
}

var hostiles = []hostile{
	{"titles", func(n int) string { return rep("Title\n=====\n\n", n) }},
	{"overlined titles", func(n int) string { return rep("=====\nTitle\n=====\n\n", n) }},
	{"short wide titles", func(n int) string { return rep("中\n==\n", n) }},
	{"titles of a level too low", func(n int) string { return "A\n=\n\nB\n-\n\nC\n~\n\nA\n=\n\n" + rep("C\n~\n\n", n) }},
	{"titles that form feeds divide", func(n int) string { return rep("A\f=\f", n) }},
	{"adornment lines", func(n int) string { return rep("====\n----\n", n) }},
	{"short overlines", func(n int) string { return rep("==\n", n) }},
	{"unterminated simple tables", func(n int) string { return rep("== ==\nx\n", n) }},
	{"simple table with one border", func(n int) string { return "== ==\n" + rep("x\n", n/2) + "== ==\n" + rep("x\n", n/2) }},
	{"simple tables of different lengths", func(n int) string { return rep("== ==\nx\n=== ==\n", n) }},
	{"grid borders", func(n int) string { return rep("+--+\n", n) }},
	{"grid tables cut by text", func(n int) string { return rep("+--+\nx\n====\n", n) }},
	{"grid tables without an end", func(n int) string { return rep("+---+\n|\n+---+\n|\n|\n", n) }},
	{"one grid table without an end", func(n int) string { return rep("+---+\n|\n", n/2) + rep("|\n", n/2) }},
	{"cells of a grid", func(n int) string { return "+--------+\n" + rep("| .. _x: |\n+--------+\n", n) }},
	{"cells of a wide grid", func(n int) string {
		return "+" + rep("------+", n/3) + "\n|" + rep(".. _x:|", n/3) + "\n+" + rep("------+", n/3) + "\n"
	}},
	{"a grid of borders that lead nowhere", func(n int) string {
		return "+-+-+-+------+\n" + rep("| | | |.. _x:|\n", n/2) + rep("+-| | |.. _x:|\n", n/2) + "+-----+------+\n"
	}},
	{"a grid of plus signs", func(n int) string {
		side := int(math.Sqrt(float64(n)))
		return "+-" + rep("+", side) + "-+\n" + rep("+ "+rep("+", side)+".+\n", n-side) + "+-" + rep("+", side) + "-+\n.. _x:"
	}},
	{"cells of a simple table", func(n int) string { return "=====  ======\n" + rep("x      .. _x:\n", n) + "=====  ======\n" }},
	{"a simple table of many columns", func(n int) string { return rep("= ", n/3) + "=\n" + rep("x .. _x:\n", n/3) + rep("= ", n/3) + "=\n" }},
	{"a simple table of spans", func(n int) string { return "= =\n" + rep(".. _x:\n---\n", n) + "= =\n" }},
	{"cells with combining characters", func(n int) string {
		return "=====  ======\n" + rep("x\u0301\u0301     .. _x:\n y\u0301\n", n) + "=====  ======\n"
	}},
	{"tables in cells", func(n int) string {
		return "+--------------------------+\n" + rep("| +--------+ +--------+ x  |\n| | .. _x: | |        |    |\n| +--------+ +--------+    |\n|                          |\n", n) + "+--------------------------+\n"
	}},
	{"options", func(n int) string { return rep("-a\n", n) }},
	{"options, blank lines", func(n int) string { return rep("-a\n\n\n\n", n) }},
	{"options in one line", func(n int) string { return rep("-a, ", n) }},
	{"options with open arguments", func(n int) string { return rep("-a <", n) }},
	{"enumerators", func(n int) string { return rep("i.\n", n) }},
	{"enumerated items", func(n int) string { return rep("#. x\n", n) }},
	{"an ordinal of many digits", func(n int) string { return rep("9", n/2) + ". x\n" + rep("9", n/2) + ". x\n" }},
	{"a long roman number", func(n int) string { return rep("m", n) + ".\n" }},
	{"line block", func(n int) string { return rep("|\n", n) }},
	{"targets", func(n int) string { return rep(".. _x:\n", n) }},
	{"a target of many lines", func(n int) string { return ".. _x\n" + rep(" y z\n", n) }},
	{"a target of many colons", func(n int) string { return ".. _`x" + rep(" : ", n) }},
	{"a target of many escapes", func(n int) string { return ".. _x" + rep(`\:`, n) }},
	{"comments", func(n int) string { return rep("..\n\n", n) }},
	{"includes", func(n int) string { return rep(".. include:: x\n", n) }},
	{"fields of many colons", func(n int) string { return rep(":a", n) }},
	{"backslashes", func(n int) string { return rep(`\`, n) + "::\n" }},
	{"quoted literal blocks", func(n int) string { return rep("x::\n\n> y\n> z\n\n", n) }},
	{"doctest", func(n int) string { return rep(">>> x\n", n) }},
	{"one long line", func(n int) string { return rep("x", n) }},
	{"one long line of wide characters", func(n int) string { return rep("中", n) + "\n==\n" }},
	{"one long line of tabs", func(n int) string { return "x" + rep("\t", n) + "x" }},
	{"one long adornment", func(n int) string { return rep("=", n/2) + "\nx\n" + rep("=", n/2) }},
	{"white space", func(n int) string { return rep("\u3000", n) }},
	{"blank lines", func(n int) string { return rep("\n", n) }},
	{"CRLF", func(n int) string { return rep("\r\n", n) }},
	{"short lines", func(n int) string { return rep("x\n", n) }},
	{"staircase", staircase},
	{"items in one line, blank lines", func(n int) string { return rep("- ", n/2) + "x" + rep("\n", n/2) }},
	{"quotes in quotes, blank lines", func(n int) string { return staircase(n/2) + rep("\n", n/2) + "                 x\n" }},
	{"bytes that are no UTF-8", func(n int) string { return rep("\xff", n) }},
}

// rep repeats s to n bytes.
func rep(s string, n int) string { return strings.Repeat(s, max(n/len(s), 0)) }

// staircase is lines of one item, each inside the one before.
func staircase(n int) string {
	var b strings.Builder
	for indent := 0; b.Len() < n; indent += 2 {
		b.WriteString(rep(" ", indent) + "- x\n")
	}
	return b.String()
}

var unlimited = &section.Limits{MaxLines: math.MaxInt, MaxTokens: math.MaxInt, MaxSections: math.MaxInt}

// BenchmarkHostile shows that time is linear: compare the ns/byte of the sizes
// of a case, of which each is four times the one before.
func BenchmarkHostile(b *testing.B) {
	for _, h := range hostiles {
		b.Run(strings.ReplaceAll(h.name, " ", "-"), func(b *testing.B) {
			for _, kb := range []int{128, 512, 2048} {
				b.Run(strconv.Itoa(kb)+"KB", func(b *testing.B) {
					src := []byte(h.make(kb << 10))
					b.SetBytes(int64(len(src)))
					b.ReportAllocs()
					for b.Loop() {
						if _, err := Parse(src, unlimited); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(src)), "ns/byte")
				})
			}
		})
	}
}
