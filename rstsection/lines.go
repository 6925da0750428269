package rstsection

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode"
	"unicode/utf8"
)

// A cursor is a place in the source where a line begins.
type cursor struct {
	pos    int // in src
	number int // of the "\n" line, counted from 1
	start  int // of the "\n" line, in src
}

// A line is what docutils takes for one: a document is also split at the
// characters of [lineEnds], so that several lines can have the same number.
type line struct {
	text   []byte // behind the indent, without white space at the end, tabs expanded; empty if the line is blank
	indent int    // columns, behind the indent of the block; 0 if the line is blank
	at     cursor
	next   cursor // where the next line begins
	eof    bool   // there is no line; text is empty
}

// blankOrEnd reports whether there is nothing in the line.
func (l *line) blankOrEnd() bool { return len(l.text) == 0 }

// indented reports whether the line is not blank and begins with a blank.
func (l *line) indented() bool { return l.indent > 0 }

// indentedBy reports whether the line begins with a blank, and with so many columns of
// white space of any kind.
func (l *line) indentedBy(columns int) bool {
	return l.indent > 0 && (l.indent >= columns || l.spaces() >= columns)
}

// flush reports whether the line has text that begins in the first column.
func (l *line) flush() bool { return len(l.text) > 0 && l.indent == 0 }

// from returns the line without the first n bytes of its text.
func (l line) from(n int) line {
	l.text = l.text[n:]
	l.indent = 0
	return l
}

// read returns the line of the block at c.
func (s *scanner) read(c cursor) line {
	if c.pos >= s.block.end {
		return line{at: c, next: c, eof: true}
	}
	rest := s.src[c.pos:s.block.end]
	n, size := s.lineEnd(rest)
	next := cursor{c.pos + n + size, c.number, c.start}
	if size > 0 && rest[n] == '\n' {
		next.number++
		next.start = next.pos
	}
	l := line{text: trimEnd(rest[:n]), at: c, next: next}
	if len(l.text) == 0 {
		return l
	}
	if l.text[0] == ' ' || l.text[0] == '\t' {
		l.cutIndent(s.block.indent)
		if l.indent > 0 {
			return l // whose tabs do not matter
		}
	}
	if bytes.IndexByte(l.text, '\t') >= 0 {
		l.text = expandTabs(l.text, s.block.indent)
	}
	return l
}

// title returns the source text of the line without white space around it.
func (s *scanner) title(l line) []byte {
	return bytes.TrimFunc(s.src[l.at.pos:l.next.pos], isSpace)
}

// cutIndent takes the blanks and tabs at the start of the line off its text, and
// the block's share off their columns. Only they indent: a line that begins with
// U+3000 is flush. But where a block is indented by more columns than a line has
// blanks, other white space makes up for them.
func (l *line) cutIndent(block int) {
	l.cutBlanks()
	if l.indent >= block {
		l.indent -= block
		return
	}
	for ; l.indent < block && len(l.text) > 0; l.indent++ {
		_, size := utf8.DecodeRune(l.text)
		l.text = l.text[size:]
	}
	l.indent = 0
	l.cutBlanks()
}

func (l *line) cutBlanks() {
	i := 0
	for ; i < len(l.text); i++ {
		switch l.text[i] {
		case ' ':
			l.indent++
			continue
		case '\t':
			l.indent += tabWidth - l.indent%tabWidth
			continue
		}
		break
	}
	l.text = l.text[i:]
}

// spaces returns how many columns of white space the line begins with.
func (l *line) spaces() int {
	n, text := l.indent, l.text
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if !isSpace(r) {
			break
		}
		text = text[size:]
		n++
	}
	return n
}

const tabWidth = 8

// expandTabs returns text, which begins in the given column, with blanks for
// its tabs. Each code point takes one column, however wide it looks.
func expandTabs(text []byte, column int) []byte {
	expanded := make([]byte, 0, len(text)+tabWidth*bytes.Count(text, []byte("\t")))
	for _, c := range text {
		if c == '\t' {
			n := tabWidth - column%tabWidth
			expanded = append(expanded, "        "[:n]...)
			column += n
			continue
		}
		if utf8.RuneStart(c) {
			column++
		}
		expanded = append(expanded, c)
	}
	return expanded
}

// lineEnds are the characters which, beside the newline, end a line when
// docutils reads a file: those at which Python's str.splitlines splits. The five
// of ASCII come first.
var lineEnds = []string{"\v", "\f", "\x1c", "\x1d", "\x1e", "\u0085", "\u2028", "\u2029"}

// hasOddLineEnd reports whether any of lineEnds is in src. Hardly a document
// has one, and then lines need not be searched for them.
func hasOddLineEnd(src []byte) bool {
	ends := lineEnds
	if isASCII(src) {
		ends = lineEnds[:5]
	}
	return slices.ContainsFunc(ends, func(end string) bool { return bytes.Contains(src, []byte(end)) })
}

// isASCII reports whether src has only bytes below 0x80. It looks at eight of them
// at once.
func isASCII(src []byte) bool {
	for ; len(src) >= 8; src = src[8:] {
		if binary.LittleEndian.Uint64(src)&0x8080808080808080 != 0 {
			return false
		}
	}
	return !slices.ContainsFunc(src, func(c byte) bool { return c >= utf8.RuneSelf })
}

// lineEnd returns where the first line of text ends, and the length of what
// ends it, 0 at the end of text.
func (s *scanner) lineEnd(text []byte) (at, size int) {
	if !s.odd {
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			return n, 1
		}
		return len(text), 0
	}
	for i, c := range text {
		switch {
		case '\n' <= c && c <= '\f' || 0x1c <= c && c <= 0x1e:
			return i, 1
		case c == 0xc2 || c == 0xe2:
			for _, end := range lineEnds {
				if bytes.HasPrefix(text[i:], []byte(end)) {
					return i, len(end)
				}
			}
		}
	}
	return len(text), 0
}

// trimEnd returns text without white space at its end.
func trimEnd(text []byte) []byte {
	for n := len(text); n > 0; n = len(text) {
		c := text[n-1]
		if ' ' < c && c < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeLastRune(text)
		if !isSpace(r) {
			break
		}
		text = text[:n-size]
	}
	return text
}

// isSpace reports white space as Python's str.isspace does, which has four
// control characters more than the Unicode property.
func isSpace(r rune) bool {
	return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f
}
