package outline

import (
	"bytes"
	"slices"
)

// longName reads what starts with letters, at start, and goes on with a quote
// or a character that is not ASCII: l.pos is there.
func (l *pyLexer) longName(start int) {
	if l.pos < len(l.src) && pyClasses[l.src[l.pos]] == pyQuote {
		switch sub, ok := pyPrefix(l.src[start:l.pos]); {
		case !ok:
			l.addName(start)
		case sub == pyIncompatible:
			l.syntaxError()
		default:
			l.quoted(start, sub)
		}
		return
	}
	for l.pos < len(l.src) && pyClasses[l.src[l.pos]] <= pyHigh {
		l.pos++
	}
	switch text := l.src[start:l.pos]; {
	case !pyIsIdentifier(text):
		l.syntaxError()
	case pyIsConstant(text):
		l.add(pyConstantName, 0, start, l.pos)
	default:
		l.add(pyName, pyNotASCII, start, l.pos)
	}
}

// addName adds a keyword or name of ASCII characters.
func (l *pyLexer) addName(start int) {
	text := l.src[start:l.pos]
	w := &pyWords[pyWordHash(text[0], text[len(text)-1], len(text))]
	if w.text != string(text) {
		w = &pyWord{kind: pyName}
	}
	l.add(w.kind, w.soft, start, l.pos)
}

const (
	pyFormatted    = 1 << 7 // of the prefix of an f-string or t-string, for quoted
	pyIncompatible = 0xff   // a prefix of letters that do not go together
)

// pyPrefix reads the prefix of a string: some of b, f, r, t and u, in either
// case, each once. It reports whether text is one, right or wrong.
func pyPrefix(text []byte) (sub uint8, ok bool) {
	var letters [3]byte // sorted; no longer prefix is right
	for i, c := range text {
		c |= 0x20
		if bytes.IndexByte([]byte("bfrtu"), c) < 0 || bytes.ContainsAny(text[:i], string([]byte{c, c &^ 0x20})) {
			return 0, false
		}
		if i < len(letters) {
			letters[i] = c
		}
	}
	slices.Sort(letters[:])
	switch string(bytes.TrimLeft(letters[:], "\x00")) {
	case "u":
		return 0, true
	case "r":
		return pyRaw, true
	case "b":
		return pyBytes, true
	case "br":
		return pyBytes | pyRaw, true
	case "f":
		return pyFormatted, true
	case "fr":
		return pyFormatted | pyRaw, true
	case "t":
		return pyFormatted | pyTemplate, true
	case "rt":
		return pyFormatted | pyTemplate | pyRaw, true
	}
	return pyIncompatible, true
}

// quoted reads a string whose prefix starts at start and means sub. l.pos is at
// the quotes.
func (l *pyLexer) quoted(start int, sub uint8) {
	quote := l.src[l.pos]
	size := 1
	if l.peek(1) == quote && l.peek(2) == quote {
		size = 3
	}
	if sub&pyFormatted != 0 {
		l.openFString(start, quote, size, sub&^pyFormatted)
		return
	}
	body := l.pos + size
	var end int
	if size == 3 {
		end = pyTripleEnd(l.src, body, quote)
	} else {
		end = pySingleEnd(l.src, body, quote)
	}
	if end < 0 {
		l.syntaxError() // in the line of the opening quotes
		return
	}
	text := l.src[body:end]
	if bytes.IndexByte(text, '\\') >= 0 {
		sub |= pyEscapes
	}
	lines := int32(bytes.Count(text, pyNewlines))
	if lines > 0 {
		sub |= pyLines
	}
	l.pos = end + size
	l.add(pyString, sub, start, l.pos)
	l.line += lines
}

var pyNewlines = []byte("\n")

// pySingleEnd returns the place of the quote that ends a string of one line, -1
// if there is none. A backslash takes the next character with it, also a newline.
func pySingleEnd(src []byte, pos int, quote byte) int {
	for pos < len(src) {
		switch src[pos] {
		case quote:
			return pos
		case '\n':
			return -1
		case '\\':
			pos++
			if pos < len(src) && src[pos] == '\r' {
				pos++
			}
		}
		pos++
	}
	return -1
}

// pyTripleEnd returns the place of the three quotes that end a string, -1 if
// there are none.
func pyTripleEnd(src []byte, pos int, quote byte) int {
	for {
		i := bytes.IndexByte(src[pos:], quote)
		if i < 0 {
			return -1
		}
		i += pos
		for { // the backslashes before the quote
			b := bytes.IndexByte(src[pos:i], '\\')
			if b < 0 {
				break
			}
			pos += b + 2 // behind what the backslash takes with it
			if pos > i {
				break
			}
		}
		switch {
		case pos > i:
		case i+2 < len(src) && src[i+1] == quote && src[i+2] == quote:
			return i
		default:
			pos = i + 1
		}
	}
}
