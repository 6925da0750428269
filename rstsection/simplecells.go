package rstsection

import "slices"

// A span is where a column of a simple table begins and ends.
type span struct{ start, end int }

// A simple is a simple table whose rows are read one after the other.
type simple struct {
	*tableText
	columns []span // of the top; the last grows with the text in it
	edge    int    // where the border ends
}

// simpleCells returns the cells of a simple table, none if it is malformed. A row ends
// at a border, and before a line that has text in the first column.
func (t *tableText) simpleCells() []cell {
	borders := make([]bool, len(t.lines))
	for i, l := range t.lines {
		borders[i] = isSpanBorder(l)
	}
	s := &simple{tableText: t, columns: spans(t.lines[0])}
	s.edge = s.columns[len(s.columns)-1].end
	first := s.columns[0]
	start, text := 1, false
	for i := 1; i < len(t.lines); i++ {
		ok := true
		switch l := t.lines[i]; {
		case borders[i]:
			ok = s.rowAbove(start, i)
			start, text = i+1, false
		case !isBlankRunes(slice(l, first.start, first.end)):
			ok = !text || s.row(start, i, slices.Clone(s.columns))
			start, text = i, true
		case !text:
			start = i + 1
		}
		if !ok || s.work < 0 {
			return nil
		}
	}
	return s.cells
}

// isSpanBorder reports whether l is a border, or a line below text that spans columns.
func isSpanBorder(l []rune) bool {
	if len(l) == 0 || l[0] != '=' && l[0] != '-' {
		return false
	}
	for _, c := range l {
		if c != l[0] && c != ' ' {
			return false
		}
	}
	return true
}

// spans returns the columns that a border has.
func spans(border []rune) []span {
	var columns []span
	for i, c := range border {
		if c == ' ' {
			continue
		}
		if i == 0 || border[i-1] == ' ' {
			columns = append(columns, span{start: i})
		}
		columns[len(columns)-1].end = i + 1
	}
	return columns
}

// rowAbove reads the row above a border, whose columns are those of the border: each
// has one or more of the table's.
func (s *simple) rowAbove(start, border int) bool {
	columns := spans(s.lines[border])
	last := len(columns) - 1
	if columns[last].end != s.edge {
		return false
	}
	columns[last].end = s.columns[len(s.columns)-1].end
	return s.row(start, border, columns)
}

// row reads the row of the given lines and columns. It reports false if there is text
// between the columns, or if they do not begin and end where the table's do.
func (s *simple) row(start, end int, columns []span) bool {
	for i := start; i < end; i++ {
		if !s.fits(i, columns) {
			return false
		}
	}
	i := 0
	for _, c := range columns {
		for first := i; ; i++ {
			if i == len(s.columns) || i == first && c.start != s.columns[i].start {
				return false
			}
			if c.end == s.columns[i].end {
				break
			}
		}
		i++
	}
	for _, c := range columns {
		if s.work < 0 {
			return false
		}
		s.addCell(start, c.start, end, c.end)
	}
	return true
}

// fits reports whether a line has nothing between the columns. Text behind the end of
// the last one makes it longer.
func (s *simple) fits(line int, columns []span) bool {
	l := s.lines[line]
	if s.tableText.columns[line] != nil {
		l = slices.DeleteFunc(slices.Clone(l), isCombining)
	}
	last := len(columns) - 1
	for i, c := range columns {
		s.work--
		switch {
		case c.end >= len(l):
			return true
		case i < last && !isBlankRunes(slice(l, c.end, columns[i+1].start)):
			return false
		case i == last && !isBlankRunes(l[c.end:]):
			end := c.start + len(trimRunes(slice(l, c.start, len(l))))
			longest := &s.columns[len(s.columns)-1]
			longest.end = max(longest.end, end)
			columns[last].end = longest.end
		}
	}
	return true
}

// isBlankRunes reports whether there is nothing but white space.
func isBlankRunes(l []rune) bool {
	return !slices.ContainsFunc(l, func(r rune) bool { return !isSpace(r) })
}
