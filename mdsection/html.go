package mdsection

import "bytes"

// htmlStart returns the kind, 1 to 7 as in the specification, of the HTML
// block that text, which starts with <, opens; 0 if it opens none. Kind 7 is
// tried only if seven is true: it can not interrupt a paragraph.
func (s *scanner) htmlStart(text []byte, seven bool) int {
	switch {
	case bytes.HasPrefix(text, []byte("<!--")):
		return 2
	case bytes.HasPrefix(text, []byte("<?")):
		return 3
	case len(text) > 2 && text[1] == '!' && 'A' <= text[2] && text[2] <= 'Z':
		return 4
	case len(text) >= len("<![CDATA[") && bytes.EqualFold(text[:len("<![CDATA[")], []byte("<![CDATA[")):
		return 5
	}
	name, rest := tagName(bytes.TrimPrefix(text[1:], []byte("/")))
	ended := len(rest) == 0 || space(rest[0]) || rest[0] == '>'
	switch kind := s.tagKind(name); {
	case kind == 1 && ended && text[1] != '/':
		return 1
	case kind == 6 && (ended || bytes.HasPrefix(rest, []byte("/>"))):
		return 6
	case seven && onlyTag(text):
		return 7
	}
	return 0
}

// endHTML closes the open HTML block if the line meets its end condition.
// Blocks of the kinds 6 and 7 have none, they end before a blank line.
func (s *scanner) endHTML() {
	text := s.rest()
	end := -1
	switch s.html {
	case 1:
		end = s.rawEnd(text)
	case 2:
		end = bytes.Index(text, []byte("-->"))
	case 3:
		end = bytes.Index(text, []byte("?>"))
	case 4:
		end = bytes.IndexByte(text, '>')
	case 5:
		end = bytes.Index(text, []byte("]]>"))
	}
	if end >= 0 && wellFormed(text[:end]) {
		s.leaf = noLeaf
	}
}

// rawEnd returns where text has the end tag of an element whose text is raw,
// -1 if it has none.
func (s *scanner) rawEnd(text []byte) int {
	for i := 0; ; i++ {
		next := bytes.Index(text[i:], []byte("</"))
		if next < 0 {
			return -1
		}
		i += next
		name, rest := tagName(text[i+len("</"):])
		if s.tagKind(name) == 1 && len(rest) > 0 && rest[0] == '>' {
			return i
		}
	}
}

// tagKind returns the kind of HTML block that a tag of that name opens: 1 for
// an element whose text is raw, 6 for one at block level, 0 for others.
func (s *scanner) tagKind(name []byte) int {
	var buf [maxTagName]byte
	switch string(lower(name, &buf)) {
	case "pre", "script", "style":
		return 1
	case "textarea":
		if !s.gfm6 {
			return 1
		}
	case "address", "article", "aside", "base", "basefont", "blockquote", "body",
		"caption", "center", "col", "colgroup", "dd", "details", "dialog", "dir",
		"div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
		"frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
		"hr", "html", "iframe", "legend", "li", "link", "main", "menu",
		"menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param",
		"section", "summary", "table", "tbody", "td", "tfoot", "th", "thead",
		"title", "tr", "track", "ul":
		return 6
	case "source":
		if !s.gfm6 {
			return 6
		}
	}
	return 0
}

// maxTagName is the length of the longest name that is looked for.
const maxTagName = len("blockquote")

// lower returns name in lower case, nothing if it is too long to be looked for.
func lower(name []byte, buf *[maxTagName]byte) []byte {
	if len(name) > maxTagName {
		return nil
	}
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[i] = c
	}
	return buf[:len(name)]
}

// tagName splits text behind the tag name that it starts with.
func tagName(text []byte) (name, rest []byte) {
	n := 0
	for n < len(text) && (letter(text[n]) || n > 0 && (digit(text[n]) || text[n] == '-')) {
		n++
	}
	return text[:n], text[n:]
}

// onlyTag reports that text is one complete start or end tag, with nothing
// behind it but white space (no vertical tab, for cmark).
func onlyTag(text []byte) bool {
	closing := len(text) > 1 && text[1] == '/'
	if closing {
		text = text[1:]
	}
	name, rest := tagName(text[1:])
	if len(name) == 0 {
		return false
	}
	if !closing {
		rest = attributes(rest)
	}
	rest = rest[skipSpace(rest, 0):]
	if !closing {
		rest = bytes.TrimPrefix(rest, []byte("/"))
	}
	return len(rest) > 0 && rest[0] == '>' && len(bytes.Trim(rest[1:], " \t\f")) == 0
}

// attributes returns text behind the attributes of a start tag, each with
// white space before it. It stops where no further attribute can be read.
func attributes(text []byte) []byte {
	for {
		i := skipSpace(text, 0)
		n := i
		for n < len(text) && (letter(text[n]) || text[n] == '_' || text[n] == ':' ||
			n > i && (digit(text[n]) || text[n] == '.' || text[n] == '-')) {
			n++
		}
		if i == 0 || n == i {
			return text
		}
		text = text[n:]
		if value := skipSpace(text, 0); value < len(text) && text[value] == '=' {
			text = attributeValue(text[skipSpace(text, value+1):])
		}
	}
}

// attributeValue returns text behind the attribute value that it starts with,
// nothing if there is none.
func attributeValue(text []byte) []byte {
	if len(text) == 0 {
		return nil
	}
	n := 0
	if quote := text[0]; quote == '"' || quote == '\'' {
		end := bytes.IndexByte(text[1:], quote)
		if end < 0 {
			return nil
		}
		n = end + 2
	} else {
		n = bytes.IndexAny(text, " \t\v\f\"'=<>`")
		if n <= 0 {
			return nil
		}
	}
	if !wellFormed(text[:n]) {
		return nil
	}
	return text[n:]
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func digit(c byte) bool { return '0' <= c && c <= '9' }
