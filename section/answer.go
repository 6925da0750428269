package section

import (
	"strings"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
)

// The numbers that shape an answer.
const (
	DefaultMaxChars = 12_000 // a page's code points where a query says nothing
	MinMaxChars     = 500    // the fewest code points that a page is asked for
	MaxMaxChars     = 100_000
	MaxDepthLimit   = 64  // the largest Query.MaxDepth
	MaxEntries      = 500 // the most entries of a map, and subsections of a section
)

// A Query asks for the map of a document or for a page of one section. The
// zero Query asks for the whole map.
type Query struct {
	// Section is the name of the section to read, see [Map.Find]. Nil asks
	// for the map; a pointer to an empty name asks for a section that no
	// document has.
	Section *string
	// OwnText leaves the text of the subsections out of the section.
	OwnText bool
	// MaxChars is the most code points of a page: DefaultMaxChars if zero,
	// else clamped to MinMaxChars..MaxMaxChars. A negative number is clamped
	// as well.
	MaxChars int
	// Offset is where the page starts, in code points from the start of the
	// section, clamped to 0 and the section's length. A page starts where it
	// is told to, even inside a grapheme cluster; Page.NextOffset is between
	// two.
	Offset int
	// MaxDepth keeps the entries of the map whose breadcrumb has at most so
	// many titles. Zero keeps all, other values are clamped to
	// 1..MaxDepthLimit. It shapes the map of a [NotFoundError] too.
	MaxDepth int
}

// An Entry is one section in a map.
type Entry struct {
	Title          string   `json:"title"`
	TitleTruncated bool     `json:"title_truncated,omitempty"`
	Level          int      `json:"level"`
	Breadcrumb     []string `json:"breadcrumb"` // Title is the last
	LineRange      [2]int   `json:"line_range"` // first and last line
	ApproxBytes    int      `json:"approx_bytes"`
	// HiddenSubsections is how many sections below this one Query.MaxDepth
	// left out of the map.
	HiddenSubsections int `json:"hidden_subsections,omitempty"`
}

// Contents is the map of a document as an answer shows it. While TOCTruncated
// is false, the entries and the subsections that they hide are SectionCount.
type Contents struct {
	TOC          []Entry `json:"toc"`                 // MaxEntries at most, never nil
	TOCTruncated bool    `json:"toc_truncated"`       // by MaxEntries or Answer.Fit, not by Query.MaxDepth
	SectionCount int     `json:"section_count"`       // of the whole document
	MaxDepth     int     `json:"max_depth,omitempty"` // as enforced
	// Includes are the paths of the files that the document includes, in its
	// order, MaxEntries at most: never nil, and empty in Markdown.
	Includes          []string `json:"includes"`
	IncludesTruncated bool     `json:"includes_truncated,omitempty"`
}

// A TOC is the answer to a query without a section.
type TOC struct {
	Mode string `json:"mode"` // "toc"
	Contents
}

// A Link names another section.
type Link struct {
	Title          string `json:"title"`
	TitleTruncated bool   `json:"title_truncated,omitempty"`
	Level          int    `json:"level"`
	LineRange      [2]int `json:"line_range"`
}

// A Candidate is one of the sections that have the same name.
type Candidate struct {
	Link
	Breadcrumb []string `json:"breadcrumb"`
}

// Neighbors are the nearest sections before and after one that have the same
// parent, nil where there is none.
type Neighbors struct {
	Prev *Link `json:"prev"`
	Next *Link `json:"next"`
}

// A Page is a part of a text. Its numbers count code points. The pages that
// are read one after the other, each from the NextOffset of the one before,
// give the whole text.
type Page struct {
	Offset    int    `json:"offset"` // as enforced
	Content   string `json:"content"`
	Truncated bool   `json:"truncated"` // there is more behind Content
	// TruncationReason is TruncatedByBudget if [Answer.Fit] has shortened Content.
	TruncationReason string `json:"truncation_reason,omitempty"`
	NextOffset       int    `json:"next_offset,omitempty"`     // only where Truncated
	RemainingChars   int    `json:"remaining_chars,omitempty"` // only where Truncated
}

// A SectionPage is the answer to a query for a section.
type SectionPage struct {
	Mode               string   `json:"mode"` // "section"
	Section            string   `json:"section"`
	TitleTruncated     bool     `json:"title_truncated,omitempty"`
	Breadcrumb         []string `json:"breadcrumb"`
	Level              int      `json:"level"`
	LineRange          [2]int   `json:"line_range"` // of the section with its subsections
	IncludeSubsections bool     `json:"include_subsections"`
	Page
	Subsections          []Link    `json:"subsections"`                     // of any depth, MaxEntries at most, never nil
	SubsectionsTruncated bool      `json:"subsections_truncated,omitempty"` // by MaxEntries or Answer.Fit
	Neighbors            Neighbors `json:"neighbors"`
}

// A DocumentPage is a page of a whole text, which need not be parsed for it.
type DocumentPage struct {
	Mode     string `json:"mode"`      // "document"
	MaxChars int    `json:"max_chars"` // as enforced
	Page
	Encoding string `json:"encoding,omitempty"` // what the bytes were decoded from, for the caller to set
}

