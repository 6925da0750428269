package rstsection

import (
	"bytes"
	"strings"
)

// An enumerator is the marker of an item in an enumerated list.
type enumerator struct {
	open, close string   // what is around the ordinal: "(" and ")", or nothing and ")" or "."
	kind        sequence // auto if the ordinal is "#"
	ordinal     []byte   // as it is written, without leading zeros
	written     int      // its length with them
}

// A sequence is a way to count.
type sequence uint8

const (
	auto sequence = iota
	arabic
	lowerAlpha
	upperAlpha
	lowerRoman
	upperRoman
)

// enumeratedList skips the enumerated list that begins with l. It reports false
// where l is text: where its marker is none, or the line below can be neither
// its continuation nor the next item.
func (s *scanner) enumeratedList(l line) (next line, ok bool) {
	e, ok := parseEnumerator(l.text, nil)
	if !ok {
		return line{}, false
	}
	if !e.opensItem(s.read(l.next)) {
		return line{}, false
	}
	counted := e.kind // the list's sequence, also behind a "#"
	if e.kind == auto {
		counted = arabic
	}
	for {
		next = s.skipBlank(s.item(l, len(e.open)+e.written+len(e.close)))
		if !next.flush() {
			return next, true
		}
		following, ok := parseEnumerator(next.text, &counted)
		if !ok || !e.precedes(following) || !following.opensItem(s.read(next.next)) {
			return next, true
		}
		s.token(next)
		if s.err != nil {
			return next, true
		}
		e, l = following, next
	}
}

// precedes reports whether an item with the enumerator f continues the list of
// one with e: in the same form and by one more, or automatically from then on.
func (e enumerator) precedes(f enumerator) bool {
	if e.open != f.open || e.close != f.close {
		return false
	}
	return f.kind == auto || f.kind == e.kind && bytes.Equal(f.ordinal, e.next())
}

// opensItem reports whether a line with e begins an item, by the line below it.
func (e enumerator) opensItem(below line) bool {
	if below.blankOrEnd() || below.indented() || len(bytes.TrimLeftFunc(below.text, isSpace)) < len(below.text) {
		return true
	}
	text, ok := bytes.CutPrefix(below.text, []byte(e.open))
	if !ok {
		return false
	}
	rest, ok := bytes.CutPrefix(text, []byte("#"))
	if !ok {
		next := e.next()
		rest, ok = bytes.CutPrefix(text, next)
		ok = ok && len(next) > 0
	}
	return ok && len(rest) > 1 && rest[0] == e.close[0] && rest[1] == ' '
}

// next returns the ordinal behind e's, nothing if there is none.
func (e enumerator) next() []byte {
	switch e.kind {
	case auto:
		return e.ordinal
	case arabic:
		return increment(e.ordinal)
	case lowerAlpha, upperAlpha:
		if e.ordinal[0] == 'z' || e.ordinal[0] == 'Z' {
			return nil
		}
		return []byte{e.ordinal[0] + 1}
	case lowerRoman:
		return bytes.ToLower(roman(romanValue(bytes.ToUpper(e.ordinal)) + 1))
	}
	return roman(romanValue(e.ordinal) + 1)
}

// parseEnumerator reads the enumerator at the start of text. In a list, whose
// sequence is list, "i" is a letter or a number as the list counts; the first
// item of a list takes it for a number.
func parseEnumerator(text []byte, list *sequence) (e enumerator, ok bool) {
	if text[0] == '(' {
		e.open = "("
		text = text[1:]
	}
	n := ordinalLen(text)
	if n == 0 || n == len(text) || n+1 < len(text) && text[n+1] != ' ' {
		return e, false
	}
	switch {
	case text[n] == ')':
		e.close = ")"
	case text[n] == '.' && e.open == "":
		e.close = "."
	default:
		return e, false
	}
	e.kind = sequenceOf(text[:n], list)
	e.ordinal, e.written = text[:n], n
	switch e.kind {
	case arabic:
		e.ordinal = bytes.TrimLeft(e.ordinal, "0")
	case lowerRoman, upperRoman:
		upper := bytes.ToUpper(e.ordinal)
		return e, bytes.Equal(roman(romanValue(upper)), upper)
	}
	return e, true
}

// ordinalLen returns the length of what could be an ordinal at the start of
// text: digits, roman digits in one case, one letter or "#".
func ordinalLen(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	switch c := text[0]; {
	case '0' <= c && c <= '9':
		return runOf(text, "0123456789")
	case strings.IndexByte(lowerRomanDigits, c) >= 0:
		return runOf(text, lowerRomanDigits)
	case strings.IndexByte(upperRomanDigits, c) >= 0:
		return runOf(text, upperRomanDigits)
	case c == '#' || isLetter(c):
		return 1
	}
	return 0
}

const (
	lowerRomanDigits = "ivxlcdm"
	upperRomanDigits = "IVXLCDM"
)

// runOf returns how many of the given characters text begins with.
func runOf(text []byte, chars string) int {
	n := 0
	for n < len(text) && strings.IndexByte(chars, text[n]) >= 0 {
		n++
	}
	return n
}

// sequenceOf returns the sequence of an ordinal, the list's if it can be that.
func sequenceOf(ordinal []byte, list *sequence) sequence {
	c := ordinal[0]
	lower := 'a' <= c
	letter, number := upperAlpha, upperRoman
	if lower {
		letter, number = lowerAlpha, lowerRoman
	}
	switch {
	case c == '#':
		return auto
	case c <= '9':
		return arabic
	case len(ordinal) > 1:
		return number
	case list != nil && *list == number && strings.IndexByte(lowerRomanDigits+upperRomanDigits, c) >= 0:
		return number
	case list == nil && (c == 'i' || c == 'I'):
		return number
	}
	return letter
}

// increment returns the decimal number behind digits, which may be of any length
// and begin with no zero; nothing stands for zero.
func increment(digits []byte) []byte {
	next := bytes.Clone(digits)
	for i := len(next) - 1; i >= 0; i-- {
		if next[i] < '9' {
			next[i]++
			return next
		}
		next[i] = '0'
	}
	return append([]byte{'1'}, next...)
}

// romanDigits are what roman numbers are written with, largest first.
var romanDigits = []struct {
	digits string
	value  int
}{
	{"M", 1000},
	{"CM", 900},
	{"D", 500},
	{"CD", 400},
	{"C", 100},
	{"XC", 90},
	{"L", 50},
	{"XL", 40},
	{"X", 10},
	{"IX", 9},
	{"V", 5},
	{"IV", 4},
	{"I", 1},
}

// roman writes a number from 1 to 4999, nothing for another.
func roman(n int) []byte {
	if n < 1 || n > 4999 {
		return nil
	}
	var digits []byte
	for _, d := range romanDigits {
		for ; n >= d.value; n -= d.value {
			digits = append(digits, d.digits...)
		}
	}
	return digits
}

// romanValue reads a number that roman has written; of anything else it returns
// some other number.
func romanValue(digits []byte) int {
	n := 0
	for _, d := range romanDigits {
		for bytes.HasPrefix(digits, []byte(d.digits)) {
			digits = digits[len(d.digits):]
			n += d.value
		}
	}
	return n
}
