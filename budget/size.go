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

// A table holds what the characters of a string take in one encoding.
type table struct {
	byte      [256]uint8 // 1 for each byte of a character outside ASCII
	separator int        // U+2028 or U+2029, which end a line in JavaScript
	invalid   int        // a byte that is no part of a character
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
	for c := range t.byte {
		t.byte[c] = byteCost(byte(c), noHTMLEscape)
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
	for c := range t.byte {
		if t.byte[c] > 1 {
			t.byte[c]++
		}
	}
	t.byte['"']++
	t.byte['\\']++
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

// rune returns the length of the character that s begins with, which is not
// ASCII, and what it takes.
func (t *table) rune(s string) (width, cost int) {
	switch r, width := utf8.DecodeRuneInString(s); {
	case r == utf8.RuneError && width == 1:
		return 1, t.invalid
	case r == '\u2028', r == '\u2029':
		return width, t.separator
	default:
		return width, width
	}
}

// isSeparator reports whether s begins with U+2028 or U+2029.
func isSeparator(s string) bool {
	const n = len("\u2028")
	return len(s) >= n && (s[:n] == "\u2028" || s[:n] == "\u2029")
}

// invalidBytes counts the bytes of s that are no part of a character.
func invalidBytes(s string) int {
	count := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			count++
		}
		i += n
	}
	return count
}
