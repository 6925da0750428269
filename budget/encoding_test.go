package budget_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
)

// encodings are all that make a difference to a string.
var encodings = []struct {
	name string
	budget.Encoding
}{
	{"plain", budget.Plain},
	{"no HTML escape", budget.Encoding{NoHTMLEscape: true}},
	{"nested", budget.Nested},
	{"nested, no HTML escape", budget.Encoding{NoHTMLEscape: true, Nested: true}},
}

// sent returns v as e sends it, from the encoder itself.
func sent(t testing.TB, e budget.Encoding, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(!e.NoHTMLEscape)
	enc.SetIndent("", e.Indent)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	data := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if !e.Nested {
		return data
	}
	return sent(t, budget.Encoding{NoHTMLEscape: e.NoHTMLEscape}, string(data))
}

// checkSize compares the size of s in each encoding with what is sent.
func checkSize(t testing.TB, s string) {
	t.Helper()
	for _, e := range encodings {
		if got, want := e.Size(s), len(sent(t, e.Encoding, s)); got != want {
			t.Errorf("%s: Size(%+q) = %d, %d bytes are sent", e.name, s, got, want)
		}
	}
	if got, want := budget.Size(s), budget.Plain.Size(s); got != want {
		t.Errorf("Size(%+q) = %d, as plain %d", s, got, want)
	}
}

func TestSizeOf(t *testing.T) {
	type item struct {
		Name string            `json:"name"`
		Tags []string          `json:"tags"`
		More map[string]any    `json:"more,omitempty"`
		Raw  json.RawMessage   `json:"raw,omitempty"`
		Next *item             `json:"next"`
		Kind map[string]string `json:"kind"`
	}
	for _, tt := range []struct {
		name, reason string
		value        any
	}{
		{"nil", "null is four bytes and has no quotes to escape", nil},
		{"string", "a string is a value too", "a<b>\n\"\u2028\\"},
		{"number", "nothing to escape", int64(1) << 53},
		{"empty list", "indenting it adds nothing", []int{}},
		{"list", "indenting adds newlines, which are escaped when nested", []int{1, 2, 3}},
		{"struct", "keys have quotes, too", &item{Name: "a\tb", Tags: []string{"<", "&"}, Next: &item{Name: "שלום"}}},
		{"map", "keys are sorted and escaped", map[string]any{"<": 1, "\"": []any{nil, true}}},
		{"raw", "compacted, escaped only for HTML", item{Raw: json.RawMessage("{ \"a\" : \"<\u2028\" }")}},
		{"newline", "the one that the encoder adds is not counted, the text's own are", "a\n\n"},
	} {
		for _, e := range encodings {
			for _, indent := range []string{"", "  ", "\t"} {
				e.Indent = indent
				got, err := e.SizeOf(tt.value)
				if err != nil {
					t.Fatal(err)
				}
				if want := len(sent(t, e.Encoding, tt.value)); got != want {
					t.Errorf("%s, %s, indent %q: SizeOf = %d, %d bytes are sent: %s", tt.name, e.name, indent, got, want, tt.reason)
				}
			}
		}
	}
}

func TestSizeOfError(t *testing.T) {
	if n, err := budget.Nested.SizeOf(make(chan int)); err == nil || n != 0 {
		t.Errorf("the size of a channel is %d, %v; want the encoder's error", n, err)
	}
}

func TestFitShared(t *testing.T) {
	type want struct {
		End, Cost int
		Truncated bool
	}
	sharedCases(t, "fit_json", 18, func(t *testing.T, c *sharedCase, w want) {
		s := c.text()
		skipOtherEncoder(t, s)
		n, size := budget.Plain.Fit(s, c.Budget)
		if n != w.End || size != w.Cost || (n < len(s)) != w.Truncated {
			t.Errorf("Fit(%+q, %d) = %d, %d of %d bytes, want %d, %d", s, c.Budget, n, size, len(s), w.End, w.Cost)
		}
	})
}

// bruteFit returns the longest prefix that ends with a cluster and adds at most
// max bytes, by encoding every one.
func bruteFit(t testing.TB, e budget.Encoding, s string, ends []int, max int) (n, size int) {
	t.Helper()
	empty := len(sent(t, e, ""))
	for _, end := range ends {
		cost := len(sent(t, e, s[:end])) - empty
		if cost > max {
			break
		}
		n, size = end, cost
	}
	return n, size
}

