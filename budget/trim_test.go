package budget_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/budget"
)

// A textList is the answer of the shared cases.
type textList struct {
	Items     []string `json:"items"`
	Total     int      `json:"total"`
	Truncated bool     `json:"truncated"`
}

func TestTrimShared(t *testing.T) {
	type want struct {
		Bytes, Kept, Max int
		Truncated        bool
		Error            string
	}
	sharedCases(t, "trim_list", 6, func(t *testing.T, c *sharedCase, w want) {
		answer := textList{Items: c.Items, Total: len(c.Items)}
		err := budget.Trim(budget.Plain, c.Budget, &answer, budget.NewList(&answer.Items, &answer.Truncated))
		if w.Error != "" {
			if e, ok := errors.AsType[*budget.TooLargeError](err); !ok || *e != (budget.TooLargeError{Bytes: w.Bytes, Max: w.Max}) {
				t.Errorf("error %v, want %d bytes, at most %d", err, w.Bytes, w.Max)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := len(sent(t, budget.Plain, answer)); got != w.Bytes || len(answer.Items) != w.Kept || answer.Truncated != w.Truncated {
			t.Errorf("%d bytes, %d kept, truncated %t, want %+v", got, len(answer.Items), answer.Truncated, w)
		}
	})
}

// An entry is an item that takes several lines when it is indented.
type entry struct {
	Title string   `json:"title"`
	Path  []string `json:"path"`
}

// A lists has lists at several depths, with and without names and flags that are
// left out when they say nothing.
type lists struct {
	Inner struct {
		TOC          []entry `json:"toc"`
		TOCTruncated bool    `json:"toc_truncated"`
	} `json:"inner"`
	Suggestions          []string `json:"suggestions,omitempty"`
	SuggestionsTruncated bool     `json:"suggestions_truncated,omitempty"`
	Numbers              []int    `json:"numbers"`
}

func (l *lists) all() []budget.List {
	return []budget.List{
		budget.NewList(&l.Inner.TOC, &l.Inner.TOCTruncated),
		budget.NewList(&l.Suggestions, &l.SuggestionsTruncated),
		budget.NewList(&l.Numbers, nil),
	}
}

func randomLists(rng *rand.Rand) *lists {
	l := &lists{}
	l.Inner.TOC = []entry{}
	l.Inner.TOCTruncated = rng.IntN(4) == 0
	for range rng.IntN(5) {
		path := []string{}
		for range rng.IntN(3) {
			path = append(path, randomText(rng, escapes, 2))
		}
		l.Inner.TOC = append(l.Inner.TOC, entry{randomText(rng, escapes, 3), path})
	}
	for range rng.IntN(4) {
		l.Suggestions = append(l.Suggestions, randomText(rng, escapes, 3))
	}
	for range rng.IntN(4) {
		l.Numbers = append(l.Numbers, rng.IntN(1000))
	}
	return l
}

// bruteTrim takes one item after the other away until the answer fits.
func bruteTrim(t testing.TB, e budget.Encoding, most int, l lists) (lists, int) {
	t.Helper()
	size := func() int { return len(sent(t, e, l)) }
	for n := len(l.Inner.TOC); n > 0 && size() > most; n-- {
		l.Inner.TOC, l.Inner.TOCTruncated = l.Inner.TOC[:n-1], true
	}
	for n := len(l.Suggestions); n > 0 && size() > most; n-- {
		l.Suggestions, l.SuggestionsTruncated = l.Suggestions[:n-1], true
	}
	for n := len(l.Numbers); n > 0 && size() > most; n-- {
		l.Numbers = l.Numbers[:n-1]
	}
	return l, size()
}

func checkTrim(t testing.TB, e budget.Encoding, most int, l *lists) {
	t.Helper()
	before := *l
	want, size := bruteTrim(t, e, most, before)
	err := budget.Trim(e, most, l, l.all()...)
	refused, tooLarge := errors.AsType[*budget.TooLargeError](err)
	switch {
	case err != nil && !tooLarge:
		t.Fatal(err)
	case size > most && (!tooLarge || refused.Bytes != size || refused.Max != most):
		t.Errorf("%+v: %s to %d: error %v, want %d bytes", e, sent(t, budget.Plain, before), most, err, size)
	case size <= most && tooLarge:
		t.Errorf("%+v: %s to %d: error %v, but %s fits", e, sent(t, budget.Plain, before), most, err, sent(t, budget.Plain, want))
	}
	if !reflect.DeepEqual(*l, want) {
		t.Errorf("%+v: %s to %d: %s, want %s", e, sent(t, budget.Plain, before), most, sent(t, budget.Plain, l), sent(t, budget.Plain, want))
	}
}

func TestTrimRandom(t *testing.T) {
	t.Parallel()
	rng := newRand(t)
	for range rounds(5_000) {
		l := randomLists(rng)
		e := encodings[rng.IntN(len(encodings))].Encoding
		e.Indent = []string{"", "  ", "\t"}[rng.IntN(3)]
		checkTrim(t, e, rng.IntN(len(sent(t, e, l))+10), l)
	}
}

// A counted counts how often it is encoded.
type counted struct{ encoded *int }

func (c counted) MarshalJSON() ([]byte, error) {
	*c.encoded++
	return []byte(`"some words"`), nil
}

func TestTrimEncodesOnce(t *testing.T) {
	counts := make([]int, 1000)
	answer := struct{ Items []counted }{}
	for i := range counts {
		answer.Items = append(answer.Items, counted{&counts[i]})
	}
	if err := budget.Trim(budget.Plain, 5000, &answer, budget.NewList(&answer.Items, nil)); err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(counts[1:], func(n int) bool { return n != 1 }); i >= 0 {
		t.Errorf("item %d is encoded %d times, want once", i+1, counts[i+1])
	}
	if counts[0] > 3 {
		t.Errorf("the first item is encoded %d times, want 3 at most", counts[0])
	}
}

// A padded is encoded by its pointer, which is what an element of a slice is
// encoded by.
type padded int

func (p *padded) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `"%100d"`, *p), nil
}

