package outline

import (
	"bytes"
	"strings"
	"unicode"
)

// Template finds the symbols of HTML with or without the tags of Jinja or
// Django.
//
//   - {% block content %} is "block content", up to its endblock, {% macro nv(value) %}
//     is "macro nv". {% extends "base.html" %} is "extends base.html", and so are
//     include, import and from; where it is no string, the template's name is the
//     expression as it is written. These end where they start.
//   - An element with an id is "div#id", up to its end tag. The id is the one in
//     the source, so it may be {{ row.id }}.
//   - Every script and style element is a symbol, script or script#id. What
//     [JavaScript] and [CSS] find in it are symbols too, behind the name of the
//     element if that has an id: script#init.render. A script is looked into if it
//     has no type, an empty one, module, or a JavaScript MIME type by the MIME
//     Sniffing standard; a style element if it has no type, an empty one or
//     text/css.
//
// All other names are flat. What is never closed reaches to the last line.
//
// This is not a tree, since the two branches of a condition may both open an
// element that is closed behind them. End tags belong to the last open element
// of their name. Each branch of an if, or of a for with an else, starts with
// what was open before it, and behind it, what the branches have opened at the
// same depth is closed together. An end tag that HTML implies, as that of li,
// is missing.
//
// Tags inside HTML comments are tags of the template all the same. What Django
// has between {% comment %} and its end is hidden, {% raw %} and {% verbatim %}
// hide tags only.
//
// Any bytes are a template; the only errors are [InconsistentLineEndings] and
// [TooManySymbols]. The time is linear in the length of src.
func Template(src []byte) ([]Symbol, error) {
	if err := checkLineEnds(src); err != nil {
		return nil, err
	}
	text := newWebText(src)
	text.lines = newWebLines(src)
	text.tags = jinjaTags(src)
	text.code = jinjaMask(src, text.tags)
	l := list{symbols: make([]Symbol, 0, 16)}
	if err := jinjaScan(&l, &text); err != nil {
		return nil, err
	}
	s := htmlScanner{webText: text, list: &l, ahead: text.tags}
	if err := s.scan(); err != nil {
		return nil, err
	}
	s.elements.setEnds(l.symbols)
	return l.sorted(), nil
}

// An htmlScanner adds the elements of a template to a list.
type htmlScanner struct {
	webText
	list  *list
	ahead []jinjaTag // those that are still to come

	elements htmlElements
	foreign  htmlForeign
	lower    []byte // the name of a tag that has capital letters
}

// scan goes from one "<" to the next and takes what starts there, as in section
// 13.2.5 of the HTML standard.
func (s *htmlScanner) scan() error {
	for at := 0; ; {
		i := bytes.IndexByte(s.code[at:], '<')
		if i < 0 || at+i+1 == len(s.code) {
			return nil
		}
		at += i
		switch c := s.code[at+1]; {
		case htmlIsLetter(c):
			end, err := s.startTag(at)
			if err != nil {
				return err
			}
			at = end
		case c == '/':
			at = s.endTag(at)
		case c == '!' || c == '?':
			at += htmlMarkupLen(s.code[at:], s.foreign.inside())
		default:
			at++
		}
	}
}

// startTag takes the start tag at an offset and what is raw text behind it. It
// returns where to go on: at the end, if the tag has none.
func (s *htmlScanner) startTag(at int) (next int, err error) {
	a, n := htmlTagOf(s.code[at:])
	if n == 0 {
		return len(s.code), nil
	}
	s.branches(at)
	name := s.lowerName(at+1, at+a.nameEnd)
	foreign := s.foreign.start(name, a.selfClosing)
	symbol, err := s.element(name, a, at, at+n, foreign)
	if err != nil {
		return 0, err
	}
	raw := htmlIsRaw(string(name))
	if foreign {
		raw = !a.selfClosing && (string(name) == "script" || string(name) == "style")
	}
	if !raw {
		return at + n, nil
	}
	next = at + n + htmlRawLen(s.code[at+n:], string(name))
	if scan := htmlScanOf(string(name), a, s.src[at:]); scan != nil && next > at+n {
		err = scan(s.list, s.part(at+n, next, s.list.symbols[symbol].Name))
	}
	return next, err
}

