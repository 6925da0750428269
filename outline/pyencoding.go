package outline

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

var pyBOM = []byte("\ufeff")

// decode makes the source UTF-8 as PEP 263 says: by a byte order mark, by the
// encoding that a comment in the first two lines declares, else as it is. If that
// is not possible it returns the line to complain about, else 0. CPython looks at
// all bytes before it reads any token, so nothing else in the text goes before that;
// it knows the line only of what is no UTF-8.
func (p *pyParser) decode(src []byte) (line int) {
	src, marked := bytes.CutPrefix(src, pyBOM)
	p.src = src
	declared := pyDeclaredEncoding(src)
	switch usual := pyUsualEncoding(declared); {
	case declared == "", usual == "utf-8":
		return pyInvalidLine(src)
	case marked:
		return 1
	case usual != "":
		declared = usual
	}
	codec := pyFindCodec(pyEncodingName(declared))
	if codec == nil {
		return 1
	}
	text, ok := codec.decode(src)
	if !ok {
		return 1
	}
	p.src = text
	return 0
}

// pyInvalidLine returns the first line that is no UTF-8, 0 if there is none.
func pyInvalidLine(src []byte) int {
	if utf8.Valid(src) {
		return 0
	}
	for line := 1; ; line++ {
		end := pyLineEnd(src, 0)
		if !utf8.Valid(src[:end]) {
			return line
		}
		src = src[end+1:]
	}
}

// pyDeclaredEncoding returns the name in the comment that declares an encoding,
// "" if there is none in the first line, nor in the second behind an empty one or
// another comment.
func pyDeclaredEncoding(src []byte) string {
	for range 2 {
		line, rest, _ := bytes.Cut(src, pyNewlines)
		line = bytes.TrimLeft(line, " \t\f")
		if len(line) > 0 && line[0] == '#' {
			if name := pyCookie(line); name != "" {
				return name
			}
		} else if len(bytes.TrimRight(line, "\r")) > 0 {
			return ""
		}
		src = rest
	}
	return ""
}

// pyCookie returns what follows "coding:" or "coding=" in a comment.
func pyCookie(comment []byte) string {
	for {
		_, after, found := bytes.Cut(comment, []byte("coding"))
		if !found {
			return ""
		}
		comment = after
		if len(after) == 0 || after[0] != ':' && after[0] != '=' {
			continue
		}
		name := bytes.TrimLeft(after[1:], " \t")
		end := 0
		for end < len(name) && (pyClasses[name[end]] <= pyDigit || name[end] == '-' || name[end] == '.') {
			end++
		}
		if end > 0 {
			return string(name[:end])
		}
	}
}

// pyUsualEncoding returns "utf-8" or "iso-8859-1" for the names that CPython takes for
// these before it looks for a codec, else "". Such a name may go on, as in
// "latin-1-unix".
func pyUsualEncoding(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-") + "-"
	switch {
	case strings.HasPrefix(name, "utf-8-"):
		return "utf-8"
	case strings.HasPrefix(name, "latin-1-"), strings.HasPrefix(name, "iso-8859-1-"), strings.HasPrefix(name, "iso-latin-1-"):
		return "iso-8859-1"
	}
	return ""
}

// pyEncodingName brings a name into the form in which CPython looks for its codec:
// letters, digits and points are kept, and of the rest, what stands between them
// becomes one underscore.
func pyEncodingName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' })
	return strings.Join(words, "_")
}
