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

	src    []byte
	pos    int // where the next line begins in src
	cursor     // the line that is read

	containers
	leaf      leaf
	fence     fence     // while leaf is fencedCode
	html      int       // while leaf is htmlBlock: its kind, 1 to 7
	table     table     // while leaf is tableRows
	paragraph paragraph // while leaf is paragraphText

	tokens    int // made up to now
	maxTokens int
	title     []byte // scratch for titles of several lines
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

// newScanner checks what can be checked before src is read.
func newScanner(p Parser, src []byte, lim *section.Limits) (*scanner, error) {
	out, err := section.NewBuilder(src, lim)
	if err != nil {
		return nil, err
	}
	return &scanner{Parser: p, out: out, src: src, maxTokens: out.Limits().MaxTokens}, nil
}

// scan reads all lines.
func (s *scanner) scan() error {
	s.skipPreamble()
	for s.pos < len(s.src) {
		s.nextLine()
		if !s.plainText() {
			if err := s.readLine(); err != nil {
				return err
			}
		}
		if s.tokens > s.maxTokens {
			return &section.Error{Code: section.TooManyTokens, Max: s.maxTokens, Line: s.number}
		}
	}
	s.closeTo(0)
	return nil
}

// nextLine puts the cursor at the start of the next line.
func (s *scanner) nextLine() {
	if s.leaf == fencedCode && len(s.open) == 0 {
		s.skipCode()
	}
	line := s.src[s.pos:]
	s.start = s.pos
	if line[0] == '\n' {
		line = line[:0]
		s.pos++
	} else if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
		s.pos += n + 1
	} else {
		s.pos = len(s.src)
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	s.line = line
	s.number++
	s.rewind()
}

// plainText handles the lines that most of a document consists of: text at the
// top level that can be nothing but a paragraph's, and the blank lines between.
// It reports whether the line was one.
func (s *scanner) plainText() bool {
	if len(s.open) > 0 {
		return false
	}
	switch s.leaf {
	case noLeaf:
		if len(s.line) > 0 && onlyText[s.line[0]] {
			s.openParagraph(0)
			return true
		}
		return len(s.line) == 0
	case paragraphText:
		if s.paragraph.hasText {
			return false
		}
		if len(s.line) == 0 {
			s.leaf = noLeaf
			return true
		}
		if onlyText[s.line[0]] {
			s.continueParagraph(0)
			return true
		}
	}
	return false
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
		if s.tokens > s.maxTokens {
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
	if s.leaf == paragraphText {
		s.closeParagraph()
	}
	s.leaf = noLeaf
	s.closeContainers(n)
}
