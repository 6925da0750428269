package section

import (
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

// Find returns the index of the section whose whole title is name. Both are
// compared without white space around them, with runs of white space as one
// space, with all dashes equal, and without case (Unicode case folding). A
// part of a title is no match, and a name of white space alone matches
// nothing.
//
// A name of more than [MaxNameChars] code points is an [Error] with the code
// [TooLong]; no match is a [NotFoundError], several are an [AmbiguousError]. It
// takes time linear in all titles.
func (m *Map) Find(name string) (int, error) {
	if chars := utf8.RuneCountInString(name); chars > MaxNameChars {
		return -1, &Error{Code: TooLong, MaxChars: MaxNameChars, ActualChars: chars}
	}
	matches := m.titled(name)
	switch len(matches) {
	case 0:
		return -1, &NotFoundError{Code: NotFound}
	case 1:
		return matches[0], nil
	}
	shown := matches[:min(len(matches), MaxCandidates)]
	return -1, &AmbiguousError{
		Code:                Ambiguous,
		Candidates:          m.entries(shown),
		CandidatesTruncated: len(shown) < len(matches),
	}
}

// titled returns the sections whose title is name, in order.
func (m *Map) titled(name string) []int {
	want := normalize(name)
	if want == "" {
		return nil
	}
	var matches []int
	for i := range m.Sections {
		if normalize(m.Sections[i].Title) == want {
			matches = append(matches, i)
		}
	}
	return matches
}

// normalize returns the form in which titles and names are compared.
func normalize(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = strings.Map(func(r rune) rune {
		if r == '\u2212' || unicode.Is(unicode.Pd, r) { // the minus sign is no dash for Unicode
			return '-'
		}
		return r
	}, s)
	return cases.Fold().String(s)
}
