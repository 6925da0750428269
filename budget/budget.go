// Package budget measures answers as they are sent, and makes them fit.
//
// An [Encoding] says how an answer is sent: its Size is the length of a string
// in JSON without encoding it, its Fit the longest prefix that a number of bytes
// has room for. [Page] fits the part of a text that an answer holds, [Trim] cuts
// its lists, a [Batch] keeps many answers that are sent in one. [TooLargeError]
// refuses what does not fit even so.
//
// [Cut], [CutChars], [CutClusters] and [CutWidth] find the longest prefix by
// bytes, code points, clusters and columns of a terminal. None of them splits a
// grapheme cluster.
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
// flag, a Hangul syllable, an Indic conjunct and CR LF are never split. A cluster
// that is larger than the limit gives an empty prefix; what splits it between two
// code points says so in its name: [CutRunes], [PrefixLen], Encoding.FitRunes and
// [Runes] for pages. Widths are those of uniseg, which follows Unicode 15.0.
//
// # Valid text
//
// Make text valid UTF-8 (strings.ToValidUTF8) before you measure or cut it.
// Sizes of invalid text are those of the encoding/json that the program is built
// with: six bytes for each invalid byte, three with GOEXPERIMENT=jsonv2. Cuts of
// invalid text keep their limit and fall inside no valid rune, but which invalid
// bytes are taken as one cluster is not promised.
//
// # Bytes
//
// Text is a string here, since that is what an answer holds. From a []byte,
// string(data) copies it all, once; unsafe.String does not, and is right as long
// as nobody writes to the bytes.
//
// # Cost
//
// Sizes and cuts do not allocate. A cut by bytes reads two clusters near the
// limit: near the end of 10 MB it takes 0.8 to 1.2 times of what it takes near
// the end of 300 KB, the noise of the measurement, in each of 17 scripts (Latin
// with accents, pointed Hebrew, Arabic, Thai, Devanagari and Bengali with
// conjuncts, Hangul, emoji, flags; BenchmarkCut). One cluster or one run of
// regional indicators of 1 MB takes less than 100 ms. Fit and Page read what
// there is room for. For 256,000 bytes of English, Hebrew, Chinese, emoji and
// source code, Size takes from two thirds down to a fifth of the time of
// json.Marshal, and Fit and Page from a 30th down to a 130th of that of a binary
// search with json.Marshal (BenchmarkSize and BenchmarkFit).
//
// Trim and Batch encode each item once and take time linear in the number of
// items, Batch.Answer with a few answers encoded beside (BenchmarkTrim and
// BenchmarkBatch).
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
