package rstsection

import (
	"bytes"

	"github.com/mapwright/mapwright/section"
)

// directive reads a directive whose text behind ".." is text. Bodies of those
// that hold reStructuredText are read for targets.
func (s *scanner) directive(l line, text []byte, next line) line {
	name := text[:simpleNameLen(text)]
	argument, ok := directiveArgument(text[len(name):])
	if !ok {
		return s.skipIndented(next)
	}
	name = name[bytes.LastIndexByte(name, ':')+1:]
	if bytes.EqualFold(name, []byte("include")) && s.block.depth == 0 {
		return s.include(l, argument, next)
	}
	b, behind := s.indentedBlock(next, 0)
	if !s.holdsTarget(l, behind) {
		return behind
	}
	kind := bodies[string(bytes.ToLower(name))]
	if kind&markup == 0 {
		return behind
	}
	b.titles = kind&withTitles != 0
	first := l
	first.text, first.indent = argument, 0
	if len(argument) == 0 {
		first = line{at: next.at}
	}
	read := (*scanner).bodyBehindArguments
	if kind&noArguments != 0 {
		read = (*scanner).bodyBehindOptions
	}
	s.nest(b, first, read)
	return behind
}

// directiveArgument returns what stands behind the two colons of a directive,
// and whether text, which stands behind its name, makes it one.
func directiveArgument(text []byte) (argument []byte, ok bool) {
	text = bytes.TrimPrefix(text, []byte(" "))
	if !isMarked(text, "::") {
		return nil, false
	}
	return bytes.TrimLeft(text[len("::"):], " "), true
}

// include reads an include directive: the path is the rest of its line, or the
// first of the indented lines below.
func (s *scanner) include(l line, path []byte, next line) line {
	for ; !next.eof && !next.flush(); next = s.read(next.next) {
		if len(path) == 0 {
			path = next.text
		}
	}
	path = bytes.TrimFunc(path, isSpace)
	s.includes = append(s.includes, section.Include{Path: string(path), Line: l.at.number})
	return next
}

// bodyBehindArguments reads the body of a directive, which begins behind the
// first paragraph: the arguments and options.
func (s *scanner) bodyBehindArguments(l line) {
	s.elements(s.skipToBlank(s.skipBlank(l)))
}

// bodyBehindOptions reads the body of a directive that has no arguments.
func (s *scanner) bodyBehindOptions(l line) {
	for l = s.skipBlank(l); l.flush() && l.text[0] == ':'; {
		l = s.read(l.next)
	}
	s.elements(l)
}

// A body says what stands in the indented lines of a directive.
type body uint8

const (
	markup      body = 1 << iota // reStructuredText, else code, data or nothing
	noArguments                  // with nothing but options before it
	withTitles                   // with titles of its own, as Sphinx allows
)

// bodies has the directives of docutils and Sphinx, and of widely used
// extensions, whose bodies are reStructuredText.
var bodies = func() map[string]body {
	all := map[string]body{"glossary": markup | noArguments | withTitles}
	for kind, names := range map[body][]string{
		markup | noArguments: {
			"attention", "caution", "compound", "danger", "epigraph", "error", "highlights", "hint", "hlist", "impl-detail",
			"important", "note", "pull-quote", "seealso", "tip", "todo", "warning",
		},
		markup: {
			"admonition", "audit-event", "availability", "card", "centered", "class", "collapse", "container", "cssclass",
			"deprecated", "deprecated-removed", "details", "dropdown", "figure", "grid", "grid-item", "grid-item-card",
			"list-table", "nonce", "rst-class", "sidebar", "tab", "tab-item", "tab-set", "tab-set-code", "table", "tabs",
			"topic", "versionadded", "versionchanged", "versionremoved",
		},
		markup | withTitles: {
			"2to3fixer", "abstractmethod", "attribute", "awaitablemethod", "classmethod", "cmdoption", "confval",
			"coroutinefunction", "coroutinemethod", "data", "decorator", "decoratormethod", "describe", "django-admin",
			"envvar", "exception", "fieldlookup", "function", "ifconfig", "method", "module", "object", "only", "opcode",
			"option", "pdbcommand", "program", "property", "setting", "staticmethod", "templatefilter", "templatetag",
		},
	} {
		for _, name := range names {
			all[name] = kind
		}
	}
	return all
}()
