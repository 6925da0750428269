package outline

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// CPython keeps names in the form NFKC by Unicode 16.0. Package norm, which is the
// base, knows Unicode 15.0, and breaks runs of more than 30 combining
// characters, which NFKC itself does not.

// A pyRune is a character with its canonical combining class: 0 for those that
// others are combined with.
type pyRune struct {
	char  rune
	class uint8
}

// pyNFKC returns text, which is UTF-8, in the form NFKC.
func pyNFKC(text []byte) string {
	var buf [64]pyRune
	runes := pyDecompose(buf[:0], text)
	pyReorder(runes)
	runes = pyCompose(runes)
	out := make([]byte, 0, len(text))
	for _, r := range runes {
		out = utf8.AppendRune(out, r.char)
	}
	return string(out)
}

// pyDecompose appends what the characters of text are made of.
func pyDecompose(runes []pyRune, text []byte) []pyRune {
	var buf [64]byte
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		parts := buf[:0]
		switch newer, ok := pyNewerParts[r]; {
		case ok:
			parts = append(parts, newer...)
		case r < utf8.RuneSelf:
			parts = append(parts, text[0])
		default:
			parts = norm.NFKD.Append(parts, text[:size]...)
		}
		text = text[size:]
		for len(parts) > 0 {
			r, size := utf8.DecodeRune(parts)
			runes = append(runes, pyRune{r, pyCombiningClass(r, parts)})
			parts = parts[size:]
		}
	}
	return runes
}

// pyCombiningClass returns the class of r, which text begins with.
func pyCombiningClass(r rune, text []byte) uint8 {
	if class, ok := pyNewerClasses[r]; ok {
		return class
	}
	return norm.NFKD.Properties(text).CCC()
}

// pyReorder sorts runs of combining characters by their class.
func pyReorder(runes []pyRune) {
	for i := 0; i < len(runes); {
		end := i + 1
		for runes[i].class != 0 && end < len(runes) && runes[end].class != 0 {
			end++
		}
		pySortClasses(runes[i:end])
		i = end
	}
}

// pySortClasses keeps those of the same class in order. It takes linear time: a run
// can be as long as a text.
func pySortClasses(run []pyRune) {
	byClass := func(a, b pyRune) int { return int(a.class) - int(b.class) }
	if slices.IsSortedFunc(run, byClass) {
		return
	}
	var next [257]int // the place of the next of each class
	for _, r := range run {
		next[int(r.class)+1]++
	}
	for class := range 256 {
		next[class+1] += next[class]
	}
	for _, r := range slices.Clone(run) {
		run[next[r.class]] = r
		next[r.class]++
	}
}

// pyCompose combines, in place, each character with the last one that begins a
// combination, unless one between them has no lower class.
func pyCompose(runes []pyRune) []pyRune {
	out := runes[:0]
	first := -1 // the place in out of what begins a combination
	for _, r := range runes {
		if first >= 0 && (first == len(out)-1 || out[len(out)-1].class < r.class) {
			if whole := pyWhole(out[first].char, r.char); whole != 0 {
				out[first].char = whole
				continue
			}
		}
		if r.class == 0 {
			first = len(out)
		}
		out = append(out, r)
	}
	return out
}

// pyWhole returns the one character that a and b are, 0 if there is none.
func pyWhole(a, b rune) rune {
	if whole, ok := pyNewerWholes[[2]rune{a, b}]; ok {
		return whole
	}
	var buf [4 * utf8.UTFMax]byte
	second := utf8.AppendRune(buf[:0], b)
	if norm.NFC.Properties(second).BoundaryBefore() {
		return 0
	}
	pair := utf8.AppendRune(utf8.AppendRune(buf[:0], a), b)
	whole := norm.NFC.Bytes(pair)
	if r, size := utf8.DecodeRune(whole); size == len(whole) {
		return r
	}
	return 0
}

// pyNewerWholes has what became one character after Unicode 15.0.
var pyNewerWholes = map[[2]rune]rune{
	{0x105d2, 0x0307}: 0x105c9, {0x105da, 0x0307}: 0x105e4,
	{0x11382, 0x113c9}: 0x11383, {0x11384, 0x113bb}: 0x11385, {0x1138b, 0x113c2}: 0x1138e, {0x11390, 0x113c9}: 0x11391,
	{0x113c2, 0x113c2}: 0x113c5, {0x113c2, 0x113b8}: 0x113c7, {0x113c2, 0x113c9}: 0x113c8,
	{0x1611e, 0x1611e}: 0x16121, {0x1611e, 0x16129}: 0x16122, {0x1611e, 0x1611f}: 0x16123, {0x16129, 0x1611f}: 0x16124,
	{0x1611e, 0x16120}: 0x16125, {0x16121, 0x1611f}: 0x16126, {0x16122, 0x1611f}: 0x16127, {0x16121, 0x16120}: 0x16128,
	{0x16d67, 0x16d67}: 0x16d68, {0x16d63, 0x16d67}: 0x16d69, {0x16d69, 0x16d67}: 0x16d6a,
}

// pyNewerParts is the reverse, with all parts, and has the digits that are others
// in the form NFKC.
var pyNewerParts = func() map[rune]string {
	parts := map[rune]string{}
	for pair, whole := range pyNewerWholes {
		parts[whole] = string(pair[:])
	}
	for pair, whole := range pyNewerWholes {
		if first, ok := parts[pair[0]]; ok {
			parts[whole] = first + string(pair[1])
		}
	}
	for digit := range rune(10) {
		parts[0x1ccf0+digit] = string('0' + digit)
	}
	return parts
}()

// pyNewerClasses has the combining characters that came after Unicode 15.0.
var pyNewerClasses = map[rune]uint8{
	0x0897: 230, 0x10d69: 230, 0x10d6a: 230, 0x10d6b: 230, 0x10d6c: 230, 0x10d6d: 230,
	0x113ce: 9, 0x113cf: 9, 0x113d0: 9, 0x1612f: 9, 0x1e5ee: 230, 0x1e5ef: 220,
}
