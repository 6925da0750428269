package rstsection

import "bytes"

// isGridBorder reports whether text is the top of a grid table, or another of
// its borders that has no text in it.
func isGridBorder(text []byte) bool {
	if len(text) < len("+---+") || text[0] != '+' || text[1] != '-' || !bytes.HasSuffix(text, []byte("-+")) {
		return false
	}
	for _, c := range text {
		if c != '+' && c != '-' {
			return false
		}
	}
	return true
}

// gridTable reads the grid table that begins with l: the lines up to the first
// that begins with neither + nor |. If the last of them is no border the table
// is cut at the last border that can end one, and docutils reads on two lines
// before the end of that.
func (s *scanner) gridTable(l line) line {
	var resume, end line // the line before the last border from the third line on, and the one behind it
	found, border := false, false
	top, before := l, l
	for n := 0; s.err == nil && l.flush() && inGrid(l.text); n++ {
		s.token(l)
		next := s.read(l.next)
		border = isGridBorder(trimNarrow(l.text))
		if border && n >= 2 {
			resume, end, found = before, next, true
		}
		before, l = l, next
	}
	if found && s.holdsTarget(top, end) {
		s.readCells(s.tableText(top, end, true).gridCells())
	}
	if border || !found {
		return l
	}
	return resume
}

// inGrid reports whether a line belongs to a grid table.
func inGrid(text []byte) bool {
	text = trimNarrow(text)
	return text[0] == '+' || text[0] == '|'
}

// trimNarrow returns text, which is not blank, without the white space at its
// start that is no wider than a blank: docutils pads wide characters before it
// looks at the edge of a grid table.
func trimNarrow(text []byte) []byte {
	return bytes.TrimLeftFunc(text, func(r rune) bool { return isSpace(r) && r != ideographicSpace })
}

const ideographicSpace = '\u3000'

// isSimpleTableTop reports whether text is the top of a simple table: two or
// more runs of "=".
func isSimpleTableTop(text []byte) bool {
	return isSimpleBorder(text) && text[len(text)-1] == '=' && bytes.IndexByte(text, ' ') > 0
}

// isSimpleBorder reports whether text begins with "=" and has nothing but that
// and blanks.
func isSimpleBorder(text []byte) bool {
	if text[0] != '=' {
		return false
	}
	for _, c := range text {
		if c != '=' && c != ' ' {
			return false
		}
	}
	return true
}

// simpleTable reads the simple table that begins with l, over lines of any
// kind: up to its second border, or the first that ends a paragraph. A border
// that is not as long as the top breaks the table. Without a border the rest of
// the document belongs to it.
func (s *scanner) simpleTable(l line) line {
	top := l
	var behind line // behind the only border
	found := false
	for l = s.read(l.next); s.err == nil && !l.eof; {
		s.token(l)
		next := s.read(l.next)
		if l.flush() && isSimpleBorder(l.text) {
			if len(l.text) != len(top.text) {
				s.drop(top, MalformedTable)
				return next
			}
			if found || next.blankOrEnd() {
				if s.holdsTarget(top, next) {
					s.readCells(s.tableText(top, next, false).simpleCells())
				}
				return next
			}
			behind, found = next, true
		}
		l = next
	}
	s.drop(top, MalformedTable)
	if found {
		return behind
	}
	return l
}
