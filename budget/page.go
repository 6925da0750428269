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
// other units than bytes. Page takes time linear in the page, however long s is,
// and encodes no text.
func Page[T any](p Pager, s string, offset int, build func(text string, next int) T) (T, error) {
	offset = CutRunes(s, offset)
	rest := s[offset:]
	around := func(n int) (int, error) {
		return p.around(rest, func(text string) any { return build(text, offset+n) })
	}
	n, err := p.fit(rest, around)
	if err != nil {
		var none T
		return none, err
	}
	return build(rest[:n], offset+n), nil
}

// around is the size of the answer without the text in it. One letter keeps the
// place of a text that is left out of the answer when it is empty.
func (p Pager) around(rest string, build func(text string) any) (int, error) {
	if rest == "" {
		return p.Encoding.SizeOf(build(""))
	}
	size, err := p.Encoding.SizeOf(build("x"))
	return size - len("x"), err
}

// fit returns how much of rest goes into an answer which takes around(n) bytes
// besides the first n of rest.
func (p Pager) fit(rest string, around func(n int) (int, error)) (int, error) {
	n, size := p.Encoding.FitRunes(rest, p.Max)
	whole := n == len(rest)
	if !whole {
		n, size = p.shorten(rest, n, size, 0)
	}
	for n > 0 || whole {
		other, err := around(n)
		if err != nil {
			return 0, err
		}
		over := size + other - p.Max
		switch {
		case over <= 0:
			return n, nil
		case whole:
			// What is around the whole rest says nothing about a part of it.
			whole, over = false, 1
		}
		n, size = p.shorten(rest, n, size, over)
	}
	return p.fitShortest(rest, around)
}

// fitShortest is fit where nothing longer than the shortest page does.
func (p Pager) fitShortest(rest string, around func(n int) (int, error)) (int, error) {
	n := p.shortest(rest)
	size, err := around(n)
	if err != nil {
		return 0, err
	}
	if size += p.Encoding.cost(rest[:n]); size > p.Max {
		return 0, &TooLargeError{Bytes: size, Max: p.Max}
	}
	return n, nil
}

// shorten returns the longest page that takes at least over bytes less than the
// first n of rest, which take size, and what it takes. It reads what it takes
// away, no more.
func (p Pager) shorten(rest string, n, size, over int) (shorter, less int) {
	end := n
	for less = size; end > 0 && less > size-over; {
		_, width := utf8.DecodeLastRuneInString(rest[:end])
		less -= p.Encoding.cost(rest[end-width : end])
		end -= width
	}
	shorter = p.border(rest, end)
	return shorter, less - p.Encoding.cost(rest[shorter:end])
}

// border returns the last end of a page at or before end, which is between two
// code points.
func (p Pager) border(rest string, end int) int {
	if p.Border == Lines {
		return strings.LastIndexByte(rest[:end], '\n') + 1
	}
	if n := Cut(rest, end); n > 0 || p.Border != Runes {
		return n
	}
	return end
}

// shortest returns the length of the shortest page that s begins with.
func (p Pager) shortest(s string) int {
	switch p.Border {
	case Runes:
		return PrefixLen(s, 1)
	case Lines:
		if n := strings.IndexByte(s, '\n') + 1; n > 0 {
			return n
		}
		return len(s)
	default:
		return CutClusters(s, 1)
	}
}
