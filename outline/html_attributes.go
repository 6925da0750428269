package outline

import (
	"bytes"
	"slices"
	"strings"
)

// An htmlTag is what matters of a tag, as offsets in it.
type htmlTag struct {
	nameEnd     int
	id, kind    jinjaSpan // values; kind is that of type
	hasKind     bool
	selfClosing bool
}

// htmlTagOf reads the tag that text starts with, as in section 13.2.5 of the
// HTML standard, states 6 to 40, and returns its length, zero if it does not
// end. Of two attributes with the same name the first counts.
func htmlTagOf(text []byte) (t htmlTag, n int) {
	hasID := false
	at := 2 // behind "<" and a letter or a slash
	for at < len(text) && !htmlEndsName[text[at]] {
		at++
	}
	t.nameEnd = at
	for {
		slash := false
		for at < len(text) && (htmlIsSpace(text[at]) || text[at] == '/') {
			slash = text[at] == '/'
			at++
		}
		if at == len(text) {
			return t, 0
		}
		if text[at] == '>' {
			t.selfClosing = slash
			return t, at + 1
		}
		name, value, next := htmlAttribute(text, at)
		at = next
		switch {
		case !hasID && len(name) == 2 && bytes.EqualFold(name, []byte("id")):
			hasID, t.id = true, value
		case !t.hasKind && len(name) == 4 && bytes.EqualFold(name, []byte("type")):
			t.hasKind, t.kind = true, value
		}
	}
}

// htmlEndsName has the bytes that end the name of a tag.
var htmlEndsName = [256]bool{' ': true, '\t': true, '\n': true, '\f': true, '\r': true, '/': true, '>': true}

// htmlEndsAttribute has the bytes that end the name of an attribute.
var htmlEndsAttribute = [256]bool{' ': true, '\t': true, '\n': true, '\f': true, '\r': true, '/': true, '>': true, '=': true}

// htmlAttribute reads the attribute that starts at an offset. It returns where
// its value stands, without quotes, and where to go on.
func htmlAttribute(text []byte, at int) (name []byte, value jinjaSpan, next int) {
	start := at
	at++ // a "=" here is part of the name
	for at < len(text) && !htmlEndsAttribute[text[at]] {
		at++
	}
	name = text[start:at]
	at = htmlSkipSpace(text, at)
	if at == len(text) || text[at] != '=' {
		return name, jinjaSpan{at, at}, at
	}
	at = htmlSkipSpace(text, at+1)
	if at < len(text) && (text[at] == '"' || text[at] == '\'') {
		n := bytes.IndexByte(text[at+1:], text[at])
		if n < 0 {
			return name, jinjaSpan{at + 1, len(text)}, len(text)
		}
		return name, jinjaSpan{at + 1, at + 1 + n}, at + n + 2
	}
	start = at
	for at < len(text) && !htmlIsSpace(text[at]) && text[at] != '>' {
		at++
	}
	return name, jinjaSpan{start, at}, at
}

func htmlSkipSpace(text []byte, at int) int {
	for at < len(text) && htmlIsSpace(text[at]) {
		at++
	}
	return at
}

func htmlIsLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func htmlIsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// htmlScanOf returns the scanner for what is inside an element, nil if that is
// in no language that has one. A is what the start tag says.
func htmlScanOf(name string, a htmlTag, tag []byte) func(*list, webText) error {
	kind := string(tag[a.kind.start:a.kind.end])
	switch {
	case name == "script" && (kind == "" || htmlIsJavaScript(kind)):
		return jsScan
	case name == "style" && (kind == "" || strings.EqualFold(kind, "text/css")):
		return cssScan
	}
	return nil
}

// htmlIsJavaScript reports whether the type of a script is JavaScript: a module,
// or a MIME type whose essence is in the list of section 4.6 of the MIME
// Sniffing standard, whatever its parameters.
func htmlIsJavaScript(kind string) bool {
	kind = strings.ToLower(strings.Trim(kind, " \t\n\f\r"))
	essence, _, _ := strings.Cut(kind, ";")
	return kind == "module" || slices.Contains(htmlJavaScriptTypes, strings.TrimRight(essence, " \t\n\r"))
}

var htmlJavaScriptTypes = []string{
	"application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript",
	"text/ecmascript", "text/javascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2",
	"text/javascript1.3", "text/javascript1.4", "text/javascript1.5", "text/jscript", "text/livescript",
	"text/x-ecmascript", "text/x-javascript",
}
