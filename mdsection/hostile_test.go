package mdsection

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// A hostile input makes some Markdown parser slow: a document of about n bytes.
type hostile struct {
	name string
	make func(n int) string
}

var hostiles = []hostile{
	{"items in one line, blank lines", func(n int) string { return rep("- ", n/2) + "x" + rep("\n", n/2) }},
	{"item ladders, blank lines", func(n int) string { return ladder(n/2) + rep("\n", n/2) }},
	{"item staircase, blank lines", func(n int) string { return staircase(n/2) + rep("\n", n/2) }},
	{"table of 1000 columns, short rows", func(n int) string { return tableHead(1000) + rep("x\n", n-4000) }},
	{"table of n/8 columns, short rows", func(n int) string { return tableHead(n/8) + rep("x\n", n/2) }},
	{"long rows", func(n int) string { return tableHead(2) + rep(rep("|x", 500)+"\n", n) }},
	{"one row of pipes", func(n int) string { return tableHead(2) + rep("|", n) }},
	{"items in one line", func(n int) string { return rep("- ", n) }},
	{"stars in one line", func(n int) string { return rep("* ", n) }},
	{"quotes and items in one line", func(n int) string { return rep("> - ", n) }},
	{"quotes in one line", func(n int) string { return rep(">", n) }},
	{"quotes, lazy lines", func(n int) string { return rep(">", n/2) + "x\n" + rep("y\n", n/2) }},
	{"quotes, blank lines", func(n int) string { return rep(">", n/2) + "x" + rep("\n", n/2) }},
	{"items, lazy lines", func(n int) string { return rep("- ", n/2) + "x\n" + rep("y\n", n/2) }},
	{"definitions", func(n int) string { return rep("[a]: b\n", n) + "T\n===\n" }},
	{"definitions with an open title", func(n int) string { return rep("[a]: b \"\n", n) + "T\n===\n" }},
	{"no definitions", func(n int) string { return rep("[a]: b (\n", n) + "T\n===\n" }},
	{"underlined definitions", func(n int) string { return rep("[a]: b\n===\n", n) }},
	{"definitions in items", func(n int) string { return rep("- [a]: b\n\n", n) }},
	{"a title full of escapes", func(n int) string { return "[a]: b '" + rep(`\'`, n) + "\n===\n" }},
	{"a title full of parentheses", func(n int) string { return "[a]: b (" + rep(`\(`, n) + "\n===\n" }},
	{"delimiter rows that fit", func(n int) string { return rep("|a|b|\n|-|-|\n", n) }},
	{"delimiter rows that do not", func(n int) string { return rep("|a|b|\n|-|\n", n) }},
	{"open comment", func(n int) string { return "<!--\n" + rep("--\n", n) }},
	{"open pre", func(n int) string { return "<pre>\n" + rep("</", n) }},
	{"open CDATA", func(n int) string { return "<![CDATA[" + rep("]]", n) }},
	{"tags alone in a line", func(n int) string { return rep("<a b='c' d>\n\n", n) }},
	{"attributes", func(n int) string { return "<a" + rep(" b", n) + "\n" }},
	{"open tags", func(n int) string { return rep("<a b='\n", n) }},
	{"less-than signs", func(n int) string { return rep("<", n) }},
	{"brackets", func(n int) string { return rep("[", n) }},
	{"escaped brackets", func(n int) string { return rep(`[\`, n) }},
	{"one long line", func(n int) string { return rep("x", n) }},
	{"short lines", func(n int) string { return rep("x\n", n) }},
	{"one long heading", func(n int) string { return rep("x\n", n) + "===\n" }},
	{"blank lines", func(n int) string { return rep("\n", n) }},
	{"CRLF", func(n int) string { return rep("\r\n", n) }},
	{"tabs", func(n int) string { return rep("\t", n) }},
	{"flat list", func(n int) string { return rep("- x\n", n) }},
	{"alternating lists", func(n int) string { return rep("- x\n* y\n", n) }},
	{"empty items", func(n int) string { return rep("-\n", n) }},
	{"headings", func(n int) string { return rep("# heading\n", n) }},
	{"fenced code", func(n int) string { return "```\n" + rep("``\n", n) }},
	{"backticks", func(n int) string { return rep("`", n) + "\n" }},
	{"no fences", func(n int) string { return rep("```x`\n", n) }},
	{"no thematic break", func(n int) string { return rep("* ", n) + "x" }},
	{"bytes that are no UTF-8", func(n int) string { return rep("\xff", n) }},
	{"open front matter", func(n int) string { return "---\n" + rep("--- x\n", n) }},
}

// rep repeats s to n bytes.
func rep(s string, n int) string { return strings.Repeat(s, max(n/len(s), 0)) }

// ladder is lines of 99 items, each line inside the innermost item of the one
// before.
func ladder(n int) string {
	var b strings.Builder
	for indent := 0; b.Len() < n; indent += 99 * len("- ") {
		b.WriteString(rep(" ", indent) + rep("- ", 99*len("- ")) + "x\n")
	}
	return b.String()
}

// staircase is lines of one item, each inside the one before.
func staircase(n int) string {
	var b strings.Builder
	for indent := 0; b.Len() < n; indent += 2 {
		b.WriteString(rep(" ", indent) + "- x\n")
	}
	return b.String()
}

func tableHead(columns int) string {
	return rep("|x", 2*columns) + "\n" + rep("|-", 2*columns) + "\n"
}

var unlimited = &section.Limits{MaxLines: math.MaxInt, MaxTokens: math.MaxInt, MaxSections: math.MaxInt}

// benchName is the name of h as a benchmark.
func (h hostile) benchName() string { return strings.ReplaceAll(h.name, " ", "-") }

// BenchmarkHostile shows that time is linear: compare the ns/byte of the three
// sizes of a case.
func BenchmarkHostile(b *testing.B) {
	for _, h := range hostiles {
		b.Run(h.benchName(), func(b *testing.B) {
			for _, kb := range []int{64, 256, 1024} {
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
