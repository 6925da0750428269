package outline

func (l *jsLexer) digitAt(at int) bool {
	return at < len(l.src) && l.src[at] >= '0' && l.src[at] <= '9'
}

// numberEnd returns the end of the number that starts at an offset. A point
// belongs to it only in decimal numbers, which 017 is not, but 019 is.
func (l *jsLexer) numberEnd(at int) int {
	start := at
	digits := func() (octal bool) {
		octal = true
		for at < len(l.src) && (l.digitAt(at) || l.src[at] == '_') {
			octal = octal && l.src[at] < '8'
			at++
		}
		return octal
	}
	octal := digits()
	legacy := octal && at-start > 1 && l.src[start] == '0'
	if !legacy && at < len(l.src) && l.src[at] == '.' {
		at++
		digits()
	}
	if at < len(l.src) && l.src[at]|0x20 == 'e' {
		if sign := at + 1; sign < len(l.src) && (l.src[sign] == '+' || l.src[sign] == '-') && l.digitAt(sign+1) {
			at += 2
		}
	}
	return l.wordEnd(at) // the rest, as in 0xFF, 1e9 and 10n
}

// stringEnd returns the end of the string that starts at an offset.
func (l *jsLexer) stringEnd(at int) int {
	quote := l.src[at]
	for at++; at < len(l.src); at++ {
		switch l.src[at] {
		case quote:
			return at + 1
		case '\n', '\r':
			return at
		case '\\':
			at++
			if at+1 < len(l.src) && l.src[at] == '\r' {
				at++ // with its newline
			}
		}
	}
	return len(l.src)
}

// regexpEnd returns the end of the regular expression that starts at an offset.
func (l *jsLexer) regexpEnd(at int) int {
	line := at + jsLineLen(l.src[at:])
	class := false
	for at++; at < line; at++ {
		switch l.src[at] {
		case '\\':
			at++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return l.wordEnd(at + 1)
			}
		}
	}
	return line
}

// template returns the template, or the part of one, that starts here and has
// its first characters at an offset.
func (l *jsLexer) template(at int) jsToken {
	for at < len(l.src) {
		switch l.src[at] {
		case '`':
			return l.token(jsTemplate, 0, at+1)
		case '\\':
			at++
		case '$':
			if at+1 < len(l.src) && l.src[at+1] == '{' {
				return l.token(jsTemplateTo, 0, at+2)
			}
		}
		at++
	}
	return l.token(jsTemplate, 0, len(l.src))
}

// jsOperator returns the operator that text starts with and its length. Where
// only the length of the rest matters, as of the third character of ===, it is
// another operator.
func jsOperator(text []byte) (op byte, n int) {
	c, second := text[0], byte(0)
	if len(text) > 1 {
		second = text[1]
	}
	two := second == '='
	switch c {
	case '.':
		if second == c && len(text) > 2 && text[2] == c {
			return jsSpread, 3
		}
		return c, 1
	case '=':
		if second == '>' {
			return jsArrowOp, 2
		}
		if !two {
			return c, 1
		}
	case '?':
		if second == '.' && !(len(text) > 2 && text[2] >= '0' && text[2] <= '9') {
			return jsOptional, 2
		}
		if two = second == c; !two {
			return c, 1
		}
	case '+', '-':
		if second == c {
			return jsStep, 2
		}
	case '!', '~':
		if !two {
			return jsNot, 1
		}
		two = c == '!'
	case '*':
		if two = two || second == c; !two {
			return c, 1
		}
	case '&', '|', '<', '>':
		two = two || second == c
	case '/', '%', '^':
	default:
		two = false
	}
	if two {
		return jsBinary, 2
	}
	return jsBinary, 1
}
