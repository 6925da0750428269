package section

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// identifier returns the identifier that s opens with, one to three letters and
// then one to three digits, if it ends there: before a dot, white space or the
// end, but not before a dot that opens a number below it, as in "K11.1".
func identifier(s string) string {
	n := identifierLen(s)
	if n == 0 || n == len(s) {
		return s[:n]
	}
	next, size := utf8.DecodeRuneInString(s[n:])
	if next == '.' {
		behind, _ := utf8.DecodeRuneInString(s[n+size:])
		if unicode.IsDigit(behind) {
			return ""
		}
		return s[:n]
	}
	if unicode.IsSpace(next) {
		return s[:n]
	}
	return ""
}

// identifierLen returns the length of the letters and digits that make an
// identifier at the start of s, 0 if they do not.
func identifierLen(s string) int {
	n, letters, digits := 0, 0, 0
	for _, r := range s {
		switch {
		case digits == 0 && unicode.IsLetter(r):
			letters++
		case letters > 0 && '0' <= r && r <= '9':
			digits++
		default:
			if letters > 3 || digits == 0 || digits > 3 || unicode.IsLetter(r) {
				return 0
			}
			return n
		}
		n += utf8.RuneLen(r)
		if letters > 3 || digits > 3 {
			return 0
		}
	}
	if digits == 0 {
		return 0
	}
	return n
}

// identified returns the sections whose title opens with the identifier that
// name is, with or without a dot behind it.
func (m *Map) identified(name string) []int {
	name = strings.TrimSpace(name)
	id := identifier(name)
	if id == "" || name != id && name != id+"." {
		return nil
	}
	var matches []int
	for i, title := range m.seen() {
		if strings.EqualFold(identifier(title), id) {
			matches = append(matches, i)
		}
	}
	return matches
}

// identifiers returns the different identifiers of all titles in order.
func (m *Map) identifiers() []string {
	var ids []string
	known := map[string]bool{"": true}
	for _, title := range m.seen() {
		id := identifier(title)
		if key := strings.ToUpper(id); !known[key] {
			known[key] = true
			ids = append(ids, id)
		}
	}
	return ids
}
