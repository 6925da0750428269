package mdsection

import "bytes"

// A fence is the line that opened a block of code.
type fence struct {
	char   byte // ` or ~
	length int
}

// maxFence is the most characters of an opening fence that count for its
// closing one: cmark keeps the length in a byte.
const maxFence = 255

// openFence returns the length of the code fence that text starts with, 0 if
// there is none. An info string behind backticks holds no backtick.
func openFence(text []byte) int {
	n := run(text)
	info := text[n:]
	if n < 3 || text[0] == '`' && bytes.IndexByte(info, '`') >= 0 || !wellFormed(info) {
		return 0
	}
	return n
}

// continueFence reads a line of fenced code, which may close it.
func (s *scanner) continueFence() {
	if s.blank || s.indent >= codeIndent || s.line[s.first] != s.fence.char {
		return
	}
	text := s.rest()
	n := run(text)
	if n >= s.fence.length && len(bytes.TrimLeft(text[n:], " \t")) == 0 {
		s.leaf = noLeaf
	}
}

// skipCode moves to the next line that can close the open fence, or to the last
// line. It is for code at the top level, whose lines have no other duty.
func (s *scanner) skipCode() {
	code := s.src[s.pos:]
	end := bytes.Index(code, []byte{s.fence.char, s.fence.char, s.fence.char})
	if end < 0 {
		end = len(code) - 1
	}
	code = code[:bytes.LastIndexByte(code[:end], '\n')+1]
	s.number += bytes.Count(code, []byte{'\n'})
	s.pos += len(code)
}

// run returns how often text repeats its first byte at its start.
func run(text []byte) int {
	n := 1
	for n < len(text) && text[n] == text[0] {
		n++
	}
	return n
}
