package section_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mapwright/mapwright/section"
)

// A model is what a map should say, found by comparing every heading with
// every other.
type model struct {
	lines    []string
	sections []section.Section
}

func modelOf(src string) model {
	md := model{lines: strings.Split(src, "\n")}
	for i, line := range md.lines {
		if i == 0 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if title := strings.TrimLeft(line, "#"); title != line {
			md.sections = append(md.sections, section.Section{
				Level: len(line) - len(title), Start: i + 1, Parent: -1, End: len(md.lines),
			})
		}
	}
	for i := range md.sections {
		s := &md.sections[i]
		for j := range md.sections[:i] {
			if md.sections[j].Level < s.Level {
				s.Parent = j
			}
		}
		for _, later := range slices.Backward(md.sections[i+1:]) {
			if later.Level <= s.Level {
				s.End = later.Start - 1
			}
		}
	}
	return md
}

// text returns lines start to end of the document.
func (md *model) text(start, end int) string { return strings.Join(md.lines[start-1:end], "\n") }

// checkMap compares a map with its model and with what every map promises.
func checkMap(t testing.TB, src string, m *section.Map) {
	t.Helper()
	md := modelOf(src)
	if len(m.Sections) != len(md.sections) || m.TotalLines != len(md.lines) || string(m.Source()) != src {
		t.Fatalf("%d sections in %d lines, want %d in %d:\n%q", len(m.Sections), m.TotalLines, len(md.sections), len(md.lines), src)
	}
	lines := section.SplitLines([]byte(src))
	for i, s := range m.Sections {
		want := md.sections[i]
		if s.Level != want.Level || s.Parent != want.Parent || s.Start != want.Start || s.End != want.End {
			t.Errorf("section %d is %v, want %v", i, s, want)
		}
		text := string(m.Text(i))
		ranged, _, err := lines.Range(section.Range{Start: s.Start, End: s.End})
		if err != nil {
			t.Error(err)
		}
		if text != md.text(s.Start, s.End) || text != string(ranged) || len(text) != s.Bytes {
			t.Errorf("section %d: text %q of %d bytes, lines %q, range %q", i, text, s.Bytes, md.text(s.Start, s.End), ranged)
		}
	}
	checkTiles(t, src, m)
	checkBreadcrumbs(t, m)
	if t.Failed() {
		t.Logf("source %q", src)
	}
}

// checkTiles joins adjacent ranges: those without a parent give the source,
// those below a section the section.
func checkTiles(t testing.TB, src string, m *section.Map) {
	t.Helper()
	if len(m.Sections) == 0 {
		return
	}
	tiles := make(map[int][]string) // by parent
	ends := make(map[int]int)
	for i, s := range m.Sections {
		end, ok := ends[s.Parent]
		if ok && s.Start != end+1 {
			t.Errorf("section %d starts on line %d, its sibling ends on %d", i, s.Start, end)
		}
		if s.Parent >= 0 && (s.Start <= m.Sections[s.Parent].Start || s.End > m.Sections[s.Parent].End) {
			t.Errorf("section %d is not inside its parent", i)
		}
		if i > 0 && s.Start <= m.Sections[i-1].Start {
			t.Errorf("section %d is not behind the one before it", i)
		}
		ends[s.Parent] = s.End
		tiles[s.Parent] = append(tiles[s.Parent], string(m.Text(i)))
	}
	for i, s := range m.Sections {
		parts := append([]string{string(m.OwnText(i))}, tiles[i]...)
		if got := strings.Join(parts, "\n"); got != string(m.Text(i)) || len(tiles[i]) > 0 && ends[i] != s.End {
			t.Errorf("section %d is not what it and its children are", i)
		}
	}
	whole := strings.Join(tiles[-1], "\n")
	if first := m.Sections[0].Offset; first > 0 {
		whole = src[:first-len("\n")] + "\n" + whole
	}
	if whole != src || ends[-1] != m.TotalLines {
		t.Errorf("the sections joined are %q", whole)
	}
}

