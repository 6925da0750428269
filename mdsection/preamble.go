package mdsection

import (
	"bytes"

	"github.com/mapwright/mapwright/section"
)

// skipPreamble skips what is before the document: a byte order mark and front
// matter.
func (s *scanner) skipPreamble() {
	if bytes.HasPrefix(s.src, []byte("\uFEFF")) {
		s.pos = len("\uFEFF")
	}
	if end, lines := frontMatter(s.src[s.pos:]); lines > 0 {
		s.pos += end
		s.number = lines
		s.out.SetFrontMatter(section.Range{Start: 1, End: lines})
	}
}

// frontMatter returns the length in bytes and lines of the front matter at the
// start of text: a line of three dashes, blanks allowed behind them, and all up
// to the next such line. Without that line there is none.
func frontMatter(text []byte) (end, lines int) {
	for line := range bytes.Lines(text) {
		end += len(line)
		lines++
		switch dashes := threeDashes(line); {
		case lines == 1 && !dashes:
			return 0, 0
		case lines > 1 && dashes:
			return end, lines
		}
	}
	return 0, 0
}

func threeDashes(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && len(bytes.Trim(line[3:], " \t\r\n")) == 0
}

// lineBehind returns where the line after the one at offset begins.
func (s *scanner) lineBehind(offset int) int {
	n := bytes.IndexByte(s.src[offset:], '\n')
	if n < 0 {
		return len(s.src)
	}
	return offset + n + 1
}
