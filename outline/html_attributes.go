package outline

import (
	"bytes"
	"slices"
	"strings"
)

// htmlAttributes are the attributes of a start tag that matter, as parts of it.
type htmlAttributes struct {
	id, kind jinjaSpan // kind is the attribute type
	hasKind  bool
}

// htmlAttributesOf reads the attributes of a tag, which is all of it from "<" to
// ">", as in section 13.2.5 of the HTML standard, states 32 to 40. Of two
// attributes with the same name the first counts.
func htmlAttributesOf(tag []byte) htmlAttributes {
	var a htmlAttributes
	seen := false
	at := 1
	for at < len(tag) && !htmlIsSpace(tag[at]) && tag[at] != '/' && tag[at] != '>' {
		at++
	}
	for {
		for at < len(tag) && (htmlIsSpace(tag[at]) || tag[at] == '/') {
			at++
		}
		if at >= len(tag) || tag[at] == '>' {
			return a
		}
		name, value, next := htmlAttribute(tag, at)
		at = next
		switch {
		case !seen && len(name) == 2 && bytes.EqualFold(name, []byte("id")):
			seen, a.id = true, value
		case !a.hasKind && len(name) == 4 && bytes.EqualFold(name, []byte("type")):
			a.hasKind, a.kind = true, value
		}
	}
}

// htmlAttribute reads the attribute that starts at an offset. It returns where
// its value stands, without quotes, and where to go on.
func htmlAttribute(tag []byte, at int) (name []byte, value jinjaSpan, next int) {
	start := at
	at++ // a "=" here is part of the name
	for at < len(tag) && !htmlIsSpace(tag[at]) && tag[at] != '/' && tag[at] != '>' && tag[at] != '=' {
		at++
	}
	name = tag[start:at]
	for at < len(tag) && htmlIsSpace(tag[at]) {
		at++
	}
	if at >= len(tag) || tag[at] != '=' {
		return name, jinjaSpan{at, at}, at
	}
	at++
	for at < len(tag) && htmlIsSpace(tag[at]) {
		at++
	}
	if at < len(tag) && (tag[at] == '"' || tag[at] == '\'') {
		n := bytes.IndexByte(tag[at+1:], tag[at])
		if n < 0 {
			n = len(tag) - at - 1
		}
		return name, jinjaSpan{at + 1, at + 1 + n}, min(at+n+2, len(tag))
	}
	start = at
	for at < len(tag) && !htmlIsSpace(tag[at]) && tag[at] != '>' {
		at++
	}
	return name, jinjaSpan{start, at}, at
}

func htmlIsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// htmlScanOf returns the scanner for what is inside an element, nil if that is
// in no language that has one. A is what the start tag says.
func htmlScanOf(name string, a htmlAttributes, tag []byte) func(*list, webText) error {
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
