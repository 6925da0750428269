package rstsection

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"unicode"
)

// randomTable returns a grid table or a simple one, some of them malformed, with
// documents in the cells.
func randomTable(r *rand.Rand) []byte {
	widths := make([]int, 1+r.IntN(3))
	for i := range widths {
		widths[i] = 3 + r.IntN(12)
	}
	if r.IntN(2) == 0 {
		return randomGrid(r, widths)
	}
	return randomSimple(r, append(widths, 3))
}

func randomGrid(r *rand.Rand, widths []int) []byte {
	var whole strings.Builder
	whole.WriteString("+")
	for _, w := range widths {
		whole.WriteString(fill("", w, "-") + "+")
	}
	var doc bytes.Buffer
	doc.WriteString(whole.String() + "\n")
	for range 1 + r.IntN(3) {
		for _, line := range randomRow(r, widths, func() string { return pick(r, []string{"|", "|", "|", "|", "|", "|", "|", "|", " "}) }) {
			doc.WriteString("|" + line[:len(line)-1] + "|\n")
		}
		switch r.IntN(6) {
		case 0:
			doc.WriteString(partialBorder(r, widths, "="))
		case 1, 2:
			doc.WriteString(partialBorder(r, widths, "-"))
		default:
			doc.WriteString(whole.String() + "\n")
		}
	}
	doc.WriteString(pick(r, []string{"", "", "", whole.String(), whole.String() + "\n"}))
	return append(doc.Bytes(), pick(r, pick(r, lineKinds))...)
}

// partialBorder returns a border with cells over more than one row or column, and
// mistakes.
func partialBorder(r *rand.Rand, widths []int, with string) string {
	var line strings.Builder
	line.WriteString("+")
	for _, w := range widths {
		line.WriteString(fill("", w, pick(r, []string{with, with, with, with, with, " "})) + pick(r, []string{"+", "+", "+", "+", "+", "-", "|"}))
	}
	border := line.String()
	return border[:len(border)-1] + "+\n"
}

func randomSimple(r *rand.Rand, widths []int) []byte {
	whole, span := "", "" // the borders, and a line below text that spans columns
	for _, w := range widths {
		whole += fill("", w, "=") + " "
		span += fill("", w, "-") + pick(r, []string{" ", "-"})
	}
	whole, span = whole[:len(whole)-1]+"\n", span[:len(span)-1]+"\n"
	var doc bytes.Buffer
	doc.WriteString(whole)
	for n := range 1 + r.IntN(4) {
		for _, line := range randomRow(r, widths, func() string { return " " }) {
			doc.WriteString(line + "\n")
		}
		switch {
		case n == 0 && r.IntN(3) == 0:
			doc.WriteString(whole)
		case r.IntN(3) == 0:
			doc.WriteString(span)
		}
	}
	doc.WriteString(whole)
	return append(doc.Bytes(), pick(r, []string{"", "\n", "x", "\n.. _after:\n"})...)
}

// randomRow returns the lines of a row of cells, each of which has something behind it.
func randomRow(r *rand.Rand, widths []int, behind func() string) []string {
	cells := make([][]string, len(widths))
	height := 0
	for i, w := range widths {
		cells[i] = randomCell(r, w)
		height = max(height, len(cells[i]))
	}
	lines := make([]string, height)
	for n := range lines {
		for i, w := range widths {
			text := ""
			if n < len(cells[i]) {
				text = cells[i][n]
			}
			lines[n] += fill(text, w, " ") + behind()
		}
	}
	return lines
}

// randomCell returns the lines of a document, nearly all of them short enough for a cell
// of the given width.
func randomCell(r *rand.Rand, width int) []string {
	targets := []string{".. _a:", ".. _b c:", ".. _\u4e2d:", "  .. _d:", "- .. _e:", "e\u0301"}
	doc := string(randomDocument(r, [][]string{pick(r, lineKinds), targets, {"", "x"}}))
	doc = strings.ReplaceAll(strings.TrimPrefix(doc, "\ufeff"), "\n\n", "\n \n")
	lines := strings.FieldsFunc(doc, func(c rune) bool {
		return c != ' ' && c != '\t' && (unicode.IsSpace(c) || unicode.IsControl(c))
	})
	for i, l := range lines {
		if displayWidth([]byte(l)) > width && r.IntN(30) > 0 {
			lines[i] = ".. _w:"[:min(width, 6)]
		}
	}
	return lines[:min(len(lines), 4)]
}

// fill returns text with others behind it up to a width.
func fill(text string, width int, with string) string {
	return text + strings.Repeat(with, max(0, width-displayWidth([]byte(text))))
}
