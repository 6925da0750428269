package budget_test

import (
	"bytes"
	"encoding/json"
	"slices"
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

// sentEach returns each of texts as e sends it. All are encoded at once, as a
// list that has a line for each.
func sentEach(t testing.TB, e budget.Encoding, texts []string) []string {
	t.Helper()
	list := sent(t, budget.Encoding{NoHTMLEscape: e.NoHTMLEscape, Indent: "\t"}, texts)
	lines := strings.Split(strings.Trim(string(list), "[\n]"), "\n")
	if len(lines) != len(texts) {
		t.Fatalf("%d texts are sent in %d lines", len(texts), len(lines))
	}
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(strings.TrimPrefix(line, "\t"), ",")
	}
	if !e.Nested {
		return lines
	}
	return sentEach(t, budget.Encoding{NoHTMLEscape: e.NoHTMLEscape}, lines)
}

// checkSizes compares the size of each text in each encoding with what is sent.
func checkSizes(t testing.TB, texts ...string) {
	t.Helper()
	for _, e := range encodings {
		for i, data := range sentEach(t, e.Encoding, texts) {
			if got, want := e.Size(texts[i]), len(data); got != want {
				t.Errorf("%s: Size(%+q) = %d, %d bytes are sent", e.name, texts[i], got, want)
			}
		}
	}
	for _, s := range texts {
		if got, want := budget.Size(s), budget.Plain.Size(s); got != want {
			t.Errorf("Size(%+q) = %d, as plain %d", s, got, want)
		}
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

// bruteFit returns the longest prefix that ends at one of ends and adds at most
// max bytes; costs are what the prefixes add.
func bruteFit(ends, costs []int, max int) (n, size int) {
	for i, end := range ends {
		if costs[i] > max {
			break
		}
		n, size = end, costs[i]
	}
	return n, size
}

// sentCosts encodes the prefixes of s that end at ends and returns what they add
// to an answer.
func sentCosts(t testing.TB, e budget.Encoding, s string, ends []int) []int {
	t.Helper()
	prefixes := []string{""}
	for _, end := range ends {
		prefixes = append(prefixes, s[:end])
	}
	sizes := sentEach(t, e, prefixes)
	costs := make([]int, len(ends))
	for i := range costs {
		costs[i] = len(sizes[i+1]) - len(sizes[0])
	}
	return costs
}

// checkFit compares the prefixes of s for each of budgets.
func checkFit(t testing.TB, e budget.Encoding, s string, budgets ...int) {
	t.Helper()
	clusters, runes := scannedEnds(s), runeEnds(s)
	clusterCosts, runeCosts := sentCosts(t, e, s, clusters), sentCosts(t, e, s, runes)
	for _, max := range budgets {
		n, size := e.Fit(s, max)
		if wantN, wantSize := bruteFit(clusters, clusterCosts, max); n != wantN || size != wantSize {
			t.Errorf("%+v: Fit(%+q, %d) = %d, %d, want %d, %d", e, s, max, n, size, wantN, wantSize)
		}
		n, size = e.FitRunes(s, max)
		if wantN, wantSize := bruteFit(runes, runeCosts, max); n != wantN || size != wantSize {
			t.Errorf("%+v: FitRunes(%+q, %d) = %d, %d, want %d, %d", e, s, max, n, size, wantN, wantSize)
		}
	}
}

// runeEnds returns where the code points of s end.
func runeEnds(s string) []int {
	var ends []int
	for i := range s {
		ends = append(ends, i)
	}
	return append(ends, len(s))[1:]
}

// escapes are what takes more than its own bytes in some encoding, and what is
// next to it.
var escapes = []string{
	"<", ">", "&", `"`, `\`, "/", "\t", "\b", "\f", "\x00", "\x7f", "\u0085", "\u2027", "\u2028", "\u2029", "\u202a", "\ufffd", "plain words",
}

func TestFitRandom(t *testing.T) {
	t.Parallel()
	const texts, perText = 20_000, 10
	rng := newRand(t)
	pieces := slices.Concat(escapes, alphabet)
	for range rounds(texts) {
		s := randomText(rng, pieces, 10)
		e := encodings[rng.IntN(len(encodings))]
		var budgets [perText]int
		for i := range budgets {
			budgets[i] = rng.IntN(e.Size(s)+2) - 2
		}
		checkFit(t, e.Encoding, s, budgets[:]...)
	}
}

// TestFitInvalid has no brute force for the clusters, but for all the rest.
func TestFitInvalid(t *testing.T) {
	rng := newRand(t)
	pieces := slices.Concat(invalid, alphabet)
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
		ends := runeEnds(s)
		n, size = e.FitRunes(s, max)
		if wantN, wantSize := bruteFit(ends, sentCosts(t, e.Encoding, s, ends), max); n != wantN || size != wantSize {
			t.Errorf("%s: FitRunes(%+q, %d) = %d, %d, want %d, %d", e.name, s, max, n, size, wantN, wantSize)
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
			if n := testing.AllocsPerRun(10, func() { e.Fit(s, max); e.FitRunes(s, max); e.FitLines(s, max) }); n != 0 {
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
