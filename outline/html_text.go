package outline

import "bytes"

// htmlIsRaw reports whether an element has no elements inside, only text.
// That of noscript is text for a browser with scripts only, and no symbol would
// be found in it.
func htmlIsRaw(name string) bool {
	switch name {
	case "iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp":
		return true
	}
	return false
}

// htmlRawLen returns the length of the text of an element that is raw: up to
// its end tag, or all of text.
func htmlRawLen(text []byte, name string) int {
	switch name {
	case "plaintext":
		return len(text)
	case "script":
		return htmlScriptLen(text)
	}
	for at := 0; ; at++ {
		i := bytes.IndexByte(text[at:], '<')
		if i < 0 {
			return len(text)
		}
		if at += i; htmlIsTag(text[at:], "</", name) {
			return at
		}
	}
}

// htmlIsTag reports whether text starts with a mark, a name, and what ends the
// name.
func htmlIsTag(text []byte, mark, name string) bool {
	n := len(mark) + len(name)
	return len(text) > n && string(text[:len(mark)]) == mark && htmlEndsName[text[n]] &&
		bytes.EqualFold(text[len(mark):n], []byte(name))
}

// htmlScriptLen returns the length of the text of a script. In what looks like a
// comment in it, an end tag that has a start tag there does not end it: see
// section 13.2.5 of the HTML standard, states 15 to 31.
func htmlScriptLen(text []byte) int {
	at := 0
	for {
		i := bytes.IndexByte(text[at:], '<')
		if i < 0 {
			return len(text)
		}
		at += i
		if htmlIsTag(text[at:], "</", "script") {
			return at
		}
		if !bytes.HasPrefix(text[at:], []byte("<!--")) {
			at++
			continue
		}
		end := false
		if at, end = htmlEscapedEnd(text, at+len("<!--")); end {
			return at
		}
	}
}

// htmlEscapedEnd returns the end of what looks like a comment in a script and
// goes on at an offset: behind "-->", or at an end tag that ends the script,
// which it reports.
func htmlEscapedEnd(text []byte, at int) (next int, end bool) {
	const script = "script"
	dashes, inner := 2, false // inside a script element inside the comment
	for at < len(text) {
		switch c := text[at]; {
		case c == '-':
			dashes++
			at++
			continue
		case c == '>' && dashes >= 2:
			return at + 1, false
		case c == '<' && htmlIsTag(text[at:], "</", script):
			if !inner {
				return at, true
			}
			inner = false
			at += len("</") + len(script)
		case c == '<' && !inner && htmlIsTag(text[at:], "<", script):
			inner = true
			at += len("<") + len(script)
		}
		dashes = 0
		at++
	}
	return at, true
}

// htmlMarkupLen returns the length of the comment, the declaration or the CDATA
// section that text starts with, where there may be one. Comments are also what
// starts with "<!", "<?" or "</" and makes no sense.
func htmlMarkupLen(text []byte, cdata bool) int {
	if bytes.HasPrefix(text, []byte("<!--")) {
		return htmlCommentLen(text)
	}
	end := []byte(">")
	if cdata && bytes.HasPrefix(text, []byte("<![CDATA[")) {
		end = []byte("]]>")
	}
	i := bytes.Index(text, end)
	if i < 0 {
		return len(text)
	}
	return i + len(end)
}

// htmlCommentLen returns the length of the comment that text starts with. It
// ends with "-->" or "--!>", and may be no more than "<!-->" or "<!--->".
func htmlCommentLen(text []byte) int {
	at := len("<!--")
	for _, end := range []string{">", "->"} {
		if bytes.HasPrefix(text[at:], []byte(end)) {
			return at + len(end)
		}
	}
	for {
		i := bytes.Index(text[at:], []byte("--"))
		if i < 0 {
			return len(text)
		}
		for at += i; at < len(text) && text[at] == '-'; {
			at++
		}
		for _, end := range []string{">", "!>"} {
			if bytes.HasPrefix(text[at:], []byte(end)) {
				return at + len(end)
			}
		}
	}
}
