package budget

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Size is len(json.Marshal(s)): the bytes of s as a JSON string, its two
// quotes included. It is [Encoding.Size] of [Plain].
func Size(s string) int {
	return Plain.Size(s)
}

// A table holds what the characters of a string take in one encoding.
type table struct {
	byte      [256]uint64 // 1 for each byte of a character outside ASCII, and mark
	separator int         // U+2028 or U+2029, which end a line in JavaScript
	invalid   int         // a byte that is no part of a character
}

// mark is added for the first byte of the separators, which is that of other
// characters as well. So a sum of bytes shows whether to look for one.
const mark = 1 << 40

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
	t.byte["\u2028"[0]] += mark
	if nested {
		t.nest()
	}
	return t
}

// byteCost is what encoding/json writes for one byte of a string.
func byteCost(c byte, noHTMLEscape bool) uint64 {
	switch c {
	case '"', '\\', '\b', '\f', '\n', '\r', '\t':
		return uint64(len(`\n`))
	case '<', '>', '&':
		if noHTMLEscape {
			return 1
		}
		return uint64(len(`\u003c`))
	}
	if c < ' ' {
		return uint64(len(`\u0001`))
	}
	return 1
}

// nest makes t the table of the same text encoded twice: each escape has a
// backslash, which takes one byte more, and so does what it escapes if that is
// a quote or a backslash.
func (t *table) nest() {
	for c := range utf8.RuneSelf {
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

// cost is what s takes between its quotes.
func (t *table) cost(s string) int {
	sum := uint64(0)
	for i := range len(s) {
		sum += t.byte[s[i]]
	}
	size := int(sum % mark)
	if sum >= mark {
		separators := strings.Count(s, "\u2028") + strings.Count(s, "\u2029")
		size += separators * (t.separator - len("\u2028"))
	}
	if !utf8.ValidString(s) {
		size += invalidBytes(s) * (t.invalid - 1)
	}
	return size
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
