package outline

// pyMaxDigits is the longest decimal integer that CPython converts.
const pyMaxDigits = 4300

// number reads a number that starts with a digit or a point at start.
func (l *pyLexer) number(start int) {
	l.pos = start
	var sub uint8
	ok := true
	switch c := l.peek(0); {
	case c == '0' && l.peek(1)|0x20 == 'x':
		ok = l.radix(pyIsHexDigit)
	case c == '0' && l.peek(1)|0x20 == 'o':
		ok = l.radix(func(c byte) bool { return '0' <= c && c <= '7' })
	case c == '0' && l.peek(1)|0x20 == 'b':
		ok = l.radix(func(c byte) bool { return c == '0' || c == '1' })
	default:
		sub, ok = l.decimal()
	}
	if !ok || !l.numberEnds() {
		l.syntaxError()
		return
	}
	l.add(pyNumber, sub, start, l.pos)
}

func pyIsDigit(c byte) bool { return '0' <= c && c <= '9' }

func pyIsHexDigit(c byte) bool {
	return pyIsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// radix reads an integer behind a prefix: groups of digits, each of which may
// have an underscore before it.
func (l *pyLexer) radix(is func(byte) bool) bool {
	l.pos += 2
	for {
		if l.peek(0) == '_' {
			l.pos++
		}
		if !is(l.peek(0)) {
			return false
		}
		for is(l.peek(0)) {
			l.pos++
		}
		if l.peek(0) != '_' {
			return !pyIsDigit(l.peek(0))
		}
	}
}

// digits reads decimal digits with single underscores between them and returns
// how many.
func (l *pyLexer) digits() (n int, ok bool) {
	for {
		for pyIsDigit(l.peek(0)) {
			l.pos++
			n++
		}
		if l.peek(0) != '_' {
			return n, true
		}
		l.pos++
		if !pyIsDigit(l.peek(0)) {
			return n, false
		}
	}
}

// decimal reads an integer without a prefix, or a number with a fraction, an
// exponent or an imaginary unit.
func (l *pyLexer) decimal() (sub uint8, ok bool) {
	start := l.pos
	n, ok := l.digits()
	if !ok {
		return 0, false
	}
	integer := true
	octal := l.src[start] == '0' && !pyOnlyZeros(l.src[start:l.pos]) // as Python 2 wrote them
	if l.peek(0) == '.' {
		integer = false
		l.pos++
		if pyIsDigit(l.peek(0)) {
			if _, ok := l.digits(); !ok {
				return 0, false
			}
		}
	}
	if l.peek(0)|0x20 == 'e' {
		found, ok := l.exponent()
		if !ok {
			return 0, false
		}
		integer = integer && !found
	}
	if l.peek(0)|0x20 == 'j' {
		l.pos++
		return pyImaginary, true
	}
	if integer && n > pyMaxDigits {
		return pyTooLong, !octal
	}
	return 0, !integer || !octal
}

// exponent reads an exponent. An e that no digit follows is not one: it may be
// the start of "else".
func (l *pyLexer) exponent() (found, ok bool) {
	sign := l.peek(1) == '+' || l.peek(1) == '-'
	switch {
	case sign && pyIsDigit(l.peek(2)):
		l.pos += 2
	case sign:
		return false, false
	case pyIsDigit(l.peek(1)):
		l.pos++
	default:
		return false, true
	}
	_, ok = l.digits()
	return true, ok
}

func pyOnlyZeros(digits []byte) bool {
	for _, c := range digits {
		if c != '0' && c != '_' {
			return false
		}
	}
	return true
}

// numberEnds reports whether a number can end here: not before a letter, unless
// a keyword follows that can stand behind a number.
func (l *pyLexer) numberEnds() bool {
	c := l.peek(0)
	if pyClasses[c] > pyDigit {
		return true
	}
	for _, word := range []string{"and", "else", "for", "if", "in", "is", "or", "not"} {
		if len(l.src)-l.pos >= len(word) && string(l.src[l.pos:l.pos+len(word)]) == word {
			return true
		}
	}
	return false
}
