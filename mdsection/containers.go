package mdsection

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// A container is an open block that holds other blocks. A value below quote is
// a list item, and tells how many columns its content is indented: at most 3
// before the marker, 10 of the marker and 4 behind it.
type container uint8

const (
	quote container = iota + 100
	footnote
)

// containers is the stack of open containers, outermost first. Lists are not
// on it: only their items decide where a line belongs.
type containers struct {
	open []container
	// quotes and footnotes hold the indexes in open of the containers that
	// can end a blank line's way through the items. A run of quotes has only
	// its first one here: no more is needed, and a line of a million quote
	// markers takes a byte for each.
	quotes, footnotes []int
	// childless says that the innermost container is an item in which there
	// is no block yet.
	childless bool

	columns int // that the items indent a line which continues them all
	others  int // containers that are no items
}

// push opens c inside the innermost container. At most more others follow on
// the same line.
func (cs *containers) push(c container, more int) {
	n := len(cs.open)
	if n == cap(cs.open) {
		cs.open = slices.Grow(cs.open, 1+more)
	}
	switch {
	case c < quote:
		cs.columns += int(c)
	case c == footnote:
		cs.footnotes = append(cs.footnotes, n)
		cs.others++
	default:
		if n > 0 && cs.open[n-1] != quote {
			cs.quotes = append(cs.quotes, n)
		}
		cs.others++
	}
	cs.open = append(cs.open, c)
	cs.childless = c < quote
}

// closeContainers closes all but the first n containers.
func (cs *containers) closeContainers(n int) {
	if n == len(cs.open) {
		return
	}
	for _, c := range cs.open[n:] {
		if c < quote {
			cs.columns -= int(c)
		} else {
			cs.others--
		}
	}
	cs.open = cs.open[:n]
	cs.quotes = below(cs.quotes, n)
	cs.footnotes = below(cs.footnotes, n)
	cs.childless = false // what is innermost now has had a container in it
}

// matchContainers returns how many of the open containers the line continues,
// and moves the cursor behind what belongs to them.
//
// Each container that is visited consumes a part of the line, but for items on
// the blank rest of a line and footnotes on an empty line: they continue without
// consuming anything, and are passed over in one step. So the time is linear in
// the line.
func (s *scanner) matchContainers() int {
	for i := 0; i < len(s.open); i++ {
		s.findNonspace()
		switch c := s.open[i]; c {
		case quote:
			if s.blank || s.indent >= codeIndent || s.line[s.first] != '>' {
				return i
			}
			s.skipMarker(len(">"))
			s.skipColumns(1)
		case footnote:
			if s.indent < codeIndent && len(s.line) > 0 {
				return i
			}
			s.skipColumns(codeIndent)
			if len(s.line) == 0 {
				i = s.nextStop(i) - 1
			}
		default:
			switch {
			case s.indent >= int(c):
				s.skipColumns(int(c))
			case !s.blank || s.childless && i == len(s.open)-1:
				return i
			default:
				s.skipBytes(len(s.line))
				i = s.nextStop(i) - 1
			}
		}
	}
	return len(s.open)
}

// below returns the ascending indexes without those at the end that are n or
// more.
func below(indexes []int, n int) []int {
	for len(indexes) > 0 && indexes[len(indexes)-1] >= n {
		indexes = indexes[:len(indexes)-1]
	}
	return indexes
}

// firstFrom returns how many of the ascending indexes are below n.
func firstFrom(indexes []int, n int) int {
	i, _ := slices.BinarySearch(indexes, n)
	return i
}

// nextStop returns the index of the next container behind i that a blank
// line does not continue by itself. Where there is none it is the innermost
// container, if i is not that itself: the innermost may be an empty item.
func (s *scanner) nextStop(i int) int {
	stop := max(i+1, len(s.open)-1)
	if len(s.quotes) == 0 && len(s.footnotes) == 0 {
		return stop
	}
	if n := firstFrom(s.quotes, i+1); n < len(s.quotes) {
		stop = int(s.quotes[n])
	}
	if n := firstFrom(s.footnotes, i+1); n < len(s.footnotes) && len(s.line) > 0 {
		stop = min(stop, int(s.footnotes[n])) // an empty line continues footnotes, too
	}
	return stop
}

// openQuote opens a block quote at its marker.
func (s *scanner) openQuote() {
	s.tokens++
	s.skipMarker(len(">"))
	s.skipColumns(1)
	s.push(quote, len(s.line)-s.off)
}

// openFootnote opens a footnote definition at its label of n bytes.
func (s *scanner) openFootnote(n int) {
	s.tokens++
	s.skipMarker(0)
	s.skipBytes(n)
	s.push(footnote, len(s.line)-s.off)
}

