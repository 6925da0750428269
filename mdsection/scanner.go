package mdsection

import (
	"bytes"

	"github.com/mapwright/mapwright/section"
)

// A scanner reads a document line by line and keeps what is open: a stack of
// containers and, inside the innermost one, at most one leaf block.
type scanner struct {
	Parser
	out   *section.Builder
	index *index // if not nil, made beside the map

	cursor     // the line that is read
	pos    int // where the next line begins in the source

	containers
	leaf      leaf
	fence     fence     // while leaf is fencedCode
	html      int       // while leaf is htmlBlock: its kind, 1 to 7
	table     table     // while leaf is tableRows
	paragraph paragraph // while leaf is paragraphText

	tokens   int // made up to now
	sections int // found up to now
	max      section.Limits

	found   [64]section.Heading // its first pending headings are not in out yet
	pending int
	title   []byte // scratch for titles of several lines
}

// A leaf is the kind of the open block that holds text.
type leaf uint8

const (
	noLeaf leaf = iota
	paragraphText
	indentedCode
	fencedCode
	htmlBlock
	tableRows
)

// begin makes s ready to read src, after what can be checked before. It is no function
// that returns a scanner, which would be copied.
func (s *scanner) begin(p Parser, src []byte, lim *section.Limits) (err error) {
	s.Parser, s.src = p, src
	if s.out, err = section.NewBuilder(src, lim); err != nil {
		return err
	}
	s.max = s.out.Limits()
	return nil
}

// scan reads all lines.
func (s *scanner) scan() error {
	s.skipPreamble()
	for {
		if err := s.readFlush(); err != nil {
			return err
		}
		if s.tokens > s.max.MaxTokens {
			return &section.Error{Code: section.TooManyTokens, Max: s.max.MaxTokens, Line: s.number}
		}
		if s.pos == len(s.src) {
			break
		}
		s.nextLine()
		if err := s.readLine(); err != nil {
			return err
		}
	}
	s.closeTo(0)
	return s.addFound()
}

// readFlush reads the lines that most of a document consists of, up to the first
// other one: empty lines, text, headings and fences in the first column, and
// text in list items. It stops where there are too many tokens.
func (s *scanner) readFlush() error {
	s.split = false
	for s.flush() && s.pos < len(s.src) && s.tokens <= s.max.MaxTokens {
		c := s.src[s.pos]
		switch {
		case c == '\n' && !s.childless:
			s.leaf = noLeaf
			s.pos++
			s.number++
			continue
		case c == ' ' && s.readIndented():
			continue
		case !onlyText[c] && c != '#' && c != '`':
			return nil
		}
		s.setLine()
		if !onlyText[c] {
			done, _, err := s.openBlock(s.line, 0, false, true) // neither # nor ` cares for paragraphs
			if err != nil {
				return err
			}
			if done {
				continue
			}
		}
		if s.leaf == noLeaf {
			s.closeContainers(0)
			s.openParagraph(0)
		} else {
			s.continueParagraph(0)
		}
	}
	return nil
}

// readIndented reads the next line if it is text, indented by spaces, in the
// innermost of the open items.
func (s *scanner) readIndented() bool {
	line := s.src[s.pos:]
	n := 1
	for n < len(line) && line[n] == ' ' {
		n++
	}
	if n < s.columns || n == len(line) || !onlyText[line[n]] {
		return false
	}
	if s.leaf == noLeaf && n-s.columns >= codeIndent {
		return false
	}
	s.setLine()
	if s.leaf == noLeaf {
		s.openParagraph(n)
	} else {
		s.continueParagraph(n)
	}
	return true
}

// flush reports that no open block but items has a say in what the next line is.
func (s *scanner) flush() bool {
	return s.others == 0 && s.index == nil &&
		(s.leaf == noLeaf || s.leaf == paragraphText && !s.paragraph.hasText)
}

// nextLine puts the cursor at the start of the next line.
func (s *scanner) nextLine() {
	if s.leaf == fencedCode && len(s.open) == 0 {
		s.skipCode()
	}
	s.setLine()
	s.rewind()
}

// setLine makes the next line the cursor's.
func (s *scanner) setLine() {
	s.start = s.pos
	line := s.src[s.pos:]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
		s.pos += n + 1
	} else {
		s.pos = len(s.src)
	}
	if n := len(line) - 1; n >= 0 && line[n] == '\r' {
		line = line[:n]
	}
	s.line = line
	s.number++
}

// onlyText has the bytes which, at the start of a line or behind an indent, begin
// no block but a paragraph, no delimiter row of a table and no underline.
var onlyText = func() (set [256]bool) {
	for c := range set {
		set[c] = c > ' '
	}
	for _, c := range []byte("#>`~<=-_*+|:[0123456789") {
		set[c] = false
	}
	return set
}()

