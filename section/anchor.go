package section

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// Anchors makes the fragments by which GitHub links to the headings of one document,
// which are different from each other. Its zero value is ready for the first heading.
type Anchors struct {
	seen map[string]int // the last number behind each
}

// Next returns the anchor, without "#", of the next heading, whose text without markup
// is title. All headings of a document count, in its order: the second "Use" has the
// anchor "use-1". The rule is that of the npm package github-slugger 2.
// It takes time linear in the title.
func (a *Anchors) Next(title string) string {
	if a.seen == nil {
		a.seen = map[string]int{}
	}
	anchor := slug(title)
	result := anchor
	for n, taken := a.seen[result]; taken; _, taken = a.seen[result] {
		n++
		a.seen[anchor] = n
		result = anchor + "-" + strconv.Itoa(n)
	}
	a.seen[result] = 0
	return result
}

// slug returns a title in lower case, with hyphens for spaces and without all characters
// that are neither letters, marks, digits, connectors nor hyphens.
func slug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.M, unicode.Nd, unicode.Pc):
			return r
		}
		return -1
	}, cases.Lower(language.Und).String(title))
}
