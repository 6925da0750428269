package outline

import "bytes"

// cssName returns a prelude as a name: without comments, and with each run of
// white space outside strings as one space. What a backslash escapes stays.
func cssName(prelude []byte) string {
	if !cssNeedsFolding(prelude) {
		return string(prelude)
	}
	name := make([]byte, 0, len(prelude))
	space := false
	for i := 0; i < len(prelude); {
		n := cssPartLen(prelude[i:])
		switch {
		case cssIsSpace(prelude[i]):
			space = true
		case cssIsComment(prelude[i:]): // leaves no space
		default:
			if space && len(name) > 0 {
				name = append(name, ' ')
			}
			space = false
			name = append(name, prelude[i:i+n]...)
		}
		i += n
	}
	return string(name)
}

// cssNeedsFolding reports whether cssName could change a prelude.
func cssNeedsFolding(prelude []byte) bool {
	space := false
	for _, c := range prelude {
		switch {
		case c == '/' || cssIsSpace(c) && (space || c != ' '):
			return true
		}
		space = c == ' '
	}
	return false
}

// cssTrimmedLen returns the length of a prelude without the white space and
// comments at its end.
func cssTrimmedLen(prelude []byte) int {
	end := len(prelude)
	for end > 0 && cssIsSpace(prelude[end-1]) {
		end--
	}
	if bytes.IndexByte(prelude, '/') < 0 && bytes.IndexByte(prelude, '\\') < 0 {
		return end
	}
	end = 0
	for i := 0; i < len(prelude); {
		n := cssPartLen(prelude[i:])
		if !cssIsSpace(prelude[i]) && !cssIsComment(prelude[i:]) {
			end = i + n
		}
		i += n
	}
	return end
}
