package outline

import "bytes"

// A jinjaTag is a part of a template that is not text.
type jinjaTag struct {
	kind       jinjaKind
	word       jinjaWord // of a statement
	start, end int
}

type jinjaKind uint8

const (
	jinjaStatement  jinjaKind = iota // {% %}
	jinjaExpression                  // {{ }}
	jinjaComment                     // {# #}, and all from Django's {% comment %} to its end
)

// A jinjaWord says what the first word of a statement does.
type jinjaWord uint8

const (
	jinjaOther    jinjaWord = iota // nothing that matters
	jinjaSymbol                    // makes a symbol, see jinjaKindOf
	jinjaEndBlock                  // ends a block
	jinjaEndMacro                  // ends a macro
	jinjaIf                        // starts a condition
	jinjaElse                      // starts another branch of it
	jinjaEndIf                     // ends it
)

func jinjaWordOf(word string) jinjaWord {
	switch word {
	case "block", "macro", "extends", "include", "import", "from":
		return jinjaSymbol
	case "endblock":
		return jinjaEndBlock
	case "endmacro":
		return jinjaEndMacro
	case "if", "for", "ifchanged", "ifequal", "ifnotequal":
		return jinjaIf
	case "elif", "elseif", "else", "empty":
		return jinjaElse
	case "endif", "endfor", "endifchanged", "endifequal", "endifnotequal":
		return jinjaEndIf
	}
	return jinjaOther
}

type jinjaSpan struct{ start, end int }

// A jinjaLexer finds the tags of a template. Text that only looks like the
// start of a tag is text: style sheets may have "{#", and other template
// languages have these marks too.
type jinjaLexer struct {
	src  []byte
	tags []jinjaTag

	// What does not occur any more from here on, so that nobody looks for it
	// again.
	noClose [3]bool // of each kind
	noEnd   [3]bool // the end tags of jinjaVerbatim
}

// jinjaTags returns the tags of src, in order. What is between {% raw %} and
// {% endraw %}, or Django's {% verbatim %} and its end, is text.
func jinjaTags(src []byte) []jinjaTag {
	l := jinjaLexer{src: src}
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '{')
		if i < 0 || at+i+1 == len(src) {
			return l.tags
		}
		at += i
		kind, ok := jinjaOpener(src[at+1])
		if !ok {
			at++
			continue
		}
		end := l.tagEnd(at, kind)
		if end < 0 {
			at++
			continue
		}
		at = l.add(kind, at, end)
	}
}

// jinjaOpener returns the kind of tag that "{" and c start.
func jinjaOpener(c byte) (kind jinjaKind, ok bool) {
	switch c {
	case '%':
		return jinjaStatement, true
	case '{':
		return jinjaExpression, true
	case '#':
		return jinjaComment, true
	}
	return 0, false
}

var jinjaClosers = [3][]byte{[]byte("%}"), []byte("}}"), []byte("#}")}

// tagEnd returns the end of the tag that starts at an offset, -1 if there is
// none. A closer inside a string or brackets does not count, unless the tag
// makes no sense otherwise.
func (l *jinjaLexer) tagEnd(at int, kind jinjaKind) int {
	if l.noClose[kind] {
		return -1
	}
	if kind != jinjaComment {
		if end := jinjaBalancedEnd(l.src, at+2, kind); end >= 0 {
			return end
		}
	}
	i := bytes.Index(l.src[at+2:], jinjaClosers[kind])
	if i < 0 {
		l.noClose[kind] = true
		return -1
	}
	return at + 2 + i + 2
}

// jinjaBalancedEnd returns the end of a tag whose inside starts at an offset. It
// gives up, with -1, at what no tag has outside strings, so that it does not
// read the same text again and again: a backslash, the start of another tag, a
// bracket that does not fit.
func jinjaBalancedEnd(src []byte, at int, kind jinjaKind) int {
	var open []byte // the closers that are missing
	closer := jinjaClosers[kind]
	for at < len(src) {
		c := src[at]
		if len(open) == 0 && c == closer[0] && at+1 < len(src) && src[at+1] == closer[1] {
			return at + 2
		}
		switch c {
		case '"', '\'':
			n := jinjaStringLen(src[at:])
			if n == 0 {
				return -1
			}
			at += n
			continue
		case '\\':
			return -1
		case '{':
			if at+1 < len(src) {
				if _, tag := jinjaOpener(src[at+1]); tag {
					return -1
				}
			}
			open = append(open, '}')
		case '(':
			open = append(open, ')')
		case '[':
			open = append(open, ']')
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != c {
				return -1
			}
			open = open[:len(open)-1]
		}
		at++
	}
	return -1
}

