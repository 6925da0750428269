package outline

import (
	"bytes"
	"strings"
	"unicode"

	"golang.org/x/net/html"
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
	tags := jinjaTags(src)
	text := newWebText(src)
	text.lines = newWebLines(src)
	text.code, text.source = jinjaMask(src, tags)
	l := list{symbols: make([]Symbol, 0, 16)}
	if err := jinjaScan(&l, src, tags, text.lines, text.lastLine()); err != nil {
		return nil, err
	}
	s := htmlScanner{webText: text, src: src, list: &l, tags: tags}
	if err := s.scan(); err != nil {
		return nil, err
	}
	s.elements.setEnds(l.symbols)
	return l.sorted(), nil
}

// An htmlScanner adds the elements of a template to a list.
type htmlScanner struct {
	webText
	src  []byte // with all tags
	list *list
	tags []jinjaTag // those that are still to come

	elements htmlElements
	foreign  htmlForeign
	inside   *htmlInside // of the element that has just been opened
}

// An htmlInside is a script or a style sheet between its tags.
type htmlInside struct {
	scan   func(*list, webText) error
	prefix string
}

func (s *htmlScanner) scan() error {
	z := html.NewTokenizer(bytes.NewReader(s.code))
	for at := 0; ; {
		kind := z.Next()
		end := at + len(z.Raw())
		if kind == html.ErrorToken { // the end, since nothing else goes wrong in memory
			return nil
		}
		if err := s.token(z, kind, at, end); err != nil {
			return err
		}
		at = end
	}
}

// token takes the token between two offsets.
func (s *htmlScanner) token(z *html.Tokenizer, kind html.TokenType, at, end int) error {
	inside := s.inside
	s.inside = nil
	switch kind {
	case html.TextToken:
		if inside == nil {
			return nil
		}
		t := s.webText
		t.from, t.to, t.prefix = at, end, inside.prefix
		t.line = t.lines.at(at)
		return inside.scan(s.list, t)
	case html.StartTagToken, html.SelfClosingTagToken:
		s.branches(at)
		name, _ := z.TagName()
		return s.startTag(z, name, at, end)
	case html.EndTagToken:
		s.branches(at)
		name, _ := z.TagName()
		s.elements.close(name, s.lines.at(end-1))
		s.foreign.end(name)
		z.AllowCDATA(s.foreign.inside())
	}
	return nil
}

// startTag takes a start tag and opens its element, unless that has no end tag.
func (s *htmlScanner) startTag(z *html.Tokenizer, name []byte, at, end int) error {
	selfClosing := s.code[end-2] == '/'
	foreign := s.foreign.start(name, selfClosing)
	z.AllowCDATA(s.foreign.inside())
	closed := foreign && selfClosing || !foreign && htmlVoid[string(name)]
	script, style := string(name) == "script", string(name) == "style"
	if string(name) == "noscript" || foreign && (selfClosing || !script && !style) {
		z.NextIsNotRawText()
	}
	a := htmlAttributesOf(s.code[at:end])
	id := htmlFold(s.src[at+a.id.start : at+a.id.end])
	if id == "" && !script && !style {
		if !closed {
			s.elements.open(name, htmlNoID)
		}
		return nil
	}
	symbol, err := s.add(name, id, at, end, closed)
	if err != nil || closed {
		return err
	}
	s.elements.open(name, symbol)
	if scan := htmlScanOf(string(name), a, s.src[at:end]); scan != nil {
		s.inside = &htmlInside{scan: scan}
		if id != "" {
			s.inside.prefix = s.list.symbols[symbol].Name + "."
		}
	}
	return nil
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
// or as in the source if that has an expression in it.
func (s *htmlScanner) tagName(name []byte, at int) string {
	from, to := at+1, at+1+len(name)
	if !bytes.Equal(s.source[from:to], s.code[from:to]) {
		return string(s.source[from:to])
	}
	return string(name)
}

// htmlFold returns an id with single spaces. Most have none.
func htmlFold(id []byte) string {
	if bytes.IndexFunc(id, unicode.IsSpace) < 0 {
		return string(id)
	}
	return strings.Join(strings.Fields(string(id)), " ")
}

// htmlVoid has the elements that never have an end tag.
var htmlVoid = map[string]bool{
	"area": true, "base": true, "basefont": true, "bgsound": true, "br": true, "col": true, "embed": true,
	"frame": true, "hr": true, "image": true, "img": true, "input": true, "keygen": true, "link": true, "meta": true,
	"param": true, "source": true, "track": true, "wbr": true,
}
