package mdsection

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

	last span // the text of the last line; the indent of a lazy one belongs to it
	wide bool // a line has more cells than any row of a table

	hasText bool   // text begins with '['
	text    []byte // if hasText: the lines, each with a newline

	onlyChild bool // of its item
	noTable   bool // a delimiter row did not fit: gfm.13 looks for no other
}

// openParagraph starts a paragraph with the line.
func (s *scanner) openParagraph() {
	s.paragraph = paragraph{
		line:       s.number,
		offset:     s.start,
		body:       s.number,
		bodyOffset: s.start,
		hasText:    s.line[s.first] == '[',
		text:       s.paragraph.text[:0],
		onlyChild:  s.childless,
	}
	s.openLeaf(paragraphText)
	s.continueParagraph(s.first)
}

// continueParagraph adds the line from byte from on to the open paragraph.
func (s *scanner) continueParagraph(from int) {
	p := &s.paragraph
	text := s.line[from:]
	p.last = span{s.start + from, s.start + len(s.line)}
	if len(text) > maxColumns && tableCells(text) > maxColumns {
		p.wide = true
	}
	if p.hasText {
		p.text = append(append(p.text, text...), '\n')
	}
}

// onlyDefinitions reports that the open paragraph is all that its item holds
// and will vanish, because it is made of link reference definitions alone.
func (s *scanner) onlyDefinitions() bool {
	p := &s.paragraph
	return p.onlyChild && p.hasText && definitions(p.text) == len(p.text)
}

// dropDefinitions takes the link reference definitions off the start of the
// open paragraph and reports whether text is left. Where none is, the line
// that was thought to underline it becomes its text.
func (s *scanner) dropDefinitions() bool {
	p := &s.paragraph
	if !p.hasText {
		return true
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
	p.wide, p.hasText = false, false
	s.continueParagraph(s.first)
	return false
}
