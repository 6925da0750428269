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
		switch c := prelude[i]; {
		case cssIsSpace(c):
			space = true
		case c == '/' && n > 1: // a comment leaves no space
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

// cssPartLen returns the length of what must stay together at the start of text:
// a comment, a string, an escape, or one byte.
func cssPartLen(text []byte) int {
	switch c := text[0]; c {
	case '/':
		if !bytes.HasPrefix(text, []byte("/*")) {
			return 1
		}
		if i := bytes.Index(text[2:], []byte("*/")); i >= 0 {
			return i + 4
		}
		return len(text)
	case '"', '\'':
		return cssStringLen(text)
	case '\\':
		return min(2, len(text))
	}
	return 1
}

// cssStringLen returns the length of the string that text starts with. A line
// end that is not escaped ends a string as its quote does.
func cssStringLen(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n', text[0]:
			return i + 1
		}
	}
	return len(text)
}

func cssIsSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'
}
