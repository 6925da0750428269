package section

import (
	"iter"
	"net/url"
	"slices"
	"strings"
)

// Titles knows how the titles of a document look when it is rendered. Parsers
// whose format has inline markup give one to their [Builder]. Its methods are
// called only for names that are no title's source, can be as slow as
// rendering is, and must be safe for concurrent use.
type Titles interface {
	// Rendered returns, for each section of the map in its order, the title
	// as a reader sees it.
	Rendered() []string
	// Anchors returns, for each section of the map in its order, the fragment
	// of a link to its heading, without the #.
	Anchors() []string
}

// SetTitles tells the map how its titles look. Without it, a name is compared
// with the source of titles only.
func (b *Builder) SetTitles(t Titles) { b.m.titles = t }

// rendered returns the sections whose title is name when it is rendered, or,
// if name is an anchor with its #, the section that it links to.
func (m *Map) rendered(name string) []int {
	if m.titles == nil {
		return nil
	}
	matches := matching(name, slices.All(m.titles.Rendered()))
	if anchor, ok := strings.CutPrefix(strings.TrimSpace(name), "#"); ok && len(matches) == 0 {
		return m.anchored(anchor)
	}
	return matches
}

// seen returns the titles as a reader sees them, their source where the parser
// has not told.
func (m *Map) seen() iter.Seq2[int, string] {
	if m.titles != nil {
		return slices.All(m.titles.Rendered())
	}
	return m.sources
}

// sources yields the titles as they are written.
func (m *Map) sources(yield func(int, string) bool) {
	for i := range m.Sections {
		if !yield(i, m.Sections[i].Title) {
			return
		}
	}
}

// anchored returns the section that anchor links to. A link in an address bar
// is percent-encoded, and GitHub finds its anchors, which are in lower case, by
// links in any.
func (m *Map) anchored(anchor string) []int {
	decoded, err := url.PathUnescape(anchor)
	if err != nil {
		decoded = anchor
	}
	for i, a := range m.titles.Anchors() {
		if a != "" && (a == strings.ToLower(anchor) || a == strings.ToLower(decoded)) {
			return []int{i}
		}
	}
	return nil
}
