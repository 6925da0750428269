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
	f, stopped, at := p.failure, p.stopped, p.at
	if (p.matchCall || p.trap > 0) && (f == nil || !f.always) {
		f = &pyFailure{errorType: pySyntaxError, line: last.line}
		if p.trap > 0 {
			f.line = p.trap
		}
	}
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
	if f == nil && p.ifs.end > 0 && p.begun(p.ifs.end, at) {
		f = &pyFailure{errorType: pySyntaxError, line: p.toks[p.ifs.start].line} // expected 'else'
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

const (
	// pyMaxJudging is how deep a mistake is looked for behind another.
	pyMaxJudging = 20

	// pyMaxJudged is how often, on an average, a token of a logical line is read
	// again for that. Each mistake can be read in several ways, and so can each in it:
	// CPython remembers what it found.
	pyMaxJudged = 8
)

// adjacent returns what is wrong if the parser has stopped between an expression
// and what could begin another, nil if nothing in particular. In brackets, CPython
// complains about a comma that is missing behind the first.
func (p *pyParser) adjacent() *pyFailure {
	if p.judging == pyMaxJudging || p.judged > pyMaxJudged*len(p.toks) {
		return nil
	}
	p.judging++
	defer func() { p.judging-- }()
	at, trailer := p.at, p.trailer
	if p.operand.end == at && at > 0 {
		if f := p.missingComma(p.operand); f != nil || p.toks[p.at].kind == pyError {
			return f
		}
	}
	if trailer.end > 0 { // a bracket that could be no call or subscript may be an expression
		return p.missingComma(trailer)
	}
	return nil
}

// blame says what is wrong where the parser has failed: what adjacent finds, else an
// error on a line, or if that is 0, on that of the last token that CPython has
// looked at.
func (p *pyParser) blame(line int32) {
	f := p.adjacent()
	if f == nil && line == 0 {
		line = p.toks[max(p.at, p.reached, p.seen)].line
	}
	if f == nil {
		f = &pyFailure{errorType: pySyntaxError, line: line}
	}
	p.failure = f
	p.fail()
}

// begun reports whether an expression that starts at a token had its first atom
// when the parser failed at another.
func (p *pyParser) begun(start, end int) bool {
	i := start
	for i < end && (p.toks[i].kind == pyNot || p.toks[i].kind == pyAwait || pySigns[p.toks[i].kind]) {
		i++
	}
	if i >= end || !pyBegins[p.toks[i].kind] {
		return false
	}
	switch first := p.toks[i]; first.kind {
	case pyLparen, pyLsqb, pyLbrace:
		for _, t := range p.toks[i:end] {
			if t.level < first.level {
				return true
			}
		}
		return false
	case pyLambda, pyFStart:
		return false
	}
	return true
}

// missingComma looks at an expression and what is behind it as another.
func (p *pyParser) missingComma(first pySpan) *pyFailure {
	t, second := p.toks[first.start], first.end
	if t.kind == pyString && p.insideString(first.start+1) {
		return &pyFailure{errorType: pySyntaxError, line: p.toks[first.start+1].line}
	}
	if !pyBegins[p.toks[second].kind] {
		return nil
	}
	oneName := t.kind == pyName && second == first.start+1
	prefix := oneName && p.toks[second].kind == pyString // perhaps one that no string has
	unread := prefix || pyIsSoft(t)
	if !unread {
		p.second(second)
		switch {
		case p.failed && p.failure != nil && p.failure.always:
			return p.failure
		case !p.failed && p.toks[p.at-1].level > 0 && !(oneName && pyIsStatement(t)):
			return &pyFailure{errorType: pySyntaxError, line: t.line}
		}
	}
	if !oneName || p.toks[second].kind == pyLparen {
		return nil
	}
	return p.behindName(t, second, unread)
}

// behindName returns what is wrong with the expressions behind a name: CPython's
// second pass reads them, since the name may be a statement of Python 2. What it
// has read already, as another expression, it does not look into again.
func (p *pyParser) behindName(name pyToken, at int, unread bool) (f *pyFailure) {
	if unread {
		p.retry(at)
		p.starExpressions()
		f = p.failure
	}
	if f == nil && (unread || !p.failed) && p.toks[p.at].kind != pyError {
		f = p.adjacent()
	}
	if f != nil || p.toks[p.at].kind == pyError {
		return f
	}
	if pyIsStatement(name) {
		p.second(at)
		if !p.failed {
			return &pyFailure{errorType: pySyntaxError, line: name.line}
		}
	}
	return nil
}

// second reads an expression at a token, or as much of it as is one, without the
// rules for mistakes.
func (p *pyParser) second(at int) {
	outer := p.plain
	p.plain = true
	defer func() { p.plain = outer }()
	p.retry(at)
	p.expression()
	if !p.failed || p.failure != nil && p.failure.always || p.toks[p.at].kind == pyError {
		return
	}
	p.retry(at)
	for p.kind == pyNot || pySigns[p.kind] {
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
	if t.kind != pyName {
		return false
	}
	switch t.sub {
	case pySoftMatch, pySoftCase, pySoftType, pySoftUnderscore:
		return true
	}
	return false
}

// pyIsStatement reports whether a name was a statement in Python 2.
func pyIsStatement(name pyToken) bool {
	return name.sub == pySoftPrint || name.sub == pySoftExec
}