// Answer answers q with a *[TOC] where q.Section is nil, else with a
// *[SectionPage]. Its errors are those of [Map.Find]; a *[NotFoundError] holds
// the map. Answer takes time linear in all titles and in the section's text.
func (m *Map) Answer(q Query) (Answer, error) {
	if q.Section == nil {
		return &TOC{"toc", m.contents(q.MaxDepth)}, nil
	}
	i, err := m.Find(*q.Section)
	if notFound, ok := err.(*NotFoundError); ok {
		contents := m.contents(q.MaxDepth)
		notFound.Contents = &contents
	}
	if err != nil {
		return nil, err
	}
	return m.sectionPage(i, q), nil
}

// Document returns the page of a whole text that begins offset code points
// after its start, with at most maxChars of them. The numbers are clamped as in
// a [Query], so that a maxChars of zero means DefaultMaxChars. The text is not
// parsed: one that a parser refuses can be read as well. Document takes time
// linear in the text and does not keep it.
func Document(text []byte, offset, maxChars int) *DocumentPage {
	maxChars = clampMaxChars(maxChars)
	return &DocumentPage{Mode: "document", MaxChars: maxChars, Page: page(string(text), offset, maxChars)}
}

// contents lists the sections down to maxDepth, all of them if it is zero.
func (m *Map) contents(maxDepth int) Contents {
	if maxDepth != 0 {
		maxDepth = min(max(maxDepth, 1), MaxDepthLimit)
	}
	c := Contents{TOC: []Entry{}, SectionCount: len(m.Sections), MaxDepth: maxDepth, Includes: []string{}}
	for _, include := range m.Includes[:min(len(m.Includes), MaxEntries)] {
		c.Includes = append(c.Includes, include.Path)
	}
	c.IncludesTruncated = len(c.Includes) < len(m.Includes)
	for i := 0; i < len(m.Sections); {
		if len(c.TOC) == MaxEntries {
			c.TOCTruncated = true
			break
		}
		e := m.entry(i)
		i++
		if len(e.Breadcrumb) == maxDepth {
			below := m.after(i - 1)
			e.HiddenSubsections = below - i
			i = below
		}
		c.TOC = append(c.TOC, e)
	}
	return c
}

func (m *Map) candidates(sections []int) []Candidate {
	candidates := make([]Candidate, len(sections))
	for n, i := range sections {
		candidates[n] = Candidate{*m.link(i), m.Breadcrumb(i)}
	}
	return candidates
}

func (m *Map) entry(i int) Entry {
	s := &m.Sections[i]
	return Entry{
		Title:          s.Title,
		TitleTruncated: s.TitleTruncated,
		Level:          s.Level,
		Breadcrumb:     m.Breadcrumb(i),
		LineRange:      [2]int{s.Start, s.End},
		ApproxBytes:    s.Bytes,
	}
}

func (m *Map) sectionPage(i int, q Query) *SectionPage {
	s := &m.Sections[i]
	text := m.Text(i)
	if q.OwnText {
		text = m.OwnText(i)
	}
	p := &SectionPage{
		Mode:               "section",
		Section:            s.Title,
		TitleTruncated:     s.TitleTruncated,
		Breadcrumb:         m.Breadcrumb(i),
		Level:              s.Level,
		LineRange:          [2]int{s.Start, s.End},
		IncludeSubsections: !q.OwnText,
		Page:               page(string(text), q.Offset, clampMaxChars(q.MaxChars)),
		Neighbors:          m.neighbors(i),
	}
	p.Subsections, p.SubsectionsTruncated = m.subsections(i)
	return p
}

// subsections links the sections below section i, MaxEntries at most.
func (m *Map) subsections(i int) (links []Link, truncated bool) {
	first, end := i+1, m.after(i)
	shown := min(end, first+MaxEntries)
	links = make([]Link, 0, shown-first)
	for ; first < shown; first++ {
		links = append(links, *m.link(first))
	}
	return links, shown < end
}

func (m *Map) neighbors(i int) Neighbors {
	var n Neighbors
	parent := m.Sections[i].Parent
	if j := m.after(i); j < len(m.Sections) && m.Sections[j].Parent == parent {
		n.Next = m.link(j)
	}
	j := i - 1
	for j > parent && m.Sections[j].Parent != parent {
		j = m.Sections[j].Parent
	}
	if j > parent {
		n.Prev = m.link(j)
	}
	return n
}

func (m *Map) link(i int) *Link {
	s := &m.Sections[i]
	return &Link{s.Title, s.TitleTruncated, s.Level, [2]int{s.Start, s.End}}
}

// clampMaxChars returns the page size that is enforced for a query's.
func clampMaxChars(maxChars int) int {
	if maxChars == 0 {
		return DefaultMaxChars
	}
	return min(max(maxChars, MinMaxChars), MaxMaxChars)
}

// page cuts the page at offset out of text. It ends between two grapheme
// clusters, unless one cluster is larger than the page.
func page(text string, offset, maxChars int) Page {
	start := budget.PrefixLen(text, offset)
	if start == len(text) {
		offset = utf8.RuneCountInString(text)
	}
	rest := text[start:]
	n := budget.CutChars(rest, maxChars)
	if n == 0 {
		n = budget.PrefixLen(rest, maxChars)
	}
	p := Page{Offset: max(offset, 0), Content: strings.Clone(rest[:n])}
	if n < len(rest) {
		p.Truncated = true
		p.NextOffset = p.Offset + utf8.RuneCountInString(p.Content)
		p.RemainingChars = utf8.RuneCountInString(rest[n:])
	}
	return p
}
