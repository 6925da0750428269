package outline

import (
	"bytes"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

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

// A cssScanner adds the rules of one text to a list.
type cssScanner struct {
	webText
	list *list

	open   []cssBlock // blocks of rules
	nested []byte     // the closers of brackets that are open inside a prelude

	// The prelude: what stands since the last block or semicolon, if anything.
	start, end int // start is -1 before its first token
	first      css.TokenType
	keyframes  bool // it begins with @keyframes, with any vendor's prefix
	tokens     int
	property   bool // it begins with a custom property's name and a colon

	passed int // the line ends before the last offset that line got
}

// A cssBlock is a block whose end is to come.
type cssBlock struct {
	symbol    int // in the list, -1 if it is none
	keyframes bool
}

// cssScan adds the rules of t to l.
func cssScan(l *list, t webText) error {
	s := cssScanner{webText: t, list: l, start: -1, passed: t.lines.at(t.from) - 1}
	// The capacity makes the lexer copy: it would write behind the part.
	lexer := css.NewLexer(parse.NewInputBytes(t.code[t.from:t.to:t.to]))
	for at := t.from; ; {
		kind, text := lexer.Next()
		if kind == css.ErrorToken {
			break
		}
		if s.tokens > 1 && cssIsPlain[kind] {
			s.end = at + len(text)
		} else if err := s.token(kind, text, at); err != nil {
			return err
		}
		at += len(text)
	}
	last := s.lastLine()
	for _, b := range s.open {
		s.close(b, last)
	}
	return nil
}

// cssIsPlain has the tokens that change nothing but where a prelude ends, if
// they are not at its start. They are most of all tokens.
var cssIsPlain = func() (t [css.CustomPropertyValueToken + 1]bool) {
	for _, kind := range []css.TokenType{
		css.IdentToken, css.HashToken, css.StringToken, css.URLToken, css.DelimToken, css.NumberToken,
		css.PercentageToken, css.DimensionToken, css.UnicodeRangeToken, css.ColonToken, css.CommaToken,
	} {
		t[kind] = true
	}
	return t
}()

// token takes the token text, which stands at the offset at.
func (s *cssScanner) token(kind css.TokenType, text []byte, at int) error {
	switch kind {
	case css.WhitespaceToken, css.CommentToken:
		return nil
	}
	if len(s.nested) > 0 {
		s.nest(kind)
		s.end = at + len(text)
		return nil
	}
	switch kind {
	case css.LeftBraceToken:
		if !s.property {
			return s.block(at)
		}
	case css.RightBraceToken:
		if n := len(s.open); n > 0 {
			s.close(s.open[n-1], s.line(at))
			s.open = s.open[:n-1]
		}
		s.reset()
		return nil
	case css.SemicolonToken:
		s.reset()
		return nil
	case css.CDOToken, css.CDCToken:
		// Between the rules of a style sheet these mean nothing.
		if len(s.open) == 0 && s.start < 0 {
			return nil
		}
	}
	s.nest(kind)
	s.extend(kind, text, at)
	return nil
}

// nest follows the brackets inside a prelude, where semicolons and braces have
// no meaning. A closer that closes nothing is a token like any other.
func (s *cssScanner) nest(kind css.TokenType) {
	switch kind {
	case css.LeftParenthesisToken, css.FunctionToken:
		s.nested = append(s.nested, ')')
	case css.LeftBracketToken:
		s.nested = append(s.nested, ']')
	case css.LeftBraceToken:
		s.nested = append(s.nested, '}')
	case css.RightParenthesisToken:
		s.unnest(')')
	case css.RightBracketToken:
		s.unnest(']')
	case css.RightBraceToken:
		s.unnest('}')
	}
}

func (s *cssScanner) unnest(closer byte) {
	if n := len(s.nested); n > 0 && s.nested[n-1] == closer {
		s.nested = s.nested[:n-1]
	}
}

// extend makes a token part of the prelude.
func (s *cssScanner) extend(kind css.TokenType, text []byte, at int) {
	switch {
	case s.start < 0:
		s.start, s.first = at, kind
		s.keyframes = kind == css.AtKeywordToken && cssIsKeyframes(text)
	case s.tokens == 1:
		s.property = s.first == css.CustomPropertyNameToken && kind == css.ColonToken
	}
	s.tokens++
	s.end = at + len(text)
}

func (s *cssScanner) reset() {
	s.start, s.tokens, s.keyframes, s.property = -1, 0, false, false
}

// cssIsKeyframes reports whether an at-keyword is @keyframes, @-webkit-keyframes
// and so on.
func cssIsKeyframes(text []byte) bool {
	const name = "keyframes"
	return len(text) >= len(name) && bytes.EqualFold(text[len(text)-len(name):], []byte(name))
}

// block opens the block of the prelude. Its brace is at the offset at.
func (s *cssScanner) block(at int) error {
	b := cssBlock{symbol: -1, keyframes: s.keyframes}
	kind := Rule
	if s.start < 0 {
		s.start, s.end = at, at
	} else if s.first == css.AtKeywordToken {
		kind = AtRule
	}
	if n := len(s.open); kind == AtRule || n == 0 || !s.open[n-1].keyframes {
		b.symbol = len(s.list.symbols)
		err := s.list.add(Symbol{
			Name:  s.prefix + cssName(s.source[s.start:s.end]),
			Kind:  kind,
			Start: s.line(s.start),
		})
		if err != nil {
			return err
		}
	}
	s.open = append(s.open, b)
	s.reset()
	return nil
}

// line returns the line of an offset that is not before that of the last call.
func (s *cssScanner) line(offset int) int {
	for s.passed < len(s.lines) && s.lines[s.passed] < offset {
		s.passed++
	}
	return s.passed + 1
}

func (s *cssScanner) close(b cssBlock, line int) {
	if b.symbol >= 0 {
		s.list.symbols[b.symbol].End = line
	}
}
