package budget

import "unicode/utf8"

// asciiCost is what encoding/json writes for one ASCII byte of a string.
var asciiCost = func() (cost [utf8.RuneSelf]uint8) {
	for c := range cost {
		switch {
		case c == '"', c == '\\', c == '\b', c == '\f', c == '\n', c == '\r', c == '\t':
			cost[c] = 2
		case c < ' ', c == '<', c == '>', c == '&':
			cost[c] = 6
		default:
			cost[c] = 1
		}
	}
	return cost
}()

// Size is len(json.Marshal(s)): the bytes of s as a JSON string, its two
// quotes included. The empty string takes two bytes, each invalid byte six. It
// takes one pass over s and does not allocate.
func Size(s string) int {
	size := len(`""`)
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			size += int(asciiCost[c])
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1, r == '\u2028', r == '\u2029':
			size += 6
		default:
			size += n
		}
		i += n
	}
	return size
}
