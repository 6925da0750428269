package outline

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A jsToken is one token of JavaScript. It has as few fields as Go keeps in
// registers.
type jsToken struct {
	kind       jsKind
	op         byte // of a jsPunctuator
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
	newline bool // a line ends between the token before the last one and that
}

// next returns the next token. A slash is a division behind an operand, else
// the start of a regular expression.
func (l *jsLexer) next(operand bool) jsToken {
	src := l.src
	l.newline = false
	for l.at < len(src) {
		c := src[l.at]
		switch jsByteKinds[c] {
		case jsSpaceByte:
			l.at++
			continue
		case jsNewlineByte:
			l.newline = true
			l.at++
			continue
		case jsMarkByte:
			return l.token(jsPunctuator, c, l.at+1)
		case jsNameByte:
			return l.token(jsWord, 0, l.wordEnd(l.at))
		case jsDigitByte:
			return l.token(jsLiteral, 0, l.numberEnd(l.at))
		case jsQuoteByte:
			return l.token(jsString, 0, l.stringEnd(l.at))
		}
		n, newline := l.skip(l.newline || !l.started)
		if n == 0 {
			return l.rare(c, operand)
		}
		l.newline = l.newline || newline
		l.at += n
	}
	return l.token(jsEOF, 0, l.at)
}

// token returns the token from here to an offset and goes there.
func (l *jsLexer) token(kind jsKind, op byte, end int) jsToken {
	start := l.at
	l.at, l.started = end, true
	return jsToken{kind, op, start, end}
}

// rare returns the token that starts here with a byte of which more has to be
// known than its kind.
func (l *jsLexer) rare(c byte, operand bool) jsToken {
	switch {
	case c == '`':
		return l.template(l.at + 1)
	case c == '/' && !operand:
		return l.token(jsLiteral, 0, l.regexpEnd(l.at))
	case c == '.' && l.digitAt(l.at+1):
		return l.token(jsLiteral, 0, l.numberEnd(l.at))
	case c == '\\' || c >= utf8.RuneSelf:
		return l.token(jsWord, 0, l.wordEnd(l.at))
	case c == '#':
		if end := l.wordEnd(l.at + 1); end > l.at+1 {
			return l.token(jsPrivate, 0, end)
		}
	}
	op, n := jsOperator(l.src[l.at:])
	return l.token(jsPunctuator, op, l.at+n)
}

// A jsByteKind says what can start with a byte.
type jsByteKind uint8

const (
	jsOtherByte   jsByteKind = iota // operators, templates, comments, and what is beyond ASCII
	jsSpaceByte                     // white space
	jsNewlineByte                   // a line end
	jsMarkByte                      // a punctuator that is never the start of a longer one
	jsNameByte                      // a word
	jsDigitByte                     // a number
	jsQuoteByte                     // a string
)

var jsByteKinds = func() (t [256]jsByteKind) {
	for c := range utf8.RuneSelf {
		switch {
		case c >= '0' && c <= '9':
			t[c] = jsDigitByte
		case jsIsWordByte[c] && c != '\\':
			t[c] = jsNameByte
		}
	}
	for kind, bytes := range map[jsByteKind]string{
		jsSpaceByte: " \t\r\v\f", jsNewlineByte: "\n", jsMarkByte: "()[]{},;:@", jsQuoteByte: "\"'",
	} {
		for _, c := range bytes {
			t[c] = kind
		}
	}
	return t
}()

// skip returns the length of what stands here between tokens, if that is not
// ASCII white space, and whether a line ends in it. See [jsLexer.comment].
func (l *jsLexer) skip(lineStart bool) (n int, newline bool) {
	switch c := l.src[l.at]; {
	case c == '/' || c == '<' || c == '-' || c == '#':
		return l.comment(lineStart)
	case c >= utf8.RuneSelf:
		return jsSpaceLen(l.src[l.at:])
	}
	return 0, false
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
		text = bytes.TrimSuffix(text[:i], []byte("\r"))
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

// jsIsPlainByte has the bytes of words that need no second look.
var jsIsPlainByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '$' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()

// jsIsWordByte has the bytes of which words are made. White space beyond ASCII
// is sorted out where it can stand.
var jsIsWordByte = func() (t [256]bool) {
	for c := range t {
		t[c] = jsIsPlainByte[c] || c == '\\' || c >= utf8.RuneSelf
	}
	return t
}()

// wordEnd returns the end of the word that starts at an offset.
func (l *jsLexer) wordEnd(at int) int {
	for at < len(l.src) && jsIsPlainByte[l.src[at]] {
		at++
	}
	if at < len(l.src) && jsIsWordByte[l.src[at]] {
		return l.longWordEnd(at)
	}
	return at
}

// longWordEnd returns the end of the word that goes on at an offset, with
// escapes or characters beyond ASCII.
func (l *jsLexer) longWordEnd(at int) int {
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
// a backslash, and digits in braces if it has them. Other digits are word bytes
// anyway.
func jsEscapeLen(text []byte) int {
	const open = `\u{`
	if !bytes.HasPrefix(text, []byte(open)) {
		return 1
	}
	n := len(open)
	for n < len(text) && hexDigit(text[n]) >= 0 {
		n++
	}
	if n == len(text) || text[n] != '}' {
		return 1
	}
	return n + 1
}
