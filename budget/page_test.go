package budget_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
)

// A textPage is the answer of the shared cases.
type textPage struct {
	Text       string `json:"text"`
	Offset     int    `json:"offset"`
	NextOffset *int   `json:"next_offset"`
	TotalBytes int    `json:"total_bytes"`
}

func buildTextPage(s string, offset int) func(text string, next int) textPage {
	return func(text string, next int) textPage {
		page := textPage{Text: text, Offset: offset, TotalBytes: len(s)}
		if next < len(s) {
			page.NextOffset = &next
		}
		return page
	}
}

// A charsPage counts in code points, leaves out what is zero, and gets longer
// when there is more to come.
type charsPage struct {
	Text      string `json:"text,omitempty"`
	Truncated bool   `json:"truncated"`
	Reason    string `json:"reason,omitempty"`
	Next      int    `json:"next,omitempty"`
	Remaining int    `json:"remaining,omitempty"`
}

func buildCharsPage(s string) func(text string, next int) charsPage {
	return func(text string, next int) charsPage {
		page := charsPage{Text: text}
		if next < len(s) {
			page.Truncated, page.Reason = true, "byte_budget"
			page.Next, page.Remaining = utf8.RuneCountInString(s[:next]), utf8.RuneCountInString(s[next:])
		}
		return page
	}
}

