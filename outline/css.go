package outline

import "bytes"

// CSS finds the rules of a style sheet: style rules and at-rules with a block,
// at any depth, each a symbol of its own without a prefix.
//
// A name is the text before the block without comments, white space outside
// strings folded to single spaces: ".a /* x */ > .b" is ".a > .b". A symbol
// starts where that text does and ends with the closing brace; a block that is
// never closed reaches to the last line. No symbols are the steps of
// @keyframes, at-rules without a block (@import), and custom properties with a
// block for a value. In a minified file all symbols are on one line.
//
// Tokens are those of CSS Syntax Module Level 3. Any bytes are a style sheet;
// the only errors are [InconsistentLineEndings] and [TooManySymbols]. The time
// is linear in the length of src.
func CSS(src []byte) ([]Symbol, error) {
	if err := checkLineEnds(src); err != nil {
		return nil, err
	}
	// A rule has a brace, so this is room enough, and seldom too much.
	l := list{symbols: make([]Symbol, 0, min(bytes.Count(src, []byte("{")), MaxSymbols))}
	if err := cssScan(&l, newWebText(src)); err != nil {
		return nil, err
	}
	return l.sorted(), nil
}

// A cssScanner adds the rules of one text to a list. It goes from one byte that
// matters to the next: most of a style sheet is declarations, of which only the
// ends count.
type cssScanner struct {
	webText
	list *list
	text []byte // code up to the end of the part
	at   int

	open   []cssBlock // blocks of rules
	nested []byte     // the closers of brackets that are open inside a prelude

	// The prelude: what stands since the last block or semicolon.
	start int // -1 if it has no token
	kind  cssKind

	lineAt int // an offset, whose line is line
}

// A cssKind says what a prelude begins with.
type cssKind uint8

const (
	cssRule      cssKind = iota
	cssAtRule            // an at-keyword
	cssKeyframes         // @keyframes, with any vendor's prefix
	cssDashes            // two dashes, maybe of a custom property
	cssProperty          // a custom property's name and a colon
)

// A cssBlock is a block whose end is to come.
type cssBlock struct {
	symbol    int // in the list, -1 if it is none
	keyframes bool
}

// cssScan adds the rules of t to l.
func cssScan(l *list, t webText) error {
	s := cssScanner{webText: t, list: l, text: t.code[:t.to], at: t.from, lineAt: t.from}
	for s.begin() {
		if err := s.prelude(); err != nil {
			return err
		}
	}
	for _, b := range s.open {
		s.close(b, len(s.text)-1)
	}
	return nil
}

// begin goes to the next prelude and reports whether there is one.
func (s *cssScanner) begin() bool {
	s.start, s.kind = -1, cssRule
	for s.at < len(s.text) {
		text := s.text[s.at:]
		switch c := text[0]; {
		case c == ';' || cssIsSpace(c):
			s.at++
		case c == '}':
			if n := len(s.open); n > 0 {
				s.close(s.open[n-1], s.at)
				s.open = s.open[:n-1]
			}
			s.at++
		case cssIsComment(text):
			s.at += cssPartLen(text)
		case c == '<' && len(s.open) == 0 && bytes.HasPrefix(text, []byte("<!--")):
			s.at += len("<!--") // between the rules of a style sheet this and the next mean nothing
		case c == '-' && len(s.open) == 0 && bytes.HasPrefix(text, []byte("-->")):
			s.at += len("-->")
		default:
			if c != '{' {
				s.start = s.at
				s.kind = cssKindOf(text)
			}
			return true
		}
	}
	return false
}

// cssKindOf returns what the prelude begins with that text starts with.
func cssKindOf(text []byte) cssKind {
	switch {
	case text[0] == '@':
		n := cssIdentLen(text[1:])
		switch {
		case cssIsKeyframes(text[1 : 1+n]):
			return cssKeyframes
		case n > 0:
			return cssAtRule
		}
	case text[0] == '-' && len(text) > 1 && text[1] == '-':
		return cssDashes
	}
	return cssRule
}

// cssIsProperty reports whether the prelude that text starts with, two dashes,
// begins with a custom property's name and a colon.
func cssIsProperty(text []byte) bool {
	text = text[cssNameLen(text):]
	for len(text) > 0 && (cssIsSpace(text[0]) || cssIsComment(text)) {
		text = text[cssPartLen(text):]
	}
	return len(text) > 0 && text[0] == ':'
}

// cssIsKeyframes reports whether an at-keyword is @keyframes, @-webkit-keyframes
// and so on.
func cssIsKeyframes(word []byte) bool {
	const name = "keyframes"
	return len(word) >= len(name) && bytes.EqualFold(word[len(word)-len(name):], []byte(name))
}

