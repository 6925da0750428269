package budget

import (
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Cut returns the largest n <= limit such that s[:n] ends on a grapheme
// cluster boundary. It is len(s) when limit reaches that far, and 0 when limit
// is zero or negative or falls inside the first cluster: the caller then
// refuses, or splits the cluster between two code points.
//
// The cost is that of the clusters around limit, however long s is; only a run
// of characters that have no boundary of their own (marks, joiners, regional
// indicators) is read back to its start.
func Cut(s string, limit int) int {
	switch {
	case limit >= len(s):
		return len(s)
	case limit <= 0:
		return 0
	}
	end := limit
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	start := restart(s, end)
	clusters := graphemes.FromString(s[start:])
	n := start
	for clusters.Next() && start+clusters.End() <= limit {
		n = start + clusters.End()
	}
	return n
}

// CutChars returns the length in bytes of the longest prefix of s that has at
// most chars code points and ends on a grapheme cluster boundary: 0 where the
// first cluster alone has more. It costs the counting of those code points
// and one [Cut].
func CutChars(s string, chars int) int {
	return Cut(s, PrefixLen(s, chars))
}

// PrefixLen returns the length in bytes of the first chars code points of s,
// len(s) where it has no more than that, and 0 for chars <= 0. Each invalid
// byte counts as one code point.
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

// restart returns the nearest position at or before end from which clusters
// can be found without looking at what is before it.
func restart(s string, end int) int {
	for end > 0 {
		after, n := utf8.DecodeRuneInString(s[end:])
		before, m := utf8.DecodeLastRuneInString(s[:end])
		if bothPlain(before, after) || splits(s[end-m:end+n], m) && !attaches(s[end-m:end]) {
			return end
		}
		end -= m
	}
	return 0
}

// bothPlain reports a pair of ASCII characters other than CR LF: there is
// always a boundary between them (rules GB4, GB5 and GB999).
func bothPlain(before, after rune) bool {
	return before < utf8.RuneSelf && after < utf8.RuneSelf && before != '\r'
}

// splits reports whether the first cluster of the two-rune string pair is its
// first rune, m bytes long.
func splits(pair string, m int) bool {
	clusters := graphemes.FromString(pair)
	return clusters.Next() && clusters.End() == m
}

// attaches reports whether char belongs to the cluster of a letter before it.
// Such a character (a mark, a joiner) hides what it continues, and rules GB9c
// and GB11 look through it.
func attaches(char string) bool {
	var pair [1 + utf8.UTFMax]byte
	pair[0] = 'a'
	n := 1 + copy(pair[1:], char)
	clusters := graphemes.FromBytes(pair[:n])
	return clusters.Next() && clusters.End() != 1
}