func checkBreadcrumbs(t testing.TB, m *section.Map) {
	t.Helper()
	for i, s := range m.Sections {
		want := []string{s.Title}
		if s.Parent >= 0 {
			want = append(m.Breadcrumb(s.Parent), s.Title)
		}
		if got := m.Breadcrumb(i); !slices.Equal(got, want) || m.Depth(i) != len(want) {
			t.Errorf("section %d at depth %d has the breadcrumb %q, want %q", i, m.Depth(i), got, want)
		}
	}
}

// checkContents follows the rule of the map at one depth: what is shown and
// what is hidden are all sections.
func checkContents(t testing.TB, m *section.Map, maxDepth int) {
	t.Helper()
	answer, err := m.Answer(section.Query{MaxDepth: maxDepth})
	if err != nil {
		t.Fatal(err)
	}
	toc := answer.(*section.TOC)
	enforced := maxDepth
	if maxDepth != 0 {
		enforced = min(max(maxDepth, 1), section.MaxDepthLimit)
	}
	if toc.MaxDepth != enforced || toc.SectionCount != len(m.Sections) || len(toc.TOC) > section.MaxEntries {
		t.Errorf("depth %d: echoed %d, %d sections, %d entries", maxDepth, toc.MaxDepth, toc.SectionCount, len(toc.TOC))
	}
	var shown []int
	for i := range m.Sections {
		if enforced == 0 || m.Depth(i) <= enforced {
			shown = append(shown, i)
		}
	}
	if toc.TOCTruncated != (len(shown) > section.MaxEntries) || len(toc.TOC) != min(len(shown), section.MaxEntries) {
		t.Fatalf("depth %d: %d entries of %d, truncated %t", maxDepth, len(toc.TOC), len(shown), toc.TOCTruncated)
	}
	sum := 0
	for n, e := range toc.TOC {
		s := m.Sections[shown[n]]
		if e.Title != s.Title || e.LineRange != [2]int{s.Start, s.End} || e.ApproxBytes != s.Bytes || e.Level != s.Level {
			t.Errorf("depth %d: entry %d is %v, want section %v", maxDepth, n, e, s)
		}
		if e.HiddenSubsections > 0 && len(e.Breadcrumb) != enforced {
			t.Errorf("depth %d: entry %d hides sections at depth %d", maxDepth, n, len(e.Breadcrumb))
		}
		sum += 1 + e.HiddenSubsections
	}
	if !toc.TOCTruncated && sum != toc.SectionCount {
		t.Errorf("depth %d: %d sections shown and hidden, want %d", maxDepth, sum, toc.SectionCount)
	}
}

// checkRelatives compares a section's links with the sections that have it, or
// its parent, above them.
func checkRelatives(t testing.TB, m *section.Map, i int, p *section.SectionPage) {
	t.Helper()
	link := func(j int) section.Link {
		s := m.Sections[j]
		return section.Link{Title: s.Title, TitleTruncated: s.TitleTruncated, Level: s.Level, LineRange: [2]int{s.Start, s.End}}
	}
	var below []section.Link
	var prev, next *section.Link
	for j, s := range m.Sections {
		l := link(j)
		if j > i && s.End <= m.Sections[i].End {
			below = append(below, l)
		}
		if s.Parent == m.Sections[i].Parent && j < i {
			prev = &l
		}
		if s.Parent == m.Sections[i].Parent && j > i && next == nil {
			next = &l
		}
	}
	truncated := len(below) > section.MaxEntries
	if truncated {
		below = below[:section.MaxEntries]
	}
	if !slices.Equal(p.Subsections, below) || p.Subsections == nil || p.SubsectionsTruncated != truncated {
		t.Errorf("section %d has the subsections %v, want %v", i, p.Subsections, below)
	}
	if !sameLink(p.Neighbors.Prev, prev) || !sameLink(p.Neighbors.Next, next) {
		t.Errorf("section %d has the neighbors %v, %v, want %v, %v", i, p.Neighbors.Prev, p.Neighbors.Next, prev, next)
	}
}

func sameLink(a, b *section.Link) bool { return a == b || a != nil && b != nil && *a == *b }

