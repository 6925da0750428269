package outline

import (
	"bytes"
	"cmp"
	"slices"
)

// A webText is a text in a language of the web, or the part of a template that
// is in one.
type webText struct {
	// code is what the scanners read. In a template it is src with fillers in the
	// place of tags; names are cut from src by where they stand in code.
	code, src []byte
	tags      []jinjaTag
	from, to  int // the part of code and src
	line      int // on which the part starts
	lines     webLines
	prefix    string // of all names in this part
}

// newWebText returns all of src as a text, without its byte order mark and
// without the lines, which not everyone needs.
func newWebText(src []byte) webText {
	t := webText{code: src, src: src, to: len(src), line: 1}
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		t.from = len("\ufeff")
	}
	return t
}

// lastLine returns the line of the last byte of the part: that on which a symbol
// ends that nothing closes.
func (t *webText) lastLine() int { return t.lines.at(max(t.to-1, 0)) }

// cut returns what stands in src between two offsets, with spaces in the place of
// statements and comments of a template.
func (t *webText) cut(from, to int) []byte {
	text := t.src[from:to]
	i, _ := slices.BinarySearchFunc(t.tags, from, func(tag jinjaTag, at int) int { return cmp.Compare(tag.end, at+1) })
	own := false
	for ; i < len(t.tags) && t.tags[i].start < to; i++ {
		if t.tags[i].kind == jinjaExpression {
			continue
		}
		if !own {
			own, text = true, bytes.Clone(text)
		}
		jinjaFill(text[max(t.tags[i].start-from, 0):min(t.tags[i].end-from, len(text))], ' ')
	}
	return text
}

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

// hexDigit returns the value of a hexadecimal digit, else -1.
func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
