package budget_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/rivo/uniseg"

	"github.com/mapwright/mapwright/budget"
)

// scannedEnds returns where the clusters of s end, found by a scan from its
// start.
func scannedEnds(s string) []int {
	var ends []int
	for clusters := graphemes.FromString(s); clusters.Next(); {
		ends = append(ends, clusters.End())
	}
	return ends
}

// cutEnds returns where the clusters of s end, found with Cut alone.
func cutEnds(s string) []int {
	var ends []int
	for limit := 1; limit <= len(s); limit++ {
		if n := budget.Cut(s, limit); len(ends) == 0 && n > 0 || len(ends) > 0 && n != ends[len(ends)-1] {
			ends = append(ends, n)
		}
	}
	return ends
}

// checkCuts compares Cut at every limit with the last of ends that the limit
// allows.
func checkCuts(t testing.TB, s string, ends []int) {
	t.Helper()
	want := 0
	for limit := -1; limit <= len(s)+1; limit++ {
		if slices.Contains(ends, limit) {
			want = limit
		}
		if got := budget.Cut(s, limit); got != want {
			t.Errorf("Cut(%+q, %d) = %d, want %d", s, limit, got, want)
		}
	}
}

func TestCutShared(t *testing.T) {
	type want struct {
		End               int
		Truncated         bool
		FirstClusterBytes int `json:"first_cluster_bytes"`
	}
	sharedCases(t, "cut_bytes", 49, func(t *testing.T, c *sharedCase, w want) {
		s := c.text()
		n := budget.Cut(s, c.Max)
		if n != w.End || (n < len(s)) != w.Truncated {
			t.Errorf("Cut(%+q, %d) = %d of %d, want %d, truncated %t", s, c.Max, n, len(s), w.End, w.Truncated)
		}
		if first := w.FirstClusterBytes; first > 0 && (budget.Cut(s, first) != first || budget.Cut(s, first-1) != 0) {
			t.Errorf("the first cluster of %+q is not of %d bytes", s, first)
		}
	})
}

// The shared cases count a character as the reader does.
func TestCutClustersShared(t *testing.T) {
	type want struct {
		End       int
		Truncated bool
	}
	sharedCases(t, "cut_chars", 4, func(t *testing.T, c *sharedCase, w want) {
		s := c.text()
		if got := budget.CutClusters(s, c.N); got != w.End || (got < len(s)) != w.Truncated {
			t.Errorf("CutClusters(%+q, %d) = %d of %d, want %d", s, c.N, got, len(s), w.End)
		}
	})
}

func TestCutClustersOfficial(t *testing.T) {
	for _, l := range officialLines(t) {
		ends := append([]int{0}, l.ends...)
		for n := -1; n <= len(ends); n++ {
			want := ends[min(max(n, 0), len(ends)-1)]
			if got := budget.CutClusters(l.text, n); got != want {
				t.Errorf("%s: CutClusters(%d) = %d, want %d", l.line, n, got, want)
			}
		}
	}
}

func TestCutWidth(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		s            string
		width, want  int
	}{
		{"none", "no columns, no text", "abc", 0, 0},
		{"negative", "clamped, so that a caller may subtract", "abc", -1, 0},
		{"ASCII", "one column each", "abc", 2, 2},
		{"more", "wider than the text", "abc", 4, 3},
		{"empty", "an empty text has nothing to cut", "", 5, 0},
		{"CJK", "two columns each: the second does not fit into three", "的一是", 3, 3},
		{"too wide", "one column is not enough", "的", 1, 0},
		{"marks", "a letter with its marks has one column", "בּ\u05b0א", 1, 6},
		{"family", "joined to one picture of two columns", "👩‍👩‍👧!", 2, 18},
		{"flag", "two letters, one picture", "🇮🇱🇮🇱", 3, 8},
		{"no width", "what has no columns stays with what is before it", "ab\r\nc", 2, 4},
		{"conjunct", "one cluster of two letters, each a column", "\u0915\u094d\u0937", 1, 0},
	} {
		if got := budget.CutWidth(tt.s, tt.width); got != tt.want {
			t.Errorf("%s: CutWidth(%+q, %d) = %d, want %d: %s", tt.name, tt.s, tt.width, got, tt.want, tt.reason)
		}
	}
}

func TestCutWidthRandom(t *testing.T) {
	rng := newRand(t)
	pieces := append([]string{"的", "Ａ", "ﾊ"}, alphabet...)
	for range rounds(20_000) {
		s := randomText(rng, pieces, 10)
		width := rng.IntN(15)
		want, columns, start := 0, 0, 0
		for _, end := range scannedEnds(s) {
			if columns += uniseg.StringWidth(s[start:end]); columns <= width && width > 0 {
				want = end
			}
			start = end
		}
		if got := budget.CutWidth(s, width); got != want {
			t.Errorf("CutWidth(%+q, %d) = %d, want %d", s, width, got, want)
		}
	}
}