// cssMatters has the bytes that may end a prelude or hide its end.
var cssMatters = func() (t [256]bool) {
	for _, c := range []byte("{}()[];\"'/\\") {
		t[c] = true
	}
	return t
}()

// prelude goes behind the brace that opens the block of a prelude, or to what
// ends it without one.
func (s *cssScanner) prelude() error {
	text := s.text
	for at := s.at; ; {
		for at < len(text) && !cssMatters[text[at]] {
			at++
		}
		if at == len(text) {
			s.at = at
			return nil
		}
		switch c := text[at]; {
		case c == '"' || c == '\'' || c == '/':
			at += cssPartLen(text[at:])
		case c == '\\':
			at = s.escape(at)
		case len(s.nested) > 0 || c == '(' || c == '[' || c == '{' && s.kind == cssProperty:
			at = s.bracket(at)
		case c == '{':
			if s.kind == cssDashes {
				s.kind = cssRule
				if cssIsProperty(text[s.start:]) {
					s.kind = cssProperty
					continue
				}
			}
			s.at = at + 1
			return s.block(at)
		case c == '}' || c == ';':
			s.at = at
			return nil
		default:
			at++
		}
	}
}

// bracket takes a byte that may open or close brackets inside a prelude, where
// semicolons and braces have no meaning, and returns where to go on. A closer
// that closes nothing is a token like any other.
func (s *cssScanner) bracket(at int) int {
	switch c := s.text[at]; c {
	case '(':
		start := max(at-len("url"), s.start)
		if cssIsURL(s.text[start:at]) && !cssGoesOn(s.text[s.start:start]) {
			return s.url(at + 1)
		}
		s.nested = append(s.nested, ')')
	case '[':
		s.nested = append(s.nested, ']')
	case '{':
		s.nested = append(s.nested, '}')
	case ')', ']', '}':
		if n := len(s.nested); n > 0 && s.nested[n-1] == c {
			s.nested = s.nested[:n-1]
		}
	}
	return at + 1
}

// url returns the end of the url whose parenthesis has been opened before an
// offset. If that is in quotes, it is a function with a string, of which only
// the parenthesis is taken.
func (s *cssScanner) url(at int) int {
	text := bytes.TrimLeft(s.text[at:], cssSpaces)
	if len(text) > 0 && (text[0] == '"' || text[0] == '\'') {
		s.nested = append(s.nested, ')')
		return at
	}
	for at < len(s.text) {
		switch s.text[at] {
		case ')':
			return at + 1
		case '\\':
			at++
		}
		at++
	}
	return len(s.text)
}

// escape takes the name that has the escape at an offset in it, and the
// parenthesis of a function with that name. It returns where to go on.
func (s *cssScanner) escape(at int) int {
	if cssEscapeLen(s.text[at:]) == 0 {
		return at + 1
	}
	start := at
	for cssGoesOn(s.text[s.start:start]) {
		start--
	}
	end := at + cssNameLen(s.text[at:])
	switch {
	case end == len(s.text) || s.text[end] != '(':
		return end
	case cssIsURL(s.text[start:end]):
		return s.url(end + 1)
	}
	s.nested = append(s.nested, ')')
	return end + 1
}

// block opens the block of the prelude. Its brace is at the offset at.
func (s *cssScanner) block(at int) error {
	b := cssBlock{symbol: -1, keyframes: s.kind == cssKeyframes}
	if s.start < 0 {
		s.start = at
	}
	symbol := Symbol{Kind: Rule}
	if s.kind == cssAtRule || s.kind == cssKeyframes {
		symbol.Kind = AtRule
	}
	if n := len(s.open); symbol.Kind == AtRule || n == 0 || !s.open[n-1].keyframes {
		end := s.start + cssTrimmedLen(s.text[s.start:at])
		symbol.Name = s.prefix + cssName(s.cut(s.start, end))
		symbol.Start = s.lineOf(s.start)
		b.symbol = len(s.list.symbols)
		if err := s.list.add(symbol); err != nil {
			return err
		}
	}
	s.open = append(s.open, b)
	return nil
}

// lineOf returns the line of an offset that is not before that of the last call.
func (s *cssScanner) lineOf(offset int) int {
	s.line += bytes.Count(s.text[s.lineAt:offset], []byte("\n"))
	s.lineAt = offset
	return s.line
}

// close ends a block at an offset.
func (s *cssScanner) close(b cssBlock, at int) {
	if b.symbol >= 0 {
		s.list.symbols[b.symbol].End = s.lineOf(at)
	}
}
