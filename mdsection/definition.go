package mdsection

import "bytes"

// maxLabel is the most bytes between the brackets of a link label.
const maxLabel = 1000

// maxParens is the most parentheses that can be open in a link destination.
const maxParens = 32

// definitions returns the length of the link reference definitions that text,
// lines with a newline each, starts with.
func definitions(text []byte) int {
	n := 0
	for n < len(text) && text[n] == '[' {
		end := definition(text[n:])
		if end == 0 {
			break
		}
		n += end
	}
	return n
}

// definition returns the length of the link reference definition that text
// starts with, its last newline included; 0 if there is none.
func definition(text []byte) int {
	i := linkLabel(text)
	if i == 0 || text[i] != ':' {
		return 0
	}
	i = linkDestination(text, skipBlanksAndLine(text, i+1))
	if i < 0 {
		return 0
	}
	if title := skipBlanksAndLine(text, i); title > i {
		if n := linkTitle(text[title:]); n > 0 {
			if end := lineEnd(text, title+n); end > 0 {
				return end
			}
		}
	}
	return lineEnd(text, i)
}

// linkLabel returns the length of the label in brackets that text starts with,
// 0 if there is none or nothing in it. There is at least one byte behind it.
func linkLabel(text []byte) int {
	length, filled := 0, false
	for i := 1; i < len(text)-1; i++ {
		switch c := text[i]; {
		case c == '[':
			return 0
		case c == ']':
			if !filled {
				return 0
			}
			return i + 1
		case c == '\\' && punctuation(text[i+1]):
			i++
			length += 2
			filled = true
		case c == 0:
			length += len("\uFFFD") // which cmark reads in its place
			filled = true
		default:
			length++
			filled = filled || c != ' ' && c != '\t' && c != '\n'
		}
		if length > maxLabel {
			return 0
		}
	}
	return 0
}

// mayDefine reports whether a text that starts with line can start with a
// definition: the label in brackets is followed by a colon, or goes on behind
// the line.
func mayDefine(line []byte) bool {
	if line[0] != '[' {
		return false
	}
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '[':
			return false
		case ']':
			return i+1 < len(line) && line[i+1] == ':'
		}
	}
	return true
}

// linkDestination returns the position behind the destination at i, -1 if
// there is none. Parentheses may stay open, for cmark.
func linkDestination(text []byte, i int) int {
	if i < len(text) && text[i] == '<' {
		return pointyDestination(text, i+1)
	}
	start, open := i, 0
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && punctuation(text[i+1]):
			i++
		case c == '(':
			if open++; open > maxParens {
				return -1
			}
		case c == ')' && open == 0:
			return i
		case c == ')':
			open--
		case c == ' ', c == '\t', c == '\n':
			if i == start {
				return -1
			}
			return i
		}
	}
	return -1
}

// pointyDestination returns the position behind the > of a destination whose <
// is before i, -1 if there is none. A backslash takes any byte with it, for
// cmark even a newline.
func pointyDestination(text []byte, i int) int {
	for ; i < len(text); i++ {
		switch text[i] {
		case '>':
			return i + 1
		case '\\':
			i++
		case '\n', '<':
			return -1
		}
	}
	return -1
}

// linkTitle returns the length of the title that text starts with, 0 if there
// is none. For cmark's scanner a backslash may escape the closing quote or
// stand for itself, and the longest title counts.
func linkTitle(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	opening, closing := text[0], text[0]
	switch opening {
	case '"', '\'':
	case '(':
		closing = ')'
	default:
		return 0
	}
	end, formed := 0, 0
	for i := 1; i < len(text); i++ {
		c := text[i]
		if c != closing && c != opening {
			continue
		}
		if !wellFormed(text[formed:i]) {
			break
		}
		formed = i
		if c == closing {
			end = i + 1
		}
		if text[i-1] != '\\' || i == 1 {
			break
		}
	}
	return end
}

// skipBlanksAndLine returns the first position at or behind i that is no
// blank, with at most one line end between.
func skipBlanksAndLine(text []byte, i int) int {
	i = skipBlanks(text, i)
	if i < len(text) && text[i] == '\n' {
		i = skipBlanks(text, i+1)
	}
	return i
}

func skipBlanks(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}

// lineEnd returns the position behind the newline that follows blanks at i, 0
// if something else does.
func lineEnd(text []byte, i int) int {
	i = skipBlanks(text, i)
	if i < len(text) && text[i] != '\n' {
		return 0
	}
	return min(i+1, len(text))
}

func punctuation(c byte) bool {
	return bytes.IndexByte([]byte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"), c) >= 0
}