// jinjaStringLen returns the length of the string that text starts with, zero if
// it has no end.
func jinjaStringLen(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return 0
}

// add adds a tag and returns where to go on.
func (l *jinjaLexer) add(kind jinjaKind, start, end int) int {
	if l.tags == nil { // there is room enough where each brace starts a tag
		rest := l.src[start:]
		l.tags = make([]jinjaTag, 0, min(bytes.Count(rest, []byte("{")), len(rest)/len("{%%}")))
	}
	t := jinjaTag{kind: kind, start: start, end: end}
	if kind == jinjaStatement {
		word, args := jinjaParts(l.src, start, end)
		t.word = jinjaWordOf(string(word))
		if v := jinjaVerbatimOf(string(word), args); v >= 0 {
			return l.addVerbatim(t, v)
		}
	}
	l.tags = append(l.tags, t)
	return end
}

// jinjaParts returns the first word of the statement between two offsets, and
// what follows it.
func jinjaParts(src []byte, start, end int) (word, args []byte) {
	text := src[start+2 : end-2]
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		text = text[1:]
	}
	if n := len(text); n > 0 && (text[n-1] == '-' || text[n-1] == '+') {
		text = text[:n-1]
	}
	text = jinjaTrim(text)
	n := 0
	for n < len(text) && jinjaIsWordByte(text[n]) {
		n++
	}
	return text[:n], jinjaTrim(text[n:])
}

// jinjaTrim returns text without the white space around it.
func jinjaTrim(text []byte) []byte {
	for len(text) > 0 && jinjaIsSpace(text[0]) {
		text = text[1:]
	}
	for len(text) > 0 && jinjaIsSpace(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

func jinjaIsSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func jinjaIsWordByte(c byte) bool {
	return c == '_' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// jinjaVerbatim has the statements between which and whose ends there are no
// tags. What a comment of Django's has is not even text.
var jinjaVerbatim = [3]string{"raw", "verbatim", "comment"}

// jinjaVerbatimOf returns the index of a statement in jinjaVerbatim, else -1.
func jinjaVerbatimOf(word string, args []byte) int {
	switch word {
	case "raw":
		if len(args) == 0 {
			return 0
		}
	case "verbatim":
		return 1
	case "comment":
		return 2
	}
	return -1
}

// addVerbatim adds the tag t of a kind in jinjaVerbatim, with its end, and
// returns where to go on. Without an end it is a tag like any other.
func (l *jinjaLexer) addVerbatim(t jinjaTag, kind int) int {
	end, ok := l.verbatimEnd(t.end, kind)
	switch {
	case !ok:
		l.tags = append(l.tags, t)
		return t.end
	case jinjaVerbatim[kind] == "comment":
		l.tags = append(l.tags, jinjaTag{kind: jinjaComment, start: t.start, end: end.end})
	default:
		l.tags = append(l.tags, t, end)
	}
	return end.end
}

// verbatimEnd returns the next end tag of a kind in jinjaVerbatim.
func (l *jinjaLexer) verbatimEnd(at, kind int) (t jinjaTag, ok bool) {
	for !l.noEnd[kind] {
		i := bytes.Index(l.src[at:], []byte("{%"))
		if i < 0 {
			break
		}
		at += i + 2
		rest := bytes.TrimLeft(l.src[at:], "-+ \t\n\v\f\r")
		rest, found := bytes.CutPrefix(rest, []byte("end"+jinjaVerbatim[kind]))
		if !found || len(rest) > 0 && jinjaIsWordByte(rest[0]) {
			continue
		}
		n := bytes.Index(rest, []byte("%}"))
		if n < 0 {
			break
		}
		return jinjaTag{start: at - 2, end: len(l.src) - len(rest) + n + 2}, true
	}
	l.noEnd[kind] = true
	return jinjaTag{}, false
}
