package budget

import (
	"strings"
	"unicode/utf8"
)

// A Border says where a page may end.
type Border int

// The borders of pages.
const (
	Clusters Border = iota // between two grapheme clusters
	Runes                  // the same, but a first cluster that does not fit is split between two code points
	Lines                  // behind a newline
)

// A Pager says how large the answers with the pages of a text may be.
type Pager struct {
	Encoding Encoding
	Max      int    // bytes of a whole answer, as [Encoding.SizeOf] counts them
	Border   Border // where a page ends that is not the last one
}

// Page returns the answer that holds s[offset:], or as much of it as fits. It is
// what build makes of that text and of next, the offset of the next page, which
// is len(s) if there is none. All offsets are bytes.
//
// Whether the whole rest fits is asked first. A page that ends earlier leaves
// room for the rest of the answer as it is with this very next, so no answer is
// ever over p.Max, and the page could be longer only by the few bytes that
// another next would save. The next page always begins behind offset: where not
// even the shortest one fits (one cluster, code point or line, see p.Border),
// the error is a *[TooLargeError] with the size of that answer. Only an offset at
// the end of s gives an empty page.
//
// An offset outside s is moved to its border, one inside a code point to where
// that begins; one inside a cluster is taken as it is.
//
// Page calls build a few times with a text of one letter, to measure all that is
// around the text. So the answer must hold text once, as a string, and take
// everything else from next: whether there is more (next < len(s)), numbers in
// other units than bytes.
//
// Page encodes no text, and takes time linear in p.Max, however long s is. A
// refusal says what the first cluster or line takes, so it reads that to its
// end, but with [Runes] nothing more.
func Page[T any](p Pager, s string, offset int, build func(text string, next int) T) (T, error) {
	offset = CutRunes(s, offset)
	f := fitter{p, s[offset:], func(text string, n int) any { return build(text, offset+n) }}
	n, err := f.page()
	if err != nil {
		var none T
		return none, err
	}
	return build(f.rest[:n], offset+n), nil
}

// ends is where pages may end in a text: at the last place that is not behind a
// limit, and at the first of all.
type ends struct {
	last  func(s string, limit int) int
	first func(s string) int
}

var (
	clusterEnds = ends{Cut, func(s string) int { return CutClusters(s, 1) }}
	runeEnds    = ends{CutRunes, func(s string) int { return PrefixLen(s, 1) }}
	lineEnds    = ends{lastLineEnd, firstLineEnd}
)

func lastLineEnd(s string, limit int) int {
	return strings.LastIndexByte(s[:limit], '\n') + 1
}

func firstLineEnd(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n + 1
	}
	return len(s)
}

// A fitter finds one page.
type fitter struct {
	Pager
	rest  string
	build func(text string, n int) any // the answer with the first n bytes of rest
}

// page returns how much of rest goes into the answer.
func (f *fitter) page() (int, error) {
	switch f.Border {
	case Lines:
		return f.longest(f.rest, lineEnds)
	case Runes:
		near := f.near()
		n, err := f.longest(near, clusterEnds)
		if _, ok := err.(*TooLargeError); ok {
			return f.longest(near[:clusterEnds.first(near)], runeEnds)
		}
		return n, err
	default:
		return f.longest(f.rest, clusterEnds)
	}
}

// near is what rest begins with: all of it, or more than there is room for, since
// no character takes less than its own bytes. A cluster that is split need not be
// read further.
func (f *fitter) near() string {
	most := min(max(f.Max, 0), len(f.rest))
	return f.rest[:CutRunes(f.rest, most+utf8.UTFMax)]
}

// longest returns how much of s, which rest begins with, goes into the answer.
func (f *fitter) longest(s string, ends ends) (int, error) {
	n, size := f.Encoding.FitRunes(s, f.Max)
	whole := n == len(s)
	if !whole {
		n, size = f.shorten(s[:n], size, 0, ends)
	}
	for n > 0 || whole {
		around, err := f.around(n)
		if err != nil {
			return 0, err
		}
		over := size + around - f.Max
		switch {
		case over <= 0:
			return n, nil
		case whole:
			// What is around the whole text says nothing about a part of it.
			whole, over = false, 1
		}
		n, size = f.shorten(s[:n], size, over, ends)
	}
	return f.shortest(s, ends)
}

// shorten returns the longest page that takes at least over bytes less than s,
// which takes size, and what it takes. It reads what it takes away, no more.
func (f *fitter) shorten(s string, size, over int, ends ends) (n, less int) {
	end := len(s)
	for less = size; end > 0 && less > size-over; {
		_, width := utf8.DecodeLastRuneInString(s[:end])
		less -= f.Encoding.cost(s[end-width : end])
		end -= width
	}
	n = ends.last(f.rest, end)
	return n, less - f.Encoding.cost(s[n:end])
}

// shortest is longest where nothing but the first page of all can fit.
func (f *fitter) shortest(s string, ends ends) (int, error) {
	n := ends.first(s)
	around, err := f.around(n)
	if err != nil {
		return 0, err
	}
	if size := f.Encoding.cost(s[:n]) + around; size > f.Max {
		return 0, &TooLargeError{Bytes: size, Max: f.Max}
	}
	return n, nil
}

// around is the size of the answer with the first n bytes of rest, without them.
// One letter keeps the place of a text that is left out when it is empty.
func (f *fitter) around(n int) (int, error) {
	if f.rest == "" {
		return f.Encoding.SizeOf(f.build("", n))
	}
	size, err := f.Encoding.SizeOf(f.build("x", n))
	return size - len("x"), err
}
