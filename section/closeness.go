package section

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// The measure of closeness. Words are runs of letters and digits, compared without
// case and without nonspacing marks, so that Resume is Résumé and שלום is שָׁלוֹם; a
// character of the Chinese and Japanese scripts, which have no spaces, is a word
// by itself. Each word of a name takes the title's word that costs least: nothing
// for the same word, 1 for a word that it begins (from three characters on, two of
// Hangul), 1 for one typing error in a word of at least four characters, 2 for two
// in one of at least eight. A typing error is a character too many, too few or
// wrong, or two neighbours that changed places; a word of three characters may
// have any of them but a wrong character.
//
// A title is close if at least two in three of the name's words are found in it,
// or if all of its own words are found in the name; or if name and title, both
// written without spaces, differ by no more than such errors, or the title then
// holds a name of at least eight characters.
const (
	prefixLen   = 3 // characters from which a word may be the beginning of one
	prefixHan   = 2 // the same in Hangul
	someErrors  = 3 // characters from which a word may have a typing error of most kinds
	oneError    = 4 // and of every kind
	twoErrors   = 8 // and two
	maxWords    = 12
	maxJoined   = 200 // bytes up to which texts are compared without spaces
	notFoundYet = 3   // a cost that no found word has
)

// A folder takes the differences out of a text that closeness has no eye for.
type folder struct {
	fold  cases.Caser
	marks transform.Transformer
}

func newFolder() folder {
	return folder{cases.Fold(), transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)}
}

func (f folder) plain(s string) string {
	s = f.fold.String(s)
	for i := range len(s) {
		if s[i] >= 0x80 {
			plain, _, err := transform.String(f.marks, s)
			if err == nil {
				return plain
			}
			break
		}
	}
	return s
}

// A phrase is a name or a title as it is compared.
type phrase struct {
	words  [][]rune
	joined []rune // the words without anything between them; nil if it is long
}

func newPhrase(f folder, s string) phrase {
	var p phrase
	for word := range strings.FieldsFuncSeq(f.plain(s), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N)
	}) {
		p.addWords([]rune(word))
	}
	if len(s) <= maxJoined {
		p.joined = slices.Concat(p.words...)
	}
	return p
}

// addWords adds what stands between two spaces.
func (p *phrase) addWords(text []rune) {
	start := 0
	for i, r := range text {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			if start < i {
				p.words = append(p.words, text[start:i])
			}
			p.words = append(p.words, text[i:i+1])
			start = i + 1
		}
	}
	if start < len(text) {
		p.words = append(p.words, text[start:])
	}
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
	if 3*(len(words)-r.missing) >= 2*len(words) || title.within(words) {
		return r, true
	}
	if p.joined != nil && title.joined != nil && joinedClose(p.joined, title.joined) {
		return rank{cost: 2}, true
	}
	return rank{}, false
}

// within reports whether there are words of p, and all of them are found among the
// given ones of a name.
func (p phrase) within(words [][]rune) bool {
	return len(p.words) > 0 && len(p.words) <= len(words) && !slices.ContainsFunc(p.words, func(t []rune) bool {
		return !slices.ContainsFunc(words, func(w []rune) bool { return wordCost(w, t) < notFoundYet })
	})
}

// joinedClose compares a name and a title that are written without spaces.
func joinedClose(name, title []rune) bool {
	return errorsAllow(name, title) < notFoundYet ||
		len(name) >= twoErrors && strings.Contains(string(title), string(name))
}

// wordCost is what it costs to take the word w of a name for the word t of a
// title.
func wordCost(w, t []rune) int {
	switch {
	case slices.Equal(w, t):
		return 0
	case begins(w, t):
		return 1
	}
	return errorsAllow(w, t)
}

// begins reports whether w is enough of the beginning of t.
func begins(w, t []rune) bool {
	enough := prefixLen
	if len(w) > 0 && unicode.Is(unicode.Hangul, w[0]) {
		enough = prefixHan
	}
	return len(w) >= enough && len(w) < len(t) && slices.Equal(w, t[:len(w)])
}

// errorsAllow returns the number of typing errors between a and b, notFoundYet
// if there are more than their length allows.
func errorsAllow(a, b []rune) int {
	limit := 0
	switch n := min(len(a), len(b)); {
	case n >= twoErrors:
		limit = 2
	case n >= someErrors:
		limit = 1
	}
	d := distance(a, b, limit)
	if d > limit || len(a) == len(b) && len(a) < oneError && wrong(a, b) == 1 {
		return notFoundYet
	}
	return d
}

// wrong returns the number of places at which words of the same length differ.
func wrong(a, b []rune) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
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
