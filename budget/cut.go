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
// Cut does not allocate, and what it reads does not depend on how long s is. It
// reads back to the start of the cluster that limit falls into or begins, and of
// the one before it, in any script. That is much only where the text leaves no
// choice: one cluster of very many code points (marks, joined emoji, a chain of
// Indic conjuncts), and an unbroken run of regional indicators, which are paired
// to flags from its start. There it is the length of that cluster or run, at
// most limit bytes.
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

// restart returns the nearest cluster boundary at or before pos that shows in few
// characters; only between the regional indicators of a run there are nearer
// ones. The rune behind pos ends at after.
//
// Two runes that are two clusters when alone are so in a text as well, with two
// exceptions that look further back: a consonant joins the one before a linker
// (GB9c), a pictograph the one before a joiner (GB11). All that they look
// through are marks and joiners, each of which joins the rune before it. So what
// they look for is not before the nearest position where two runes split, and
// clusters found from there on say what there is at pos. No ASCII character is a
// mark or a joiner.
func restart(s string, pos, after int) int {
	pos, after = lastSplit(s, pos, after)
	for pos > 0 && s[pos-1] >= utf8.RuneSelf {
		_, n := utf8.DecodeLastRuneInString(s[:pos])
		before, end := lastSplit(s, pos-n, pos)
		if endsAt(s[before:after], pos-before) {
			break
		}
		pos, after = before, end
	}
	return pos
}

// lastSplit returns the last position at or before pos where the rune before it
// and the rune behind it are two clusters if nothing is around them, and where
// the latter ends; at pos that is after. The start of s is such a position.
func lastSplit(s string, pos, after int) (split, end int) {
	for pos > 0 {
		_, n := utf8.DecodeLastRuneInString(s[:pos])
		if splits(s[pos-n:after], n) {
			break
		}
		pos, after = pos-n, pos
	}
	return pos, after
}

// splits reports whether the two runes of pair, the first n bytes long, are
// two clusters when nothing is around them.
func splits(pair string, n int) bool {
	if pair[0] < utf8.RuneSelf && pair[1] < utf8.RuneSelf {
		return pair[0] != '\r' || pair[1] != '\n'
	}
	return endsAt(pair, n)
}

// endsAt reports whether one of the clusters of s ends at n.
func endsAt(s string, n int) bool {
	clusters := graphemes.FromString(s)
	for clusters.Next() {
		if clusters.End() >= n {
			break
		}
	}
	return clusters.End() == n
}
