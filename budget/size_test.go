package budget_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
)

// marshaled returns what Size promises, from the encoder itself.
func marshaled(t testing.TB, s string) int {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return len(data)
}

func checkSize(t testing.TB, s string) {
	t.Helper()
	if got, want := budget.Size(s), marshaled(t, s); got != want {
		t.Errorf("Size(%q) = %d, json.Marshal writes %d bytes", s, got, want)
	}
}

func TestSizeShared(t *testing.T) {
	type want struct{ JSON int }
	sharedCases(t, "size", 13, func(t *testing.T, c *sharedCase, w want) {
		if got := budget.Size(c.text()); got != w.JSON {
			t.Errorf("Size(%q) = %d, want %d", c.text(), got, w.JSON)
		}
	})
}

// TestSizeCodePoints compares each code point alone, which no table of ranges
// can get wrong in between.
func TestSizeCodePoints(t *testing.T) {
	n := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) {
			checkSize(t, string(r))
			n++
		}
	}
	const all = 0x110000 - 0x800 // without the surrogates
	if n != all {
		t.Errorf("%d code points, want %d", n, all)
	}
}

func TestSizeBytePairs(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			checkSize(t, string([]byte{byte(a), byte(b)}))
		}
	}
}

func TestSizeRandom(t *testing.T) {
	rng := newRand(t)
	pieces := append([]string{
		"<", ">", "&", `"`, `\`, "/", "\t", "\b", "\f", "\x7f", "\u0085", "\u2027", "\u2028", "\u2029", "\u202a", "\ufffd",
		"\xff", "\x80", "\xa8", "\xe2", "\xe2\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "plain words",
	}, alphabet...)
	for range rounds(100_000) {
		checkSize(t, randomText(rng, pieces, 20))
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
	f.Fuzz(func(t *testing.T, s string) { checkSize(t, s) })
}
