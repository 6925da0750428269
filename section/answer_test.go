package section_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/section"
)

// checkPages reads a text page by page: nothing is lost or repeated, the
// offset grows, and each page ends between two clusters where there is such a
// border in it.
func checkPages(t testing.TB, text string, maxChars int, ask func(offset int) section.Page) {
	t.Helper()
	chars := utf8.RuneCountInString(text)
	read, offset := "", 0
	for {
		p := ask(offset)
		n := utf8.RuneCountInString(p.Content)
		if p.Offset != offset || n > maxChars {
			t.Fatalf("page at %d: offset %d, %d code points of %d", offset, p.Offset, n, maxChars)
		}
		read += p.Content
		if !p.Truncated {
			if p.NextOffset != 0 || p.RemainingChars != 0 || read != text {
				t.Errorf("last page at %d: next %d, remaining %d, the same text %t", offset, p.NextOffset, p.RemainingChars, read == text)
			}
			return
		}
		if p.NextOffset != offset+n || p.NextOffset <= offset || p.RemainingChars != chars-p.NextOffset {
			t.Fatalf("page at %d: %d code points, next %d, %d of %d remain", offset, n, p.NextOffset, p.RemainingChars, chars)
		}
		border := budget.Cut(text, len(read))
		if utf8.ValidString(text) && border != len(read) && border > len(read)-len(p.Content) {
			t.Errorf("the page at %d ends inside a cluster, %+q", offset, lastRunes(p.Content))
		}
		offset = p.NextOffset
	}
}

func lastRunes(s string) string { return s[max(len(s)-30, 0):] }

// pieces are what pages are likely to be cut in.
var pieces = []string{
	"word ", "\r\n", "\n", "\x00", "\x1b", "בְּרֵא", "שָׁ", "👩‍👩‍👧", "👍🏽", "🇮🇱", "🏳️‍🌈", "的一是", "한국", "\u1112\u1161\u11ab", "क्त", "e\u0301\u0302",
}

func randomText(rng *rand.Rand, chars int) string {
	var b strings.Builder
	for utf8.RuneCountInString(b.String()) < chars {
		b.WriteString(pieces[rng.IntN(len(pieces))])
	}
	return b.String()
}

func TestPages(t *testing.T) {
	texts := map[string]string{
		"empty":        "",
		"one page":     strings.Repeat("a", 500),
		"two pages":    strings.Repeat("a", 501),
		"one cluster":  "a" + strings.Repeat("\u0301", 3000),
		"giant inside": "word" + strings.Repeat("\u200d", 1200) + "word",
		"flags":        strings.Repeat("🇮🇱", 900),
		"invalid":      strings.Repeat("\xe2\x80", 900),
	}
	for _, piece := range pieces {
		texts[fmt.Sprintf("%+q", piece)] = strings.Repeat(piece, 400)
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			for _, maxChars := range []int{500, 501, 502, 503, 1000} {
				checkDocument(t, text, maxChars)
			}
		})
	}
}

func checkDocument(t testing.TB, text string, maxChars int) {
	t.Helper()
	checkPages(t, text, maxChars, func(offset int) section.Page {
		return section.Document([]byte(text), offset, maxChars).Page
	})
}

func TestPagesRandom(t *testing.T) {
	rng := newRand(t)
	for range rounds(200) {
		checkDocument(t, randomText(rng, rng.IntN(2000)), 500+rng.IntN(100))
	}
}

// TestSectionPages reads sections with and without their subsections.
func TestSectionPages(t *testing.T) {
	rng := newRand(t)
	for range rounds(100) {
		src := fmt.Sprintf("# A\n%s\n## B\n%s\n# C", randomText(rng, rng.IntN(1500)), randomText(rng, rng.IntN(1500)))
		m, err := parse(src, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, ownText := range []bool{false, true} {
			q := section.Query{Section: new("a"), OwnText: ownText, MaxChars: 500 + rng.IntN(100)}
			want := m.Text(0)
			if ownText {
				want = m.OwnText(0)
			}
			checkPages(t, string(want), q.MaxChars, func(offset int) section.Page {
				q.Offset = offset
				p, ok := pageOf(t, m, q)
				if !ok || p.IncludeSubsections == ownText {
					t.Fatalf("found %t, with subsections %t", ok, p.IncludeSubsections)
				}
				return p.Page
			})
		}
	}
}

func TestOwnText(t *testing.T) {
	for _, tt := range []struct{ name, reason, src, want string }{
		{"no subsection", "all of the text", "# A\na\n# B", "# A\na"},
		{"subsection", "stops before its first line, without the newline", "# A\na\n\n## B\nb", "# A\na\n"},
		{"at once", "a heading alone", "# A\n## B", "# A"},
		{"skipped level", "a deeper heading is a subsection as well", "# A\na\n#### D\n## B", "# A\na"},
		{"CRLF", "the carriage return stays", "# A\r\na\r\n## B", "# A\r\na\r"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(mustParse(tt.src).OwnText(0)); got != tt.want {
				t.Errorf("own text is %q, want %q: %s", got, tt.want, tt.reason)
			}
		})
	}
}

