package outline

// operator reads an operator, a delimiter, or a number that begins with a point.
func (l *pyLexer) operator(c byte) {
	switch c {
	case '(', '[', '{':
		l.open(c, false)
		return
	case ')', ']', '}':
		l.shut(c)
		return
	case '.':
		l.point()
		return
	case ',':
		l.take(pyComma, 1)
		return
	case ':':
		l.colon()
		return
	case ';':
		l.take(pySemi, 1)
		return
	case '~':
		l.take(pyTilde, 1)
		return
	case '$', '?', '`':
		l.take(pyOther, 1)
		return
	}
	l.longOperator(c, l.peek(1))
}

// longOperator reads an operator that may have up to three characters: c, next...
func (l *pyLexer) longOperator(c, next byte) {
	switch {
	case c == '=':
		if next == '=' {
			l.take(pyCompare, 2)
		} else {
			l.take(pyEqual, 1)
		}
	case c == '!':
		if next == '=' {
			l.take(pyNotEqual, 2)
		} else {
			l.take(pyExclamation, 1)
		}
	case c == '-' && next == '>':
		l.take(pyArrow, 2)
	case c == '<' && next == '>':
		l.take(pyLessGreater, 2)
	case next == c && (c == '*' || c == '/' || c == '<' || c == '>'):
		kind := pyBinary
		if c == '*' {
			kind = pyDoubleStar
		}
		if l.peek(2) == '=' {
			l.take(pyAugAssign, 3)
		} else {
			l.take(kind, 2)
		}
	case next == '=':
		if c == '<' || c == '>' {
			l.take(pyCompare, 2)
		} else {
			l.take(pyAugAssign, 2)
		}
	default:
		l.take(pySingle[c], 1)
	}
}

// pySingle has the operators of one character that can begin longer ones.
var pySingle = [128]pyKind{
	'*': pyStar, '/': pySlash, '+': pyPlus, '-': pyMinus, '@': pyAt,
	'%': pyBinary, '&': pyBinary, '|': pyBinary, '^': pyBinary,
	'<': pyCompare, '>': pyCompare,
}

// take adds a token of the next n bytes.
func (l *pyLexer) take(kind pyKind, n int) {
	l.add(kind, 0, l.pos, l.pos+n)
	l.pos += n
}

// peek returns the byte n places ahead, 0 behind the end.
func (l *pyLexer) peek(n int) byte {
	if l.pos+n < len(l.src) {
		return l.src[l.pos+n]
	}
	return 0
}

// point reads "." or "..." or a number.
func (l *pyLexer) point() {
	switch next := l.peek(1); {
	case '0' <= next && next <= '9':
		l.number(l.pos)
	case next == '.' && l.peek(2) == '.':
		l.take(pyEllipsis, 3)
	default:
		l.take(pyDot, 1)
	}
}

// colon reads ":" or ":=". Directly in a field of an f-string it begins the
// format specifier, whatever follows.
func (l *pyLexer) colon() {
	switch {
	case l.level > 0 && l.brackets[l.level-1].field:
		l.take(pyFColon, 1)
		l.middle()
	case l.peek(1) == '=':
		l.take(pyColonEqual, 2)
	default:
		l.take(pyColon, 1)
	}
}

// open reads an opening bracket.
func (l *pyLexer) open(c byte, field bool) {
	if l.level == pyMaxBrackets {
		l.syntaxError()
		return
	}
	l.brackets[l.level] = pyBracket{char: c, field: field, line: l.line}
	l.level++
	switch c {
	case '(':
		l.take(pyLparen, 1)
	case '[':
		l.take(pyLsqb, 1)
	default:
		l.take(pyLbrace, 1)
	}
}

// shut reads a closing bracket. Behind a field the text of the f-string goes on.
func (l *pyLexer) shut(c byte) {
	outer := 0 // brackets outside the f-string
	if n := len(l.fstrings); n > 0 {
		outer = l.fstrings[n-1].level
	}
	if l.level == outer {
		l.syntaxError() // unmatched
		return
	}
	b := l.brackets[l.level-1]
	kind := pyRbrace
	switch c {
	case ')':
		kind = pyRparen
	case ']':
		kind = pyRsqb
	}
	if b.char+1 != c && b.char+2 != c { // ( and ) are neighbours; [ ] and { } have one between
		l.syntaxError()
		return
	}
	l.level--
	l.take(kind, 1)
	if b.field {
		l.middle()
	}
}
