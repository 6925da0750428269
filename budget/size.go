package budget

import "unicode/utf8"

// byteCost is what encoding/json writes for one byte of a string. The bytes of
// a character outside ASCII are written as they are, with the exceptions that
// Size adds.
var byteCost = func() (cost [256]uint8) {
	for c := range cost {
		switch {
		case c == '"', c == '\\', c == '\b', c == '\f', c == '\n', c == '\r', c == '\t':
			cost[c] = 2
		case c < ' ', c == '<', c == '>', c == '&':
			cost[c] = uint8(escaped)
		default:
			cost[c] = 1
		}
	}
	return cost
}()

// escaped is the cost of a character that is written by its number.
const escaped = len(`\u2028`)

// Size is len(json.Marshal(s)): the bytes of s as a JSON string, its two
// quotes included. The empty string takes two bytes, each invalid byte six. It
// takes time linear in s and does not allocate.
func Size(s string) int {
	size := len(`""`)
	for i := 0; i < len(s); i++ {
		size += int(byteCost[s[i]])
		if s[i] == "\u2028"[0] && isSeparator(s[i:]) {
			size += escaped - len("\u2028")
		}
	}
	if !utf8.ValidString(s) {
		size += invalidBytes(s) * (escaped - 1)
	}
	return size
}

// isSeparator reports whether s begins with the line separator U+2028 or the
// paragraph separator U+2029, which end a line in JavaScript.
func isSeparator(s string) bool {
	const n = len("\u2028")
	return len(s) >= n && (s[:n] == "\u2028" || s[:n] == "\u2029")
}

// invalidBytes counts the bytes of s that are written as U+FFFD.
func invalidBytes(s string) int {
	count := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			count++
		}
		i += n
	}
	return count
}