func TestTrimPointerReceiver(t *testing.T) {
	type answer struct {
		Own       []padded
		Big       []big.Int
		Any       []any
		Truncated bool
	}
	var whole answer
	for i := range 4 {
		whole.Own = append(whole.Own, padded(i))
		whole.Big = append(whole.Big, *new(big.Int).Lsh(big.NewInt(1), uint(i*100)))
		whole.Any = append(whole.Any, new(padded), padded(i), nil)
	}
	step := 1
	if testing.Short() {
		step = 7
	}
	for _, indent := range []string{"", "  "} {
		e := budget.Encoding{Indent: indent}
		for most := len(sent(t, e, whole)); most >= 0; most -= step {
			got, want := whole, whole
			for _, list := range []struct {
				len int
				cut func(n int)
			}{
				{len(whole.Own), func(n int) { want.Own = whole.Own[:n] }},
				{len(whole.Big), func(n int) { want.Big = whole.Big[:n] }},
				{len(whole.Any), func(n int) { want.Any = whole.Any[:n] }},
			} {
				for n := list.len - 1; n >= 0 && len(sent(t, e, want)) > most; n-- {
					list.cut(n)
					want.Truncated = true
				}
			}
			size := len(sent(t, e, want))
			err := budget.Trim(e, most, &got, budget.NewList(&got.Own, &got.Truncated), budget.NewList(&got.Big, &got.Truncated), budget.NewList(&got.Any, &got.Truncated))
			if g, w := sent(t, e, got), sent(t, e, want); (err == nil) != (size <= most) || string(g) != string(w) {
				t.Fatalf("indent %q, at most %d bytes: %v\n%s, want\n%s", indent, most, err, g, w)
			}
		}
	}
}

func TestTrimZeroList(t *testing.T) {
	words := []string{"one", "two"}
	for _, most := range []int{13, 12, 1} {
		got := words
		err := budget.Trim(budget.Plain, most, &got, budget.List{}, budget.NewList(&got, nil), budget.List{})
		want := map[int]int{13: 2, 12: 1, 1: 0}[most]
		if len(got) != want || (err == nil) != (most > 1) {
			t.Errorf("at most %d bytes: %q, %v; want %d words", most, got, err, want)
		}
	}
}

func TestTrimError(t *testing.T) {
	answer := struct {
		Items []any
		Other any
	}{Items: []any{1, make(chan int), 3}}
	if err := budget.Trim(budget.Plain, 10, &answer, budget.NewList(&answer.Items, nil)); err == nil {
		t.Error("an item that is a channel: no error")
	}
	answer.Items, answer.Other = []any{1, 2, 3}, make(chan int)
	if err := budget.Trim(budget.Encoding{Indent: " "}, 10, &answer, budget.NewList(&answer.Items, nil)); err == nil {
		t.Error("an answer with a channel: no error")
	}
	if len(answer.Items) != 3 {
		t.Errorf("%d items are left of an answer that was not measured, want 3", len(answer.Items))
	}
}

func FuzzTrim(f *testing.F) {
	for i := range uint64(5) {
		f.Add(i, 100, "", i%2 == 0)
		f.Add(i, 150, "  ", i%2 == 1)
	}
	f.Fuzz(func(t *testing.T, seed uint64, most int, indent string, nested bool) {
		if len(indent) > 10 || strings.Trim(indent, " \t") != "" {
			return
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		checkTrim(t, budget.Encoding{Indent: indent, Nested: nested}, most, randomLists(rng))
	})
}
