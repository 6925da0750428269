package outline

import "bytes"

// jinjaMask returns a copy of a template that is as long, line for line, with
// fillers for tags.
//
// Statements and comments are spaces, expressions are letters, so that they can
// be a value, a name or a part of one. An expression that is alone on its lines
// is spaces too: it may stand for anything, and most often for whole rules or
// statements.
func jinjaMask(src []byte, tags []jinjaTag) []byte {
	if len(tags) == 0 {
		return src
	}
	code := bytes.Clone(src)
	for _, t := range tags {
		filler := byte(' ')
		if t.kind == jinjaExpression && !jinjaAlone(src, t) {
			filler = 'x'
		}
		jinjaFill(code[t.start:t.end], filler)
	}
	return code
}

// jinjaFill overwrites text but for its line ends.
func jinjaFill(text []byte, filler byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = filler
		}
	}
}

// jinjaAlone reports whether a tag has its lines for itself.
func jinjaAlone(src []byte, t jinjaTag) bool {
	for i := t.start - 1; i >= 0 && src[i] != '\n'; i-- {
		if !jinjaIsSpace(src[i]) {
			return false
		}
	}
	for _, c := range src[t.end:] {
		if c == '\n' {
			break
		}
		if !jinjaIsSpace(c) {
			return false
		}
	}
	return true
}
