package outline

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"unicode"

	"github.com/mapwright/mapwright/rstsection"
	"github.com/mapwright/mapwright/section"
)

// RST maps a reStructuredText document: a symbol of the kind heading for each
// section of rstsection.Parse, on the same lines, and one of the kind target for
// each label.
//
// A heading is named with its ancestors, "Install.Requirements.Python"; titles
// are source text, and dots in them are not special. A label ".. _intro:" is
// "_intro" on its first line. Labels in other elements, such as lists, are left
// out, and so are targets without a name or with a reference. A document without
// headings and labels has an empty outline.
func RST(src []byte) ([]Symbol, error) {
	m, err := rstsection.Parse(src, &section.Limits{MaxLines: math.MaxInt, MaxTokens: math.MaxInt, MaxSections: MaxSymbols})
	if err != nil {
		return nil, noSections(err)
	}
	var l list
	names := make([]string, len(m.Sections))
	for i, s := range m.Sections {
		names[i] = fullTitle(m, i)
		if s.Parent >= 0 {
			names[i] = names[s.Parent] + "." + names[i]
		}
		if err := l.add(Symbol{Name: names[i], Kind: Heading, Start: s.Start, End: s.End}); err != nil {
			return nil, err
		}
	}
	for _, t := range m.Targets {
		if t.Nested {
			continue
		}
		if err := l.add(Symbol{Name: "_" + t.Name, Kind: Target, Start: t.Line, End: t.Line}); err != nil {
			return nil, err
		}
	}
	return l.sorted(), nil
}

// noSections says in the words of this package why a document has no map.
func noSections(err error) error {
	e, _ := errors.AsType[*section.Error](err)
	if e.Code == section.InconsistentLineEndings {
		return &NoOutline{Reason: InconsistentLineEndings, Line: e.Line}
	}
	return &NoOutline{Reason: TooManySymbols, Max: MaxSymbols}
}

// fullTitle returns the title of section i. The map cuts a long one, a name is
// never cut: the rest is on the same line of the heading.
func fullTitle(m *section.Map, i int) string {
	s := &m.Sections[i]
	if !s.TitleTruncated {
		return s.Title
	}
	heading := firstLines(m.Text(i), s.HeadingEnd-s.Start+1)
	for line := range bytes.FieldsFuncSeq(heading, isRSTLineEnd) {
		if line = bytes.TrimFunc(line, isRSTSpace); bytes.HasPrefix(line, []byte(s.Title)) {
			return string(line)
		}
	}
	return s.Title
}

// firstLines returns the first n lines of text.
func firstLines(text []byte, n int) []byte {
	end := 0
	for ; n > 0; n-- {
		next := bytes.IndexByte(text[end:], '\n')
		if next < 0 {
			return text
		}
		end += next + 1
	}
	return text[:end]
}

// isRSTSpace reports what docutils takes off a line, a byte order mark included.
func isRSTSpace(r rune) bool {
	return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f || r == '\uFEFF'
}

// isRSTLineEnd reports whether docutils ends a line at r.
func isRSTLineEnd(r rune) bool {
	return strings.ContainsRune("\n\v\f\x1c\x1d\x1e\u0085\u2028\u2029", r)
}
