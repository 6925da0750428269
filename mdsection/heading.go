package mdsection

import (
	"bytes"
	"unicode/utf8"

	"github.com/mapwright/mapwright/section"
)

// atxLevel returns the number of # that open an ATX heading at the start of
// text, 0 if they do not.
func atxLevel(text []byte) int {
	n := 0
	for n < len(text) && text[n] == '#' {
		n++
	}
	if n > 6 || n < len(text) && text[n] != ' ' && text[n] != '\t' {
		return 0
	}
	return n
}

// atxHeading adds the heading of this line.
func (s *scanner) atxHeading(level int, text []byte) error {
	s.openLeaf(noLeaf)
	title := atxTitle(text[level:])
	if s.index != nil {
		s.index.addHeading(title, len(s.open) == 0)
	}
	if len(s.open) > 0 {
		return nil
	}
	return s.addHeading(section.Heading{
		Level:  level,
		Start:  s.number,
		End:    s.number,
		Offset: s.start,
		Title:  title,
	})
}

// atxTitle takes the closing sequence of # off text, if blanks stand before
// it.
func atxTitle(text []byte) []byte {
	text = trimBlanks(text)
	open := bytes.TrimRight(text, "#")
	if len(open) == 0 || open[len(open)-1] == ' ' || open[len(open)-1] == '\t' {
		return open
	}
	return text
}

// underline returns 1 or 2 if text is the underline of a setext heading of
// that level, else 0.
func underline(text []byte) int {
	c := text[0]
	if c != '=' && c != '-' {
		return 0
	}
	if n := run(text); skipBlanks(text, n) < len(text) {
		return 0
	}
	if c == '=' {
		return 1
	}
	return 2
}

// setextHeading turns the open paragraph into a heading that this line
// underlines, unless it is made of link reference definitions alone.
func (s *scanner) setextHeading(level int) error {
	if !s.dropDefinitions() {
		return nil
	}
	s.openLeaf(noLeaf)
	p := &s.paragraph
	if s.index != nil {
		s.index.addHeading(p.text[definitions(p.text):], len(s.open) == 0)
	}
	if len(s.open) > 0 {
		return nil
	}
	return s.addHeading(section.Heading{
		Level:  level,
		Start:  p.line,
		End:    s.number,
		Offset: p.offset,
		Title:  s.src[p.bodyOffset:s.start],
	})
}

// addHeading adds a top-level heading to those that are found. Most documents
// have room for all of theirs there, so that the map needs no more memory than
// its sections.
func (s *scanner) addHeading(h section.Heading) error {
	if h.Start == 1 {
		h.Offset = 0 // a byte order mark belongs to the line
	}
	s.found[s.pending] = h
	s.pending++
	s.sections++
	if s.pending == len(s.found) || s.sections > s.max.MaxSections {
		return s.addFound()
	}
	return nil
}

// addFound adds what was found to the map.
func (s *scanner) addFound() error {
	titles := 0
	for _, h := range s.found[:s.pending] {
		titles += min(len(h.Title), section.MaxTitleChars*utf8.UTFMax)
	}
	s.out.Grow(s.pending, titles)
	for _, h := range s.found[:s.pending] {
		if h.End > h.Start {
			h.Title = s.joinLines(h.Title)
		}
		if err := s.out.Add(h); err != nil {
			return err
		}
	}
	s.pending = 0
	return nil
}

// joinLines joins the lines of text, each without white space around it, by
// single spaces, as far as a title goes: the map cuts what is too long. The
// result is valid until the next call.
func (s *scanner) joinLines(text []byte) []byte {
	s.title = s.title[:0]
	for line := range bytes.Lines(text) {
		if len(s.title) > (section.MaxTitleChars+1)*utf8.UTFMax {
			break
		}
		if len(s.title) > 0 {
			s.title = append(s.title, ' ')
		}
		s.title = append(s.title, bytes.TrimSpace(line)...)
	}
	return s.title
}

// thematicBreak reports three or more of one of * - _ and nothing else but
// blanks in the rest of the line. A line of many markers asks for each of them:
// the byte that made one fail makes those before it fail, too.
func (s *scanner) thematicBreak() bool {
	c := s.line[s.first]
	if c != '*' && c != '-' && c != '_' || s.first < s.noBreak {
		return false
	}
	n := 0
	for i, d := range s.rest() {
		switch d {
		case c:
			n++
		case ' ', '\t':
		default:
			s.noBreak = s.first + i
			return false
		}
	}
	return n >= 3
}
