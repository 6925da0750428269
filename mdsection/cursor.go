package mdsection

import "unicode/utf8"

const (
	tabStop    = 4
	codeIndent = 4 // columns of indent that make code
)

// A cursor is a place in one line: a byte and, for tabs, its column.
type cursor struct {
	src    []byte
	line   []byte // without its line end
	start  int    // of the line in src
	number int    // of the line, from 1

	off, col int  // the next byte and its column
	inTab    bool // off is at a tab that is read up to col
	split    bool // off is inside a character

	// What findNonspace found.
	first, firstCol int  // the first byte behind off that is no space or tab, and its column
	indent          int  // columns from col to firstCol
	blank           bool // there is no such byte

	noBreak int // up to here, no byte starts a thematic break
}

// rewind puts the cursor at the start of its line.
func (c *cursor) rewind() {
	c.off, c.col, c.inTab, c.split = 0, 0, false, false
	c.first = -1
	c.noBreak = 0
}

// findNonspace finds the first character at or behind the cursor that is no
// space or tab. It reads each byte of a line once, however often it is asked.
func (c *cursor) findNonspace() {
	if c.first < c.off {
		c.skipIndent()
	}
	c.indent, c.blank = c.firstCol-c.col, c.first == len(c.line)
}

// skipIndent finds the character that findNonspace looks for.
func (c *cursor) skipIndent() {
	line := c.line
	i, col := c.off, c.col
	for i < len(line) {
		if line[i] == ' ' {
			col++
		} else if line[i] == '\t' {
			col += tabStop - col%tabStop
		} else {
			break
		}
		i++
	}
	c.first, c.firstCol = i, col
}

// rest returns the line from its first character behind the indent.
func (c *cursor) rest() []byte { return c.line[c.first:] }

// skipColumns moves the cursor over at most n columns of spaces and tabs, and
// returns how many there were.
func (c *cursor) skipColumns(n int) int {
	if spaces := c.first - c.off; spaces >= n && spaces == c.firstCol-c.col { // none of them a tab
		c.off += n
		c.col += n
		c.inTab = c.inTab && n == 0
		return n
	}
	from := c.col
	c.inTab = c.inTab && n == 0
	line := c.line
	for c.col-from < n && c.off < len(line) {
		switch line[c.off] {
		case ' ':
			c.off++
			c.col++
		case '\t':
			next := c.col + tabStop - c.col%tabStop
			if next-from > n {
				c.col = from + n
				c.inTab = true
				return n
			}
			c.off++
			c.col = next
		default:
			return c.col - from
		}
	}
	return c.col - from
}

// skipBytes moves the cursor over n bytes.
func (c *cursor) skipBytes(n int) {
	c.inTab = false
	line := c.line
	for ; n > 0 && c.off < len(line); n-- {
		if line[c.off] == '\t' {
			c.col += tabStop - c.col%tabStop
		} else {
			c.col++
		}
		c.off++
	}
}

// skipMarker moves the cursor behind the marker of n bytes, none of them a tab,
// that is the first thing behind the indent.
func (c *cursor) skipMarker(n int) {
	c.off = c.first + n
	c.col = c.firstCol + n
	c.inTab = false
}

// space reports a byte of what cmark's scanners call white space inside a
// line: in tags, tables and titles, but not in an indent.
func space(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' }

// skipSpace returns the first position at or behind i that is no white space.
func skipSpace(text []byte, i int) int {
	for i < len(text) && space(text[i]) {
		i++
	}
	return i
}

// trimBlanks returns text without the spaces and tabs around it.
func trimBlanks(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t') {
		text = text[1:]
	}
	for n := len(text); n > 0 && (text[n-1] == ' ' || text[n-1] == '\t'); n-- {
		text = text[:n-1]
	}
	return text
}

// wellFormed reports whether a character class of cmark's scanners, made for
// UTF-8, would match all of text: such a class stops at a byte that is not
// part of a well-formed sequence.
func wellFormed(text []byte) bool { return utf8.Valid(text) }
