// Package budget measures text as it is sent and cuts it where a reader would.
//
// [Size] is the length of a string in JSON without encoding it. [Cut] and
// [CutChars] find the longest prefix that ends between two grapheme clusters,
// at a cost that depends on the clusters near the limit and not on the text.
// An [Encoding] says how an answer is sent, and fits a text into it.
// [TooLargeError] is the refusal of an answer that is over its budget.
//
// # Encoding
//
// Sizes are those of encoding/json: `"`, `\`, newline, tab and their like take
// two bytes, other control characters, `<`, `>`, `&`, U+2028 and U+2029 take
// six, everything else its own UTF-8 bytes. An answer that travels as JSON
// inside a JSON string, as in the text block of an MCP tool result, is [Nested]:
// an escape takes one byte more, an escaped quote or backslash two.
//
// # Clusters
//
// Boundaries are those of Unicode Standard Annex 29 for Unicode 17.0 (extended
// grapheme clusters), so an emoji with its joiners, a letter with its marks, a
// flag, a Hangul syllable, an Indic conjunct and CR LF are never split.
//
// # Valid text
//
// Make text valid UTF-8 (strings.ToValidUTF8) before you measure or cut it.
// Sizes of invalid text are those of the encoding/json that the program is built
// with: six bytes for each invalid byte, three with GOEXPERIMENT=jsonv2. Cuts of
// invalid text keep their limit and fall inside no valid rune, but which invalid
// bytes are taken as one cluster is not promised.
package budget

import "fmt"

// A TooLargeError says that an answer of Bytes bytes was refused because at
// most Max bytes are sent. Bytes is what was compared to Max, so Bytes > Max.
// Its JSON form holds the two numbers.
type TooLargeError struct {
	Bytes int `json:"bytes"`
	Max   int `json:"max"`
}

// Error gives both numbers.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d bytes, at most %d are sent", e.Bytes, e.Max)
}
