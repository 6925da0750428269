package mdsection

import (
	"iter"
	"slices"
	"strings"
	"testing"
)

// wideTableFamily is family c: tables of many columns, and tables whose short
// rows are filled up with many cells. cmark-gfm 0.29.0.gfm.6 takes a minute for
// the widest table, so that one needs the flag -full; see also TestWidestTable.
func wideTableFamily() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		docs := chain(headWidths(1, 2, 1000, 1001), filledRows(1000))
		if *full {
			docs = chain(docs, filledRows(4096), filledRows(4097), slices.Values([][]byte{
				wideTable(widestTable), wideTable(widestTable + 1),
			}))
		}
		for doc := range docs {
			if !yield(doc) {
				return
			}
		}
	}
}

// headWidths are header and delimiter rows of equal and of different widths.
func headWidths(widths ...int) iter.Seq[[]byte] {
	var headers, delimiters []string
	for _, n := range widths {
		headers = append(
			headers,
			strings.Repeat("|a", n)+"|\n",
			strings.Repeat("|", n)+"|\n",
			strings.Repeat("a|", n)+"\n",
		)
		delimiters = append(delimiters, strings.Repeat("|-", n)+"|\n", strings.Repeat("-|", n)+"\n")
	}
	return product([]string{"", "x\n"}, headers, delimiters, []string{"===\n"})
}

// filledRows are tables of n columns in which about as many cells are missing as
// gfm.13 adds to one table at most.
func filledRows(n int) iter.Seq[[]byte] {
	const most = 0x80000
	head := strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n"
	var bodies []string
	for _, row := range []string{"x\n", "|x|\n"} {
		for extra := range 3 {
			bodies = append(bodies, strings.Repeat(row, most/(n-1)+extra))
		}
	}
	return product([]string{head}, bodies, []string{"x\n===\n"})
}

// widestTable is the number of columns that a table has at most.
const widestTable = 65_535

// wideTable is a table of n columns, or a paragraph, before an underline.
func wideTable(n int) []byte {
	return []byte(strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n===\n")
}

// With one column more than a table can have, it is a paragraph. Both versions
// of cmark-gfm say so.
func TestWidestTable(t *testing.T) {
	for _, gfm6 := range []bool{false, true} {
		got, err := headings(wideTable(widestTable), gfm6, false)
		if err != nil || len(got) != 0 {
			t.Errorf("gfm6 %t: table of %d columns: headings %v (error: %v), want none", gfm6, widestTable, got, err)
		}
		got, err = headings(wideTable(widestTable+1), gfm6, false)
		if want := []heading{{1, 1, 3}}; err != nil || !slices.Equal(got, want) {
			t.Errorf("gfm6 %t: %d columns: headings %v (error: %v), want %v", gfm6, widestTable+1, got, err, want)
		}
	}
}

// tableFamily is family c2: which lines are a header, a delimiter row and a row,
// and what ends the table.
func tableFamily() iter.Seq[[]byte] {
	return chain(headsAndDelimiters(), rowsAfterHeads(), manyDelimiters())
}

func headsAndDelimiters() iter.Seq[[]byte] {
	before := []string{"", "x\n", "x\ny\n", "[a]: b\n", "> ", "- ", "- x\n", "> x\n", "# x\n", "  ", "    ", "x\n    "}
	headers := []string{
		"a", "|a", "a|", "|a|", "| a |", "a|b", "|a|b|", "|", "||", "| |", "\\|", "a\\|b", "a\\\\|b", "|a\\|", "|\\",
		"a`|`b",
		"|a|b", " |a|", "|a|\t", "|\va|", "|a|\f", "|a|b|c|", "===|", "#|", "-|", "1.|", "<a>|", "[a]: |", "```|",
		"> |", "|-|",
	}
	delimiters := []string{
		"-", "|-", "-|", "|-|", ":-", "-:", ":-:", ":", "|:-:|", "|-|-|", "-|-", "|- -|", "| - |", "|-|-|-|", "|--|",
		"|", "||",
		"|-||", "|- |-|", "|=|", "|-|x", "|-|\t", "|-|\v", "\f|-|", "\v-|", "   |-|", "    |-|", "\t|-|", "> |-|",
		"  |-|", "|-\\|",
		"|:--:|", "|::|", "|-:-|", "|:|", "| :- | -: |", "---", "- |-", "1. |-|", "|-\\\n|",
	}
	return product(before, headers, []string{"\n"}, delimiters, []string{"\n===\n", "\nT\n===\n"})
}

func rowsAfterHeads() iter.Seq[[]byte] {
	heads := []string{
		"|a|\n|-|\n", "a|b\n-|-\n", "> |a|\n> |-|\n", "- |a|\n  |-|\n", "x\n|a|\n|-|\n", "[a]: b\n|a|\n|-|\n",
		"1. |a|\n   |-|\n",
	}
	rows := []string{
		"", "|x|", "x", "|", "||", "| |", "|x|y|z|", "\\|", "    x", "\tx", "   x", "    |x|", "===", "---", "***",
		"# x", "#", "```", "~~~",
		"> x", "> |x|", "- x", "- |x|", "-", "*", "1. x", "2. x", "1.", "<a>", "<div>", "</a>", "<pre>", "<!-- -->",
		"[c]: d", "[c]: d|",
		"|-|", "|a|\n|-|", "\v", "\f", "\v|", "  |x|", "> ", ">", "[^1]: x", "x\\", "|x\\|", "`|", "```|", "    ", "\t",
	}
	return product(heads, rows, []string{"\n"}, rows, []string{"\n===\n", "\n# h\n"})
}

// manyDelimiters are paragraphs with several lines that could start a table.
func manyDelimiters() iter.Seq[[]byte] {
	lines := []string{"a\n", "|a|b|\n", "|-|\n", "|-|-|\n", "===\n", "-\n"}
	return product(lines, lines, lines, lines, []string{"===\n", "T\n===\n", ""})
}
