package outline

import "bytes"

// Limits of CPython's tokenizer.
const (
	pyMaxIndents  = 100 // levels, with that of the module
	pyMaxBrackets = 200
	pyMaxFStrings = 150 // f-strings inside f-strings
	pyMaxFields   = 3   // fields inside the format specifiers of fields
)

// A pyLexer cuts a text into the tokens of one logical line after the other.
//
// Where CPython's tokenizer fails, the last token of the line is a pyError and
// err says why. Tokens behind it are not asked for.
type pyLexer struct {
	src  []byte
	pos  int
	line int32 // of src[pos]
	toks []pyToken
	err  *pyFailure

	indents  [pyMaxIndents]pyColumn // of the open blocks; the first is the module's
	depth    int                    // the index of the innermost
	brackets [pyMaxBrackets]pyBracket
	level    int // of them are open
	fstrings []pyFString
}

// A pyColumn is the width of an indentation, counted twice: with tabs up to
// multiples of 8 and with tabs of width 1. Lines of which the two say different
// things are inconsistent.
type pyColumn struct{ col, alt int32 }

// A pyBracket is an open bracket, or the brace that opens a field of an f-string.
type pyBracket struct {
	char  byte
	field bool
	line  int32
}

// The classes of bytes by what a token can begin with. The first two are the
// bytes that continue a name.
const (
	pyLetter = iota
	pyDigit
	pyHigh // part of a character that is not ASCII
	pyBlank
	pyEOL
	pyHash
	pyQuote
	pyBackslash
	pyPunctuation
	pyControl // no token has it
)

var pyClasses = func() (table [256]uint8) {
	for c := range table {
		switch c := byte(c); {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
			table[c] = pyLetter
		case '0' <= c && c <= '9':
			table[c] = pyDigit
		case c >= 0x80:
			table[c] = pyHigh
		case c == ' ', c == '\t', c == '\f', c == '\r': // only before a newline, see checkLineEnds
			table[c] = pyBlank
		case c == '\n':
			table[c] = pyEOL
		case c == '#':
			table[c] = pyHash
		case c == '"', c == '\'':
			table[c] = pyQuote
		case c == '\\':
			table[c] = pyBackslash
		case c < ' ', c == 0x7f:
			table[c] = pyControl
		default:
			table[c] = pyPunctuation
		}
	}
	return table
}()

// logicalLine replaces the tokens by those of the next logical line: what its
// indentation says, then its tokens, then a pyNewline. The last line is a pyEnd.
func (l *pyLexer) logicalLine() {
	l.toks = l.toks[:0]
	if l.indentation() {
		l.tokens()
	}
}

// add appends a token that starts on the current line.
func (l *pyLexer) add(kind pyKind, sub uint8, start, end int) {
	l.toks = append(l.toks, pyToken{
		kind: kind, sub: sub, level: uint8(l.level),
		start: int32(start), end: int32(end), line: l.line,
	})
}

// grow makes room for as many tokens again, or for all that can follow. Append
// would make it for a quarter more, and copy long lines more often.
func (l *pyLexer) grow() {
	n := len(l.toks)
	most := len(l.src) - l.pos + pyMaxIndents + 1 // a byte for each token, but dedents and the end need none
	l.toks = append(make([]pyToken, 0, n+min(max(n, 64), most)), l.toks...)
}

// fail ends the tokens. A weak failure gives way to one that the parser sees first.
func (l *pyLexer) fail(errorType string, line int32, weak bool) {
	l.err = &pyFailure{errorType: errorType, line: line, weak: weak}
	l.add(pyError, 0, l.pos, l.pos)
}

// syntaxError fails on the current line.
func (l *pyLexer) syntaxError() { l.fail(pySyntaxError, l.line, false) }

// indentation skips lines without tokens, then compares the indentation of the
// next line with that of the open blocks. It reports whether tokens follow.
func (l *pyLexer) indentation() bool {
	for {
		col, ok := l.column()
		if !ok {
			return false
		}
		if l.pos == len(l.src) {
			l.end()
			return false
		}
		switch l.src[l.pos] {
		case '#':
			l.pos = pyLineEnd(l.src, l.pos)
			continue
		case '\n':
			l.pos++
			l.line++
			continue
		}
		return l.compare(col)
	}
}

