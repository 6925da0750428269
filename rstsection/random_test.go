package rstsection

import (
	"bytes"
	"flag"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var (
	full       = flag.Bool("full", false, "with the documents that take docutils minutes")
	randomDocs = flag.Int("random", 20_000, "how many random documents to compare")
	randomSeed = flag.Uint64("seed", 1, "seed of the random documents")
)

func TestRandomDocuments(t *testing.T) {
	d := newDocutils(t)
	n := *randomDocs
	if testing.Short() {
		n = min(n, 2000)
	}
	t.Logf("-random %d -seed %d", n, *randomSeed)
	compare(t, d, random(n, *randomSeed))
}

// Random documents have the maps that the fuzz targets ask for, too.
func TestRandomMaps(t *testing.T) {
	for doc := range random(3000, *randomSeed) {
		m, err := Parse(doc, nil)
		if err != nil {
			checkRefusal(t, doc, err)
			continue
		}
		if checkMap(t, doc, m); t.Failed() {
			t.Fatalf("document %q", doc)
		}
	}
}

// random yields n documents: lines drawn from all kinds, or from few kinds so
// that those meet often, or from all with many headings between, or lines of all
// kinds inside other elements.
func random(n int, seed uint64) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		r := rand.New(rand.NewPCG(seed, 0))
		for i := range n {
			from := lineKinds
			switch i % 5 {
			case 1:
				from = [][]string{headings, pick(r, lineKinds), pick(r, lineKinds), {""}}
			case 2:
				from = append(slices.Clip(lineKinds), headings, headings, headings, headings)
			}
			doc := randomDocument(r, from)
			if i%5 == 4 {
				doc = append(append(doc, pick(r, []string{"\n", "\n\n"})...), randomTable(r)...)
			}
			if i%5 == 3 || i%10 == 4 {
				doc = nest(r, append(doc, pick(r, lineKinds[0])...), 1+r.IntN(3))
			}
			if !yield(doc) {
				return
			}
		}
	}
}

func randomDocument(r *rand.Rand, from [][]string) []byte {
	var doc bytes.Buffer
	if r.IntN(50) == 0 {
		doc.WriteString("\ufeff")
	}
	end := pick(r, []string{"\n", "\n", "\n", "\n", "\r\n"})
	for range 1 + r.IntN(12) {
		if r.IntN(6) == 0 {
			doc.WriteString(pick(r, indents))
		}
		text := pick(r, pick(r, from))
		if r.IntN(40) == 0 { // something in the middle
			at := r.IntN(len(text) + 1)
			text = text[:at] + pick(r, inserts) + text[at:]
		}
		doc.WriteString(text)
		if r.IntN(30) == 0 {
			doc.WriteString(pick(r, trailers))
		}
		doc.WriteString(end)
		if r.IntN(4) == 0 {
			doc.WriteString(end)
		}
	}
	if r.IntN(4) == 0 {
		return bytes.TrimRight(doc.Bytes(), "\r\n")
	}
	return doc.Bytes()
}

// nest puts a document, and a target, into the given number of elements.
func nest(r *rand.Rand, doc []byte, depth int) []byte {
	for range depth {
		c := pick(r, containers)
		lines := bytes.SplitAfter(append(doc, "\n\n.. _deep:\n"...), []byte("\n"))
		doc = []byte(c.start)
		for i, l := range lines {
			if i > 0 && len(bytes.TrimSpace(l)) > 0 || strings.HasSuffix(c.start, "\n") {
				doc = append(doc, c.indent...)
			}
			doc = append(doc, l...)
		}
		if r.IntN(2) == 0 {
			doc = append(doc, pick(r, pick(r, lineKinds))...)
		}
	}
	return doc
}

