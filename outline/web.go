package outline

import (
	"bytes"
	"sort"
)

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

// webLines holds the offset of each newline.
type webLines []int

func newWebLines(src []byte) webLines {
	lines := make(webLines, 0, bytes.Count(src, []byte("\n")))
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '\n')
		if i < 0 {
			return lines
		}
		lines = append(lines, at+i)
		at += i + 1
	}
}

// at returns the line of the byte at offset, counted from 1. A newline belongs
// to the line that it ends.
func (l webLines) at(offset int) int { return sort.SearchInts(l, offset) + 1 }