// randomDocument returns a text of headings and other lines in no order.
func randomDocument(rng *rand.Rand) string {
	newline := [...]string{"\n", "\r\n"}[rng.IntN(2)]
	deepest := 1 + rng.IntN(10)
	var b strings.Builder
	if rng.IntN(4) == 0 {
		b.WriteString("\ufeff")
	}
	for n := range rng.IntN(40) {
		switch rng.IntN(4) {
		case 0:
			b.WriteString(strings.Repeat("#", 1+rng.IntN(deepest)))
			b.WriteString([...]string{"", " Title", " שלום", " A  b", " \u00a0"}[rng.IntN(5)])
		case 1:
			fmt.Fprintf(&b, "%s Title %d", strings.Repeat("#", 1+rng.IntN(deepest)), n)
		case 2:
			b.WriteString([...]string{"text", "בְּ", "👩‍👧", " \t", "\f\u2028\u0085"}[rng.IntN(5)])
		}
		b.WriteString(newline)
	}
	return strings.TrimSuffix(b.String(), [...]string{"", "\n", newline}[rng.IntN(3)])
}

// newRand returns a source whose seed is printed when the test fails.
func newRand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// rounds is how often a random test runs: n times, a tenth with -short.
func rounds(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

func TestRandomTrees(t *testing.T) {
	rng := newRand(t)
	pages := 0
	for range rounds(3_000) {
		src := randomDocument(rng)
		m, err := parse(src, nil)
		if errors.Is(err, section.InconsistentLineEndings) && strings.HasSuffix(src, "\r") {
			continue // the newline of the last line was taken off
		}
		if err != nil {
			t.Fatal(err)
		}
		checkMap(t, src, m)
		for maxDepth := range 12 {
			checkContents(t, m, maxDepth)
		}
		for i, s := range m.Sections {
			if p, ok := pageOf(t, m, section.Query{Section: &s.Title}); ok {
				checkRelatives(t, m, i, p)
				pages++
			}
		}
		if t.Failed() {
			t.Fatalf("source %q", src)
		}
	}
	if pages < rounds(3_000) {
		t.Errorf("only %d sections were asked for", pages)
	}
}

// pageOf returns the answer to a query for a section, false if its title is
// not the title of one section.
func pageOf(t testing.TB, m *section.Map, q section.Query) (*section.SectionPage, bool) {
	t.Helper()
	answer, err := m.Answer(q)
	if errors.Is(err, section.Ambiguous) || errors.Is(err, section.NotFound) {
		return nil, false
	}
	if err != nil {
		t.Fatal(err)
	}
	return answer.(*section.SectionPage), true
}

func FuzzBuilder(f *testing.F) {
	for _, src := range []string{guide, "", "#\r\n##\r\n#", "\ufeff## A\n# B\n", "\n\ufeff#", "a\rb", "### c\n## b\n# a\n## b"} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		m, err := parse(src, &section.Limits{MaxLines: 1000, MaxSections: 100})
		if err != nil {
			checkRefusal(t, src, err)
			return
		}
		checkMap(t, src, m)
		for maxDepth := -1; maxDepth < 10; maxDepth++ {
			checkContents(t, m, maxDepth)
		}
	})
}

// checkRefusal checks that a text deserves the error that it got under the
// limits of FuzzBuilder.
func checkRefusal(t testing.TB, src string, err error) {
	t.Helper()
	lone := strings.Count(src, "\r") - strings.Count(src, "\r\n")
	lines := strings.Count(src, "\n") + 1
	e, ok := errors.AsType[*section.Error](err)
	switch {
	case !ok:
		t.Errorf("%#v is no *section.Error", err)
	case e.Code == section.TooManyLines && lines > e.Max && lines == e.TotalLines:
	case e.Code == section.InconsistentLineEndings && lone > 0 && e.Line >= 1 && e.Line <= lines:
	case e.Code == section.TooManySections && len(modelOf(src).sections) > e.Max:
	default:
		t.Errorf("%q is refused with %v", src, err)
	}
}
