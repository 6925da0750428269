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
	f, stopped := p.failure, p.stopped
	if f == nil && p.inField > 0 {
		stopped = p.openBracket()
	}
	if f == nil && (last.kind == pyIndent || last.kind == pyDedent) {
		return &pyFailure{errorType: pyIndentationError, line: last.line}
	}
	if f == nil {
		f = p.adjacent()
		if p.toks[p.at].kind == pyError {
			return p.err
		}
	}
	if f == nil {
		f = &pyFailure{errorType: pySyntaxError, line: last.line}
		if stopped > 0 {
			f.line = p.toks[stopped].line
		}
	}
	if f.errorType != pyValueError { // with which CPython stops reading
		if worse := p.furtherDown(p.toks[max(p.at, p.reached, p.seen)].line); worse != nil {
			return worse
		}
	}
	return f
}

// openBracket returns the outermost bracket that is open in a field of an f-string
// where the parser has failed, 0 if there is none: CPython says that an expression
// is expected there.
func (p *pyParser) openBracket() (bracket int) {
	level := p.toks[p.inField-1].level
	for i, t := range p.toks[p.inField:p.at] {
		switch {
		case t.level == level:
			bracket = 0
		case bracket == 0:
			bracket = p.inField + i
		}
	}
	return bracket
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
	case p.err == nil, len(p.fstrings) > 0: // an f-string is not closed because of the error that is known
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
	if p.judging {
		return nil // already, and once is enough
	}
	p.judging = true
	defer func() { p.judging = false }()
	if p.operand.end == p.at && p.at > 0 {
		if f := p.missingComma(p.operand); f != nil || p.toks[p.at].kind == pyError {
			return f
		}
	}
	if p.trailer.end > 0 { // a bracket that could be no call or subscript may be an expression
		return p.missingComma(p.trailer)
	}
	return nil
}

// missingComma looks at an expression and what is behind it as another.
func (p *pyParser) missingComma(first pySpan) *pyFailure {
	t, second := p.toks[first.start], first.end
	if t.kind == pyString && p.insideString(first.start+1) {
		return &pyFailure{errorType: pySyntaxError, line: p.toks[first.start+1].line}
	}
	if !pyBegins[p.toks[second].kind] || t.kind == pyName && pyIsSoft(t) {
		return nil
	}
	oneName := t.kind == pyName && second == first.start+1 && p.toks[second].kind != pyLparen
	p.second(second)
	switch {
	case p.failed && p.failure != nil && (p.failure.always || oneName):
		return p.failure
	case p.failed:
		return nil
	case oneName && (t.sub == pySoftPrint || t.sub == pySoftExec): // as in Python 2
		return &pyFailure{errorType: pySyntaxError, line: t.line}
	case oneName && p.toks[second].kind == pyString: // perhaps a prefix that no string has
		return nil
	case p.toks[p.at-1].level == 0:
		return nil
	}
	return &pyFailure{errorType: pySyntaxError, line: t.line}
}

// second reads an expression at a token, or as much of it as is one.
func (p *pyParser) second(at int) {
	p.retry(at)
	p.expression()
	if !p.failed || p.failure != nil && p.failure.always || p.toks[p.at].kind == pyError {
		return
	}
	p.retry(at)
	for p.kind == pyNot || p.kind == pyPlus || p.kind == pyMinus || p.kind == pyTilde {
		p.next()
	}
	p.take(pyAwait)
	p.atom()
}

// insideString reports whether expressions and another string follow a string, at
// a token: quotes inside it may be missing their backslashes.
func (p *pyParser) insideString(at int) bool {
	p.retry(at)
	if p.kind == pyString {
		return false
	}
	for pyBegins[p.kind] && p.kind != pyString {
		p.expression()
	}
	return p.kind == pyString && p.at > at
}

func pyIsSoft(t pyToken) bool {
	switch t.sub {
	case pySoftMatch, pySoftCase, pySoftType, pySoftUnderscore:
		return true
	}
	return false
}
