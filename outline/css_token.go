package outline

import "bytes"

// cssPartLen returns the length of what must stay together at the start of text:
// a comment, a string, a backslash and the byte that it escapes, or one byte.
func cssPartLen(text []byte) int {
	switch text[0] {
	case '/':
		if !cssIsComment(text) {
			return 1
		}
		if i := bytes.Index(text[2:], []byte("*/")); i >= 0 {
			return i + 4
		}
		return len(text)
	case '"', '\'':
		return cssStringLen(text)
	case '\\':
		return min(2, 1+cssEscapeLen(text))
	}
	return 1
}

func cssIsComment(text []byte) bool { return len(text) > 1 && text[0] == '/' && text[1] == '*' }

// cssStringLen returns the length of the string that text starts with. One
// without its quote ends before the end of the line.
func cssStringLen(text []byte) int {
	for i := 1; i < len(text); {
		switch c := text[i]; {
		case c == text[0]:
			return i + 1
		case cssIsNewline(c):
			return i
		case c == '\\':
			i += cssEscapeInStringLen(text[i:])
		default:
			i++
		}
	}
	return len(text)
}

// cssEscapeInStringLen returns the length of the backslash with which text
// starts and of what it escapes, which in a string can be the end of a line.
func cssEscapeInStringLen(text []byte) int {
	if n := cssEscapeLen(text); n > 0 {
		return n
	}
	return 1 + cssSpaceLen(text[1:])
}

// cssEscapeLen returns the length of the escape that text starts with, zero if
// what follows the backslash is the end of the line or of the text. Up to six
// hexadecimal digits are followed by one white space that belongs to them.
func cssEscapeLen(text []byte) int {
	if len(text) < 2 || cssIsNewline(text[1]) {
		return 0
	}
	n := 1
	for n < len(text) && n <= 6 && hexDigit(text[n]) >= 0 {
		n++
	}
	if n == 1 {
		return 2 // the rest of a character beyond ASCII are name bytes
	}
	return n + cssSpaceLen(text[n:])
}

// cssSpaceLen returns the length of one white space at the start of text, zero
// if there is none. "\r\n" is one.
func cssSpaceLen(text []byte) int {
	switch {
	case len(text) == 0 || !cssIsSpace(text[0]):
		return 0
	case bytes.HasPrefix(text, []byte("\r\n")):
		return 2
	}
	return 1
}

// cssIsName has the bytes of which names are made, besides escapes. A NUL stands
// for U+FFFD.
var cssIsName = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '-' || c == '_' || c == 0 || c >= 0x80 ||
			c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()

// cssNameLen returns the length of the name that text starts with.
func cssNameLen(text []byte) int {
	i := 0
	for i < len(text) {
		n := 1
		if !cssIsName[text[i]] {
			if text[i] != '\\' {
				break
			}
			if n = cssEscapeLen(text[i:]); n == 0 {
				break
			}
		}
		i += n
	}
	return i
}

// cssGoesOn reports whether a name byte or an escape behind text is in the
// same token as the last byte of text, which has no escape in its last name.
func cssGoesOn(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	c := text[len(text)-1]
	return (cssIsName[c] || c == '#' || c == '@') && !bytes.HasSuffix(text, []byte("<!--"))
}

// cssIdentLen returns the length of the identifier that text starts with, zero
// if the name there is none since it begins like a number.
func cssIdentLen(text []byte) int {
	n := cssNameLen(text)
	first := text[:n]
	if n > 0 && first[0] == '-' {
		first = first[1:]
	}
	if len(first) == 0 || first[0] >= '0' && first[0] <= '9' {
		return 0
	}
	return n
}

// cssIsURL reports whether a name, with its escapes, is url.
func cssIsURL(name []byte) bool {
	for _, want := range []byte("url") {
		if len(name) == 0 {
			return false
		}
		c, n := int(name[0]), 1
		if c == '\\' {
			c, n = cssEscape(name)
		}
		if c|0x20 != int(want) {
			return false
		}
		name = name[n:]
	}
	return len(name) == 0
}

// cssEscape returns the character of the escape that text starts with, if that
// is ASCII, and the length of the escape.
func cssEscape(text []byte) (char, n int) {
	n = cssEscapeLen(text)
	if hexDigit(text[1]) < 0 {
		return int(text[1]), n
	}
	for _, c := range text[1:n] {
		if digit := hexDigit(c); digit >= 0 {
			char = char<<4 | digit
		}
	}
	return char, n
}

const cssSpaces = " \t\n\r\f"

var cssSpace = [256]bool{' ': true, '\t': true, '\n': true, '\r': true, '\f': true}

func cssIsSpace(c byte) bool { return cssSpace[c] }

func cssIsNewline(c byte) bool { return c == '\n' || c == '\r' || c == '\f' }
