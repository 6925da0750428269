package section

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
)

const (
	// MaxNameChars is the most code points of a name that is looked for.
	MaxNameChars = 4096
	// MaxCandidates is the most candidates that an [AmbiguousError] lists.
	MaxCandidates = 50
)

// Find returns the index in m.Sections of the section whose whole title is
// name, -1 with an error. Both are compared without white space around them,
// with runs of white space as one space, with all dashes equal (the Unicode
// property Dash), and without case (Unicode case folding, so that "ß" equals
// "ss"). A part of a title is no match, and a name of white space alone
// matches nothing, not even an empty title.
//
// Only where no title's source is name, Find compares name with the titles as a
// reader sees them, and a name that starts with # with the anchors of headings,
// if the parser has told how they look ([Builder.SetTitles]). Only where that
// finds nothing either, a name that is an identifier (one to three letters, one
// to three digits, perhaps a dot) is the name of the section whose title opens
// with it: K1 finds "K1. Scope" and "K1 scope", not "K10. Scope" or "K1.1 Scope".
//
// A name of more than [MaxNameChars] code points is an *[Error] with the code
// [TooLong], whatever is in it; no match is a *[NotFoundError], several are an
// *[AmbiguousError]. Find takes time linear in the name and all titles.
func (m *Map) Find(name string) (int, error) {
	if chars := utf8.RuneCountInString(name); chars > MaxNameChars {
		return -1, &Error{Code: TooLong, MaxChars: MaxNameChars, ActualChars: chars}
	}
	matches := matching(name, m.sources)
	if len(matches) == 0 {
		matches = m.rendered(name)
	}
	if len(matches) == 0 {
		matches = m.identified(name)
	}
	switch len(matches) {
	case 0:
		names, truncated := m.suggest(name)
		return -1, &NotFoundError{Code: NotFound, Suggestions: names, SuggestionsTruncated: truncated}
	case 1:
		return matches[0], nil
	}
	shown := matches[:min(len(matches), MaxCandidates)]
	return -1, &AmbiguousError{
		Code:                Ambiguous,
		Candidates:          m.candidates(shown),
		CandidatesTruncated: len(shown) < len(matches),
	}
}

// matching returns the indexes of the titles that name equals, in order.
func matching(name string, titles iter.Seq2[int, string]) []int {
	fold := cases.Fold() // not safe for concurrent use, so each search has its own
	want := normalize(fold, name)
	if want == "" {
		return nil
	}
	var matches []int
	for i, title := range titles {
		if normalize(fold, title) == want {
			matches = append(matches, i)
		}
	}
	return matches
}

// normalize returns the form in which titles and names are compared.
func normalize(fold cases.Caser, s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return fold.String(strings.Map(unify, s))
}

// unify maps the characters that are compared as one and that case folding
// leaves apart.
func unify(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return r
	case unicode.Is(unicode.Dash, r):
		return '-'
	case unicode.Is(unicode.Cherokee, r): // cases.Fold swaps the two cases
		return unicode.ToUpper(r)
	}
	return r
}
