package outline

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

var pyBOM = []byte("\ufeff")

// decode makes the source UTF-8 as PEP 263 says: by a byte order mark, by the
// encoding that a comment in the first two lines declares, else as it is. If that
// is not possible it fails, in line 1 as nobody knows more.
//
// Of text that should be UTF-8 and is not, it leaves the lines before the first
// broken one, so that an error in them is found first.
func (p *pyParser) decode(src []byte) (ok bool) {
	src, marked := bytes.CutPrefix(src, pyBOM)
	p.src = src
	declared := pyDeclaredEncoding(src)
	name := pyEncodingName(declared)
	switch {
	case declared == "", strings.HasPrefix(name, "utf_8_"), name == "utf_8":
		p.cutInvalid()
		return true
	case marked:
		return false
	case pyUTF8Names[name]:
		return utf8.Valid(src)
	case pyASCIINames[name]:
		return pyIsASCII(src)
	}
	p.src, ok = pyDecodeBytes(src, name)
	return ok
}

// cutInvalid cuts the source before the first line that is no UTF-8.
func (p *pyParser) cutInvalid() {
	if utf8.Valid(p.src) {
		return
	}
	start, line := 0, int32(1)
	for {
		end := pyLineEnd(p.src, start)
		if !utf8.Valid(p.src[start:end]) {
			p.bad, p.src = line, p.src[:start]
			return
		}
		start = end + 1
		line++
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

// pyEncodingName brings a name into the form in which CPython looks for it.
func pyEncodingName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r >= utf8.RuneSelf || pyClasses[r] > pyDigit || r == '_'
	})
	return strings.Join(words, "_")
}

// pyDecodeBytes decodes text in a single-byte encoding by its name. Bytes without
// a meaning are refused, and so are encodings that are not in the table.
func pyDecodeBytes(src []byte, name string) (text []byte, ok bool) {
	table := pyCharmap(name)
	if table == nil {
		return nil, false
	}
	text = make([]byte, 0, len(src)+len(src)/8)
	for _, b := range src {
		r := table.DecodeByte(b)
		if r == utf8.RuneError {
			if b >= 0xa0 || !pyHasC1(table) {
				return nil, false
			}
			r = rune(b)
		}
		text = utf8.AppendRune(text, r)
	}
	return text, true
}

// pyHasC1 reports whether an encoding has the control characters 0x80 to 0x9f,
// as those of ISO 8859 have it in CPython but not in package charmap.
func pyHasC1(table *charmap.Charmap) bool { return strings.HasPrefix(table.String(), "ISO 8859-") }

func pyCharmap(name string) *charmap.Charmap {
	if name == "iso_latin_1" || strings.HasPrefix(name, "latin_1_") || strings.HasPrefix(name, "iso_8859_1_") || strings.HasPrefix(name, "iso_latin_1_") {
		return charmap.ISO8859_1 // the declaration may say more, as "latin-1-unix"
	}
	for _, e := range pyCharmaps {
		if slices.Contains(strings.Fields(e.names), name) {
			return e.table
		}
	}
	return nil
}

func pyNames(names string) map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}
