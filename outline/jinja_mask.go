package outline

import "bytes"

// jinjaMask returns two copies of a template that are as long, line for line.
//
// In code, tags have fillers: statements and comments are spaces, expressions
// are letters, so that they can be a value, a name or a part of one. An
// expression that is alone on its lines is spaces too: it may stand for
// anything, and most often for whole rules or statements.
//
// In source, only statements and comments are spaces.
func jinjaMask(src []byte, tags []jinjaTag) (code, source []byte) {
	if len(tags) == 0 {
		return src, src
	}
	source = bytes.Clone(src)
	expressions := false
	for _, t := range tags {
		if t.kind == jinjaExpression {
			expressions = true
		} else {
			jinjaFill(source[t.start:t.end], ' ')
		}
	}
	if !expressions {
		return source, source
	}
	code = bytes.Clone(source)
	for _, t := range tags {
		if t.kind != jinjaExpression {
			continue
		}
		filler := byte('x')
		if jinjaAlone(src, t) {
			filler = ' '
		}
		jinjaFill(code[t.start:t.end], filler)
	}
	return code, source
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
