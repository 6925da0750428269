package outline

// refusal says why the text is refused. The parser has failed.
func (p *pyParser) refusal() error {
	f := p.cause()
	return &NoOutline{Reason: ParseError, ErrorType: f.errorType, Line: int(max(f.line, 1))}
}

// cause finds what CPython would complain about. What the lexer has met comes
// first, then what a rule has said, then what stands where no rule went on. But
// most errors that the lexer would meet further down go before those.
func (p *pyParser) cause() *pyFailure {
	last := p.toks[max(p.at, p.reached)]
	if last.kind == pyError {
		return p.err
	}
	if p.failure == nil && (last.kind == pyIndent || last.kind == pyDedent) {
		return &pyFailure{errorType: pyIndentationError, line: last.line}
	}
	if p.failure == nil {
		p.failure = p.adjacent()
		if p.toks[p.at].kind == pyError {
			return p.err
		}
	}
	if p.failure == nil {
		p.failure = &pyFailure{errorType: pySyntaxError, line: last.line}
	}
	if worse := p.furtherDown(last.line); worse != nil {
		return worse
	}
	return p.failure
}

// furtherDown reads the rest of the text and returns what goes before an error of
// the parser, which has looked up to a line: an error of the lexer, apart from
// those of indentation, or a bracket that was opened before the line and is
// never closed.
func (p *pyParser) furtherDown(line int32) *pyFailure {
	for p.err == nil && p.toks[len(p.toks)-1].kind != pyEnd {
		p.logicalLine()
	}
	switch {
	case p.err == nil:
		return nil
	case !p.err.weak:
		return p.err
	case p.level > 0 && p.brackets[p.level-1].line < line:
		return &pyFailure{errorType: pySyntaxError, line: p.brackets[p.level-1].line}
	}
	return nil
}

// adjacent returns what is wrong if the parser has stopped between an expression
// and what could begin another, nil if nothing in particular. In brackets, CPython
// complains about a comma that is missing behind the first.
func (p *pyParser) adjacent() *pyFailure {
	first, second := p.operand, p.at
	if first.end != second || second == 0 || !pyBegins[p.toks[second].kind] {
		return nil
	}
	t := p.toks[first.start]
	oneToken := second == first.start+1
	if t.kind == pyString && oneToken && p.insideString(second) {
		return nil
	}
	if t.kind == pyName && pyIsSoft(t) {
		return nil
	}
	p.retry(second)
	p.expression()
	if p.failed && (p.failure == nil || !p.failure.always) && p.toks[p.at].kind != pyError && p.toks[second].kind != pyLambda {
		p.retry(second) // without an "if" that may be another's
		p.disjunction()
	}
	switch {
	case p.failed:
		return p.failure
	case oneToken && (t.sub == pySoftPrint || t.sub == pySoftExec) && t.kind == pyName: // as in Python 2
		return &pyFailure{errorType: pySyntaxError, line: t.line}
	case t.kind == pyName && oneToken && p.toks[second].kind == pyString:
		return nil // perhaps a prefix that no string has
	case p.toks[p.at-1].level == 0:
		return nil
	}
	return &pyFailure{errorType: pySyntaxError, line: t.line}
}

// retry goes on at a token as if nothing had failed.
func (p *pyParser) retry(at int) {
	p.failed, p.failure = false, nil
	p.at = at
	p.kind = p.toks[at].kind
}

// insideString reports whether expressions and another string follow a string:
// quotes inside it may be missing their backslashes.
func (p *pyParser) insideString(at int) bool {
	p.retry(at)
	for pyBegins[p.kind] && p.kind != pyString {
		p.expression()
	}
	return p.kind == pyString
}

func pyIsSoft(t pyToken) bool {
	switch t.sub {
	case pySoftMatch, pySoftCase, pySoftType, pySoftUnderscore:
		return true
	}
	return false
}
