package budget

import (
	"encoding/json"
	"unicode/utf8"
)

// Size is len(json.Marshal(s)): the bytes of s as a JSON string, its two
// quotes included. It is [Encoding.Size] of [Plain].
func Size(s string) int {
	return Plain.Size(s)
}

// A table holds what the characters of a string take in one encoding, where
// these are not the bytes that they have.
type table struct {
	ascii     [utf8.RuneSelf]uint8
	separator int // U+2028 or U+2029, which end a line in JavaScript
	invalid   int // a byte that is no part of a character
}

// tables has one table for each pair of the settings that matter to a string:
// 1 for NoHTMLEscape and 2 for Nested.
var tables = [...]table{
	newTable(false, false),
	newTable(true, false),
	newTable(false, true),
	newTable(true, true),
}

func (e Encoding) table() *table {
	i := 0
	if e.NoHTMLEscape {
		i |= 1
	}
	if e.Nested {
		i |= 2
	}
	return &tables[i]
}

func newTable(noHTMLEscape, nested bool) table {
	t := table{separator: len(`\u2028`), invalid: replacement()}
	for c := range t.ascii {
		t.ascii[c] = byteCost(byte(c), noHTMLEscape)
	}
	if nested {
		t.nest()
	}
	return t
}

// byteCost is what encoding/json writes for one byte of a string.
func byteCost(c byte, noHTMLEscape bool) uint8 {
	switch c {
	case '"', '\\', '\b', '\f', '\n', '\r', '\t':
		return uint8(len(`\n`))
	case '<', '>', '&':
		if noHTMLEscape {
			return 1
		}
		return uint8(len(`\u003c`))
	}
	if c < ' ' {
		return uint8(len(`\u0001`))
	}
	return 1
}

// nest makes t the table of the same text encoded twice: each escape has a
// backslash, which takes one byte more, and so does what it escapes if that is
// a quote or a backslash.
func (t *table) nest() {
	for c := range t.ascii {
		if t.ascii[c] > 1 {
			t.ascii[c]++
		}
	}
	t.ascii['"']++
	t.ascii['\\']++
	t.separator++
	if t.invalid > len("\ufffd") {
		t.invalid++
	}
}

// replacement is what stands for an invalid byte: the escape of U+FFFD, or that
// character itself in a program built with GOEXPERIMENT=jsonv2.
func replacement() int {
	data, err := json.Marshal("\xff")
	if err != nil {
		panic("budget: encoding/json refuses a string: " + err.Error())
	}
	return len(data) - len(`""`)
}

// cost is what s takes between its quotes.
//
// The cases before the last one are well-formed UTF-8, see table 3-7 of the
// Unicode Standard. Decoding says the same in twice the time.
func (t *table) cost(s string) int {
	size := 0
	for i := 0; i < len(s); {
		switch c, left := s[i], len(s)-i; {
		case c < utf8.RuneSelf && left >= 4 && s[i+1]|s[i+2]|s[i+3] < utf8.RuneSelf:
			size += int(t.ascii[c]) + int(t.ascii[s[i+1]]) + int(t.ascii[s[i+2]]) + int(t.ascii[s[i+3]])
			i += 4
		case c < utf8.RuneSelf:
			size += int(t.ascii[c])
			i++
		case 0xc2 <= c && c <= 0xdf && left >= 2 && isTail(s[i+1]):
			size += 2
			i += 2
		case 0xe1 <= c && c <= 0xef && c != 0xed && left >= 3 && isTail(s[i+1]) && isTail(s[i+2]):
			size += t.cost3(s[i : i+3])
			i += 3
		case c == 0xf0 && left >= 4 && s[i+1] >= 0x90 && isTail(s[i+1]) && isTail(s[i+2]) && isTail(s[i+3]):
			size += 4
			i += 4
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				size += t.invalid
			} else {
				size += n
			}
			i += n
		}
	}
	return size
}

// cost3 is cost of a character of three bytes.
func (t *table) cost3(s string) int {
	if s == "\u2028" || s == "\u2029" {
		return t.separator
	}
	return len(s)
}

// isTail reports whether c is a byte of a character behind its first one.
func isTail(c byte) bool {
	return c&0xc0 == 0x80
}
