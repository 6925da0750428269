package mdsection

import "slices"

// A span is a part of the source, from byte start up to end.
type span struct{ start, end int }

// A paragraph is what must be remembered of one to turn it into a heading or
// into the header row of a table. Its text is kept only where it may begin
// with link reference definitions.
type paragraph struct {
	line, offset int // the first line, and where it begins in the source
	// body and bodyOffset are the same for the first line that is left when
	// the definitions at the paragraph's start are taken off.
	body, bodyOffset int

	last  span // the text of the last line; the indent of a lazy one belongs to it
	noRow bool // a line can be no row of a table: too many cells, or half a character

	hasText bool   // text is kept: it may begin with a definition
	text    []byte // if hasText: the lines from body on, each with a newline

	onlyChild bool // of its item
	noTable   bool // a delimiter row did not fit: gfm.13 looks for no other
}

// openParagraph starts a paragraph with the line from byte from on.
func (s *scanner) openParagraph(from int) {
	p := &s.paragraph
	p.line, p.offset = s.number, s.start
	p.body, p.bodyOffset = s.number, s.start
	p.noRow, p.noTable = false, false
	p.hasText = mayDefine(s.line[from:]) || s.index != nil
	if p.text = p.text[:0]; p.hasText {
		p.text = slices.Grow(p.text, 512) // where one definition is, others follow
	}
	p.onlyChild = s.childless
	s.openLeaf(paragraphText)
	s.continueParagraph(from)
}

// continueParagraph adds the line from byte from on to the open paragraph.
func (s *scanner) continueParagraph(from int) {
	p := &s.paragraph
	text := s.line[from:]
	p.last = span{s.start + from, s.start + len(s.line)}
	if s.split || len(text) > maxColumns && tableCells(text) > maxColumns {
		p.noRow = true
	}
	if p.hasText {
		if s.inTab && from == s.off { // the rest of the tab is spaces
			p.text = append(p.text, "   "[:tabStop-s.col%tabStop]...)
			text = text[1:]
		}
		p.text = append(append(p.text, text...), '\n')
	}
}

// closeParagraph closes the open paragraph, whose text is kept. One that is made
// of link reference definitions alone leaves nothing behind: an item that held
// only it is empty again.
func (s *scanner) closeParagraph() {
	p := &s.paragraph
	if p.onlyChild && definitions(p.text) == len(p.text) {
		s.childless = true
	}
	if s.index != nil {
		s.index.addDefinitions(p.text)
	}
}

// dropDefinitions takes the link reference definitions off the start of the
// open paragraph and reports whether text is left. Where none is, the line
// that was thought to underline it becomes its text.
func (s *scanner) dropDefinitions() bool {
	p := &s.paragraph
	if !p.hasText {
		return true
	}
	if s.index != nil {
		s.index.addDefinitions(p.text)
	}
	n := definitions(p.text)
	if n < len(p.text) {
		for _, c := range p.text[:n] {
			if c == '\n' {
				p.body++
				p.bodyOffset = s.lineBehind(p.bodyOffset)
			}
		}
		return true
	}
	p.body, p.bodyOffset = s.number, s.start
	p.noRow, p.text = false, p.text[:0]
	p.hasText = s.index != nil
	s.continueParagraph(s.first)
	return false
}
