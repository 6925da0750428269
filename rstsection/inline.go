package rstsection

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A renderer reads the inline markup of one text. Behind each piece of markup it
// begins anew, as if nothing stood before: so does docutils' Inliner.
//
// As there, a NUL stands before each character that is escaped, in place of its
// backslash.
type renderer struct {
	rest []rune // that is not read
	text string // of what was read, as a reader sees it
}

// withNULs returns text with a NUL in place of each backslash that escapes.
func withNULs(text string) []rune {
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		if runes[i] == '\\' {
			runes[i] = 0
			i++ // what is escaped
		}
	}
	return runes
}

// unescape returns the characters of text. White space that is escaped is none.
func unescape(text []rune) string {
	var b strings.Builder
	for i, r := range text {
		if r != 0 && (i == 0 || text[i-1] != 0 || r != ' ' && r != '\n') {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// restore returns text as it was written.
func restore(text []rune) string {
	return strings.ReplaceAll(string(text), "\x00", `\`)
}

// markup reads as far as the next piece of inline markup and over it. It reports
// false if there is none.
func (r *renderer) markup() bool {
	for i := range r.rest {
		if i > 0 && !isSpace(r.rest[i-1]) && !isOpener(r.rest[i-1]) && !isDelimiter(r.rest[i-1]) {
			continue
		}
		if r.simple(i) || r.reference(i) || r.footnote(i) || r.interpreted(i) {
			return true
		}
	}
	return false
}

// emit says that a reader sees text in place of the piece from start to end.
func (r *renderer) emit(start, end int, text string) bool {
	r.text += unescape(r.rest[:start]) + text
	r.rest = r.rest[end:]
	return true
}

// A delimiter is inline markup between a start-string and an end-string.
type delimiter struct {
	start, end string
	literal    bool // backslashes are text
}

var delimiters = []delimiter{
	{"**", "**", false},
	{"*", "*", false},
	{"``", "``", true},
	{"_`", "`", false}, // an inline internal target
	{"|", "|", false},  // a substitution reference
}

// simple reads what begins with a start-string at i.
func (r *renderer) simple(i int) bool {
	for _, d := range delimiters {
		text := i + len(d.start)
		if !r.has(i, d.start) || r.space(text) {
			continue
		}
		if d.start == "*" && r.has(text, "*") || d.start == "|" && r.has(text, "|") {
			continue
		}
		if r.quoted(i, text) {
			return r.emit(text, text, "")
		}
		at, end := r.find(text, d)
		if at <= text {
			return r.emit(i, text, d.start) // it is text, and what follows is read anew
		}
		if d.literal {
			return r.emit(i, end, restore(r.rest[text:at]))
		}
		return r.emit(i, end, unescape(r.rest[text:at]))
	}
	return false
}

// find returns where the end-string of d begins and ends in what follows from,
// at from if there is none, or nothing before it.
func (r *renderer) find(from int, d delimiter) (at, end int) {
	for at = from; at < len(r.rest); at++ {
		if !r.has(at, d.end) || at > from && (isSpace(r.rest[at-1]) || !d.literal && r.rest[at-1] == 0) {
			continue
		}
		end = at + len(d.end)
		if d.end == "|" { // behind which there may be the marks of a reference
			for marks := 2; marks > 0; marks-- {
				if r.has(end, "__"[:marks]) && r.suffix(end+marks) {
					return at, end + marks
				}
			}
		}
		if r.suffix(end) {
			return at, end
		}
	}
	return from, from
}

// reference reads the simple reference name_ or name__ at i.
func (r *renderer) reference(i int) bool {
	name := r.name(i)
	end := r.marks(name)
	if name == i || end == name || !r.suffix(end) {
		return false
	}
	return r.emit(i, end, string(r.rest[i:name]))
}

// footnote reads the reference to a footnote or a citation, [label]_, at i. One
// without a number has no text before all are numbered.
func (r *renderer) footnote(i int) bool {
	if !r.has(i, "[") {
		return false
	}
	label := i + 1
	end := r.name(label)
	switch {
	case r.has(label, "#"):
		end = r.name(label + 1)
	case r.has(label, "*"):
		end = label + 1
	case end == label:
		return false
	}
	if !r.has(end, "]_") || !r.suffix(end+2) {
		return false
	}
	text := ""
	if r.rest[label] != '#' && r.rest[label] != '*' {
		text = string(r.rest[label:end])
	}
	return r.emit(i, end+2, text)
}

// interpreted reads the interpreted text or the phrase reference at i, with its
// role before or behind it.
func (r *renderer) interpreted(i int) bool {
	role, tick := r.role(i)
	if !r.has(tick, "`") || r.has(tick, "``") || r.space(tick+1) {
		return false
	}
	text := tick + 1
	if role == "" && r.quoted(i, text) {
		return r.emit(text, text, "")
	}
	at, suffix, marks, end := r.findTick(text)
	if at <= text {
		return r.emit(tick, text, "`")
	}
	if suffix != "" && role != "" || marks > 0 && role+suffix != "" { // one of them too many
		return r.emit(i, end, restore(r.rest[i:end]))
	}
	if marks > 0 {
		return r.emit(i, end, phrase(r.rest[text:at]))
	}
	seen, ok := interpret(role+suffix, r.rest[text:at])
	if !ok {
		seen = restore(r.rest[i:end])
	}
	return r.emit(i, end, seen)
}

// findTick returns where the backquote that ends interpreted text is in what
// follows from, the role and the number of marks of a reference behind it, and
// where those end. It is from if there is none.
func (r *renderer) findTick(from int) (at int, role string, marks, end int) {
	for at = from; at < len(r.rest); at++ {
		if !r.has(at, "`") || at > from && isSpaceOrNul(r.rest[at-1]) && (at-1 == from || r.rest[at-2] != 0) {
			continue
		}
		named, behind := r.role(at + 1)
		for _, begin := range []int{behind, at + 1} {
			for end := r.marks(begin); end >= begin; end-- {
				if r.suffix(end) {
					if begin == at+1 {
						named = ""
					}
					return at, named, end - begin, end
				}
			}
		}
	}
	return from, "", 0, from
}

// role returns the :role: at i and where it ends, i if there is none.
func (r *renderer) role(i int) (role string, end int) {
	if !r.has(i, ":") {
		return "", i
	}
	end = r.name(i + 1)
	if end == i+1 || !r.has(end, ":") {
		return "", i
	}
	return string(r.rest[i+1 : end]), end + 1
}

// name returns the end of the simple reference name at i, i if there is none.
func (r *renderer) name(i int) int {
	text := []byte(string(r.rest[min(i, len(r.rest)):]))
	return i + utf8.RuneCount(text[:simpleNameLen(text)])
}

// marks returns the end of the one or two underscores at i.
func (r *renderer) marks(i int) int {
	for end := i + 2; end > i; end-- {
		if r.has(i, "__"[:end-i]) {
			return end
		}
	}
	return i
}

// has reports whether text stands at i.
func (r *renderer) has(i int, text string) bool {
	for _, c := range text {
		if i >= len(r.rest) || r.rest[i] != c {
			return false
		}
		i++
	}
	return true
}

// space reports whether there is white space at i.
func (r *renderer) space(i int) bool { return i < len(r.rest) && isSpace(r.rest[i]) }

// suffix reports whether inline markup may end before i.
func (r *renderer) suffix(i int) bool {
	if i >= len(r.rest) {
		return true
	}
	c := r.rest[i]
	return isSpaceOrNul(c) || strings.ContainsRune(`\.,;!?`, c) || isDelimiter(c) || isCloser(c)
}

// quoted reports whether the start-string from start to end stands between an
// opening character and the closing one for it, or before nothing: then it is
// text.
func (r *renderer) quoted(start, end int) bool {
	if start == 0 {
		return false
	}
	return end >= len(r.rest) || closes(r.rest[start-1], r.rest[end])
}

// phrase returns what a reader sees of a phrase reference: what stands before an
// embedded <URI> or <name_>, or that itself if it is alone.
func phrase(text []rune) string {
	open := len(text) - 2
	for open >= 0 && (text[open] != '<' || escaped(text, open)) {
		if text[open] == '>' && !escaped(text, open) {
			return unescape(text)
		}
		open--
	}
	if open < 0 || text[len(text)-1] != '>' || isSpaceOrNul(text[len(text)-2]) || isSpace(text[open+1]) || open == len(text)-2 {
		return unescape(text)
	}
	before := open
	for before > 0 && (text[before-1] == ' ' || text[before-1] == '\n') {
		before--
	}
	switch {
	case before > 0 && before < open:
		return unescape(text[:before])
	case open > 0 && before == open: // no blank before it
		return unescape(text)
	}
	return embedded(text[open+1 : len(text)-1])
}

// embedded returns what a reader sees of an embedded URI or name without text.
func embedded(target []rune) string {
	text := unescape(target)
	if name, ok := strings.CutSuffix(text, "_"); ok && !strings.HasSuffix(restore(target), `\_`) && !hasScheme(text) {
		return strings.ToLower(strings.Join(strings.Fields(name), " "))
	}
	return strings.Join(strings.Fields(text), "")
}

// hasScheme reports whether text begins like a URI.
func hasScheme(text string) bool {
	scheme, rest, ok := strings.Cut(text, ":")
	return ok && rest != "" && scheme != "" && !strings.ContainsFunc(scheme, func(r rune) bool {
		return r >= 0x80 || !isAlphanumeric(byte(r)) && !strings.ContainsRune(".+-", r)
	})
}

// escaped reports whether the character at i is escaped.
func escaped(text []rune, i int) bool { return i > 0 && text[i-1] == 0 }

func lastIndex(text []rune, c rune) int {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == c {
			return i
		}
	}
	return -1
}

// interpret returns what a reader sees of interpreted text. It reports false if
// docutils knows the role and can make nothing of the text.
//
// A role that docutils does not know is taken for one of Sphinx.
func interpret(role string, text []rune) (seen string, ok bool) {
	switch role = strings.ToLower(role); role {
	case "", "title-reference", "title", "t", "emphasis", "strong", "literal", "subscript", "sub", "superscript", "sup",
		"abbreviation", "ab", "acronym", "ac":
		return unescape(text), true
	case "code", "math":
		return restore(text), true
	case "pep-reference", "pep":
		n, err := strconv.Atoi(unescape(text))
		return "PEP " + unescape(text), err == nil && 0 <= n && n <= 9999
	case "rfc-reference", "rfc":
		number, _, _ := strings.Cut(unescape(text), "#")
		n, err := strconv.Atoi(number)
		return "RFC " + strconv.Itoa(n), err == nil && n > 0
	case "raw", "index", "i", "named-reference", "anonymous-reference", "footnote-reference", "citation-reference",
		"substitution-reference", "target", "uri-reference", "uri", "url":
		return "", false
	}
	return crossReference(role, text), true
}

// crossReference returns the text of a reference of Sphinx: "text <target>" shows
// its text, "~package.name" the last part, "!name" the name, and a function has
// its parentheses.
func crossReference(role string, text []rune) string {
	if open := lastIndex(text, '<'); open > 0 && text[open-1] != 0 && text[len(text)-1] == '>' {
		if title := strings.TrimRightFunc(unescape(text[:open]), isSpace); title != "" {
			return title
		}
	}
	seen := strings.TrimPrefix(unescape(text), "!")
	if short, ok := strings.CutPrefix(seen, "~"); ok {
		seen = short[strings.LastIndexByte(short, '.')+1:]
	}
	if domain := strings.LastIndexByte(role, ':'); (role[domain+1:] == "func" || role[domain+1:] == "meth") && !strings.HasSuffix(seen, "()") {
		seen += "()"
	}
	return seen
}
