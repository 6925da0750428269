package rstsection

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/mapwright/mapwright/section"
)

// explicit reads the explicit markup block that begins with l: a target, a
// directive, or anything else, for which it makes no difference what it is.
func (s *scanner) explicit(l line) line {
	marked := bytes.TrimLeft(l.text[len(".."):], " ")
	next := s.read(l.next)
	switch {
	case len(marked) == 0 && next.blankOrEnd(): // an empty comment
		return next
	case len(marked) > 1 && marked[0] == '_' && marked[1] != ' ':
		return s.target(l, marked[1:], next)
	}
	if argument, ok := includeArgument(marked); ok {
		return s.include(l, argument, next)
	}
	return s.skipIndented(next)
}

// include reads an include directive: the path is the rest of its line, or the
// first of the indented lines below.
func (s *scanner) include(l line, path []byte, next line) line {
	for ; !next.eof && !next.flush(); next = s.read(next.next) {
		if len(path) == 0 {
			path = next.text
		}
	}
	path = bytes.TrimFunc(path, isSpace)
	s.includes = append(s.includes, section.Include{Path: string(path), Line: l.at.number})
	return next
}

// includeArgument returns what stands behind the two colons of an include
// directive, and whether text, which stands behind "..", is one. Case does not
// matter, nor the domain before the name, as in "rst:include".
func includeArgument(text []byte) (argument []byte, ok bool) {
	n := simpleNameLen(text)
	name := text[:n]
	name = name[bytes.LastIndexByte(name, ':')+1:]
	if !bytes.EqualFold(name, []byte("include")) {
		return nil, false
	}
	rest := bytes.TrimPrefix(text[n:], []byte(" "))
	if !isMarked(rest, "::") {
		return nil, false
	}
	return bytes.TrimLeft(rest[len("::"):], " "), true
}

// simpleNameLen returns the length of the simple reference name that text begins
// with: letters and digits, with single ones of - . _ + : between them.
func simpleNameLen(text []byte) int {
	n := wordLen(text)
	for n > 0 && n < len(text) && bytes.IndexByte([]byte("-._+:"), text[n]) >= 0 {
		more := wordLen(text[n+1:])
		if more == 0 {
			break
		}
		n += 1 + more
	}
	return n
}

// wordLen returns how many bytes of letters and digits text begins with.
func wordLen(text []byte) int {
	for n := 0; ; {
		r, size := utf8.DecodeRune(text[n:])
		if size == 0 || !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			return n
		}
		n += size
	}
}
