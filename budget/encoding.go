package budget

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// An Encoding says how an answer is encoded where it is sent. Its zero value is
// that of json.Marshal.
type Encoding struct {
	// NoHTMLEscape writes <, > and & as they are, in every encoding that the
	// answer goes through; see json.Encoder.SetEscapeHTML.
	NoHTMLEscape bool
	// Indent is what each level is indented by, spaces or tabs; empty means all on
	// one line. It makes no difference to the size of a string.
	Indent string
	// Nested sends the JSON inside a JSON string, as the text block of an MCP
	// tool result carries it: what is escaped once is escaped once more.
	Nested bool
}

// The encodings that most answers have.
var (
	Plain  = Encoding{}             // json.Marshal
	Nested = Encoding{Nested: true} // json.Marshal of the string that json.Marshal gave
)

// Size is the number of bytes of s as an answer of its own: it equals
// [Encoding.SizeOf], without encoding s and without allocating. Quotes are
// counted: the empty string takes two bytes, Nested it takes the six of
// "\"\"". Size takes time linear in s.
func (e Encoding) Size(s string) int {
	return e.quotes() + e.cost(s)
}

// SizeOf is the number of bytes of v as an answer of its own. Nested it is that
// of the JSON string that holds the JSON of v, its two quotes included. SizeOf
// encodes v and keeps nothing. It fails where encoding/json does.
func (e Encoding) SizeOf(v any) (int, error) {
	inner, err := e.encode(v)
	if err != nil {
		return 0, err
	}
	if e.Nested {
		return e.carried(inner) + len(`""`), nil
	}
	return len(inner), nil
}

// Fit returns the length of the longest prefix of s that ends on a grapheme
// cluster boundary and adds at most max bytes to an answer. What it adds is
// size: the bytes between its quotes in the JSON that is sent, which is
// e.Size(s[:n]) - e.Size(""). Both are 0 where max is zero or negative, and
// where the first cluster takes more; that is then the prefix
// s[:CutClusters(s, 1)], and [Encoding.FitRunes] splits it.
//
// Fit reads once what fits, however long s is, and does not allocate.
func (e Encoding) Fit(s string, max int) (n, size int) {
	end, size := e.FitRunes(s, max)
	n = Cut(s, end)
	return n, size - e.cost(s[n:end])
}

// FitRunes is [Encoding.Fit] with a prefix that ends between two code points.
// It never ends inside an escape.
func (e Encoding) FitRunes(s string, max int) (n, size int) {
	// What fits in blocks need not be looked at more closely.
	const block = 512
	t := e.table()
	for n < len(s) {
		width := CutRunes(s[n:], block)
		cost := t.cost(s[n : n+width])
		if size+cost > max {
			break
		}
		n, size = n+width, size+cost
	}
	for n < len(s) {
		_, width := utf8.DecodeRuneInString(s[n:])
		cost := t.cost(s[n : n+width])
		if size+cost > max {
			break
		}
		n, size = n+width, size+cost
	}
	return n, size
}

// FitLines is [Encoding.Fit] with a prefix of whole lines, each with the newline
// that ends it; the last line of s needs none. It returns how many lines these
// are, too. All three are 0 where the first line takes more than max.
func (e Encoding) FitLines(s string, max int) (n, lines, size int) {
	n, size = e.FitRunes(s, max)
	if n == len(s) && n > 0 && s[n-1] != '\n' {
		return n, strings.Count(s, "\n") + 1, size
	}
	end := n
	n = strings.LastIndexByte(s[:end], '\n') + 1
	return n, strings.Count(s[:n], "\n"), size - e.cost(s[n:end])
}

// encode returns the JSON of v, before it is nested.
func (e Encoding) encode(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(!e.NoHTMLEscape)
	enc.SetIndent("", e.Indent)
	if err := enc.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// carried is the number of bytes that inner, a piece of JSON, takes where the
// answer is sent.
func (e Encoding) carried(inner string) int {
	if e.Nested {
		return Encoding{NoHTMLEscape: e.NoHTMLEscape}.cost(inner)
	}
	return len(inner)
}

// quotes is what the quotes of a string take: Nested the escaped ones inside
// the other.
func (e Encoding) quotes() int {
	if e.Nested {
		return len(`"\"\""`)
	}
	return len(`""`)
}

// cost is what s adds to an answer, between its quotes.
func (e Encoding) cost(s string) int {
	return e.table().cost(s)
}
