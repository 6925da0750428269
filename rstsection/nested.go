package rstsection

import (
	"bytes"
	"slices"
)

// A block is a part of the document that is parsed like a document of its own:
// what is in a list item, a quote, the body of a directive. The zero block with
// an end is the document. Blocks in others matter for their targets alone, and
// only those that hold one are read.
type block struct {
	indent int  // columns that the lines begin with
	end    int  // where the line behind the last one begins in the source
	depth  int  // how many blocks it is in; 0 for the document
	titles bool // titles are allowed, as they are in the document
}

// maxDepth is how deep targets are looked for. Every block in another is read
// once more, so without an end a document could take quadratic time.
const maxDepth = 16

// indented skips the lines from l on that are blank, or indented by the given
// columns at least, and returns the line behind them. They belong to an element
// whose text begins with first, which is blank if there is none; below it, the
// text begins with the leftmost line, or exactly where columns says if that is
// not zero.
func (s *scanner) indented(first, l line, columns int) line {
	b, next := s.indentedBlock(l, columns)
	if s.holdsTarget(first, next) {
		if first.blankOrEnd() {
			first = line{at: l.at}
		}
		s.nest(b, first, (*scanner).elements)
	}
	return next
}

// indentedBlock returns the block of lines that indented skips, and the line
// behind it.
func (s *scanner) indentedBlock(l line, columns int) (b block, next line) {
	indent := columns
	for ; !l.eof && (l.blankOrEnd() || l.indentedBy(columns)); l = s.read(l.next) {
		if columns == 0 && !l.blankOrEnd() {
			if spaces := l.spaces(); indent == 0 || spaces < indent {
				indent = spaces
			}
		}
	}
	return block{indent: s.block.indent + indent, end: l.at.pos, depth: s.block.depth + 1}, l
}

// nest reads the block b by the given function. It begins with first: the text
// behind a marker, or if that is blank the line at the same place.
func (s *scanner) nest(b block, first line, read func(*scanner, line)) {
	if b.depth > maxDepth {
		return
	}
	outer := s.block
	s.block = b
	if first.blankOrEnd() {
		first = s.read(first.at)
	}
	read(s, first)
	s.block = outer
}

// findNested finds what could be a target inside another element: two dots, blanks
// and an underscore.
func (s *scanner) findNested() {
	for at := 0; ; {
		i := bytes.IndexByte(s.src[at:], '.')
		if i < 0 || at+i+len(".. ") > len(s.src) {
			return
		}
		at += i + 1
		if s.src[at] != '.' || !isBlank(s.src[at+1]) {
			continue
		}
		for at++; at < len(s.src) && isBlank(s.src[at]); at++ {
		}
		if at < len(s.src) && s.src[at] == '_' {
			s.nested = append(s.nested, at)
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// holdsTarget reports whether one of the lines first to next, which is behind the last,
// could have a nested target.
func (s *scanner) holdsTarget(first, next line) bool {
	i, _ := slices.BinarySearch(s.nested, first.at.pos)
	return i < len(s.nested) && s.nested[i] < next.at.pos
}

// quote reads the block quote that begins with l, and the quotes behind it that
// only attributions divide from it.
func (s *scanner) quote(l line) line {
	b, next := s.indentedBlock(l, 0)
	if s.holdsTarget(l, next) {
		s.nest(b, line{at: l.at}, (*scanner).quotes)
	}
	return next
}

// quotes reads the block, in which attributions end quotes.
func (s *scanner) quotes(l line) {
	for end := s.block.end; !l.eof && s.err == nil; {
		attribution, behind := s.attribution(l)
		s.block.end = attribution
		s.elements(l)
		s.block.end = end
		l = s.skipBlank(behind)
	}
}

// attribution finds the first attribution from l on: a line behind a blank one
// that begins with a dash, and the lines below it, which all have the same
// indent. It returns where it begins and the line behind it; without one, the
// end of the block.
func (s *scanner) attribution(l line) (at int, behind line) {
	seen, blank := false, false
	for ; !l.eof; l = s.read(l.next) {
		if seen && blank && l.flush() && opensAttribution(l.text) {
			below := s.read(l.next)
			indent, even := below.spaces(), true
			for ; !below.blankOrEnd(); below = s.read(below.next) {
				even = even && below.spaces() == indent
			}
			if even {
				return l.at.pos, below
			}
		}
		blank = l.blankOrEnd()
		seen = seen || !blank
	}
	return l.at.pos, l
}

// opensAttribution reports whether text begins with two or three hyphens or an
// em dash, and something behind it.
func opensAttribution(text []byte) bool {
	rest, ok := bytes.CutPrefix(text, []byte("\u2014"))
	if !ok {
		rest = bytes.TrimLeft(text, "-")
		ok = len(text)-len(rest) == 2 || len(text)-len(rest) == 3
	}
	return ok && len(rest) > 0
}
