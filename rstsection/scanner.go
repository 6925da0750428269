package rstsection

import (
	"bytes"
	"unicode/utf8"

	"github.com/mapwright/mapwright/section"
)

// A scanner reads the body elements of a document one after the other. It needs
// no list of lines: an element looks at the lines that it is made of, and a few
// behind them.
type scanner struct {
	out   *section.Builder
	src   []byte
	odd   bool // src has line ends other than newlines
	block      // that is read

	styles   []style // in the order of their first use
	level    int     // of the open section
	sections int

	targets  []section.Target
	labels   int // the first of targets with nothing but targets behind it
	includes []section.Include
	dropped  []section.Diagnostic
	nested   []int  // where src could have targets
	numbers  []int  // of the lines of src in the document, if it is the text of a cell
	scratch  []byte // for the text of targets

	tokens    int
	maxTokens int
	err       error // ends the scan
}

// scan reads the document.
func (s *scanner) scan() error {
	at := cursor{number: 1}
	if bytes.HasPrefix(s.src, []byte("\uFEFF")) {
		at.pos = len("\uFEFF")
	}
	s.block = block{end: len(s.src), titles: true}
	s.findNested()
	s.elements(s.read(at))
	return s.err
}

// elements reads the body elements of the block from l on.
func (s *scanner) elements(l line) {
	for !l.eof && s.err == nil {
		if l.blankOrEnd() {
			l = s.read(l.next)
			continue
		}
		s.token(l)
		targets := len(s.targets)
		l = s.body(l)
		if n := len(s.targets); n == targets || s.targets[n-1].Nested {
			s.labels = n // something else is behind them
		}
	}
}

// token counts a body element or a line of a table, which is read next. The one
// over the limit ends the scan.
func (s *scanner) token(l line) {
	s.tokens++
	if s.tokens > s.maxTokens && s.err == nil {
		s.err = &section.Error{Code: section.TooManyTokens, Max: s.maxTokens, Line: s.number(l)}
	}
}

// body reads the body element that begins with l, which is not blank, and
// returns the line behind it. The kinds are tried in the order of docutils'
// state Body; what is none of them is text.
func (s *scanner) body(l line) line {
	if l.indented() { // a block quote
		return s.quote(l)
	}
	if next, ok := s.construct(l); ok {
		return next
	}
	return s.text(l)
}

// construct reads the element that begins with l if its first characters say
// what it is, else it reports false.
func (s *scanner) construct(l line) (next line, ok bool) {
	text := l.text
	switch c := text[0]; {
	case isBullet(text):
		_, size := utf8.DecodeRune(text)
		return s.item(l, size), true
	case isAlphanumeric(c):
		return s.enumeratedList(l)
	case c == '(' || c == '#':
		if next, ok := s.enumeratedList(l); ok {
			return next, true
		}
	case c == ':' && fieldMarker(text) > 0:
		return s.indented(l.from(fieldMarker(text)), s.read(l.next), 0), true
	case c == '-' || c == '+' || c == '/':
		if next, ok := s.optionItem(l); ok {
			return next, true
		}
	case c == '>' && isMarked(text, ">>>"): // a doctest block
		return s.skipToBlank(l), true
	case c == '|' && isMarked(text, "|"): // a line block
		return s.skipHanging(s.read(l.next)), true
	case c == '.' && isMarked(text, ".."):
		return s.explicit(l), true
	case c == '_' && isMarked(text, "__"): // an anonymous target
		return s.skipHanging(s.read(l.next)), true
	}
	switch {
	case isGridBorder(text):
		return s.gridTable(l), true
	case isSimpleTableTop(text):
		return s.simpleTable(l), true
	case isAdornment(text):
		return s.overline(l)
	}
	return line{}, false
}

// isMarked reports whether text begins with mark, and a blank or nothing behind
// it.
func isMarked(text []byte, mark string) bool {
	return bytes.HasPrefix(text, []byte(mark)) && (len(text) == len(mark) || text[len(mark)] == ' ')
}

// item reads the item of a list that begins with l, behind a marker of the given
// length in bytes.
func (s *scanner) item(l line, marker int) line {
	text := bytes.TrimLeft(l.text[marker:], " ")
	columns := 0 // without text, the lines below say where it begins
	if len(text) > 0 {
		columns = utf8.RuneCount(l.text[:len(l.text)-len(text)])
	}
	return s.indented(l.from(len(l.text)-len(text)), s.read(l.next), columns)
}

// skipIndented returns the first line from l on that is neither blank nor
// indented.
func (s *scanner) skipIndented(l line) line {
	for !l.eof && !l.flush() {
		l = s.read(l.next)
	}
	return l
}

// skipHanging returns the first line from l on that is blank or not indented.
func (s *scanner) skipHanging(l line) line {
	for l.indented() {
		l = s.read(l.next)
	}
	return l
}

// skipBlank returns the first line from l on that is not blank.
func (s *scanner) skipBlank(l line) line {
	for !l.eof && l.blankOrEnd() {
		l = s.read(l.next)
	}
	return l
}

// skipToBlank returns the first blank line from l on.
func (s *scanner) skipToBlank(l line) line {
	for !l.blankOrEnd() {
		l = s.read(l.next)
	}
	return l
}
