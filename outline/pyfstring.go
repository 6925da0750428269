package outline

import "bytes"

// A pyFString is an f-string or t-string that is open.
type pyFString struct {
	quote byte
	size  int   // of its quotes: 1 or 3
	sub   uint8 // pyRaw, pyTemplate
	level int   // brackets that are open around it
	line  int32 // of its prefix
}

// openFString reads the start of an f-string and the text up to its first field.
func (l *pyLexer) openFString(start int, quote byte, size int, sub uint8) {
	if len(l.fstrings) == pyMaxFStrings-1 {
		l.syntaxError()
		return
	}
	l.pos += size
	l.add(pyFStart, sub, start, l.pos)
	l.fstrings = append(l.fstrings, pyFString{quote: quote, size: size, sub: sub, level: l.level, line: l.line})
	l.middle()
}

// middle reads literal text of the innermost f-string and what ends it: the
// brace that opens a field, or the closing quotes. In a format specifier, which
// is where a field is open, a brace also ends the field, and text goes on.
func (l *pyLexer) middle() {
	f := &l.fstrings[len(l.fstrings)-1]
	for {
		inSpec := l.level > f.level
		found := l.literal(f, inSpec)
		switch {
		case !found:
			return
		case l.src[l.pos] == f.quote:
			l.closeFString(f)
			return
		case l.src[l.pos] == '{':
			if l.level-f.level >= pyMaxFields {
				l.syntaxError()
			} else {
				l.open('{', true)
			}
			return
		case !inSpec:
			l.syntaxError() // a single brace
			return
		}
		l.level--
		l.take(pyRbrace, 1)
	}
}

// closeFString reads the closing quotes. Fields that are still open, which the
// parser refuses, are brackets like others from here on.
func (l *pyLexer) closeFString(f *pyFString) {
	l.add(pyFEnd, f.sub, l.pos, l.pos+f.size)
	l.pos += f.size
	for i := f.level; i < l.level; i++ {
		l.brackets[i].field = false
	}
	l.fstrings = l.fstrings[:len(l.fstrings)-1]
}

// literal adds the text up to a brace or quotes that mean something; it is empty
// as often as not, and then no token. It reports whether there are such.
func (l *pyLexer) literal(f *pyFString, inSpec bool) bool {
	src, start, i := l.src, l.pos, l.pos
	sub := f.sub
	named := false // inside \N{...}
	for i < len(src) {
		switch c := src[i]; c {
		case f.quote:
			if f.size == 1 || i+2 < len(src) && src[i+1] == c && src[i+2] == c {
				return l.addMiddle(start, i, sub)
			}
		case '{':
			if inSpec || i+1 == len(src) || src[i+1] != '{' {
				return l.addMiddle(start, i, sub)
			}
			i++
		case '}':
			switch {
			case named:
				named = false
			case inSpec || i+1 == len(src) || src[i+1] != '}':
				return l.addMiddle(start, i, sub)
			default:
				i++
			}
		case '\n':
			if f.size == 1 {
				l.pos = i
				l.brokenFString(f, start, inSpec)
				return false
			}
		case '\\':
			sub |= pyEscapes
			i, named = pyFBackslash(src, i, sub)
		}
		i++
	}
	l.pos = len(src)
	lastLine := f.size == 1 && src[len(src)-1] != '\n' // for CPython, a newline follows
	l.brokenFString(f, start, inSpec && lastLine)
	return false
}

// pyFBackslash returns the last place that a backslash at i takes with it. A
// brace is not taken, but that of \N{...} is.
func pyFBackslash(src []byte, i int, sub uint8) (last int, named bool) {
	i++
	if i < len(src) && src[i] == '\r' {
		i++
	}
	switch {
	case i < len(src) && (src[i] == '{' || src[i] == '}'):
		return i - 1, false
	case sub&pyRaw == 0 && i+1 < len(src) && src[i] == 'N' && src[i+1] == '{':
		return i + 1, true
	}
	return i, false
}

// addMiddle adds literal text, if there is any.
func (l *pyLexer) addMiddle(start, end int, sub uint8) bool {
	l.pos = end
	if start == end {
		return true
	}
	lines := int32(bytes.Count(l.src[start:end], pyNewlines))
	l.add(pyFMiddle, sub, start, end)
	l.line += lines
	return true
}

// brokenFString fails where an f-string does not end, in text from start on.
// CPython's line is that of its start, unless a newline stands in a format specifier.
func (l *pyLexer) brokenFString(f *pyFString, start int, inSpec bool) {
	line := f.line
	if inSpec {
		line = l.line + int32(bytes.Count(l.src[start:l.pos], pyNewlines))
	}
	l.fail(pySyntaxError, line, false)
}
