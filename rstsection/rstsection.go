// Package rstsection maps the sections of a reStructuredText document.
//
// [Parse] returns a section.Map; use its Find, Text and Answer methods to read
// one section. The map also has the targets (labels), the includes and the
// titles that docutils drops.
//
// # Conformance
//
// Sections, targets and includes are those of docutils 0.22 and later: the same
// titles, levels and lines. A document has no built-in levels: the first style
// of a title, its character with or without an overline, is level 1, the next
// new one level 2. Only titles at the top level of the document open a section:
// a title in a quote, a list item, a table or the body of a directive is text of
// the section around it, also where Sphinx would lift it out of an "only"
// directive. An include is not followed, so a file has the levels that it has
// alone. docutils' limit of 10,000 characters for a line does not hold here.
//
// The tests compare with docutils over the documentation of Linux and Python
// and over random documents.
//
// # Known differences
//
// All that are known, also from the docutils 0.19 of Debian 12:
//
//	a section with an overline of less than four characters ends at a title of a smaller level:
//	    docutils before 0.22 may read titles twice or lose them
//	a code point that is not assigned, in a title with an underline of less than four characters:
//	    Python before 3.12 takes it for two columns, here it is one
//	a target in a cell of a table, on the line behind it:
//	    docutils before 0.23 counts one line too many, or where text ends the table, too few
//	what a substitution has whose name is of several lines, on an earlier line:
//	    docutils does not count the lines of the name, here they are
//	a target in more than 16 elements:
//	    not found here
//
// From docutils 0.22.3 on one more: a character that combines with the one before it
// takes no column of a grid table there, here it takes one, as in the versions before.
//
// # Titles as they are shown
//
// Find also takes a title without its inline markup, as docutils shows it, and
// GitHub's #anchor of it. The marks of emphasis, literals, references, roles and
// escapes go, what they enclose stays. A role that docutils does not know is read by
// the rules of Sphinx: ":ref:`text <target>`" shows its text, ":class:`~a.b.C`" the C.
// Nothing is looked up: a substitution has its name for its text, and a reference
// without a text its target. A title of more than 256 characters has its source.
//
// The tests compare with docutils, which knows the punctuation of Unicode 5.2.
//
// # Titles that are dropped
//
// A title that skips a level makes no section in docutils, and neither here: its
// text belongs to the section before it. So do the lines of an overline without
// its underline, and of a simple table that does not end. Map.Dropped lists them
// with docutils' words for the reason, which are constants of this package. Line is
// the one that docutils 0.19 names: that of the title where a level is inconsistent, that
// of the overline or of the top of the table elsewhere.
//
// # Targets and includes
//
// Map.Targets has the internal targets with a name, ".. _intro:", as docutils
// names them: escapes taken out, white space folded. Sphinx compares them
// without case. A target with a reference, which points elsewhere, is left out.
// Those inside other elements, or the cells of tables, are Nested, down to a depth of
// 16; in a directive, only where its body is known to be reStructuredText. A table whose
// cells take more than linear time to tell apart has no targets. Map.Includes has the
// include directives at the top level, of which nothing is read; the path of one
// without an argument is empty.
//
// # Lines
//
// docutils ends a line at some characters that end none in a section.Map:
// vertical tab, form feed, U+001C to U+001E, U+0085, U+2028 and U+2029. A title
// behind one of them is found, as docutils finds it in a file, and has the
// number of the line that it is on.
//
// # Cost
//
// Parse takes O(len(src)) time for any input and stops at the first limit it
// meets. Block tokens, which section.Limits.MaxTokens counts, are the body
// elements that are read, each item of a list, and the lines of tables. Beside the map it
// holds a few lines, and the text of a table while it looks for targets in its cells.
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
	var look titles
	out.SetTitles(&look)
	m := out.Map()
	m.Targets, m.Includes, m.Dropped = s.targets, s.includes, s.dropped
	look.sections = m.Sections
	return m, nil
}
