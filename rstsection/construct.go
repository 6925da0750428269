package rstsection

import "bytes"

// This file has the body elements that a short pattern at the start of a line
// tells: bullets, fields and options.

// isBullet reports whether text begins an item of a bullet list.
func isBullet(text []byte) bool {
	switch text[0] {
	case '-', '+', '*':
		return len(text) == 1 || text[1] == ' '
	case 0xe2:
		for _, bullet := range []string{"\u2022", "\u2023", "\u2043"} {
			if isMarked(text, bullet) {
				return true
			}
		}
	}
	return false
}

// fieldMarker returns the length of the field marker that text begins with and
// of the blanks behind it, 0 if there is none: a name between colons, the second
// of which ends the line or stands before a blank. Colons inside the name are
// escaped, or stand before anything else but a backquote.
func fieldMarker(text []byte) int {
	if text[0] != ':' || len(text) < 2 || text[1] == ' ' || text[1] == ':' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ':':
			if i+1 < len(text) && text[i+1] != ' ' && text[i+1] != '`' {
				continue
			}
			if text[i-1] == ' ' || i+1 < len(text) && text[i+1] == '`' {
				return 0
			}
			return len(text) - len(bytes.TrimLeft(text[i+1:], " "))
		}
	}
	return 0
}

// optionItem reads the item of an option list that begins with l. Options
// without a description are text, so then it reports false.
func (s *scanner) optionItem(l line) (next line, ok bool) {
	n := optionMarker(l.text)
	if n == 0 {
		return line{}, false
	}
	if n < len(l.text) {
		return s.indented(l.from(n), s.read(l.next), 0), true
	}
	below := s.skipBlank(s.read(l.next))
	if !below.indented() {
		return line{}, false
	}
	return s.indented(line{at: l.at}, below, 0), true
}

// optionMarker returns the length of the options that text begins with, divided
// by ", ", and the blanks behind them, 0 if there are none: two blanks or the
// end of the line end them.
func optionMarker(text []byte) int {
	for i := 0; ; i += len(", ") {
		n := option(text[i:])
		if n == 0 {
			return 0
		}
		i += n
		rest := text[i:]
		switch {
		case len(rest) == 0:
			return i
		case bytes.HasPrefix(rest, []byte("  ")):
			return len(text) - len(bytes.TrimLeft(rest, " "))
		case !bytes.HasPrefix(rest, []byte(", ")):
			return 0
		}
	}
}

// option returns the length of the option that text begins with, 0 if it is
// none: -a, +a, --long or /long, perhaps with an argument.
func option(text []byte) int {
	n, long := 1, false
	switch {
	case bytes.HasPrefix(text, []byte("--")):
		n, long = 2, true
	case bytes.HasPrefix(text, []byte("/")):
		long = true
	case !bytes.HasPrefix(text, []byte("-")) && !bytes.HasPrefix(text, []byte("+")):
		return 0
	}
	if n >= len(text) || !isAlphanumeric(text[n]) {
		return 0
	}
	n++
	if long {
		n += nameLen(text[n:])
	}
	separator := 0
	if n < len(text) && (text[n] == ' ' || long && text[n] == '=') {
		separator = 1
	} else if long {
		return n
	}
	if arg := optionArgument(text[n+separator:]); arg > 0 {
		return n + separator + arg
	}
	return n
}

// optionArgument returns the length of the argument that text begins with: a
// name, or anything in angle brackets.
func optionArgument(text []byte) int {
	switch {
	case len(text) == 0:
		return 0
	case isLetter(text[0]):
		return nameLen(text)
	case text[0] != '<':
		return 0
	}
	n := bytes.IndexAny(text[1:], "<>")
	if n < 1 || text[1+n] == '<' {
		return 0
	}
	return n + len("<>")
}

// nameLen returns how many letters, digits, "-" and "_" text begins with.
func nameLen(text []byte) int {
	n := 0
	for n < len(text) && (isAlphanumeric(text[n]) || text[n] == '-' || text[n] == '_') {
		n++
	}
	return n
}
