// Package rstsection maps the sections of a reStructuredText document.
//
// [Parse] returns a section.Map; use its Find, Text and Answer methods to read
// one section. The map also has the targets (labels), the includes and the
// titles that docutils drops. Only titles at the top level of the document open
// a section: a title in a block quote, a list item, a table or the body of a
// directive is text of the section around it, also where Sphinx would lift it
// out of an "only" directive.
package rstsection

import "github.com/mapwright/mapwright/section"

// Parse maps the sections of src. The map keeps src, which must not be changed
// while the map is in use; an empty src has no section. A nil lim means the
// default limits.
//
// Its errors are of the type *[section.Error]: section.TooManyLines and
// section.InconsistentLineEndings before anything is parsed, then
// section.TooManyTokens and section.TooManySections, with the line, as soon as
// the limit is passed. There is never a part of a map.
func Parse(src []byte, lim *section.Limits) (*section.Map, error) {
	out, err := section.NewBuilder(src, lim)
	if err != nil {
		return nil, err
	}
	s := scanner{out: out, src: src, odd: hasOddLineEnd(src), maxTokens: out.Limits().MaxTokens}
	if err := s.scan(); err != nil {
		return nil, err
	}
	m := out.Map()
	m.Targets, m.Includes, m.Dropped = s.targets, s.includes, s.dropped
	return m, nil
}
