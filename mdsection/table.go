package mdsection

import "bytes"

// A table is what must be remembered of an open one.
type table struct {
	columns int
	missing int // cells that rows lacked, and that cmark-gfm made up
	row     int // cells of the row that is read
}

const (
	// maxColumns is the most cells of a row: cmark-gfm counts in 16 bits.
	maxColumns = 65_535
	// maxMissing is how many missing cells gfm.13 makes up before the next
	// line is no row.
	maxMissing = 0x80000
)

// tableCells returns the number of cells of a row, at most maxColumns+1. White
// space at the start of row belongs to the first cell. A pipe behind a
// backslash ends no cell, whatever is before the backslash. A row of one pipe
// has no cell.
func tableCells(row []byte) int {
	i := 0
	if len(row) > 0 && row[0] == '|' {
		i = skipSpace(row, 1)
	}
	cells := 0
	for i < len(row) && cells <= maxColumns {
		cells++
		i = cellEnd(row, i)
		if i < len(row) {
			i = skipSpace(row, i+1)
		}
	}
	return cells
}

// cellEnd returns where the cell that starts at i ends: at a pipe or at the end.
func cellEnd(row []byte, i int) int {
	for {
		n := bytes.IndexByte(row[i:], '|')
		if n < 0 {
			return len(row)
		}
		i += n
		if i == 0 || row[i-1] != '\\' {
			return i
		}
		i++
	}
}

// delimiterCells returns the number of cells if row is a delimiter row, else
// 0: cells of dashes, with a colon before or behind them, between pipes.
func delimiterCells(row []byte) int {
	i := 0
	if row[0] == '|' {
		i = 1
	}
	for cells := 1; ; cells++ {
		i = delimiterCell(row, i)
		switch {
		case i < 0, i < len(row) && row[i] != '|':
			return 0
		case i == len(row) || skipSpace(row, i+1) == len(row):
			return cells
		}
		i++
	}
}

// delimiterCell returns the position behind the delimiter cell at i, -1 if
// there is none.
func delimiterCell(row []byte, i int) int {
	i = skipSpace(row, i)
	if i < len(row) && row[i] == ':' {
		i++
	}
	dashes := i
	for i < len(row) && row[i] == '-' {
		i++
	}
	if i == dashes {
		return -1
	}
	if i < len(row) && row[i] == ':' {
		i++
	}
	return skipSpace(row, i)
}

// openTable turns the open paragraph into a table if the line is a delimiter
// row and the paragraph's last line has as many cells. The lines before that
// one become a paragraph of their own, which has no part in what follows.
func (s *scanner) openTable() bool {
	p := &s.paragraph
	if s.indent >= codeIndent || p.noTable || onlyText[s.line[s.first]] {
		return false
	}
	columns := delimiterCells(s.rest())
	if columns == 0 || columns > maxColumns {
		return false
	}
	if s.headerCells() != columns {
		p.noTable = !s.gfm6
		return false
	}
	s.openLeaf(tableRows)
	s.tokens += 2 * columns
	s.table = table{columns: columns}
	return true
}

// headerCells returns the number of cells of the open paragraph's last line,
// 0 if that can be no header row: cmark-gfm reads the lines before it as rows,
// too, and gives up at one that is none.
func (s *scanner) headerCells() int {
	p := &s.paragraph
	if p.noRow || !wellFormed(s.src[p.bodyOffset:p.last.end]) {
		return 0
	}
	return tableCells(s.src[p.last.start:p.last.end])
}

// tableContinues reports whether the line can be a row of the open table, and
// counts its cells.
func (s *scanner) tableContinues() bool {
	row := s.rest()
	s.table.row = tableCells(row)
	return s.table.row > 0 && s.table.row <= maxColumns && wellFormed(row)
}

// addRow adds the line to the open table, or ends it with a paragraph when too
// many cells were missing.
func (s *scanner) addRow() {
	t := &s.table
	if t.missing > maxMissing && !s.gfm6 {
		s.closeTo(len(s.open))
		s.openParagraph(s.first)
		return
	}
	t.missing += max(t.columns-t.row, 0)
	s.tokens += 1 + t.row
}
