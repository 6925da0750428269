package section

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
)

// MaxSuggestions is the most names that a [NotFoundError] suggests.
const MaxSuggestions = 50

// The measure of closeness. Words are runs of letters, marks and digits,
// compared without case. Each word of a name takes the title's word that costs
// least: nothing for the same word, 1 for a word that it begins (from three
// characters on), 1 for one typing error in a word of at least four characters,
// 2 for two in one of at least eight. A typing error is a character too many, too
// few or wrong, or two neighbours that changed places. A title is close if at
// least two in three of the name's words are found in it; or if name and title
// differ by no more than such errors when both are written without spaces.
const (
	prefixLen   = 3 // characters from which a word may be the beginning of one
	oneError    = 4 // characters from which a word may have a typing error
	twoErrors   = 8 // and two
	maxWords    = 12
	maxJoined   = 200 // bytes up to which texts are compared without spaces
	notFoundYet = 3   // a cost that no found word has
)

// A rank orders close titles: the best is the least.
type rank struct {
	section int
	missing int // words of the name that are not in the title
	cost    int // of those that are
	more    int // words of the title that are not in the name
}

// suggest returns the names of sections that are close to name, the closest
// first, or, if there are none, the identifiers of the document; and whether
// there were more than MaxSuggestions. It takes time linear in all titles.
func (m *Map) suggest(name string) (names []string, truncated bool) {
	fold := cases.Fold()
	wanted := newPhrase(fold, name)
	names = []string{}
	var ranks []rank
	for i, title := range m.seen() {
		if r, ok := wanted.closeness(newPhrase(fold, title)); ok {
			r.section = i
			ranks = append(ranks, r)
		}
	}
	slices.SortStableFunc(ranks, func(a, b rank) int {
		return cmp.Or(a.missing-b.missing, a.cost-b.cost, a.more-b.more)
	})
	for _, r := range ranks {
		names = append(names, m.Sections[r.section].Title)
	}
	if len(names) == 0 {
		names = append(names, m.identifiers()...)
	}
	if len(names) > MaxSuggestions {
		return names[:MaxSuggestions:MaxSuggestions], true
	}
	return names, false
}

// A phrase is a name or a title as it is compared.
type phrase struct {
	words  [][]rune
	joined []rune // the words without anything between them; nil if it is long
}

func newPhrase(fold cases.Caser, s string) phrase {
	var p phrase
	for word := range strings.FieldsFuncSeq(fold.String(s), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N)
	}) {
		p.words = append(p.words, []rune(word))
	}
	if len(s) <= maxJoined {
		p.joined = slices.Concat(p.words...)
	}
	return p
}

// closeness ranks title for the name p, and reports whether it is close.
func (p phrase) closeness(title phrase) (rank, bool) {
	if len(p.words) == 0 {
		return rank{}, false
	}
	var r rank
	words := p.words[:min(len(p.words), maxWords)]
	for _, w := range words {
		cost := notFoundYet
		for _, t := range title.words {
			cost = min(cost, wordCost(w, t))
		}
		if cost == notFoundYet {
			r.missing++
		} else {
			r.cost += cost
		}
	}
	r.more = max(len(title.words)-(len(words)-r.missing), 0)
	if 3*(len(words)-r.missing) >= 2*len(words) {
		return r, true
	}
	if p.joined != nil && title.joined != nil && errorsAllow(p.joined, title.joined) < notFoundYet {
		return rank{cost: 2}, true
	}
	return rank{}, false
}

// wordCost is what it costs to take the word w of a name for the word t of a
// title.
func wordCost(w, t []rune) int {
	switch {
	case slices.Equal(w, t):
		return 0
	case len(w) >= prefixLen && len(w) < len(t) && slices.Equal(w, t[:len(w)]):
		return 1
	}
	return errorsAllow(w, t)
}

// errorsAllow returns the number of typing errors between a and b, notFoundYet
// if there are more than their length allows.
func errorsAllow(a, b []rune) int {
	limit := 0
	switch n := min(len(a), len(b)); {
	case n >= twoErrors:
		limit = 2
	case n >= oneError:
		limit = 1
	}
	if d := distance(a, b, limit); d <= limit {
		return d
	}
	return notFoundYet
}

// distance returns the optimal string alignment distance of a and b, or
// limit+1 if it is greater than limit. It looks at the 2*limit+1 cells of each
// row around the diagonal, so it takes time linear in the words.
func distance(a, b []rune, limit int) int {
	far := limit + 1
	if len(a)-len(b) > limit || len(b)-len(a) > limit || len(b) > maxJoined {
		return far
	}
	var rows [3][maxJoined + 1]uint8
	before, last, row := rows[0][:], rows[1][:], rows[2][:]
	for j := range min(limit, len(b)) + 1 {
		last[j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(i-limit, 1), min(i+limit, len(b))
		row[from-1] = uint8(far) // left of the band
		if from == 1 {
			row[0] = uint8(min(i, far))
		}
		for j := from; j <= to; j++ {
			cost := int(last[j-1])
			if a[i-1] != b[j-1] {
				cost = 1 + min(cost, int(row[j-1]))
				if j < i+limit { // else right of the last row's band
					cost = min(cost, int(last[j])+1)
				}
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					cost = min(cost, int(before[j-2])+1)
				}
			}
			row[j] = uint8(min(cost, far))
		}
		before, last, row = last, row, before
	}
	return int(last[len(b)])
}