func TestCutRunes(t *testing.T) {
	rng := newRand(t)
	pieces := slices.Concat(invalid, alphabet)
	for range rounds(20_000) {
		s := randomText(rng, pieces, 10)
		want := 0
		for limit := -1; limit <= len(s)+1; limit++ {
			if limit == len(s) || slices.Contains(runeEnds(s), limit) {
				want = limit
			}
			if got := budget.CutRunes(s, limit); got != want {
				t.Errorf("CutRunes(%+q, %d) = %d, want %d", s, limit, got, want)
			}
		}
	}
}

func TestCutOfficial(t *testing.T) {
	for _, l := range officialLines(t) {
		if got := cutEnds(l.text); !slices.Equal(got, l.ends) {
			t.Errorf("%s: clusters end at %v, want %v", l.line, got, l.ends)
		}
		checkCuts(t, l.text, l.ends)
	}
}

// checkSequences cuts every sequence of up to longest members of pieces: what a
// cut finds near the limit is what a scan from the start finds.
func checkSequences(t *testing.T, pieces []string, longest int) {
	t.Helper()
	var extend func(s string, n int)
	extend = func(s string, n int) {
		checkCuts(t, s, scannedEnds(s))
		if n == longest {
			return
		}
		for _, piece := range pieces {
			extend(s+piece, n+1)
		}
	}
	extend("", 0)
}

func TestCutSequences(t *testing.T) {
	t.Parallel()
	longest := 4
	if testing.Short() {
		longest = 3
	}
	checkSequences(t, alphabet, longest)
}

// TestCutLookBack has longer sequences of the classes whose rules look further
// back than one code point, and of what ends them.
func TestCutLookBack(t *testing.T) {
	t.Parallel()
	less := 0
	if testing.Short() {
		less = 2
	}
	few := []string{"\u0301", "\u094d", "\u200d", "\U0001F1EE", "\U0001F469", "\u0915"}
	checkSequences(t, few, 6-less)
	checkSequences(t, append(few, "a", "\x01", "\u0903", "\u0600", "\u200c"), 5-less)
}

func TestCutRandom(t *testing.T) {
	rng := newRand(t)
	official := officialLines(t)
	pieces := slices.Clone(alphabet)
	for range len(alphabet) {
		pieces = append(pieces, official[rng.IntN(len(official))].text)
	}
	for range rounds(200_000) {
		s := randomText(rng, pieces, 12)
		ends := scannedEnds(s)
		limit := rng.IntN(len(s) + 1)
		i, found := slices.BinarySearch(ends, limit)
		want := 0
		switch {
		case found:
			want = limit
		case i > 0:
			want = ends[i-1]
		}
		if got := budget.Cut(s, limit); got != want {
			t.Errorf("Cut(%+q, %d) = %d, want %d", s, limit, got, want)
		}
	}
}

// checkAnyCut checks what holds for invalid text too.
func checkAnyCut(t testing.TB, s string, limit int) {
	t.Helper()
	n := budget.Cut(s, limit)
	if n < 0 || n > len(s) || n > max(limit, 0) {
		t.Fatalf("Cut(%+q, %d) = %d, over the limit or the text", s, limit, n)
	}
	if whole := utf8.RuneCountInString(s); utf8.RuneCountInString(s[:n])+utf8.RuneCountInString(s[n:]) != whole {
		t.Errorf("Cut(%+q, %d) = %d, inside a rune", s, limit, n)
	}
	if limit >= len(s) && n != len(s) {
		t.Errorf("Cut(%+q, %d) = %d, want all %d", s, limit, n, len(s))
	}
}

func TestCutInvalid(t *testing.T) {
	rng := newRand(t)
	pieces := slices.Concat(invalid, alphabet)
	for range rounds(100_000) {
		s := randomText(rng, pieces, 10)
		checkAnyCut(t, s, rng.IntN(len(s)+3)-1)
	}
	garbage := strings.Repeat("\x80", 1000)
	if got := budget.Cut(garbage, 500); got != 500 {
		t.Errorf("Cut of %d bytes that start no rune at 500 is %d", len(garbage), got)
	}
}

// cutAll calls every function that cuts.
func cutAll(s string, limit int) {
	budget.Cut(s, limit)
	budget.CutChars(s, limit)
	budget.CutClusters(s, limit)
	budget.CutRunes(s, limit)
	budget.CutWidth(s, limit)
	budget.PrefixLen(s, limit)
}

func TestCutAllocs(t *testing.T) {
	s := strings.Join(alphabet, "") + strings.Repeat("👩‍👧", 3) + "\xe2\x80"
	for limit := range len(s) {
		// The runtime allocates now and then, too: an average hides that.
		if n := testing.AllocsPerRun(10, func() { cutAll(s, limit) }); n != 0 {
			t.Errorf("limit %d: %v allocations, want none", limit, n)
		}
	}
}