func TestPageShared(t *testing.T) {
	type want struct {
		Bytes      int
		EndMin     int  `json:"end_min"`
		EndMax     int  `json:"end_max"`
		NextOffset *int `json:"next_offset"`
		Error      string
		MinBytes   int `json:"min_bytes"`
	}
	sharedCases(t, "page", 7, func(t *testing.T, c *sharedCase, w want) {
		s := c.text()
		page, err := budget.Page(budget.Pager{Max: c.Budget}, s, c.Offset, buildTextPage(s, c.Offset))
		if w.Error != "" {
			if e, ok := errors.AsType[*budget.TooLargeError](err); !ok || *e != (budget.TooLargeError{Bytes: w.MinBytes, Max: c.Budget}) {
				t.Errorf("error %v, want %d bytes", err, w.MinBytes)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := len(sent(t, budget.Plain, page)); got != w.Bytes {
			t.Errorf("%d bytes, want %d", got, w.Bytes)
		}
		if end := c.Offset + len(page.Text); end < w.EndMin || end > w.EndMax {
			t.Errorf("the page ends at %d, want %d to %d", end, w.EndMin, w.EndMax)
		}
		if (page.NextOffset == nil) != (w.NextOffset == nil) || w.NextOffset != nil && *page.NextOffset != *w.NextOffset {
			t.Errorf("next offset %v, want %v", page.NextOffset, w.NextOffset)
		}
	})
}

// pageEnds returns where the pages of s may end.
func pageEnds(border budget.Border, s string) []int {
	switch border {
	case budget.Runes:
		return runeEnds(s)
	case budget.Lines:
		var ends []int
		for line := range strings.Lines(s) {
			end := len(line)
			if len(ends) > 0 {
				end += ends[len(ends)-1]
			}
			ends = append(ends, end)
		}
		return ends
	default:
		return scannedEnds(s)
	}
}

// checkPage compares a page with all that there might be. It returns where the
// page ends, or -1 for a refusal.
func checkPage[T any](t testing.TB, p budget.Pager, s string, offset int, build func(text string, next int) T, text func(T) string) int {
	t.Helper()
	answer, err := budget.Page(p, s, offset, build)
	rest := s[offset:]
	size := func(end int) int { return len(sent(t, p.Encoding, build(rest[:end], offset+end))) }
	refused, tooLarge := errors.AsType[*budget.TooLargeError](err)
	if err != nil && !tooLarge {
		t.Fatal(err)
	}
	got := len(text(answer))
	ends := pageEnds(p.Border, rest)
	if p.Border == budget.Runes {
		// A page ends between two clusters if there is one that does.
		if clusters := scannedEnds(rest); len(clusters) > 0 && size(clusters[0]) <= p.Max {
			ends = clusters
		}
	}
	whole := size(len(rest))
	if tooLarge {
		least := whole
		if rest != "" {
			least = size(ends[0])
		}
		if whole <= p.Max || refused.Bytes != least || refused.Max != p.Max || refused.Bytes <= refused.Max {
			t.Errorf("%+v: page of %+q at %d: %v, the whole takes %d bytes, the shortest %d", p, s, offset, err, whole, least)
		}
		return -1
	}
	if n := len(sent(t, p.Encoding, answer)); n > p.Max {
		t.Errorf("%+v: page of %+q at %d takes %d bytes", p, s, offset, n)
	}
	if got == 0 && rest != "" {
		t.Errorf("%+v: page of %+q at %d is empty", p, s, offset)
	}
	if whole <= p.Max {
		if got != len(rest) {
			t.Errorf("%+v: page of %+q at %d ends after %d bytes, but all %d fit", p, s, offset, got, len(rest))
		}
		return len(s)
	}
	empty := p.Encoding.Size("")
	around, best, border := 0, 0, false
	for _, end := range ends {
		border = border || end == got
		around = max(around, size(end)-p.Encoding.Size(rest[:end])+empty)
	}
	for _, end := range ends {
		if end < len(rest) && around+p.Encoding.Size(rest[:end])-empty <= p.Max {
			best = end
		}
	}
	if got < best || !border {
		t.Errorf("%+v: page of %+q at %d ends after %d bytes, %d fit with the worst numbers", p, s, offset, got, best)
	}
	return offset + got
}

// checkPages reads all pages of s, the text and the budget being random.
func checkPages(t testing.TB, p budget.Pager, s string) {
	t.Helper()
	for offset := 0; offset >= 0 && offset < len(s); {
		before := offset
		offset = checkPage(t, p, s, offset, buildCharsPage(s), func(page charsPage) string { return page.Text })
		if offset >= 0 && offset <= before {
			t.Fatalf("%+v: the page of %+q at %d is followed by %d", p, s, before, offset)
		}
	}
}

func randomPager(rng *rand.Rand, largest int) budget.Pager {
	return budget.Pager{
		Encoding: encodings[rng.IntN(len(encodings))].Encoding,
		Max:      rng.IntN(largest) - 10,
		Border:   []budget.Border{budget.Clusters, budget.Runes, budget.Lines}[rng.IntN(3)],
	}
}

func TestPageRandom(t *testing.T) {
	t.Parallel()
	rng := newRand(t)
	pieces := slices.Concat(escapes, alphabet)
	for range rounds(20_000) {
		s := randomText(rng, pieces, 30)
		p := randomPager(rng, 200)
		if rng.IntN(2) == 0 {
			checkPages(t, p, s)
			continue
		}
		offset := budget.CutRunes(s, rng.IntN(len(s)+1))
		checkPage(t, p, s, offset, buildTextPage(s, offset), func(page textPage) string { return page.Text })
	}
}

// TestPageDigits has pages whose next offset has one digit more than another.
func TestPageDigits(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"a", "<", "שלום", "e\u0301", "ab\n"} {
		s := repeat(unit, 120)
		for most := 40; most < 300; most++ {
			for _, e := range encodings {
				p := budget.Pager{Encoding: e.Encoding, Max: most}
				checkPage(t, p, s, 0, buildTextPage(s, 0), func(page textPage) string { return page.Text })
			}
		}
	}
}

func TestPageOffset(t *testing.T) {
	const s = "aא\u0301b"
	for _, tt := range []struct {
		name, reason string
		offset       int
		want         string
	}{
		{"negative", "clamped", -5, s},
		{"start", "all of it", 0, s},
		{"inside a letter", "moved back to where it begins, so that the page is valid", 2, "א\u0301b"},
		{"inside a cluster", "a page that split a cluster is followed by this", 3, "\u0301b"},
		{"end", "an empty page, not an error", 6, ""},
		{"behind the end", "clamped", 7, ""},
	} {
		got, err := budget.Page(budget.Pager{Max: 100}, s, tt.offset, func(text string, _ int) string { return text })
		if err != nil || got != tt.want {
			t.Errorf("%s: page at %d is %+q, %v, want %+q: %s", tt.name, tt.offset, got, err, tt.want, tt.reason)
		}
	}
}

func TestPageError(t *testing.T) {
	for _, s := range []string{"", "abc"} {
		_, err := budget.Page(budget.Pager{Max: 100}, s, 0, func(string, int) any { return make(chan int) })
		if _, tooLarge := errors.AsType[*budget.TooLargeError](err); err == nil || tooLarge {
			t.Errorf("the page of %q in a channel: %v, want the encoder's error", s, err)
		}
	}
}

// TestPageSplit has a first cluster that is split, down to where no code point
// fits.
func TestPageSplit(t *testing.T) {
	const s = "👩\u200d👩\u200d👧!"
	for most := -2; most < 80; most++ {
		checkPage(t, budget.Pager{Max: most, Border: budget.Runes}, s, 0, buildTextPage(s, 0), func(page textPage) string { return page.Text })
		checkPage(t, budget.Pager{Max: most, Border: budget.Runes}, s, 0, func(text string, _ int) string { return text }, func(page string) string { return page })
	}
}

// TestPageLeftOut has an empty page whose text is left out of the answer: it fits
// into what the answer without it takes.
func TestPageLeftOut(t *testing.T) {
	const s = "abc"
	least := len(sent(t, budget.Plain, charsPage{}))
	for most := least - 1; most <= least; most++ {
		got, err := budget.Page(budget.Pager{Max: most}, s, len(s), buildCharsPage(s))
		if got != (charsPage{}) || (err == nil) != (most >= least) {
			t.Errorf("the page at the end, at most %d bytes of %d: %+v, %v", most, least, got, err)
		}
	}
}

func TestFitLinesShared(t *testing.T) {
	type want struct {
		End, Lines       int
		Truncated        bool
		FirstLineTooLong bool `json:"first_line_too_long"`
	}
	sharedCases(t, "fit_lines", 13, func(t *testing.T, c *sharedCase, w want) {
		s := c.text()
		n, lines, size := budget.Plain.FitLines(s, c.Budget)
		if n != w.End || lines != w.Lines || (n < len(s)) != w.Truncated || (n == 0 && s != "") != w.FirstLineTooLong {
			t.Errorf("FitLines(%+q, %d) = %d of %d, %d lines, want %d, %d", s, c.Budget, n, len(s), lines, w.End, w.Lines)
		}
		if want := budget.Size(s[:n]) - 2; size != want {
			t.Errorf("FitLines(%+q, %d): size %d, want %d", s, c.Budget, size, want)
		}
	})
}

func TestFitLinesRandom(t *testing.T) {
	rng := newRand(t)
	pieces := slices.Concat([]string{"\n", "\n", "\r\n", "\r"}, escapes)
	for range rounds(50_000) {
		s := randomText(rng, pieces, 10)
		e := encodings[rng.IntN(len(encodings))]
		checkFitLines(t, e.Encoding, s, rng.IntN(e.Size(s)+2)-2)
	}
}

func checkFitLines(t testing.TB, e budget.Encoding, s string, max int) {
	t.Helper()
	n, lines, size := e.FitLines(s, max)
	ends := pageEnds(budget.Lines, s)
	wantN, wantSize := bruteFit(ends, sentCosts(t, e, s, ends), max)
	if wantLines := len(pageEnds(budget.Lines, s[:wantN])); n != wantN || lines != wantLines || size != wantSize {
		t.Errorf("%+v: FitLines(%+q, %d) = %d, %d, %d, want %d, %d, %d", e, s, max, n, lines, size, wantN, wantLines, wantSize)
	}
}

func FuzzPage(f *testing.F) {
	for i, text := range texts {
		f.Add(text.unit, 80+i, i%2 == 0, i%3 == 0, i%3)
	}
	f.Add(strings.Join(escapes, "")+fmt.Sprint(alphabet), 100, true, true, 2)
	f.Fuzz(func(t *testing.T, s string, most int, noHTMLEscape, nested bool, border int) {
		valid := strings.ToValidUTF8(s, "\ufffd")
		valid = valid[:budget.PrefixLen(valid, 100)] // every page is encoded
		e := budget.Encoding{NoHTMLEscape: noHTMLEscape, Nested: nested}
		checkFitLines(t, e, valid, most)
		checkPages(t, budget.Pager{Encoding: e, Max: most, Border: budget.Border(border)}, valid)
	})
}
