package outline

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A jsToken is one token of JavaScript.
type jsToken struct {
	kind       jsKind
	op         byte // of a jsPunctuator
	newline    bool // a line ends between the token before and this one
	start, end int
}

type jsKind uint8

const (
	jsEOF        jsKind = iota
	jsWord              // an identifier or a keyword
	jsPrivate           // #name
	jsLiteral           // a number or a regular expression
	jsString            //
	jsTemplate          // a template up to its end, from its start or from the end of a substitution
	jsTemplateTo        // the same, up to the start of a substitution
	jsPunctuator        //
)

// The operators. One that is not here is its own first byte where the scanner
// looks for it, else jsBinary.
const (
	jsArrowOp  = 'a' // =>
	jsSpread   = 's' // ...
	jsOptional = 'o' // ?.
	jsStep     = 'i' // ++ and --
	jsNot      = '!' // and ~, which never stand behind an operand
	jsBinary   = 'b' // stands, or can stand, between two operands
)

// A jsLexer cuts src into tokens. It never fails: what is no token of the
// language is a jsBinary, and what lacks its end takes the rest of the line,
// or of the text if it may have lines.
type jsLexer struct {
	src     []byte
	at      int
	started bool // a token has been read
}

// next returns the next token. A slash is a division behind an operand, else
// the start of a regular expression.
func (l *jsLexer) next(operand bool) jsToken {
	t := jsToken{newline: l.space()}
	t.start = l.at
	l.started = true
	if l.at == len(l.src) {
		t.end = l.at
		return t
	}
	switch c := l.src[l.at]; {
	case jsIsWordByte[c] && !(c >= '0' && c <= '9'):
		t.kind, l.at = jsWord, l.wordEnd(l.at)
	case c >= '0' && c <= '9', c == '.' && l.digitAt(l.at+1):
		t.kind, l.at = jsLiteral, l.numberEnd(l.at)
	case c == '"', c == '\'':
		t.kind, l.at = jsString, l.stringEnd(l.at)
	case c == '`':
		l.at++
		return l.template(t)
	case c == '/' && !operand:
		t.kind, l.at = jsLiteral, l.regexpEnd(l.at)
	case c == '#':
		if end := l.wordEnd(l.at + 1); end > l.at+1 {
			t.kind, l.at = jsPrivate, end
			break
		}
		t.kind, t.op = jsPunctuator, jsBinary
		l.at++
	default:
		t.kind = jsPunctuator
		var n int
		t.op, n = jsOperator(l.src[l.at:])
		l.at += n
	}
	t.end = l.at
	return t
}

// space skips white space and comments and reports whether a line ends there.
func (l *jsLexer) space() (newline bool) {
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case c == '\n':
			newline = true
			l.at++
		case c == ' ', c == '\t', c == '\r', c == '\v', c == '\f':
			l.at++
		case c == '/' || c == '<' || c == '-' || c == '#':
			n, lines := l.comment(newline || !l.started)
			if n == 0 {
				return newline
			}
			newline = newline || lines
			l.at += n
		case c >= utf8.RuneSelf:
			n, line := jsSpaceLen(l.src[l.at:])
			if n == 0 {
				return newline
			}
			newline = newline || line
			l.at += n
		default:
			return newline
		}
	}
	return newline
}

// comment returns the length of the comment that starts here, if one does, and
// whether it has line ends. Comments are also "<!--", and "-->" where only white
// space and comments stand before it on its line, as in annex B.1.1 of ECMA-262,
// and "#!" at the start of the text.
func (l *jsLexer) comment(lineStart bool) (n int, newline bool) {
	text := l.src[l.at:]
	switch {
	case bytes.HasPrefix(text, []byte("/*")):
		n = len(text)
		if i := bytes.Index(text[2:], []byte("*/")); i >= 0 {
			n = i + 4
		}
		return n, jsLineLen(text[:n]) < n
	case bytes.HasPrefix(text, []byte("//")),
		bytes.HasPrefix(text, []byte("<!--")),
		lineStart && bytes.HasPrefix(text, []byte("-->")),
		l.at == 0 && bytes.HasPrefix(text, []byte("#!")):
		return jsLineLen(text), false
	}
	return 0, false
}

