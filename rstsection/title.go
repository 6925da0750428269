package rstsection

import (
	"bytes"
	"unicode/utf8"

	"github.com/mapwright/mapwright/section"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// A style is how a title is adorned. Its place in the order of first use is the
// level of the title.
type style struct {
	char     byte
	overline bool
}

// isAdornment reports whether text is one ASCII punctuation character, once or
// repeated.
func isAdornment(text []byte) bool {
	c := text[0]
	if !isPunctuation(c) {
		return false
	}
	for _, d := range text[1:] {
		if d != c {
			return false
		}
	}
	return true
}

func isPunctuation(c byte) bool {
	return '!' <= c && c <= '~' && !isAlphanumeric(c)
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || isLetter(c)
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// minAdornment is the length from which docutils takes an adornment for one
// without a look at the title: a shorter one must be as wide as the title, and
// is text where something else is wrong.
const minAdornment = 4

// text reads what begins with the text line l: a title, a definition list or a
// paragraph. It is docutils' state Text.
func (s *scanner) text(l line) line {
	next := s.read(l.next)
	switch {
	case next.blankOrEnd():
		return s.literalBlock(l.text, next)
	case next.indented(): // a term and its definition
		return s.indented(line{at: l.at}, next, 0)
	case isAdornment(next.text) && (len(next.text) >= minAdornment || displayWidth(l.text) <= len(next.text)):
		return s.addTitle(style{next.text[0], false}, l, l, next)
	}
	return s.paragraph(next)
}

// paragraph skips the rest of a paragraph, from its second line l on, and what
// belongs to it. No title begins inside it.
func (s *scanner) paragraph(l line) line {
	last := l.text
	for l.flush() {
		last = l.text
		l = s.read(l.next)
	}
	return s.literalBlock(last, l)
}

// literalBlock skips from next on the literal block that a paragraph opens with
// its last line: the indented lines, or, if there are none, the lines that all
// begin with the same punctuation character.
func (s *scanner) literalBlock(last []byte, next line) line {
	if !opensLiteral(last) {
		return next
	}
	found := false
	for !next.eof && !next.flush() {
		found = found || next.indented()
		next = s.read(next.next)
	}
	if found || next.eof || !isPunctuation(next.text[0]) {
		return next
	}
	for quote := next.text[0]; next.flush() && next.text[0] == quote; {
		next = s.read(next.next)
	}
	return next
}

// opensLiteral reports whether text ends in "::" that is not escaped.
func opensLiteral(text []byte) bool {
	before, ok := bytes.CutSuffix(text, []byte("::"))
	backslashes := len(before) - len(bytes.TrimRight(before, `\`))
	return ok && backslashes%2 == 0
}

// overline reads what begins with the adornment line l: a transition, a title
// with an overline, or an error that takes all lines which were looked at. It
// is docutils' state Line; it reports false where l is text.
func (s *scanner) overline(l line) (behind line, ok bool) {
	long := len(l.text) >= minAdornment
	if !s.block.titles { // an error, or text
		return s.read(l.next), long
	}
	title := s.read(l.next)
	switch {
	case title.blankOrEnd(): // a transition
		return title, long
	case title.flush() && isAdornment(title.text):
		if long {
			s.drop(l, InvalidMarker)
		}
		return s.read(title.next), long
	}
	underline := s.read(title.next)
	switch {
	case underline.eof:
		if long {
			s.drop(l, IncompleteTitle)
		}
		return underline, long
	case !underline.flush() || !isAdornment(underline.text):
		if long {
			s.drop(l, MissingUnderline)
		}
		return s.read(underline.next), long
	case !bytes.Equal(underline.text, l.text):
		if long {
			s.drop(l, Mismatch)
		}
		return s.read(underline.next), long
	case !long && title.indent+displayWidth(title.text) > len(l.text):
		return line{}, false
	}
	return s.addTitle(style{l.text[0], true}, l, title, underline), true
}

// addTitle adds the section of a title whose heading is the lines first to last,
// unless it would skip a level, and returns the line behind it.
func (s *scanner) addTitle(st style, first, title, last line) line {
	if s.block.depth > 0 {
		return s.read(last.next)
	}
	level := s.levelOf(st)
	if level > s.level+1 {
		s.drop(title, LevelInconsistent)
		return s.read(last.next)
	}
	if level > len(s.styles) {
		s.styles = append(s.styles, st)
	}
	s.level = level
	s.err = s.out.Add(section.Heading{
		Level:  level,
		Start:  first.at.number,
		End:    last.at.number,
		Offset: first.at.start,
		Title:  s.title(title),
	})
	for i := s.labels; i < len(s.targets); i++ {
		s.targets[i].Section = s.sections
	}
	s.sections++
	return s.read(last.next)
}

// levelOf returns the level that a title of the given style asks for. A style
// that is new asks for one below all that are known.
func (s *scanner) levelOf(st style) int {
	for i, known := range s.styles {
		if known == st {
			return i + 1
		}
	}
	return len(s.styles) + 1
}

// drop records why the lines from l on make no title.
func (s *scanner) drop(l line, reason string) {
	if s.block.depth > 0 {
		return
	}
	s.dropped = append(s.dropped, section.Diagnostic{Line: l.at.number, Reason: reason})
}

// displayWidth returns the columns of text as docutils counts them: two for a
// wide or fullwidth character, none for a combining one. It is not what a
// terminal shows.
func displayWidth(text []byte) int {
	columns := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		columns++
		if r >= utf8.RuneSelf && size > 1 {
			if isWide(r) {
				columns++
			}
			if norm.NFD.Properties(text[:size]).CCC() != 0 {
				columns--
			}
		}
		text = text[size:]
	}
	return columns
}

// isWide reports whether r takes two columns.
func isWide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}
