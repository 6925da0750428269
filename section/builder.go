package section

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
)

// MaxTitleChars is the most code points that a title keeps. A longer one is
// cut once, here, so that it is not repeated whole in each breadcrumb.
const MaxTitleChars = 4096

// Limits are hard caps on one parse. Zero fields mean the Default constants,
// and so does a nil *Limits wherever one is asked for.
type Limits struct {
	MaxLines    int // if zero, DefaultMaxLines
	MaxTokens   int // if zero, DefaultMaxTokens; what a token is, the parser says
	MaxSections int // if zero, DefaultMaxSections
}

// withDefaults returns the limits that hold for lim, which may be nil.
func (lim *Limits) withDefaults() Limits {
	var l Limits
	if lim != nil {
		l = *lim
	}
	if l.MaxLines == 0 {
		l.MaxLines = DefaultMaxLines
	}
	if l.MaxTokens == 0 {
		l.MaxTokens = DefaultMaxTokens
	}
	if l.MaxSections == 0 {
		l.MaxSections = DefaultMaxSections
	}
	return l
}

// A Heading is what a parser has found: the lines Start to End of the source,
// where line Start begins in it (in bytes), and the heading's level and title.
type Heading struct {
	Level, Start, End, Offset int
	Title                     []byte // source text; copied, white space around it dropped
}

// A Builder makes a [Map] out of headings. It is for parsers; make one with
// [NewBuilder].
type Builder struct {
	m      Map
	lim    Limits
	last   int // the section that the next heading follows, -1 at first
	titles strings.Builder

	line struct{ start, end int } // the last that lineEnd was asked for
}

// NewBuilder begins the map of src and checks what can be checked before any
// parsing: its error is an *[Error] with the code [TooManyLines] or, in a text
// that is short enough, [InconsistentLineEndings]. A nil lim means the default
// limits. The builder keeps src.
func NewBuilder(src []byte, lim *Limits) (*Builder, error) {
	l := lim.withDefaults()
	if len(src) >= l.MaxLines { // else there can not be more lines
		if total := bytes.Count(src, newline) + 1; total > l.MaxLines {
			return nil, &Error{Code: TooManyLines, Max: l.MaxLines, TotalLines: total}
		}
	}
	if i := loneCarriageReturn(src); i >= 0 {
		return nil, &Error{Code: InconsistentLineEndings, Line: bytes.Count(src[:i], newline) + 1}
	}
	return &Builder{m: Map{src: src}, lim: l, last: -1}, nil
}

var newline = []byte{'\n'}

// loneCarriageReturn returns the offset of the first carriage return that is
// not followed by a newline, -1 if there is none.
func loneCarriageReturn(src []byte) int {
	for i := 0; ; i++ {
		next := bytes.IndexByte(src[i:], '\r')
		if next < 0 {
			return -1
		}
		i += next
		if i+1 == len(src) || src[i+1] != '\n' {
			return i
		}
	}
}

// Limits returns the limits that hold, with no zero field.
func (b *Builder) Limits() Limits { return b.lim }

// SetFrontMatter records the lines of metadata before the document, for
// Map.FrontMatter.
func (b *Builder) SetFrontMatter(r Range) { b.m.FrontMatter = r }

// Grow makes room for so many more headings, with titles of so many bytes
// together. It saves Add's growing memory step by step, nothing depends on it.
func (b *Builder) Grow(headings, titles int) {
	b.m.Sections = slices.Grow(b.m.Sections, headings)
	if titles > b.titles.Cap()-b.titles.Len() {
		b.titles = strings.Builder{}
		b.titles.Grow(titles)
	}
}

// Add appends a section. Headings must come in the order of the document. Two on
// the same line, which a format can have that knows other ends of lines, share
// it: the first section has at least its first line. The first heading over the limit is an *[Error] with
// the code [TooManySections], after which the parser gives up: a map that ends
// in the middle would look like a whole one. Add copies the title and takes
// amortized time linear in it.
func (b *Builder) Add(h Heading) error {
	if len(b.m.Sections) >= b.lim.MaxSections {
		return &Error{Code: TooManySections, Max: b.lim.MaxSections, Line: h.Start}
	}
	if b.m.Sections == nil { // few documents have more than a heading for each 500 bytes
		b.m.Sections = make([]Section, 0, min(4+len(b.m.src)/512, 64))
	}
	b.close(h.Level, h.Start-1, h.Offset-len("\n"))
	title, cut := capTitle(bytes.TrimSpace(h.Title))
	b.m.Sections = append(b.m.Sections, Section{
		Title:          b.keep(title),
		TitleTruncated: cut,
		Level:          h.Level,
		Start:          h.Start,
		Parent:         b.last,
		HeadingEnd:     h.End,
		Offset:         h.Offset,
	})
	b.last = len(b.m.Sections) - 1
	return nil
}

// keep returns a copy of title that shares its memory with the titles before it,
// so that a heading costs no allocation of its own. A full block is left to the
// titles in it and a new one is begun.
func (b *Builder) keep(title []byte) string {
	start := b.titles.Len()
	if len(title) > b.titles.Cap()-start {
		b.titles = strings.Builder{}
		b.titles.Grow(max(len(title), min(32*cap(b.m.Sections), 1<<15)))
		start = 0
	}
	b.titles.Write(title)
	return b.titles.String()[start:]
}

// close ends the open sections of the given level and below at line end, byte
// offset. Each section is closed once, so all calls together are linear.
func (b *Builder) close(level, end, offset int) {
	for b.last >= 0 && b.m.Sections[b.last].Level >= level {
		s := &b.m.Sections[b.last]
		s.End, s.Bytes = end, offset-s.Offset
		if end < s.Start { // it shares its line with what ends it
			s.End, s.Bytes = s.Start, b.lineEnd(s.Offset)-s.Offset
		}
		b.last = s.Parent
	}
}

// lineEnd returns where the line that begins at offset ends. It keeps the answer:
// a long line can hold many headings.
func (b *Builder) lineEnd(offset int) int {
	if b.line.end == 0 || b.line.start != offset {
		b.line.start, b.line.end = offset, len(b.m.src)
		if n := bytes.IndexByte(b.m.src[offset:], '\n'); n >= 0 {
			b.line.end = offset + n
		}
	}
	return b.line.end
}

// capTitle returns at most MaxTitleChars code points of title and whether
// there were more.
func capTitle(title []byte) ([]byte, bool) {
	if len(title) <= MaxTitleChars {
		return title, false
	}
	start := title[:min(len(title), (MaxTitleChars+1)*utf8.UTFMax)] // enough to see what is cut
	if utf8.RuneCount(start) <= MaxTitleChars {
		return title, false
	}
	s := string(start)
	n := budget.CutChars(s, MaxTitleChars)
	if n == 0 { // one cluster longer than a title
		n = budget.PrefixLen(s, MaxTitleChars)
	}
	return bytes.TrimSpace(title[:n]), true
}

// Map returns the finished map. The builder must not be used after it.
func (b *Builder) Map() *Map {
	b.m.TotalLines = b.countLines()
	b.close(0, b.m.TotalLines, len(b.m.src))
	return &b.m
}

// countLines counts the lines of the source. Those before the last section are
// known.
func (b *Builder) countLines() int {
	line, offset := 1, 0
	if n := len(b.m.Sections); n > 0 {
		line, offset = b.m.Sections[n-1].Start, b.m.Sections[n-1].Offset
	}
	return line + bytes.Count(b.m.src[offset:], newline)
}
