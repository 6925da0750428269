package outline

import "bytes"

// A webText is a text in a language of the web, or the part of a template that
// is in one.
type webText struct {
	// code is what the scanners read. In a template it has fillers in the place of
	// template tags; source is as long and still has the expressions, so that a name
	// is cut from it with the bytes that code has at the same place.
	code, source []byte
	from, to     int // the part of code and source
	line         int // on which the part starts
	lines        webLines
	prefix       string // of all names in this part
}

// newWebText returns all of src as a text, without its byte order mark and
// without the lines, which not everyone needs.
func newWebText(src []byte) webText {
	t := webText{code: src, source: src, to: len(src), line: 1}
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		t.from = len("\ufeff")
	}
	return t
}

// lastLine returns the line of the last byte of the part: that on which a symbol
// ends that nothing closes.
func (t *webText) lastLine() int { return t.lines.at(max(t.to-1, 0)) }

// webLines knows the line of each offset. It holds how many newlines are before
// each block of the text, since counting those in a block is faster than looking
// for the line in a list of all.
type webLines struct {
	text   []byte
	before []int
}

// webBlock is the length of a block, in bits.
const webBlock = 9

func newWebLines(text []byte) webLines {
	l := webLines{text: text, before: make([]int, len(text)>>webBlock+1)}
	for i := range len(l.before) - 1 {
		l.before[i+1] = l.before[i] + bytes.Count(text[i<<webBlock:(i+1)<<webBlock], []byte("\n"))
	}
	return l
}

// at returns the line of the byte at offset, counted from 1. A newline belongs
// to the line that it ends.
func (l *webLines) at(offset int) int {
	block := offset >> webBlock
	return l.before[block] + bytes.Count(l.text[block<<webBlock:offset], []byte("\n")) + 1
}