func checkFit(t testing.TB, e budget.Encoding, s string, max int) {
	t.Helper()
	n, size := e.Fit(s, max)
	if wantN, wantSize := bruteFit(t, e, s, scannedEnds(s), max); n != wantN || size != wantSize {
		t.Errorf("%+v: Fit(%+q, %d) = %d, %d, want %d, %d", e, s, max, n, size, wantN, wantSize)
	}
	n, size = e.FitRunes(s, max)
	if wantN, wantSize := bruteFit(t, e, s, runeEnds(s), max); n != wantN || size != wantSize {
		t.Errorf("%+v: FitRunes(%+q, %d) = %d, %d, want %d, %d", e, s, max, n, size, wantN, wantSize)
	}
}

// runeEnds returns where the code points of s end.
func runeEnds(s string) []int {
	var ends []int
	for i := range s {
		if i > 0 {
			ends = append(ends, i)
		}
	}
	return append(ends, len(s))
}

// escapes are what takes more than its own bytes in some encoding, and what is
// next to it.
var escapes = []string{
	"<", ">", "&", `"`, `\`, "/", "\t", "\b", "\f", "\x00", "\x7f", "\u0085", "\u2027", "\u2028", "\u2029", "\u202a", "\ufffd", "plain words",
}

func TestFitRandom(t *testing.T) {
	rng := newRand(t)
	pieces := append(escapes, alphabet...)
	for range rounds(200_000) {
		s := randomText(rng, pieces, 6)
		e := encodings[rng.IntN(len(encodings))]
		checkFit(t, e.Encoding, s, rng.IntN(e.Size(s)+2)-2)
	}
}

// TestFitInvalid has no brute force for its clusters, but for all the rest.
func TestFitInvalid(t *testing.T) {
	rng := newRand(t)
	pieces := append(invalid, alphabet...)
	for range rounds(20_000) {
		s := randomText(rng, pieces, 10)
		e := encodings[rng.IntN(len(encodings))]
		max := rng.IntN(e.Size(s)+2) - 2
		n, size := e.Fit(s, max)
		if size > max && n > 0 || size != e.Size(s[:n])-e.Size("") {
			t.Errorf("%s: Fit(%+q, %d) = %d, %d, Size says %d", e.name, s, max, n, size, e.Size(s[:n])-e.Size(""))
		}
		if whole := utf8.RuneCountInString(s); utf8.RuneCountInString(s[:n])+utf8.RuneCountInString(s[n:]) != whole {
			t.Errorf("%s: Fit(%+q, %d) = %d, inside a rune", e.name, s, max, n)
		}
		if wantN, wantSize := bruteFit(t, e.Encoding, s, runeEnds(s), max); s != "" {
			if n, size := e.FitRunes(s, max); n != wantN || size != wantSize {
				t.Errorf("%s: FitRunes(%+q, %d) = %d, %d, want %d, %d", e.name, s, max, n, size, wantN, wantSize)
			}
		}
	}
}

func TestEncodingAllocs(t *testing.T) {
	s := strings.Join(alphabet, "") + strings.Join(escapes, "") + "\xe2\x80"
	for _, e := range encodings {
		if n := testing.AllocsPerRun(10, func() { e.Size(s) }); n != 0 {
			t.Errorf("%s: Size makes %v allocations, want none", e.name, n)
		}
		for max := range e.Size(s) {
			if n := testing.AllocsPerRun(1, func() { e.Fit(s, max); e.FitRunes(s, max) }); n != 0 {
				t.Errorf("%s: Fit to %d makes %v allocations, want none", e.name, max, n)
			}
		}
	}
}

func FuzzFit(f *testing.F) {
	for _, text := range texts {
		f.Add(text.unit, len(text.unit)/2, false, false)
	}
	f.Add(strings.Join(escapes, ""), 40, true, true)
	f.Fuzz(func(t *testing.T, s string, max int, noHTMLEscape, nested bool) {
		valid := strings.ToValidUTF8(s, "\ufffd")
		valid = valid[:budget.PrefixLen(valid, 100)] // every prefix is encoded
		checkFit(t, budget.Encoding{NoHTMLEscape: noHTMLEscape, Nested: nested}, valid, max)
	})
}
