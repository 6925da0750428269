package budget

import (
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/rivo/uniseg"
)

// Cut returns the largest n <= limit such that s[:n] ends on a grapheme
// cluster boundary; limit and n are bytes. It is len(s) when limit reaches
// that far, and 0 when limit is zero or negative or falls inside the first
// cluster, whose length is CutClusters(s, 1): the caller then refuses, or splits
// the cluster between two code points with [CutRunes].
//
// Cut does not allocate and reads only the few clusters before limit, however
// long s is. Where those characters have no boundary that shows without what
// is before them (marks, joiners, regional indicators), it reads that run back
// to its start, at most limit bytes.
func Cut(s string, limit int) int {
	switch {
	case limit >= len(s):
		return len(s)
	case limit <= 0:
		return 0
	}
	// Whether there is a boundary at limit shows in the rune that begins there
	// or is cut by it, so nothing after that rune is read.
	last, end := runeAt(s, limit)
	start := restart(s, last, end)
	n := start
	clusters := graphemes.FromString(s[start:end])
	for clusters.Next() && start+clusters.End() <= limit {
		n = start + clusters.End()
	}
	return n
}

// CutChars returns the length in bytes of the longest prefix of s that has at
// most chars code points and ends on a grapheme cluster boundary: len(s) where
// s has no more than that, 0 for chars <= 0 and where the first cluster alone
// has more. It costs the counting of those code points and one [Cut].
func CutChars(s string, chars int) int {
	return Cut(s, PrefixLen(s, chars))
}

// CutClusters returns the length in bytes of the first n grapheme clusters of s:
// len(s) where it has no more, 0 for n <= 0. CutClusters(s, 1) is what a limit
// must reach for a cut above 0. It takes time linear in the prefix.
func CutClusters(s string, n int) int {
	end := 0
	for clusters := graphemes.FromString(s); n > 0 && clusters.Next(); n-- {
		end = clusters.End()
	}
	return end
}

// CutWidth returns the length in bytes of the longest prefix of s that is at
// most width columns wide on a terminal and ends on a grapheme cluster
// boundary: len(s) where s is no wider, 0 for width <= 0 and where the first
// cluster alone is wider. Clusters of no width at the end are in the prefix. A
// cluster is as wide as uniseg.StringWidth says. CutWidth takes time linear in
// the prefix and the cluster behind it.
func CutWidth(s string, width int) int {
	if width <= 0 {
		return 0
	}
	n := 0
	for clusters := graphemes.FromString(s); clusters.Next(); n = clusters.End() {
		if width -= uniseg.StringWidth(clusters.Value()); width < 0 {
			break
		}
	}
	return n
}

// CutRunes is [Cut] between two code points: the largest n <= limit such that
// s[:n] ends with a whole one. It is for a cluster which alone is over the limit
// and must be split.
func CutRunes(s string, limit int) int {
	switch {
	case limit >= len(s):
		return len(s)
	case limit <= 0:
		return 0
	}
	start, _ := runeAt(s, limit)
	return start
}

// PrefixLen returns the length in bytes of the first chars code points of s,
// len(s) where it has no more than that, and 0 for chars <= 0. Each invalid
// byte counts as one code point. It takes time linear in the prefix, and may
// end inside a grapheme cluster, see [CutChars].
func PrefixLen(s string, chars int) int {
	if chars >= len(s) {
		return len(s)
	}
	i := 0
	for ; chars > 0 && i < len(s); chars-- {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		i += n
	}
	return i
}

// runeAt returns where the rune which byte i belongs to starts and ends; an
// invalid byte is a rune of its own.
func runeAt(s string, i int) (start, end int) {
	for start = i; start > 0 && i-start < utf8.UTFMax && !utf8.RuneStart(s[start]); {
		start--
	}
	if _, n := utf8.DecodeRuneInString(s[start:]); start+n > i {
		return start, start + n
	}
	return i, i + 1
}

// restart returns the nearest position at or before pos from which clusters
// can be found without looking at what is before it. The rune behind pos ends
// at after.
//
// A boundary between two runes that shows in the two alone is one in the text
// as well, unless the first of them is a mark or a joiner that the rules GB9c
// and GB11 look through. No such character is ASCII, and none has a boundary
// before it, except behind a control character, which ends every rule.
func restart(s string, pos, after int) int {
	next := -1 // the position behind this rune, if there is a boundary
	for pos > 0 {
		before, n := utf8.DecodeLastRuneInString(s[:pos])
		switch {
		case !splits(s[pos-n:after], n):
			next = -1
		case next >= 0:
			return next
		case before < utf8.RuneSelf:
			return pos
		default:
			next = pos
		}
		pos, after = pos-n, pos
	}
	return 0
}

// splits reports whether the two runes of pair, the first n bytes long, are
// two clusters when nothing is around them.
func splits(pair string, n int) bool {
	if pair[0] < utf8.RuneSelf && pair[1] < utf8.RuneSelf {
		return pair[0] != '\r' || pair[1] != '\n'
	}
	clusters := graphemes.FromString(pair)
	return clusters.Next() && clusters.End() == n
}