func TestClampMaxChars(t *testing.T) {
	text := strings.Repeat("a", section.MaxMaxChars+1)
	m := mustParse("# A\n" + text)
	for _, tt := range []struct {
		name, reason   string
		maxChars, want int
	}{
		{"zero", "the default", 0, section.DefaultMaxChars},
		{"negative", "clamped to the least", -1, section.MinMaxChars},
		{"most negative", "no overflow", math.MinInt, section.MinMaxChars},
		{"one", "clamped to the least", 1, section.MinMaxChars},
		{"below", "clamped to the least", section.MinMaxChars - 1, section.MinMaxChars},
		{"least", "as it is", section.MinMaxChars, section.MinMaxChars},
		{"between", "as it is", 777, 777},
		{"most", "as it is", section.MaxMaxChars, section.MaxMaxChars},
		{"above", "clamped to the most", section.MaxMaxChars + 1, section.MaxMaxChars},
		{"largest", "no overflow", math.MaxInt, section.MaxMaxChars},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if p := section.Document([]byte(text), 0, tt.maxChars); p.MaxChars != tt.want || len(p.Content) != tt.want {
				t.Errorf("document: %d enforced, %d read, want %d: %s", p.MaxChars, len(p.Content), tt.want, tt.reason)
			}
			if p, _ := pageOf(t, m, section.Query{Section: new("A"), MaxChars: tt.maxChars}); len(p.Content) != tt.want {
				t.Errorf("section: %d read, want %d: %s", len(p.Content), tt.want, tt.reason)
			}
		})
	}
}

func TestClampOffset(t *testing.T) {
	const text = "שלום\r\n👩‍👧!" // 4 + 2 + 3 + 1 code points
	for _, tt := range []struct {
		name, reason string
		offset, want int
		content      string
	}{
		{"negative", "clamped to the start", -5, 0, text},
		{"most negative", "no overflow", math.MinInt, 0, text},
		{"inside", "counts code points", 4, 4, "\r\n👩‍👧!"},
		{"inside a cluster", "begins there", 5, 5, "\n👩‍👧!"},
		{"last", "one character", 9, 9, "!"},
		{"at the end", "an empty last page", 10, 10, ""},
		{"behind the end", "clamped to the end", 11, 10, ""},
		{"in bytes still inside", "clamped all the same", 15, 10, ""},
		{"largest", "no overflow", math.MaxInt, 10, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := section.Document([]byte(text), tt.offset, 0)
			if p.Offset != tt.want || p.Content != tt.content || p.Truncated {
				t.Errorf("offset %d, content %q, truncated %t, want %d, %q: %s", p.Offset, p.Content, p.Truncated, tt.want, tt.content, tt.reason)
			}
		})
	}
}

// TestDocumentUnparsed reads what a parser refuses.
func TestDocumentUnparsed(t *testing.T) {
	if p := section.Document([]byte("# A\rold Mac file\r"), 0, 0); p.Content != "# A\rold Mac file\r" {
		t.Errorf("content is %q", p.Content)
	}
	if p := section.Document(nil, 3, 0); p.Content != "" || p.Offset != 0 || p.Truncated {
		t.Errorf("the page of no text is %v", p)
	}
}