// openItem opens a list item at its marker of n bytes. Its content starts at
// the next character, or one column behind the marker where there is none or
// where it is code.
func (s *scanner) openItem(n int) {
	s.tokens++
	columns := s.indent + n
	s.skipMarker(n)
	s.findNonspace()
	spaces := s.indent
	if s.blank || spaces == 0 || spaces > codeIndent {
		spaces = 1
	}
	s.skipColumns(spaces)
	s.push(container(columns+spaces), len(s.line)-s.off)
}

// listMarker returns the length of the list marker that text starts with, 0
// if there is none. A list that interrupts a paragraph must start with 1 and
// its first item must not be empty.
func listMarker(text []byte, interrupts bool) int {
	n := 0
	switch c := text[0]; {
	case c == '-' || c == '+' || c == '*':
		n = 1
	case '0' <= c && c <= '9':
		n = orderedMarker(text, interrupts)
	}
	if n == 0 || n < len(text) && text[n] != ' ' && text[n] != '\t' {
		return 0
	}
	if interrupts && len(bytes.TrimLeft(text[n:], " \t")) == 0 {
		return 0
	}
	return n
}

// orderedMarker returns the length of the number of at most nine digits and
// the delimiter that text starts with.
func orderedMarker(text []byte, interrupts bool) int {
	n, number := 0, 0
	for n < len(text) && n < 9 && '0' <= text[n] && text[n] <= '9' {
		number = 10*number + int(text[n]-'0')
		n++
	}
	if n == len(text) || text[n] != '.' && text[n] != ')' || interrupts && number != 1 {
		return 0
	}
	return n + 1
}

// footnoteLabel returns the length of the label of a footnote definition that
// text starts with, and of the blanks behind it; 0 if there is none.
func footnoteLabel(text []byte) int {
	if len(text) < 2 || text[1] != '^' {
		return 0
	}
	n := 2
	for n < len(text) && text[n] != ']' && text[n] != ' ' && text[n] != '\t' {
		n++
	}
	if n == 2 || n+1 >= len(text) || text[n] != ']' || text[n+1] != ':' || !wellFormed(text[2:n]) {
		return 0
	}
	n += len("]:")
	for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
		n++
	}
	return n
}

// skipTaskMark moves the cursor over three bytes where cmark-gfm's task list
// extension does: the line starts, behind white space, with something like a
// list marker, white space, `[ ]` or `[x]` and white space, and its text is
// directly inside an item.
func (s *scanner) skipTaskMark(matched int, opened, continued bool) {
	if matched == 0 || continued || s.blank || s.open[matched-1] >= quote {
		return
	}
	if opened && s.line[s.first] != '[' {
		return // behind the marker of an item nothing else makes it one with a task
	}
	if !opened && matched < len(s.open) && s.open[matched] < quote {
		return // the text is in a list of the item, not in the item
	}
	marked := s.number == 1 && s.start > 0 // by a byte order mark, which is no white space
	if marked || !taskMark(s.line) {
		return
	}
	n := 0
	for n < len("[ ]") {
		if s.line[s.off] == 0 {
			n += len("\uFFFD") // which cmark reads in its place
		} else {
			n++
		}
		s.skipBytes(1)
	}
	// The bytes may end inside a character.
	s.split = n > len("[ ]") || s.off < len(s.line) && !utf8.RuneStart(s.line[s.off])
}

// taskMark reports whether line starts as a task list item does for the
// extension's scanner: a bullet, or digits and any one character.
func taskMark(line []byte) bool {
	i := skipSpace(line, 0)
	if i == len(line) {
		return false
	}
	if c := line[i]; c == '-' || c == '+' || c == '*' {
		return taskBox(line[i+1:])
	}
	digits := i
	for digits < len(line) && '0' <= line[digits] && line[digits] <= '9' {
		digits++
	}
	switch {
	case digits == i:
		return false
	case digits-i > 1 && taskBox(line[digits:]): // the last digit is the one character
		return true
	}
	r, n := utf8.DecodeRune(line[digits:])
	return !(r == utf8.RuneError && n < 2) && taskBox(line[digits+n:])
}

// taskBox reports white space, a check box and white space at the start of
// text.
func taskBox(text []byte) bool {
	i := skipSpace(text, 0)
	if i == 0 || len(text) < i+len("[ ] ") {
		return false
	}
	mark := text[i+1]
	return text[i] == '[' && (mark == ' ' || mark == 'x' || mark == 'X') && text[i+2] == ']' && space(text[i+3])
}
