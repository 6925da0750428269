// Package section is the vocabulary of document maps: what a section is, how
// its text is read, how it is found by name, and what a server answers.
//
// A parser (package mdsection for Markdown) turns the bytes of a document into a
// [Map]. Use [Map.Find] and [Map.Text] to read one section, or [Map.Answer] for
// the [Answer] that a server sends, which its Fit method shortens to the bytes
// that may be sent. [Lines] is the line table for plain ranges of lines, so that
// a range taken from a map reads the same bytes.
//
// # Lines
//
// Lines are what strings.Split(text, "\n") gives, counted from 1. A text that
// ends in a newline has one last, empty line. A carriage return before a
// newline belongs to its line; form feed, vertical tab, U+0085 and U+2028 end
// no line. Ranges include both their lines, and their text is the source's
// bytes from the first byte of the first line to the last byte of the last
// line, without the newline after it: joining the texts of adjacent ranges
// with "\n" gives the source back.
//
// # Sections
//
// A section runs from its heading to the line before the next heading of the
// same or a smaller level, or to the last line of the document. So a section
// includes its subsections, and the sections without a parent cover everything
// from the first heading on. Two headings on one line, which is possible where a
// format knows other ends of lines, both have the whole line.
//
// # Memory
//
// A Map keeps the source it was made from, which must not be changed while the
// Map is in use. A Map and its methods are safe for concurrent reading.
package section

import "bytes"

// A Section is one heading and the lines that belong to it.
type Section struct {
	// Title is the heading's source text with its markup, without the marks
	// that make it a heading and without white space around it. The lines of
	// a title of several lines are joined by single spaces. It has at most
	// [MaxTitleChars] code points.
	Title string `json:"title"`
	// TitleTruncated says that Title was cut, between two grapheme clusters.
	TitleTruncated bool `json:"title_truncated,omitempty"`
	// Level is 1 to 6 in Markdown; elsewhere levels count from 1 as well.
	Level int `json:"level"`
	// Start and End are the section's first and last line.
	Start int `json:"start"`
	End   int `json:"end"`
	// Bytes is the length of the section's text, subsections included.
	Bytes int `json:"bytes"`
	// Parent is the index in Map.Sections of the nearest earlier section with
	// a smaller level, -1 where there is none.
	Parent int `json:"parent"`
	// HeadingEnd is the last line of the heading itself: Start for a heading
	// of one line, the underline for an underlined one.
	HeadingEnd int `json:"-"`
	// Offset is where line Start begins in the source, in bytes.
	Offset int `json:"-"`
}

// A Range is a range of lines, first and last included. The zero Range is no
// line at all.
type Range struct {
	Start, End int
}

// A Target is a place in the document that has a name of its own to link to, a
// label.
type Target struct {
	Name string
	Line int // first line
	// Section is the index in Map.Sections of the section that the target
	// labels: the one whose heading follows it with nothing but blank lines and
	// other targets between. It is -1 where there is none.
	Section int
	// Nested says that the target stands in another element, such as a list.
	Nested bool
}

// An Include is a place where the text of another file belongs.
type Include struct {
	Path string // as it is written
	Line int    // first line
}

// A Diagnostic says why lines of the document make no section.
type Diagnostic struct {
	Line   int
	Reason string // the parser's word for it
}

// A Map lists the sections of one document in the order of their headings.
// Parsers make it with a [Builder]; the zero Map is that of an empty list of
// sections without a text.
type Map struct {
	Sections    []Section
	FrontMatter Range // metadata before the document, part of no section; zero if none
	TotalLines  int   // 1 for an empty document, see the package comment

	// What reStructuredText has beside sections, each in the order of the
	// document; nil where there is none, as in Markdown.
	Targets  []Target
	Includes []Include
	Dropped  []Diagnostic

	src    []byte
	titles Titles
}

// Source returns the bytes that the map was made from. They must not be
// changed.
func (m *Map) Source() []byte { return m.src }

// Text returns the text of section i, subsections included: the lines Start
// to End as they are in the source. It is a part of the source, not a copy,
// and must not be changed. It panics if i is not an index of m.Sections.
func (m *Map) Text(i int) []byte {
	s := &m.Sections[i]
	return m.src[s.Offset : s.Offset+s.Bytes : s.Offset+s.Bytes]
}

// OwnText returns the text of section i up to its first subsection, all of
// its text where it has none. See [Map.Text].
func (m *Map) OwnText(i int) []byte {
	text := m.Text(i)
	if i+1 == len(m.Sections) {
		return text
	}
	own := m.Sections[i+1].Offset - len("\n") - m.Sections[i].Offset // the next is a subsection, or ends this section
	if own < 0 {                                                     // they share a line
		if own = bytes.IndexByte(text, '\n'); own < 0 {
			return text
		}
	}
	return text[:own:own]
}

// Breadcrumb returns the titles from the outermost section down to section i,
// its own the last. It panics if i is not an index of m.Sections.
func (m *Map) Breadcrumb(i int) []string {
	titles := make([]string, m.Depth(i))
	for d := len(titles) - 1; d >= 0; d-- {
		titles[d] = m.Sections[i].Title
		i = m.Sections[i].Parent
	}
	return titles
}

// Depth returns the number of sections on the way from the outermost section
// down to section i: 1 for a section without a parent.
func (m *Map) Depth(i int) int {
	depth := 0
	for ; i >= 0; i = m.Sections[i].Parent {
		depth++
	}
	return depth
}

// after returns the index behind the last section below section i.
func (m *Map) after(i int) int {
	level := m.Sections[i].Level
	for i++; i < len(m.Sections) && m.Sections[i].Level > level; i++ {
	}
	return i
}