// containers are elements that hold others: their first line, and what is before
// the others.
var containers = []struct{ start, indent string }{
	{"- ", "  "},
	{"\u2022 ", "  "},
	{"-   ", "    "},
	{"-\n", "   "},
	{"1. ", "   "},
	{"1. ", "  "},
	{"#.\n", " "},
	{"(ii)  ", "      "},
	{"  ", "  "},
	{"\t", "\t"},
	{"term\n", "   "},
	{":field: ", "   "},
	{":f:\n", "  "},
	{"-a  ", "    "},
	{"-a, --long=X\n", "  "},
	{".. [1] ", "   "},
	{".. [cit]\n", "   "},
	{".. note:: ", "   "},
	{".. note::\n\n", "   "},
	{".. NOTE::\n   :class: x\n\n", "   "},
	{".. only:: html\n\n", "   "},
	{".. py:function:: f(x)\n   :noindex:\n\n", "   "},
	{".. code-block:: rst\n\n", "   "},
	{".. unknown::\n\n", "   "},
	{".. glossary::\n   :sorted:\n\n", "   "},
	{".. topic:: A\n\n", "\t"},
	{"..\n", "   "},
	{".. |s| image:: x\n", "   "},
	{"text::\n\n", "  "},
	{"| ", "  "},
	{">>> ", "  "},
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

var (
	indents  = []string{" ", "  ", "   ", "    ", "\t", " \t", "        ", "\u3000", "\u00a0"}
	inserts  = []string{" ", "\t", "\\", ":", "`", "_", "\u0301", "中", "\f", "\v", "\u2028", "\u0085", "\x1c", "\x1f", "\x00", "é", "::"}
	trailers = []string{" ", "\t", "  ", "\u00a0", "\u3000", "\x1f", "\\", "::", ":", "_"}
)

// titleLines are lines that become a title above an underline, or look like one.
var titleLines = []string{
	"A", "AB", "Abc", "Title", "A longer title", "中", "中文", "e\u0301", "1. One", "-", "- x", "::", "..", "B::", "T ::", `\::`, `\\::`,
}

// headings are whole ones, of few styles, so that levels are often skipped.
var headings = []string{
	"A\n=", "B\n-", "C\n~", "DDD\n---", "Eee\n=====", "=====\nFff\n=====", "-----\n Gg\n-----", "=\nH\n=", "--\n中\n--", "Title\n====\n",
	"A\n=\n\nB\n-\n", "Long title\n-----", "=====\n- x\n=====", "..\nA\n..", "::\nAB\n::", "A\n::", "====\nToo long\n====", "=====\n\tx\n=====",
}

// lineKinds are the lines of random documents, by kind.
var lineKinds = [][]string{
	titleLines,
	titleLines,
	{"=", "==", "===", "====", "=====", "------", "-", "--", "---", "----", "~~~~", "~", "''", ":::", "::::", "....", "...", "^^^^", "____", "__", "_", "+", "++", "++++", "*****", "||||", ">>>>", "``````"},
	{"=====", "=====", "-----", "-----", "~~~~~", "~~~~~", "==", "--"},
	{"", "", "", " ", "text", "more text", "text::", "text ::", `text\::`, "::", "para\\"},
	{"- item", "* item", "+ item", "-", "*", "\u2022 item", "\u2022", "-item", "-  ", "*x*"},
	{
		"1. one", "2. two", "3. three", "1.", "2.", "#. auto", "#.", "(a) x", "(b) y", "(c)", "i. one", "ii. two", "iii. three",
		"h. eight", "i. nine", "j. ten", "I) x", "II) y", "iiii. bad", "10. ten", "11. eleven", "09) x", "0. x", "z. last", "mmmm. x", "c. 100", "ci. 101",
		"99999999999999999999. x", "100000000000000000000. y", "1 . x", "A. B", "B. C", "(1. x", "#) x", "(#) y",
	},
	{
		":field: body", ":field:", ":a b: c", ":: x", ":ref:`x y`", ":a:b: c", ":a\\: b: c", ": a: b", ":a : b", ":a:`b`: c", ":\\:", ":a:",
	},
	{
		"-a", "-a  desc", "-a, -b  desc", "--long", "--long=ARG", "--long ARG  desc", "/V", "/V  x", "-aX", "-a <b c>", "-a <b c>  x", "+x", "--help",
		"-a arg, --b=<x>", "-a b c", "-a,-b", "--a=", "-", "--", "-a  ", "/opt/x  y", "-1", "--9 x  y", "-a <b", "-a<b>  c",
	},
	{">>> x", ">>>", ">>>x", ">>> x\n2"},
	{"| line", "|", "|x|", "| a", "   more", "| a | b |"},
	{
		"+---+", "+---+---+", "| a | b |", "|   |", "+-+", "+--+", "+---+  ", "+===+", "+---+   x", "| a |\n+---+", "+---+\n| a |\n+---+", "+",
	},
	{
		"==  ==", "=== ===", "==  ==\na   b\n==  ==\n", "=  =", "== ==", "a   b", "==  ==\n", "== == x", "====== ===", "a  b\n\nc  d", "--  --",
	},
	{
		".. comment", "..", "...", ".. note::", ".. note:: x", ".. include:: a.txt", ".. include::", ".. INCLUDE:: b", ".. rst:include:: c", ".. include :: d", ".. include: e",
		".. include::x", ".. [1] foot", ".. [#] foot", ".. [cit] x", ".. |sub| image:: x", ".. |s|", ".. |s| include:: f", ".. |a", "b|", "b| include:: f", "include:: f", "note::", ".. |a b| note::", ".. .. x", "..x", ".. include:: :a: b", ".. code-block:: x", ".. _include:: x",
	},
	{
		".. _a:", ".. _a b:", ".. _`a: b`:", ".. _`a`:", ".. _a\\: b:", ".. _a:b:", ".. _a: b_", ".. _a: http://x", ".. __:", ".. __: x", ".. _:", ".. _a", ".. _ a:", ".. _a :", ".. _a  :",
		"__ x", "__", "__x", ".. _a: b", ".. _`a", ".. _a:: b", ".. _a:\\ ", ".. _A  B:", ".. _\\a:", ".. _`a\\`:", ".. _a\\:", ".. _a: `x y`_", ".. _``:", ".. _中:", ".. _a:\n   ", ".. _a\n   b:", ".. _`:",
		".. _a: \\", ".. _a:\n   \\\n   \\", ".. __", "..  _a:", ".. _a: :", ".. _::", ".. _a\\\\:",
	},
	{"   indented", "    x\n    =", "  - y", "   .. _deep:", "   text::", "\tq", " .. include:: z", "   :opt: x"},
	{"> quoted", "> more", "-- author", "--- author", "\u2014 author", "-- x\n y\n z", "$ x", "$ y", "% =====", "=====x", "\"a", "'b"},
	{strings.Repeat("=", 80), strings.Repeat("long ", 20), strings.Repeat("中", 3), "===", "=======" + strings.Repeat("=", 7)},
}