// jsLineLen returns the length of the first line of text, without its end.
func jsLineLen(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], 0xE2)
		if i < 0 {
			return len(text)
		}
		at += i
		if jsIsLineSeparator(text[at:]) {
			return at
		}
		at++
	}
}

// jsIsLineSeparator reports whether text starts with U+2028 or U+2029, which
// end lines of JavaScript, though not those that symbols are counted in.
func jsIsLineSeparator(text []byte) bool {
	return len(text) >= 3 && text[0] == 0xE2 && text[1] == 0x80 && (text[2] == 0xA8 || text[2] == 0xA9)
}

// jsSpaceLen returns the length of the white space beyond ASCII that text
// starts with, if it is one, and whether it ends a line.
func jsSpaceLen(text []byte) (n int, newline bool) {
	r, n := utf8.DecodeRune(text)
	switch {
	case r == '\u2028' || r == '\u2029':
		return n, true
	case r == '\ufeff' || unicode.Is(unicode.Zs, r):
		return n, false
	}
	return 0, false
}

// jsIsWordByte has the bytes of which words are made. White space beyond ASCII
// is sorted out where it can stand.
var jsIsWordByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '$' || c == '_' || c == '\\' || c >= utf8.RuneSelf ||
			c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()

// wordEnd returns the end of the word that starts at an offset.
func (l *jsLexer) wordEnd(at int) int {
	for at < len(l.src) && jsIsWordByte[l.src[at]] {
		switch c := l.src[at]; {
		case c == '\\':
			at += jsEscapeLen(l.src[at:])
		case c >= utf8.RuneSelf:
			if n, _ := jsSpaceLen(l.src[at:]); n > 0 {
				return at
			}
			at++
		default:
			at++
		}
	}
	return at
}

// jsEscapeLen returns the length of the escape in a word that text starts with:
// a backslash, and braces if it has them. Digits are word bytes anyway.
func jsEscapeLen(text []byte) int {
	if bytes.HasPrefix(text, []byte(`\u{`)) {
		if i := bytes.IndexByte(text[:min(len(text), 16)], '}'); i > 0 {
			return i + 1
		}
	}
	return 1
}

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
		case '\n':
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

// template makes t the template, or the part of one, that goes on here.
func (l *jsLexer) template(t jsToken) jsToken {
	t.kind = jsTemplate
loop:
	for l.at < len(l.src) {
		switch l.src[l.at] {
		case '`':
			l.at++
			break loop
		case '\\':
			l.at++
		case '$':
			if l.at+1 < len(l.src) && l.src[l.at+1] == '{' {
				l.at += 2
				t.kind = jsTemplateTo
				break loop
			}
		}
		l.at++
	}
	l.at = min(l.at, len(l.src))
	t.end = l.at
	return t
}

// jsOperator returns the operator that text starts with and its length.
func jsOperator(text []byte) (op byte, n int) {
	at := func(i int) byte {
		if i < len(text) {
			return text[i]
		}
		return 0
	}
	c, second := text[0], at(1)
	switch {
	case c == '.' && second == '.' && at(2) == '.':
		return jsSpread, 3
	case c == '=' && second == '>':
		return jsArrowOp, 2
	case c == '?' && second == '.' && !(at(2) >= '0' && at(2) <= '9'):
		return jsOptional, 2
	case c == '+' && second == '+', c == '-' && second == '-':
		return jsStep, 2
	case (c == '!' || c == '~') && second != '=':
		return jsNot, 1
	case second == '=' && bytes.IndexByte([]byte("=!+-*/%&|^<>"), c) >= 0:
		return jsBinary, 2 // the third character of === is another operator
	case second == c && bytes.IndexByte([]byte("*?&|<>"), c) >= 0:
		return jsBinary, 2
	case bytes.IndexByte([]byte("()[]{};,:?.=*@"), c) >= 0:
		return c, 1
	}
	return jsBinary, 1
}
