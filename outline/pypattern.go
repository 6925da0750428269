package outline

// match reads a match statement, if this is one: "match" is also a name, so the
// line is one only if a subject, a colon and its end follow. It reports whether
// there was a match statement; if not, nothing is read.
func (p *pyParser) match() bool {
	if !p.attempt((*pyParser).matchHeader) {
		return p.failed
	}
	p.prologue = pyPrologueOver
	if !p.indented() {
		return true
	}
	if !p.atCase() {
		p.fail()
		return true
	}
	for p.atCase() {
		p.caseBlock()
	}
	if p.kind != pyDedent {
		p.fail()
		return true
	}
	p.next()
	return true
}

func (p *pyParser) matchHeader() {
	p.next()
	if !p.begins() {
		p.fail()
		return
	}
	x := p.starNamed()
	if p.kind != pyComma && x&pyStarred != 0 {
		p.fail()
	}
	for p.take(pyComma) && p.begins() {
		p.starNamed()
	}
	if p.kind == pyNewline {
		p.matchCall = true
	}
	if !p.take(pyColon) || p.kind != pyNewline {
		p.fail()
	}
}

func (p *pyParser) atCase() bool { return p.kind == pyName && p.token().sub == pySoftCase }

func (p *pyParser) caseBlock() {
	p.next()
	p.patterns()
	if p.take(pyIf) {
		p.namedExpression()
	}
	p.block()
}

// patterns reads a pattern or an open sequence of them.
func (p *pyParser) patterns() {
	if star := p.maybeStarPattern(); star && p.kind != pyComma {
		p.fail()
	}
	for p.take(pyComma) && p.kind != pyColon && p.kind != pyIf {
		p.maybeStarPattern()
	}
}

func (p *pyParser) maybeStarPattern() (star bool) {
	if !p.take(pyStar) {
		p.pattern()
		return false
	}
	if p.kind == pyName && p.token().sub == pySoftUnderscore {
		p.next()
	} else {
		p.captureTarget()
	}
	return true
}

// pattern reads alternatives and the name that "as" gives them.
func (p *pyParser) pattern() {
	p.closedPattern()
	for p.kind == pyBinary && p.src[p.token().start] == '|' {
		p.next()
		p.closedPattern()
	}
	if p.take(pyAs) {
		p.captureTarget()
	}
}

// captureTarget reads a name to bind, which is not "_".
func (p *pyParser) captureTarget() {
	if p.kind == pyName && p.token().sub == pySoftUnderscore {
		p.fail()
		return
	}
	p.name()
}

func (p *pyParser) closedPattern() {
	switch p.kind {
	case pyMinus, pyNumber:
		p.numberPattern()
	case pyString, pyFStart:
		p.strings()
	case pyNone, pyTrue, pyFalse:
		p.next()
	case pyName, pyConstantName:
		p.namePattern()
	case pyLparen:
		p.next()
		p.groupPattern()
	case pyLsqb:
		p.next()
		p.sequencePattern(pyRsqb)
	case pyLbrace:
		p.next()
		p.mappingPattern()
	default:
		p.fail()
	}
}

// numberPattern reads a number, or a complex one as a sum.
func (p *pyParser) numberPattern() {
	p.take(pyMinus)
	whole := *p.token()
	p.patternNumber()
	if p.kind != pyPlus && p.kind != pyMinus {
		return
	}
	if whole.sub&pyImaginary != 0 {
		p.failAlways(whole.line)
		return
	}
	p.next()
	if p.kind == pyNumber && p.token().sub&pyImaginary == 0 {
		p.failAlways(p.token().line)
		return
	}
	p.patternNumber()
}

// patternNumber reads one number of a pattern.
func (p *pyParser) patternNumber() {
	if p.kind == pyNumber && p.token().sub&pyTooLong != 0 {
		p.failAlways(p.token().line)
		return
	}
	p.want(pyNumber)
}

// namePattern reads a wildcard, a capture, a dotted name or a class.
func (p *pyParser) namePattern() {
	if p.token().sub == pySoftUnderscore {
		p.next()
		return
	}
	p.dottedName()
	if p.take(pyLparen) {
		p.classPattern()
		return
	}
	if p.kind == pyEqual {
		p.fail()
	}
}

// classPattern reads positional patterns, then those with keywords. Behind the first
// ones, "_" is another of them and not a keyword.
func (p *pyParser) classPattern() {
	keyword, positional := false, false
	for p.kind != pyRparen {
		if p.kind == pyName && p.peek() == pyEqual {
			wildcard := positional && !keyword && p.token().sub == pySoftUnderscore
			p.next()
			if wildcard {
				p.fail()
			}
			p.take(pyEqual)
			keyword = true
		} else if keyword {
			p.fail()
		} else {
			positional = true
		}
		p.pattern()
		if !p.take(pyComma) {
			break
		}
	}
	p.want(pyRparen)
}

// groupPattern reads one pattern in parentheses or a sequence.
func (p *pyParser) groupPattern() {
	if p.take(pyRparen) {
		return
	}
	if star := p.maybeStarPattern(); star && p.kind != pyComma {
		p.fail()
	}
	if p.take(pyComma) {
		p.sequencePattern(pyRparen)
		return
	}
	p.want(pyRparen)
}

// sequencePattern reads patterns up to the closing bracket.
func (p *pyParser) sequencePattern(end pyKind) {
	for p.kind != end {
		p.maybeStarPattern()
		if !p.take(pyComma) {
			break
		}
	}
	p.want(end)
}

// mappingPattern reads keys and their patterns, and the name of the rest.
func (p *pyParser) mappingPattern() {
	for p.kind != pyRbrace {
		if p.take(pyDoubleStar) {
			p.captureTarget()
			p.take(pyComma)
			break
		}
		p.mappingKey()
		p.want(pyColon)
		p.pattern()
		if !p.take(pyComma) {
			break
		}
	}
	p.want(pyRbrace)
}

func (p *pyParser) mappingKey() {
	switch p.kind {
	case pyMinus, pyNumber:
		p.numberPattern()
	case pyString, pyFStart:
		p.strings()
	case pyNone, pyTrue, pyFalse:
		p.next()
	default:
		p.name()
		if p.kind != pyDot {
			p.fail()
		}
		for p.take(pyDot) {
			p.name()
		}
	}
}
