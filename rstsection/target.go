package rstsection

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/mapwright/mapwright/section"
)

// target reads the hyperlink target that begins with l, whose text behind the
// underscore is text. Its name may run over the indented lines below.
func (s *scanner) target(l line, text []byte, next line) line {
	t := targetText{joined: escape(s.scratch[:0], text)}
	found := t.findEnd()
	for ; !found && next.indented(); next = s.read(next.next) {
		t.addIndent(next.indent)
		t.joined = escape(t.joined, next.text)
		found = t.findEnd()
	}
	for ; found && next.indented(); next = s.read(next.next) {
		t.joined = escape(append(t.joined, ' '), next.text)
	}
	s.scratch = t.joined
	if !found { // a comment
		return s.skipIndented(next)
	}
	if len(t.name) > 0 && isInternal(t.joined[t.behind:]) {
		s.targets = append(s.targets, section.Target{Name: normalizeName(t.name), Line: s.number(l), Section: -1, Nested: s.block.depth > 0})
	}
	return next
}

// A targetText is the text of a hyperlink target from its name on, with
// escapes marked, in which the end of the name is looked for.
type targetText struct {
	joined  []byte
	checked int    // how much of joined was looked at
	name    []byte // empty for an anonymous target
	behind  int    // where the reference begins
}

// addIndent joins the indent of another line, which a name keeps.
func (t *targetText) addIndent(columns int) {
	for range columns {
		t.joined = append(t.joined, ' ')
	}
}

// The mark of an escape: a backslash becomes a null and keeps the character
// behind it from being markup.
const escapeMark = 0

// escape appends text to dst with its escapes marked.
func escape(dst, text []byte) []byte {
	dst = slices.Grow(dst, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			dst = append(dst, text[i])
			continue
		}
		dst = append(dst, escapeMark)
		if i++; i < len(text) {
			dst = append(dst, text[i])
		}
	}
	return dst
}

// findEnd looks for the colon that ends the name in what was joined last. The
// colon has a blank or the end of a line behind it, at most one blank before it,
// and is not escaped; a name in backquotes ends with a backquote.
func (t *targetText) findEnd() bool {
	text := t.joined
	from := t.checked
	t.checked = len(text)
	if bytes.HasPrefix(text, []byte("_")) { // only __: is a target
		return t.findAnonymousEnd()
	}
	for i := from; i < len(text); i++ {
		if text[i] != ':' || i+1 < len(text) && text[i+1] != ' ' {
			continue
		}
		end := i
		if end > 0 && text[end-1] == ' ' {
			end--
		}
		if name, ok := targetName(text[:end]); ok {
			t.name = name
			t.behind = i + 1
			return true
		}
	}
	return false
}

func (t *targetText) findAnonymousEnd() bool {
	rest := t.joined[1:]
	rest = bytes.TrimPrefix(rest, []byte(" "))
	t.behind = len(t.joined) - len(rest) + 1
	return isMarked(rest, ":")
}

// targetName returns the name that text, which stands before a colon, is, and
// whether it is one.
func targetName(text []byte) ([]byte, bool) {
	if !endsName(text) || endsInColon(text) {
		return nil, false
	}
	if text[0] == '`' {
		if len(text) < 3 || text[len(text)-1] != '`' {
			return nil, false
		}
		text = text[1 : len(text)-1]
		if !endsName(text) {
			return nil, false
		}
	}
	return text, text[0] != ' ' && text[0] != '`'
}

// endsName reports whether a name can end where text ends: behind anything but
// white space and the mark of an escape.
func endsName(text []byte) bool {
	r, size := utf8.DecodeLastRune(text)
	return size > 0 && r != escapeMark && !isSpace(r)
}

// endsInColon reports whether text ends in a colon that is not escaped.
func endsInColon(text []byte) bool {
	before, ok := bytes.CutSuffix(text, []byte(":"))
	return ok && !bytes.HasSuffix(before, []byte{escapeMark})
}

// isInternal reports whether a target with the given reference, its escapes
// marked, points at the place where it stands: the reference is empty.
func isInternal(reference []byte) bool {
	if bytes.Contains(reference, escapedBlank) { // part of an URI
		return false
	}
	return bytes.IndexFunc(reference, func(r rune) bool { return r != escapeMark && !isSpace(r) }) < 0
}

var escapedBlank = []byte{escapeMark, ' '}

// normalizeName takes the escapes out of a name, and folds white space.
func normalizeName(name []byte) string {
	if bytes.IndexByte(name, escapeMark) >= 0 {
		name = bytes.ReplaceAll(name, escapedBlank, nil)
		name = bytes.ReplaceAll(name, []byte{escapeMark}, nil)
	}
	if bytes.IndexFunc(name, isSpace) < 0 {
		return string(name)
	}
	folded := make([]byte, 0, len(name))
	for word := range bytes.FieldsFuncSeq(name, isSpace) {
		if len(folded) > 0 {
			folded = append(folded, ' ')
		}
		folded = append(folded, word...)
	}
	return string(folded)
}