// element opens the element of the start tag between two offsets, unless it has
// no end tag. It returns the index of its symbol, or htmlNoID.
func (s *htmlScanner) element(name []byte, a htmlTag, at, end int, foreign bool) (symbol int, err error) {
	closed := foreign && a.selfClosing || !foreign && htmlIsVoid(string(name))
	id := htmlFold(s.src[at+a.id.start : at+a.id.end])
	symbol = htmlNoID
	if id != "" || string(name) == "script" || string(name) == "style" {
		if symbol, err = s.add(name, id, at, end, closed); err != nil {
			return 0, err
		}
	}
	if !closed {
		s.elements.open(name, symbol)
	}
	return symbol, nil
}

// part returns the text between two offsets, which is in an element. If that
// has an id, its name is before all names in it.
func (s *htmlScanner) part(from, to int, element string) webText {
	t := s.webText
	t.from, t.to, t.line = from, to, t.lines.at(from)
	if strings.Contains(element, "#") {
		t.prefix = element + "."
	}
	return t
}

// endTag takes the end tag at an offset, or the comment that "</" starts where
// no name follows, and returns where to go on.
func (s *htmlScanner) endTag(at int) (next int) {
	if at+2 == len(s.code) {
		return at + 2
	}
	if !htmlIsLetter(s.code[at+2]) {
		return at + htmlMarkupLen(s.code[at:], false)
	}
	a, n := htmlTagOf(s.code[at:])
	if n == 0 {
		return len(s.code)
	}
	s.branches(at)
	name := s.lowerName(at+2, at+a.nameEnd)
	s.elements.close(name, &s.lines, at+n-1)
	s.foreign.end(name)
	return at + n
}

// lowerName returns the name between two offsets in lower case. It is good for
// one tag.
func (s *htmlScanner) lowerName(from, to int) []byte {
	name := s.code[from:to]
	for i, c := range name {
		if c >= 'A' && c <= 'Z' {
			s.lower = append(s.lower[:0], name...)
			for ; i < len(name); i++ {
				if c := name[i]; c >= 'A' && c <= 'Z' {
					s.lower[i] = c | 0x20
				}
			}
			return s.lower
		}
	}
	return name
}

// add adds the symbol of an element and returns its index.
func (s *htmlScanner) add(name []byte, id string, at, end int, closed bool) (int, error) {
	element := Symbol{Name: s.tagName(name, at), Kind: Element, Start: s.lines.at(at), End: s.lastLine()}
	switch element.Name {
	case "script":
		element.Kind = Script
	case "style":
		element.Kind = Style
	}
	if id != "" {
		element.Name += "#" + id
	}
	if closed {
		element.End = s.lines.at(end - 1)
	}
	return len(s.list.symbols), s.list.add(element)
}

// tagName returns the name of the tag that starts at an offset: in lower case,
// or as in the source if that has an expression in it, and without NUL.
func (s *htmlScanner) tagName(name []byte, at int) string {
	source := s.cut(at+1, at+1+len(name))
	if !bytes.Equal(source, s.code[at+1:at+1+len(name)]) {
		name = source
	}
	return strings.ReplaceAll(string(name), "\x00", "\ufffd")
}

// htmlFold returns an id with single spaces. Most have none.
func htmlFold(id []byte) string {
	if bytes.IndexFunc(id, unicode.IsSpace) < 0 {
		return string(id)
	}
	return strings.Join(strings.Fields(string(id)), " ")
}

// htmlIsVoid reports whether an element never has an end tag.
func htmlIsVoid(name string) bool {
	switch name {
	case "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img", "input", "keygen",
		"link", "meta", "param", "source", "track", "wbr":
		return true
	}
	return false
}