// readLine reads one line in three steps, as the specification's appendix on
// parsing does: which open blocks does it continue, which does it open, and
// where does the rest of its text go.
func (s *scanner) readLine() error {
	matched := s.matchContainers()
	s.findNonspace()
	continued := false // the open leaf goes on and may hold this line
	if matched == len(s.open) {
		switch s.leaf {
		case fencedCode:
			s.continueFence()
			return nil
		case htmlBlock:
			if s.html < 6 || !s.blank {
				s.endHTML()
				return nil
			}
		case indentedCode:
			if s.blank || s.indent >= codeIndent {
				return nil
			}
		case paragraphText:
			continued = !s.blank
			if continued && onlyText[s.line[s.first]] {
				s.continueParagraph(s.first)
				return nil
			}
		case tableRows:
			continued = !s.blank && s.tableContinues()
		}
	}
	if s.blank {
		s.closeTo(matched)
		return nil
	}
	return s.openBlocks(matched, continued)
}

// openBlocks opens the blocks that the line starts, with the first matched
// containers open and the leaf in the innermost of them if it is continued.
func (s *scanner) openBlocks(matched int, continued bool) error {
	inParagraph := continued && s.leaf == paragraphText
	lazy := s.leaf == paragraphText // the line may belong to a paragraph whose containers it left
	opened := 0
	for {
		s.findNonspace()
		if s.indent >= codeIndent {
			if !lazy && !s.blank {
				s.closeTo(matched)
				s.openLeaf(indentedCode)
				return nil
			}
			break
		}
		rest := s.rest()
		if len(rest) == 0 || onlyText[rest[0]] {
			break
		}
		done, container, err := s.openBlock(rest, matched, inParagraph, opened+1 < maxListDepth || s.gfm6)
		if done || err != nil {
			return err
		}
		if !container {
			break
		}
		if s.tokens > s.max.MaxTokens {
			return nil // scan refuses the document
		}
		opened++
		matched = len(s.open)
		inParagraph, continued, lazy = false, false, false
	}
	s.skipTaskMark(matched, opened > 0, continued)
	s.addText(matched, continued)
	return nil
}

// maxListDepth is the most containers that one line can open before a list
// marker is text. cmark-gfm has it since 0.29.0.gfm.7.
const maxListDepth = 100

// openBlock opens the block that rest, the line from its first character
// behind the indent, starts: a leaf (done), a container, or none. Kinds are
// tried in cmark's order.
func (s *scanner) openBlock(rest []byte, matched int, inParagraph, listsAllowed bool) (done, container bool, err error) {
	switch c := rest[0]; c {
	case '>':
		s.closeTo(matched)
		s.openQuote()
		return false, true, nil
	case '#':
		if level := atxLevel(rest); level > 0 {
			s.closeTo(matched)
			return true, false, s.atxHeading(level, rest)
		}
		return false, false, nil
	case '`', '~':
		if n := openFence(rest); n > 0 {
			s.closeTo(matched)
			s.openLeaf(fencedCode)
			s.fence = fence{c, min(n, maxFence)}
			return true, false, nil
		}
		return false, false, nil
	case '<':
		if kind := s.htmlStart(rest, !inParagraph); kind > 0 {
			s.closeTo(matched)
			s.openLeaf(htmlBlock)
			s.html = kind
			s.endHTML()
			return true, false, nil
		}
		return false, false, nil
	case '[':
		if s.Footnotes && listsAllowed {
			if n := footnoteLabel(rest); n > 0 {
				s.closeTo(matched)
				s.openFootnote(n)
				return false, true, nil
			}
		}
		return false, false, nil
	}
	if inParagraph {
		if level := underline(rest); level > 0 {
			return true, false, s.setextHeading(level)
		}
	}
	if s.thematicBreak() {
		s.closeTo(matched)
		s.openLeaf(noLeaf)
		return true, false, nil
	}
	if n := listMarker(rest, inParagraph); n > 0 && listsAllowed {
		s.closeTo(matched)
		s.openItem(n)
		return false, true, nil
	}
	return false, false, nil
}

// addText puts the rest of the line, which opens no further block, where it
// belongs.
func (s *scanner) addText(matched int, continued bool) {
	s.findNonspace()
	switch {
	case continued && s.leaf == tableRows:
		s.addRow()
	case continued && s.openTable():
	case continued:
		s.continueParagraph(s.first)
	case s.leaf == paragraphText && !s.blank:
		s.continueParagraph(s.off) // lazily: the indent stays, as in cmark
	default:
		s.closeTo(matched)
		if !s.blank {
			s.openParagraph(s.first)
		}
	}
}

// openLeaf makes l the open leaf. A noLeaf is a block of this one line.
func (s *scanner) openLeaf(l leaf) {
	s.tokens++
	s.leaf = l
	s.childless = false
}

// closeTo closes the open leaf and all but the first n containers.
func (s *scanner) closeTo(n int) {
	if s.leaf == paragraphText && s.paragraph.hasText {
		s.closeParagraph()
	}
	s.leaf = noLeaf
	s.closeContainers(n)
}
