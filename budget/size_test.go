package budget_test

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
)

func TestSizeShared(t *testing.T) {
	type want struct {
		JSON       int
		JSONNoHTML int `json:"json_nohtml"`
		Nested     int // between the quotes of the outer string
		MCPBoth    int `json:"mcp_both"` // sent as text and as structured content
	}
	sharedCases(t, "size", 13, func(t *testing.T, c *sharedCase, w want) {
		s := c.text()
		skipOtherEncoder(t, s)
		plain, nested := budget.Plain.Size(s), budget.Nested.Size(s)
		if got := (want{plain, budget.Encoding{NoHTMLEscape: true}.Size(s), nested - 2, plain + nested - 2}); got != w {
			t.Errorf("sizes of %+q: %+v, want %+v", s, got, w)
		}
	})
}

// TestSizeCodePoints compares each code point alone, which no table of ranges
// can get wrong in between.
func TestSizeCodePoints(t *testing.T) {
	t.Parallel()
	var all []string
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) {
			all = append(all, string(r))
		}
	}
	const count = 0x110000 - 0x800 // without the surrogates
	if len(all) != count {
		t.Errorf("%d code points, want %d", len(all), count)
	}
	for some := range slices.Chunk(all, 1000) {
		checkSizes(t, some...)
	}
}

func TestSizeBytePairs(t *testing.T) {
	for a := range 256 {
		var pairs []string
		for b := range 256 {
			pairs = append(pairs, string([]byte{byte(a), byte(b)}))
		}
		checkSizes(t, pairs...)
	}
}

// TestSizeFirstBytes has all beginnings of what is no ASCII.
func TestSizeFirstBytes(t *testing.T) {
	tails := []string{"\x80", "\xbf\xbf", "\x80\xa8\xa9", "a\x80"}
	for a := 0xc0; a < 256; a++ {
		var some []string
		for b := range 256 {
			for _, tail := range tails {
				some = append(some, string([]byte{byte(a), byte(b)})+tail)
			}
		}
		checkSizes(t, some...)
	}
}

func TestSizeRandom(t *testing.T) {
	t.Parallel()
	rng := newRand(t)
	pieces := slices.Concat(escapes, invalid, alphabet)
	for range rounds(50) {
		var some []string
		for range 1000 {
			some = append(some, randomText(rng, pieces, 12))
		}
		checkSizes(t, some...)
	}
}

func TestSizeAllocs(t *testing.T) {
	for _, text := range texts {
		s := repeat(text.unit, 10_000)
		if n := testing.AllocsPerRun(10, func() { budget.Size(s) }); n != 0 {
			t.Errorf("%s: %v allocations, want none", text.name, n)
		}
	}
}

func FuzzSize(f *testing.F) {
	for _, text := range texts {
		f.Add(text.unit)
	}
	f.Add("<\u2028\x00\xe2\x80\xff")
	f.Fuzz(func(t *testing.T, s string) { checkSizes(t, s) })
}
