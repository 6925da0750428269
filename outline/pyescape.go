package outline

import (
	"bytes"
	"unicode/utf8"
)

// pyValidString reports whether a string or bytes literal has a value: escapes
// are complete, and bytes are ASCII.
func pyValidString(text []byte, sub uint8) bool {
	if sub&pyBytes != 0 && !pyIsASCII(text) {
		return false
	}
	return sub&(pyEscapes|pyRaw) != pyEscapes || pyValidEscapes(text, sub&pyBytes != 0)
}

func pyIsASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// pyValidEscapes reports whether the escapes in text that need more than one
// character have it. Others are never wrong: CPython only warns.
func pyValidEscapes(text []byte, binary bool) bool {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			return true
		}
		c := text[i+1]
		text = text[i+2:]
		switch {
		case c == 'x':
			if _, ok := pyHex(text, 2); !ok {
				return false
			}
		case binary:
		case c == 'u':
			if _, ok := pyHex(text, 4); !ok {
				return false
			}
		case c == 'U':
			if r, ok := pyHex(text, 8); !ok || r > utf8.MaxRune {
				return false
			}
		case c == 'N':
			if !pyIsCharacterName(text) {
				return false
			}
		}
	}
}

// pyHex reads n hexadecimal digits.
func pyHex(text []byte, n int) (value uint32, ok bool) {
	if len(text) < n {
		return 0, false
	}
	for _, c := range text[:n] {
		switch {
		case pyIsDigit(c):
			value = value<<4 | uint32(c-'0')
		case pyIsHexDigit(c):
			value = value<<4 | uint32(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return value, true
}

// pyIsCharacterName reports whether text begins with a name in braces that could
// be that of a character: there is no table of names here.
func pyIsCharacterName(text []byte) bool {
	end := bytes.IndexByte(text, '}')
	if end < 2 || text[0] != '{' {
		return false
	}
	for _, c := range text[1:end] {
		if pyClasses[c] > pyDigit && c != ' ' && c != '-' || c == '_' {
			return false
		}
	}
	return true
}
