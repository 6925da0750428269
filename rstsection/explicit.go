package rstsection

import (
	"bytes"
	"unicode"
	"unicode/utf8"
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
	if name, ok := bytes.CutPrefix(marked, []byte("|")); ok && len(name) > 0 && name[0] != ' ' {
		return s.substitution(l, name, next)
	}
	if n := noteLabel(marked); n > 0 {
		return s.indented(l.from(len(l.text)-len(marked)+n), next, 0)
	}
	return s.directive(l, marked, next)
}

// substitution reads the substitution definition that begins with l, whose text
// behind the first bar is text. Its name can have several lines, and its directive
// follows in the same line or in the next; where a blank line follows, what stands
// below it is a quote.
func (s *scanner) substitution(l line, text []byte, next line) line {
	n := substitutionNameLen(text)
	for n == 0 {
		if next.eof || next.flush() {
			return next // a comment
		}
		l, next = next, s.read(next.next)
		text = bytes.TrimFunc(l.text, isSpace)
		n = substitutionNameLen(text)
	}
	if text = bytes.TrimLeft(text[n:], " "); len(text) == 0 {
		if next.blankOrEnd() {
			return s.quote(s.skipBlank(next))
		}
		if next.flush() {
			return next
		}
		l, next = next, s.read(next.next)
		text = l.text
	}
	if name := simpleNameLen(text); !bytes.HasPrefix(text[name:], []byte("::")) { // of others it makes no difference what they are
		return s.skipIndented(next)
	}
	return s.directive(l, text, next)
}

// substitutionNameLen returns the length of the rest of a substitution's name that text
// begins with, with the bar behind it, 0 if the name does not end in text.
func substitutionNameLen(text []byte) int {
	for end := 0; end < len(text); end++ {
		switch {
		case text[end] == '\\':
			end++
		case text[end] == '|' && (end+1 == len(text) || text[end+1] == ' ') && endsName(text[:end]):
			return end + 1
		}
	}
	return 0
}

// noteLabel returns the length of the label of a footnote or citation that text
// begins with, and of the blanks behind it, 0 if there is none.
func noteLabel(text []byte) int {
	end := bytes.IndexByte(text, ']')
	if end < 2 || text[0] != '[' || end+1 < len(text) && text[end+1] != ' ' {
		return 0
	}
	label := text[1:end]
	if name := bytes.TrimPrefix(label, []byte("#")); len(name) > 0 && string(label) != "*" && simpleNameLen(name) < len(name) {
		return 0
	}
	return len(text) - len(bytes.TrimLeft(text[end+1:], " "))
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
