package outline

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A jsName is a name to which a function, a class or an object literal is
// bound, or a function's own name.
type jsName struct {
	jsBound
	end int   // the offset at which its symbol ends
	own int32 // the own name of the function or class, zero if it has none

	symbol bool // it is one; the name of an object literal is none
	class  bool // of a class
	// It is a default in a pattern, so nothing is bound to it, and only the own
	// name counts.
	pattern bool
	none    bool // it is no name at all
}

// kind returns the kind of the name's symbol.
func (n *jsName) kind() Kind {
	switch {
	case n.class:
		return Class
	case n.parent >= 0:
		return Method
	}
	return Function
}

// A jsBound is a name that waits for its value.
type jsBound struct {
	element bool   // see jsChain
	form    jsForm //
	parent  int32  // the namespace that it is a member of, or -1
	index   int32  // in names, if it is there, or -1
	at      int    // where its symbol starts
	span    jsSpan
}

// A jsSpan is a part of the text.
type jsSpan struct{ start, end int }

// A jsForm says how a name follows from its text.
type jsForm uint8

const (
	jsWords   jsForm = iota // words with dots between them
	jsQuoted                // what is inside quotes
	jsAsIs                  // a number, or an expression in brackets
	jsDefault               // always "default"
)

// enter makes b one of the names and returns its index.
func (s *jsScanner) enter(b jsBound) int32 {
	if b.index >= 0 {
		return b.index
	}
	i := int32(len(s.names))
	b.index = i
	s.names = append(roomy(s.names), jsName{jsBound: b})
	if b.element && s.top().isGroup() {
		s.defaults = append(roomy(s.defaults), i)
	}
	return i
}

// enterBound makes the name that this operand is the value of one of the names
// and returns its index, -1 if there is none.
func (s *jsScanner) enterBound(c jsContext) int32 {
	if !c.has(jsBoundHere) {
		return -1
	}
	return s.enter(s.boundTo)
}

// setSymbol makes a name a symbol, that of a class or of a function.
func (s *jsScanner) setSymbol(name int32, class bool) {
	if name < 0 || s.names[name].symbol {
		return
	}
	s.names[name].symbol, s.names[name].class = true, class
	s.symbols++
}

// A jsSettling is a pair of brackets whose next token says whether they are a
// pattern.
type jsSettling struct {
	paren     bool
	connected bool  // if not decided here, then by the brackets around them
	from      int32 // in defaults
}

// settleLater remembers brackets that have just been closed.
func (s *jsScanner) settleLater(f *jsFrame) {
	if len(s.defaults) == int(f.defaultsAt) {
		return
	}
	s.settling = jsSettling{paren: f.kind == jsParen, connected: f.connected, from: f.defaultsAt}
	if f.role == jsParams || f.role == jsCatch {
		s.settle(true)
		return
	}
	s.context |= jsSettles
}

// settleBy decides by the token behind the brackets.
func (s *jsScanner) settleBy(t jsToken) {
	pattern := false
	switch {
	case t.kind == jsPunctuator:
		pattern = s.settling.paren && t.op == jsArrowOp || !s.settling.paren && t.op == '='
	case t.kind == jsWord && s.top().role == jsForHead:
		word := string(s.code[t.start:t.end])
		pattern = word == "of" || word == "in"
	}
	s.settle(pattern)
}

func (s *jsScanner) settle(pattern bool) {
	if pattern {
		for _, i := range s.defaults[s.settling.from:] {
			s.names[i].pattern = true
		}
	}
	if pattern || !s.settling.connected {
		s.defaults = s.defaults[:s.settling.from]
	}
}

// addTo adds the symbols to l, in the order in which their names are met.
func (s *jsScanner) addTo(l *list) error {
	for i := range s.names {
		n := &s.names[i]
		if n.pattern || n.parent >= 0 && s.names[n.parent].none {
			s.useOwn(n)
		}
		if n.none || !n.symbol {
			continue
		}
		start, end := s.lines.at(n.at), s.lines.at(n.end-1)
		if err := l.add(Symbol{Name: s.fullName(int32(i)), Kind: n.kind(), Start: start, End: end}); err != nil {
			return err
		}
	}
	return nil
}

// useOwn makes n the own name of its function or class, since it is not bound
// to anything.
func (s *jsScanner) useOwn(n *jsName) {
	n.none = n.own == 0
	n.jsBound = s.names[n.own].jsBound
	n.parent = -1
}

// fullName returns a name with its namespaces. It takes time for what it
// returns and no more: namespaces can be nested as deep as the text is long.
func (s *jsScanner) fullName(i int32) string {
	n := &s.names[i]
	if n.parent < 0 {
		return s.prefix + s.nameText(n)
	}
	var parts []string
	for ; i >= 0; i = s.names[i].parent {
		parts = append(parts, s.nameText(&s.names[i]))
	}
	var b strings.Builder
	b.WriteString(s.prefix)
	for i := len(parts) - 1; i > 0; i-- {
		b.WriteString(parts[i])
		b.WriteByte('.')
	}
	b.WriteString(parts[0])
	return b.String()
}

func (s *jsScanner) nameText(n *jsName) string {
	text := s.cut(n.span.start, n.span.end)
	switch n.form {
	case jsDefault:
		return "default"
	case jsQuoted:
		return string(bytes.TrimSuffix(text[1:], text[:1])) // it may have no end
	case jsAsIs:
		return string(text)
	}
	if jsIsPlain(s.code[n.span.start:n.span.end]) {
		return string(text)
	}
	return s.words(n.span)
}

// jsIsPlain reports whether text is nothing but ASCII words with dots between
// them.
func jsIsPlain(text []byte) bool {
	for _, c := range text {
		if c != '.' && (!jsIsWordByte[c] || c == '\\' || c >= utf8.RuneSelf) {
			return false
		}
	}
	return true
}

// words returns the words of a name, without what stands between them but for
// the dots.
func (s *jsScanner) words(span jsSpan) string {
	var name []byte
	l := jsLexer{src: s.code[:span.end], at: span.start, started: true}
	for t := l.next(true); t.kind != jsEOF; t = l.next(true) {
		name = append(name, jsUnescape(s.cut(t.start, t.end))...)
	}
	return string(name)
}

// jsUnescape returns a word with its escapes, \u0061 and \u{61}, as the
// characters that they stand for.
func jsUnescape(word []byte) []byte {
	if bytes.IndexByte(word, '\\') < 0 {
		return word
	}
	var out []byte
	for len(word) > 0 {
		r, n := jsEscape(word)
		if n == 0 {
			out = append(out, word[0])
			n = 1
		} else {
			out = utf8.AppendRune(out, r)
		}
		word = word[n:]
	}
	return out
}

// jsEscape returns the character of the escape that text starts with and its
// length, zero if there is none.
func jsEscape(text []byte) (r rune, n int) {
	if !bytes.HasPrefix(text, []byte(`\u`)) {
		return 0, 0
	}
	digits := text[2:]
	if n = jsEscapeLen(text); n > 1 {
		digits = text[3 : n-1]
	} else {
		digits = digits[:min(len(digits), 4)]
		n = 2 + len(digits)
	}
	code, err := strconv.ParseUint(string(digits), 16, 32)
	if err != nil || code > utf8.MaxRune {
		return 0, 0
	}
	return rune(code), n
}
