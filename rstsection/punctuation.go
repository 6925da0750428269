package rstsection

import (
	"strings"
	"unicode"
)

// What may stand around inline markup, by the categories of Unicode. docutils has lists
// from Unicode 5.2, so those are the characters whose category is another since then:
const (
	symbolsThen     = "§¶༔፠⌈⌉⌊⌋𐄂" // and punctuation now
	punctuationThen = "᙭᧞᧟"       // and symbols now
	openedThen      = '﴾'         // and closes now
	closedThen      = '﴿'         // and opens now
)

// isOpener reports whether c opens a bracket or a quotation.
func isOpener(c rune) bool {
	if c < 0x80 {
		return strings.ContainsRune(`"'(<[{`, c)
	}
	return in(c, unicode.Ps, unicode.Pi, unicode.Pf) && c != closedThen || c == openedThen
}

// isCloser reports whether c closes a bracket or a quotation.
func isCloser(c rune) bool {
	if c < 0x80 {
		return strings.ContainsRune(`"')>]}`, c)
	}
	return in(c, unicode.Pe, unicode.Pi, unicode.Pf) && c != openedThen || c == closedThen || c == '‚' || c == '„'
}

// isDelimiter reports whether c is other punctuation that separates words.
func isDelimiter(c rune) bool {
	if c < 0x80 {
		return c == '-' || c == '/' || c == ':'
	}
	return in(c, unicode.Pd, unicode.Po) || strings.ContainsRune(punctuationThen, c)
}

// in reports whether c is, and was, in one of some categories of punctuation.
func in(c rune, categories ...*unicode.RangeTable) bool {
	return unicode.In(c, categories...) && !strings.ContainsRune(symbolsThen, c)
}

// quotations are the quotation marks with what closes each, which differs between
// languages.
var quotations = map[rune]string{
	'"': `"`, '\'': "'", '«': "»", '»': "«»", '‘': "’‚", '’': "‘’", '‚': "‛‘’", '“': "”„", '”': "“”", '„': "‟“”",
	'‹': "›", '›': "‹›", '‛': "‚", '‟': "„", '〝': "〞",
	'⸂': "⸃", '⸃': "⸂", '⸄': "⸅", '⸅': "⸄", '⸉': "⸊", '⸊': "⸉", '⸌': "⸍", '⸍': "⸌", '⸜': "⸝", '⸝': "⸜", '⸠': "⸡", '⸡': "⸠",
}

// closes reports whether closer closes what opener opens.
func closes(opener, closer rune) bool {
	if marks, ok := quotations[opener]; ok {
		return strings.ContainsRune(marks, closer)
	}
	switch opener {
	case '(':
		return closer == ')'
	case '<', '[', '{', '［', '｛':
		return closer == opener+2
	}
	return isOpener(opener) && closer == opener+1 && isCloser(closer)
}

func isSpaceOrNul(c rune) bool { return c == 0 || isSpace(c) }
