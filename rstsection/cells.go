package rstsection

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/mapwright/mapwright/section"
)

// This file reads the cells of tables, for their targets. The text of a cell is cut
// out of the lines of its table, so that each is a source of its own.

// A tableText is the lines of a table, in which columns are counted: the width of
// a character is its number of code points here, with a pad behind each wide one.
type tableText struct {
	lines   [][]rune
	columns map[int][]int // of the lines with combining characters, where each column is
	numbers []int         // of the lines
	size    int           // of all lines
	cells   []cell        // that were found
	text    []byte        // of the cells
	parts   [][]rune      // scratch: the lines of a cell

	// work is how many characters may still be looked at. A table of cells that
	// are in each other's way takes docutils time that is not linear; here it has no
	// cells any more.
	work int
}

// pad stands behind a wide character. docutils takes a NUL for it, which disappears
// from the text of a cell.
const pad = 0

// workPerRune is how often each character of a table is looked at on the average
// before its cells are given up.
const workPerRune = 16

// tableText returns the lines from l on up to next, which is behind the last. In a grid
// their white space at the start does not count.
func (s *scanner) tableText(l, next line, isGrid bool) *tableText {
	n := next.at.number - l.at.number + 1
	t := &tableText{lines: make([][]rune, 0, n), numbers: make([]int, 0, n), columns: map[int][]int{}}
	all := make([]rune, 0, next.at.pos-l.at.pos)
	for ; l.at.pos < next.at.pos; l = s.read(l.next) {
		text := l.text
		if isGrid {
			text = trimNarrow(text)
		}
		if bytes.IndexByte(text, '\t') >= 0 { // behind an indent
			text = expandTabs(text, s.block.indent+l.indent)
		}
		start := len(all)
		for range l.indent {
			all = append(all, ' ')
		}
		all = appendPadded(all, text)
		if columns := columnsOf(all[start:]); columns != nil {
			t.columns[len(t.lines)] = columns
		}
		t.lines = append(t.lines, all[start:])
		t.numbers = append(t.numbers, s.number(l))
	}
	t.size = len(all)
	t.work = workPerRune * (t.size + len(t.lines))
	return t
}

// appendPadded appends the characters of text with a pad behind each wide one.
func appendPadded(dst []rune, text []byte) []rune {
	for _, r := range string(text) {
		dst = append(dst, r)
		if r >= utf8.RuneSelf && isWide(r) {
			dst = append(dst, pad)
		}
	}
	return dst
}

// A cell is the text of a cell of a table, and the numbers of its lines.
type cell struct {
	text    []byte
	numbers []int
}

// addCell adds the text between two columns of the lines from top up to bottom,
// without the indent that they share, if there could be a target in it.
func (t *tableText) addCell(top, left, bottom, right int) {
	t.parts = t.parts[:0]
	indent, size := right, 0
	for i := top; i < bottom; i++ {
		left, right = t.place(i, left), t.place(i, right) // docutils goes on from there in the next line
		part := trimRunes(slice(t.lines[i], left, right))
		if len(part) > 0 {
			indent = min(indent, leading(part))
		}
		t.parts = append(t.parts, part)
		size += len(part) + len("\n")
	}
	t.work -= size
	if !slices.ContainsFunc(t.parts, mayBeTarget) {
		return
	}
	if indent >= right {
		indent = 0
	}
	start := len(t.text)
	for i, part := range t.parts {
		if i > 0 {
			t.text = append(t.text, '\n')
		}
		for _, r := range slice(part, indent, len(part)) {
			if r != pad {
				t.text = utf8.AppendRune(t.text, r)
			}
		}
	}
	t.cells = append(t.cells, cell{t.text[start:], t.numbers[top:bottom]})
}

// mayBeTarget reports whether two dots are in a line of a cell.
func mayBeTarget(part []rune) bool {
	i := slices.Index(part, '.')
	return i >= 0 && slices.Contains(part[i+1:], '.')
}

// columnsOf returns where in l each column is: combining characters take none. It
// returns nil if there are no such characters.
func columnsOf(l []rune) []int {
	if !slices.ContainsFunc(l, isCombining) {
		return nil
	}
	var columns []int
	for i, r := range l {
		if !isCombining(r) {
			columns = append(columns, i)
		}
	}
	return columns
}

// place returns where the given column is in a line.
func (t *tableText) place(line, column int) int {
	columns := t.columns[line]
	switch {
	case columns == nil:
		return column
	case column < len(columns):
		return columns[column]
	}
	return column + len(t.lines[line]) - len(columns)
}

// trimRunes returns l without white space at its end.
func trimRunes(l []rune) []rune {
	for len(l) > 0 && isSpace(l[len(l)-1]) {
		l = l[:len(l)-1]
	}
	return l
}

// leading returns how many characters of white space l begins with.
func leading(l []rune) int {
	n := 0
	for n < len(l) && isSpace(l[n]) {
		n++
	}
	return n
}

// isCombining reports whether r takes no column beside the character before it.
func isCombining(r rune) bool {
	return r >= utf8.RuneSelf && norm.NFD.PropertiesString(string(r)).CCC() != 0
}

// readCells reads the elements in the cells of a table. The cells are one deeper
// than the block that the table is in. Their targets are in the order of the lines, not
// of the cells.
func (s *scanner) readCells(cells []cell) {
	if s.block.depth >= maxDepth {
		return
	}
	src, odd, numbers, nested, outer, targets := s.src, s.odd, s.numbers, s.nested, s.block, len(s.targets)
	s.odd, s.nested = false, nil
	for _, c := range cells {
		s.src, s.numbers, s.nested = c.text, c.numbers, s.nested[:0]
		s.block = block{end: len(c.text), depth: outer.depth + 1}
		s.findNested()
		if len(s.nested) > 0 {
			s.elements(s.read(cursor{number: 1}))
		}
	}
	s.src, s.odd, s.numbers, s.nested, s.block = src, odd, numbers, nested, outer
	slices.SortStableFunc(s.targets[targets:], func(a, b section.Target) int { return a.Line - b.Line })
}

// number returns the number of the line in the document.
func (s *scanner) number(l line) int {
	if s.numbers == nil {
		return l.at.number
	}
	return s.numbers[l.at.number-1]
}

// slice returns a part of l, of which there may be less.
func slice(l []rune, start, end int) []rune {
	end = min(end, len(l))
	return l[min(start, end):end]
}
