// Package outline maps the symbols of source files: what is defined, and on
// which lines.
//
// [Scan] chooses the scanner by the name of a file and returns its symbols, or a
// [NoOutline] that says why there are none. [Filter] picks symbols by their
// names. Callers add scanners for other suffixes to a set of their own, see
// [Scanners].
//
// # Lines
//
// Lines are what strings.Split(text, "\n") gives, counted from 1, and ranges
// include both their lines, as in package section. A text with a carriage return
// that is not part of "\r\n" has no outline, since its lines can not be counted
// the same way by everyone.
package outline

import (
	"bytes"
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/cases"
)

// MaxSymbols is the most symbols of an outline. A scanner stops where one more
// is found, with the reason [TooManySymbols].
const MaxSymbols = 50_000

// MaxNames is the most bytes of all names of an outline together. Names repeat
// those of what is around them, so without it a text of 500 KB could have
// gigabytes of them. A scanner stops where they would be more as it does at
// [MaxSymbols], with the same reason.
const MaxNames = 64 << 20

// A Symbol is one definition, or another place worth going to, in a file. Names
// are not unique: nothing is lost where two branches define the same function.
type Symbol struct {
	Name  string `json:"name"` // in full, with the names of what it is defined in
	Kind  Kind   `json:"kind"`
	Start int    `json:"start"` // first line, counted from 1
	End   int    `json:"end"`   // last line
}

// A Kind says what a symbol is. Names alone do not: an element div#a and the
// rule of a style sheet for it have the same one.
type Kind string

// The kinds of symbols.
const (
	Function Kind = "function"
	Class    Kind = "class"
	Method   Kind = "method"
	Block    Kind = "block" // of a template, as the five that follow
	Macro    Kind = "macro"
	Extends  Kind = "extends"
	Include  Kind = "include"
	Import   Kind = "import"
	Element  Kind = "element" // of HTML, as script and style
	Script   Kind = "script"
	Style    Kind = "style"
	Rule     Kind = "rule" // of CSS
	AtRule   Kind = "at-rule"
	Heading  Kind = "heading" // of a document
	Target   Kind = "target"
)

// A Scanner finds the symbols of a text in one language: sorted by Start, then
// by Name, or a *[NoOutline] and no symbols. It does not change src, whatever
// the bytes, and its symbols do not keep it.
type Scanner func(src []byte) ([]Symbol, error)

// Scanners holds the scanner of each suffix, in lower case with the dot. It is
// safe for concurrent use while nobody changes it.
type Scanners map[string]Scanner

// Default returns a new set with the scanners of this package, for callers to
// change.
func Default() Scanners {
	return Scanners{
		".css":  CSS,
		".html": Template, ".htm": Template, ".jinja": Template, ".jinja2": Template, ".j2": Template,
		".js": JavaScript, ".mjs": JavaScript, ".cjs": JavaScript,
		".py": Python, ".pyi": Python,
		".rst": RST,
	}
}

var defaults = Default()

// Scan returns the symbols of a file by the scanner for the suffix of its name,
// letters compared without case, of [Default]. See [Scanners.Scan].
func Scan(name string, src []byte) ([]Symbol, error) { return defaults.Scan(name, src) }

// Scan returns the symbols of a file by the scanner for the suffix of its name,
// letters compared without case. A file in which there is nothing to find has an
// empty outline and no error.
//
// Its error is a *[NoOutline]: a status more than a failure, since the file can
// be read all the same. The reason is [UnsupportedLanguage] if the set has no
// scanner for the suffix.
func (s Scanners) Scan(name string, src []byte) ([]Symbol, error) {
	scan := s[strings.ToLower(path.Ext(name))]
	if scan == nil {
		return nil, &NoOutline{Reason: UnsupportedLanguage}
	}
	return scan(src)
}

// Filter yields, in order, the symbols whose full name contains query, compared
// by Unicode case folding: STRASSE finds straße. So the name of a class finds
// all that is defined in it, and "#" finds whatever has an id. An empty query
// yields every symbol.
func Filter(symbols []Symbol, query string) iter.Seq[Symbol] {
	return func(yield func(Symbol) bool) {
		fold := cases.Fold()
		query := fold.String(query)
		for _, s := range symbols {
			if strings.Contains(fold.String(s.Name), query) && !yield(s) {
				return
			}
		}
	}
}

// A list collects the symbols of one text.
type list struct {
	symbols []Symbol
	names   int // bytes
}

// add appends a symbol. It refuses the first that is too many.
func (l *list) add(s Symbol) error {
	l.names += len(s.Name)
	if len(l.symbols) == MaxSymbols || l.names > MaxNames {
		return &NoOutline{Reason: TooManySymbols, Max: MaxSymbols}
	}
	l.symbols = append(roomy(l.symbols), s)
	return nil
}

// roomy returns a list with room for one more. When there is none it doubles,
// where append would copy long lists more often.
func roomy[T any](list []T) []T {
	if n := len(list); n == cap(list) {
		return slices.Grow(list, max(n, 4))
	}
	return list
}

// sorted returns the symbols in the order that a Scanner promises, those with
// the same line and name in the order in which they were added.
func (l *list) sorted() []Symbol {
	if slices.IsSortedFunc(l.symbols, compareSymbols) {
		return l.symbols
	}
	// Keys are cheaper to move than symbols and to compare than names, and their
	// indices break ties. A minified style sheet has all its rules on one line.
	order := make([]symbolKey, len(l.symbols))
	for i := range l.symbols {
		order[i] = keyOf(&l.symbols[i], i)
	}
	slices.SortFunc(order, func(a, b symbolKey) int {
		switch {
		case a.start != b.start:
			return cmp.Compare(a.start, b.start)
		case a.name[0] != b.name[0]:
			return cmp.Compare(a.name[0], b.name[0])
		case a.name[1] != b.name[1]:
			return cmp.Compare(a.name[1], b.name[1])
		}
		if order := strings.Compare(l.symbols[a.at].Name, l.symbols[b.at].Name); order != 0 {
			return order
		}
		return cmp.Compare(a.at, b.at)
	})
	for i := range order {
		// Each symbol from here on moves to where the one before it has been, until
		// one stands where the first has been.
		first := l.symbols[i]
		to := i
		for order[to].at != i {
			from := order[to].at
			l.symbols[to], order[to].at = l.symbols[from], to
			to = from
		}
		l.symbols[to], order[to].at = first, to
	}
	return l.symbols
}

// A symbolKey is what mostly decides where a symbol stands among others.
type symbolKey struct {
	start int       // its line
	name  [2]uint64 // its first bytes
	at    int       // its index
}

func keyOf(s *Symbol, at int) symbolKey {
	k := symbolKey{start: s.Start, at: at}
	for i := range min(len(s.Name), 16) {
		k.name[i/8] |= uint64(s.Name[i]) << (56 - i%8*8)
	}
	return k
}

func compareSymbols(a, b Symbol) int {
	if a.Start != b.Start {
		return cmp.Compare(a.Start, b.Start)
	}
	return strings.Compare(a.Name, b.Name)
}

// checkLineEnds refuses a text with a carriage return that no newline follows.
func checkLineEnds(src []byte) error {
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '\r')
		if i < 0 {
			return nil
		}
		at += i + 1
		if at == len(src) || src[at] != '\n' {
			line := 1 + bytes.Count(src[:at], []byte("\n"))
			return &NoOutline{Reason: InconsistentLineEndings, Line: line}
		}
	}
}