func TestContents(t *testing.T) {
	chain := func(n int) string { // each heading below the one before
		var b strings.Builder
		for level := range n {
			b.WriteString(strings.Repeat("#", level+1) + "\n")
		}
		return b.String()
	}
	for _, tt := range []struct {
		name, reason, src string
		maxDepth          int
		entries, hidden   int // hidden is that of the last entry
		truncated         bool
		enforced          int
	}{
		{"empty", "a document without headings", "text", 0, 0, 0, false, 0},
		{"all", "zero keeps every depth", chain(10), 0, 10, 0, false, 0},
		{"one", "all the others are hidden", chain(10), 1, 1, 9, false, 1},
		{"negative", "clamped to 1", chain(10), -1, 1, 9, false, 1},
		{"most negative", "no overflow", chain(10), math.MinInt, 1, 9, false, 1},
		{"at the bottom", "nothing is hidden", chain(10), 10, 10, 0, false, 10},
		{"deepest", "the limit itself", chain(70), 64, 64, 6, false, 64},
		{"deeper", "clamped to 64", chain(70), 65, 64, 6, false, 64},
		{"largest", "no overflow", chain(70), math.MaxInt, 64, 6, false, 64},
		{"by breadcrumb", "a ### right under a # is at depth 2", "# A\n### C\n## B\n### D", 2, 3, 1, false, 2},
		{"at the cap", "nothing is left out", strings.Repeat("#\n", 500), 0, 500, 0, false, 0},
		{"over the cap", "one is left out, and it is said", strings.Repeat("#\n", 501), 0, 500, 0, true, 0},
		{"depth before the cap", "what is hidden takes no room", "# A\n" + strings.Repeat("##\n", 501), 1, 1, 501, false, 1},
		{"depth and cap", "entries are counted after the filter", strings.Repeat("#\n##\n", 501), 1, 500, 1, true, 1},
		{"depth at the cap", "the last entry hides the rest", strings.Repeat("#\n", 500) + "##\n##", 1, 500, 2, false, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := mustParse(tt.src)
			checkContents(t, m, tt.maxDepth)
			answer, err := m.Answer(section.Query{MaxDepth: tt.maxDepth})
			if err != nil {
				t.Fatal(err)
			}
			toc := answer.(*section.TOC)
			hidden := 0
			if n := len(toc.TOC); n > 0 {
				hidden = toc.TOC[n-1].HiddenSubsections
			}
			if len(toc.TOC) != tt.entries || hidden != tt.hidden || toc.TOCTruncated != tt.truncated || toc.MaxDepth != tt.enforced {
				t.Errorf("%d entries, %d hidden, truncated %t, depth %d, want %d, %d, %t, %d: %s", len(toc.TOC), hidden, toc.TOCTruncated,
					toc.MaxDepth, tt.entries, tt.hidden, tt.truncated, tt.enforced, tt.reason)
			}
		})
	}
}

func TestSubsectionsCap(t *testing.T) {
	for _, n := range []int{section.MaxEntries, section.MaxEntries + 1} {
		m := mustParse("# A\n" + strings.Repeat("## b\n### c\n", n/2) + strings.Repeat("## d\n", n%2))
		p, ok := pageOf(t, m, section.Query{Section: new("A"), OwnText: true})
		if !ok {
			t.Fatal("not found")
		}
		checkRelatives(t, m, 0, p)
		if p.SubsectionsTruncated != (n > section.MaxEntries) {
			t.Errorf("%d subsections: truncated %t", n, p.SubsectionsTruncated)
		}
	}
}

// TestNotFoundMap shapes the map of the error as the query says.
func TestNotFoundMap(t *testing.T) {
	m := mustParse("# A\n## B\n# C")
	for _, name := range []string{"", " ", "D"} {
		_, err := m.Answer(section.Query{Section: &name, MaxDepth: 1})
		e, ok := errors.AsType[*section.NotFoundError](err)
		if !ok || e.Contents == nil {
			t.Fatalf("%q: error is %#v", name, err)
		}
		if len(e.TOC) != 2 || e.SectionCount != 3 || e.MaxDepth != 1 {
			t.Errorf("%q: %d entries of %d, depth %d", name, len(e.TOC), e.SectionCount, e.MaxDepth)
		}
	}
	_, err := m.Find("D")
	if e, ok := errors.AsType[*section.NotFoundError](err); !ok || e.Contents != nil {
		t.Errorf("Find's error is %#v", err)
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add(guide, "install", 0, 0, 1, false)
	f.Add(guide, "guide", 3, 500, 0, true)
	f.Add("# A\n"+strings.Repeat("👩‍👩‍👧", 200)+"\n## B", "a", 100, 500, 64, false)
	f.Add("# \xff\n\xe2\x80", "\xff", -1, -1, -1, true)
	f.Fuzz(func(t *testing.T, src, name string, offset, maxChars, maxDepth int, ownText bool) {
		m, err := parse(src, nil)
		if err != nil {
			return
		}
		checkContents(t, m, maxDepth)
		q := section.Query{Section: &name, Offset: offset, MaxChars: maxChars, MaxDepth: maxDepth, OwnText: ownText}
		i, err := m.Find(name)
		if err != nil {
			if _, answerErr := m.Answer(q); answerErr == nil || answerErr.Error() != err.Error() {
				t.Errorf("Find fails with %v, Answer with %v", err, answerErr)
			}
			return
		}
		first, _ := pageOf(t, m, q)
		checkRelatives(t, m, i, first)
		text := m.Text(i)
		if ownText {
			text = m.OwnText(i)
		}
		if all := utf8.RuneCount(text); first.Offset < 0 || first.Offset > all || first.Offset+utf8.RuneCountInString(first.Content)+first.RemainingChars != all {
			t.Errorf("offset %d of %d code points: at %d, %d remain", offset, all, first.Offset, first.RemainingChars)
		}
		checkPages(t, string(text), section.MaxMaxChars, func(offset int) section.Page {
			q.Offset = offset
			p, _ := pageOf(t, m, q)
			return p.Page
		})
	})
}