// scripts are texts in which letters take marks, joiners and other letters.
var scripts = []struct{ name, unit string }{
	{"accents", "e\u0301"},
	{"accents 2", "e\u0323\u0301"},
	{"Hebrew", "ש\u05b8"},
	{"Arabic", "ب\u064e"},
	{"Thai", "ก\u0e34"},
	{"jamo", "\u1112\u1161\u11ab"},
	{"Hangul", "한"},
	{"Devanagari", "\u0915\u093f"},
	{"conjuncts", "\u0915\u094d\u0937\u093f"},
	{"Bengali", "\u0995\u09cd\u09b7\u09c1"},
	{"hearts", "❤\ufe0f"},
	{"skin", "👍🏽"},
	{"family", "👩\u200d👩\u200d👧"},
	{"keycaps", "1\ufe0f\u20e3"},
	{"joined letters", "a\u200d"},
	{"CJK", "的"},
	{"flags in words", "🇮🇱 "},
}

// TestCutNearLimit keeps a promise about cost: a cut starts at most two clusters
// before the limit, in any script and wherever the limit is.
func TestCutNearLimit(t *testing.T) {
	for _, script := range scripts {
		s := repeat(script.unit, 3000)
		for limit := 2 * len(script.unit); limit < len(s); limit++ {
			if start := budget.Restart(s, limit); start > limit || limit-start >= 2*len(script.unit) {
				t.Fatalf("%s: a cut at %d starts at %d, want it in the two clusters of %d bytes before", script.name, limit, start, len(script.unit))
			}
		}
	}
}

// TestCutLongCluster has what must be read as a whole, and what follows it.
func TestCutLongCluster(t *testing.T) {
	for _, tt := range []struct {
		name, s string
	}{
		{"marks", "e" + strings.Repeat("\u0301", 1000)},
		{"joined emoji", "👩" + strings.Repeat("\u200d👩", 1000)},
		{"conjuncts", "\u0915" + strings.Repeat("\u094d\u0915", 1000)},
	} {
		s := "a" + tt.s + "bc"
		for _, c := range []struct{ limit, start int }{{len(s) / 2, 1}, {len(s) - 3, 1}, {len(s) - 2, len(s) - 2}, {len(s) - 1, len(s) - 1}} {
			if start := budget.Restart(s, c.limit); start != c.start {
				t.Errorf("%s: a cut at %d of %d starts at %d, want %d", tt.name, c.limit, len(s), start, c.start)
			}
		}
	}
}

func TestCutChars(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		s            string
		chars, want  int
	}{
		{"none", "no code points, no text", "abc", 0, 0},
		{"negative", "clamped, so that a caller may subtract", "abc", -1, 0},
		{"some", "ASCII has one byte each", "abc", 2, 2},
		{"all", "as many as there are", "abc", 3, 3},
		{"more", "more than there are", "abc", 4, 3},
		{"empty", "an empty text has nothing to cut", "", 5, 0},
		{"two bytes", "code points are counted, not bytes", "שלום", 3, 6},
		{"niqqud", "a letter keeps its marks: two of three code points fit, no letter does", "בּ\u05b0", 2, 0},
		{"niqqud behind", "the letter before stays", "אבּ", 2, 2},
		{"joiner", "a family is five code points", "👩‍👩‍👧!", 5, 18},
		{"inside joiners", "four of the five", "a👩‍👩‍👧!", 5, 1},
		{"CR LF", "two code points, one cluster", "a\r\nb", 2, 1},
		{"invalid", "an invalid byte counts as one", "\xff\xfe\xfd", 2, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := budget.CutChars(tt.s, tt.chars); got != tt.want {
				t.Errorf("CutChars(%+q, %d) = %d, want %d: %s", tt.s, tt.chars, got, tt.want, tt.reason)
			}
		})
	}
}

func TestPrefixLenRandom(t *testing.T) {
	rng := newRand(t)
	pieces := append([]string{"\xff", "\xe2\x80"}, alphabet...)
	for range rounds(20_000) {
		s := randomText(rng, pieces, 10)
		starts := []int{}
		for i := range s {
			starts = append(starts, i)
		}
		starts = append(starts, len(s))
		for chars := -1; chars <= len(starts)+1; chars++ {
			want := starts[min(max(chars, 0), len(starts)-1)]
			if got := budget.PrefixLen(s, chars); got != want {
				t.Errorf("PrefixLen(%+q, %d) = %d, want %d", s, chars, got, want)
			}
		}
	}
}

func FuzzCut(f *testing.F) {
	for _, text := range texts {
		f.Add(text.unit, len(text.unit)/2)
	}
	f.Add(strings.Join(alphabet, ""), 20)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		checkAnyCut(t, s, limit)
		valid := strings.ToValidUTF8(s, "\ufffd")
		valid = valid[:budget.PrefixLen(valid, 200)] // every limit is tried
		checkCuts(t, valid, scannedEnds(valid))
	})
}