// column reads the indentation of a line. One that a backslash splits counts up
// to the backslash, unless nothing stands before it.
func (l *pyLexer) column() (c pyColumn, ok bool) {
	var split int32
	for l.pos < len(l.src) {
		switch l.src[l.pos] {
		case ' ':
			c.col++
			c.alt++
		case '\t':
			c.col = (c.col/8 + 1) * 8
			c.alt++
		case '\f':
			c = pyColumn{}
		case '\r':
		case '\\':
			if split == 0 {
				split = c.col
			}
			if !l.continuation() {
				return c, false
			}
			continue
		default:
			if split > 0 {
				c = pyColumn{split, split}
			}
			return c, true
		}
		l.pos++
	}
	return c, true
}

// compare opens or closes blocks.
func (l *pyLexer) compare(c pyColumn) bool {
	if c == l.indents[l.depth] {
		return true
	}
	if c.col > l.indents[l.depth].col {
		switch {
		case l.depth+1 >= pyMaxIndents:
			l.fail(pyIndentationError, l.line, true)
			return false
		case c.alt <= l.indents[l.depth].alt:
			l.fail(pyTabError, l.line, true)
			return false
		}
		l.depth++
		l.indents[l.depth] = c
		l.add(pyIndent, 0, l.pos, l.pos)
		return true
	}
	for l.depth > 0 && c.col < l.indents[l.depth].col {
		l.depth--
		l.add(pyDedent, 0, l.pos, l.pos)
	}
	if c == l.indents[l.depth] {
		return true
	}
	l.toks = l.toks[:0]
	if c.col != l.indents[l.depth].col {
		l.fail(pyIndentationError, l.line, true)
	} else {
		l.fail(pyTabError, l.line, true)
	}
	return false
}

// end closes all blocks at the end of the text.
func (l *pyLexer) end() {
	if l.pos > 0 && l.src[l.pos-1] == '\n' { // the line behind it is none
		l.line--
		defer func() { l.line++ }()
	}
	for ; l.depth > 0; l.depth-- {
		l.add(pyDedent, 0, l.pos, l.pos)
	}
	l.add(pyEnd, 0, l.pos, l.pos)
}

// endInside is the end of the text inside a logical line.
func (l *pyLexer) endInside() {
	if l.level > 0 {
		l.fail(pySyntaxError, l.brackets[l.level-1].line, true)
		return
	}
	l.add(pyNewline, 0, l.pos, l.pos)
}

// continuation skips a backslash and the newline that has to follow.
func (l *pyLexer) continuation() bool {
	i := l.pos + 1
	if i < len(l.src) && l.src[i] == '\r' {
		i++
	}
	switch {
	case i < len(l.src) && l.src[i] != '\n':
		l.fail(pySyntaxError, l.line, true)
		return false
	case i+1 < len(l.src):
		l.pos = i + 1
		l.line++
		return true
	}
	l.pos = len(l.src)
	line := l.line
	if l.level > 0 {
		line = l.brackets[l.level-1].line
	}
	l.fail(pySyntaxError, line, true)
	return false
}

// tokens reads up to the end of the logical line.
func (l *pyLexer) tokens() {
	src := l.src
	for l.pos < len(src) {
		if len(l.toks) == cap(l.toks) {
			l.grow()
		}
		i := l.pos
		for i+1 < len(src) && src[i] == ' ' {
			i++
		}
		l.pos = i
		switch c := src[i]; pyClasses[c] {
		case pyBlank:
			l.pos++
		case pyLetter:
			j := i + 1
			for j < len(src) && pyClasses[src[j]] <= pyDigit {
				j++
			}
			l.pos = j
			if j < len(src) && pyClasses[src[j]]&^4 == pyHigh { // or pyQuote
				l.longName(i)
				break
			}
			w := &pyWords[pyWordHash(c, src[j-1], j-i)]
			if w.text == string(src[i:j]) {
				l.add(w.kind, w.soft, i, j)
			} else {
				l.add(pyName, 0, i, j)
			}
		case pyHigh:
			l.longName(i)
		case pyDigit:
			l.number(i)
		case pyQuote:
			l.quoted(i, 0)
		case pyPunctuation:
			l.operator(c)
		case pyEOL:
			if l.level == 0 {
				l.add(pyNewline, 0, i, i)
				l.pos++
				l.line++
				return
			}
			l.pos++
			l.line++
		case pyHash:
			l.pos = pyLineEnd(src, i)
		case pyBackslash:
			l.continuation()
		default:
			l.syntaxError()
		}
		if l.err != nil {
			return
		}
	}
	l.endInside()
}

// pyLineEnd returns the place of the next newline, or of the end of the text.
func pyLineEnd(src []byte, pos int) int {
	if i := bytes.IndexByte(src[pos:], '\n'); i >= 0 {
		return pos + i
	}
	return len(src)
}
