// Package mdsection maps the sections of a Markdown document.
//
// [Parse] returns a section.Map; use its Find, Text and Answer methods to read
// one section. A [Parser] has the options. Only headings at the top level of
// the document open a section: a heading inside a block quote, a list item or
// a footnote is text of the section around it.
//
// # Conformance
//
// Headings are those of cmark-gfm 0.29.0.gfm.13, the parser nearest to
// GitHub's, with its extensions table, strikethrough, autolink, tagfilter and
// tasklist: the same levels, the same lines, on every input. An underlined
// heading that follows link reference definitions in the same paragraph
// starts, as there, at the first definition; its title does not include them. No
// difference is known: the tests compare with the program over its specification's
// examples, generated families, random documents and real files.
//
// Bytes that are no UTF-8 are mapped like any others. Where cmark-gfm's
// scanners stop at such a byte (in the info string of a fence, a quoted
// attribute, a table row, before the end of an HTML block), so does this
// package.
//
// # Titles
//
// A title is source text. The map's Find also knows titles as a reader sees them
// and the anchors that GitHub gives headings: rendered by goldmark, once and only
// if somebody asks, titles of more than 256 characters as they are.
//
// # Front matter
//
// A first line of three dashes, with blanks allowed behind them and a byte
// order mark before them, opens front matter up to the next such line. It
// belongs to no section; Map.FrontMatter has its lines. Without a closing line
// there is none.
//
// # Cost
//
// Parse takes O(len(src)) time for any input and stops at the first limit it
// meets. Block tokens, which section.Limits.MaxTokens counts, are the
// containers (quotes, list items, footnotes) and leaves (paragraphs, headings,
// code, HTML, thematic breaks, tables) that a document opens, the rows of its
// tables and their cells. Beside the map it holds one byte for each open
// container and the text of one paragraph.
package mdsection

import "github.com/mapwright/mapwright/section"

// A Parser holds the options of a parse. The zero Parser reads Markdown as
// GitHub does, without footnotes. It is safe for concurrent use.
type Parser struct {
	// Footnotes reads `[^label]: text` as a footnote definition: what belongs
	// to it, headings included, is text of the section around it.
	Footnotes bool

	gfm6 bool // as cmark-gfm 0.29.0.gfm.6 does, for comparisons with it
}

// Parse maps the sections of src with the zero [Parser]. See [Parser.Parse].
func Parse(src []byte, lim *section.Limits) (*section.Map, error) {
	return Parser{}.Parse(src, lim)
}

// Parse maps the sections of src. The map keeps src, which must not be changed
// while the map is in use; an empty src has no section. A nil lim means the
// default limits.
//
// Its errors are of the type *[section.Error]: section.TooManyLines and
// section.InconsistentLineEndings before anything is parsed, then
// section.TooManyTokens and section.TooManySections, with the line, as soon as
// the limit is passed. There is never a part of a map.
func (p Parser) Parse(src []byte, lim *section.Limits) (*section.Map, error) {
	var s scanner
	if err := s.begin(p, src, lim); err != nil {
		return nil, err
	}
	if err := s.scan(); err != nil {
		return nil, err
	}
	s.out.SetTitles(&titles{parser: p, src: src})
	return s.out.Map(), nil
}
