package outline

// atom reads a name, a literal, or something in brackets.
func (p *pyParser) atom() pyExpr {
	switch p.kind {
	case pyName:
		if pyIsStatement(*p.token()) {
			p.oldStatement()
		}
		p.next()
		return pyVariable
	case pyConstantName:
		p.failConstant()
		return 0
	case pyNumber:
		if p.token().sub&pyTooLong != 0 {
			p.failAlways(p.token().line)
			return 0
		}
		p.next()
	case pyString, pyFStart:
		return p.strings()
	case pyTrue, pyFalse, pyNone, pyEllipsis:
		p.next()
	case pyLparen:
		p.next()
		return p.parenthesized()
	case pyLsqb:
		p.next()
		return p.list()
	case pyLbrace:
		p.next()
		p.dictOrSet()
	default:
		p.fail()
	}
	return 0
}

// oldStatement remembers the first expression that begins with print or exec and an
// operator that can also begin an expression.
func (p *pyParser) oldStatement() {
	if next := p.peek(); p.trap == 0 && p.judging == 0 && p.start == p.at && (pySigns[next] || next == pyStar) {
		p.trap = p.token().line
	}
}

// parenthesized reads a tuple, a generator or an expression in parentheses.
func (p *pyParser) parenthesized() pyExpr {
	switch p.kind {
	case pyRparen:
		p.next()
		return pyTarget | pyDeletable
	case pyYield:
		p.yield()
		p.want(pyRparen)
		return 0
	}
	start := p.at
	x := p.starNamed()
	switch {
	case p.kind == pyComma:
		x = p.elements(x, pyRparen)
	case x&pyStarred != 0 && p.kind == pyRparen:
		p.failAt(p.toks[start].line)
	case x&pyStarred != 0:
		p.fail()
	case p.comprehension():
		x = 0
	}
	p.want(pyRparen)
	return x &^ pyNamed
}

// elements reads the rest of a tuple or list behind its first element.
func (p *pyParser) elements(x pyExpr, end pyKind) pyExpr {
	x = x.join(x)
	for p.take(pyComma) && p.kind != end {
		if p.kind == pyFor || p.kind == pyAsync {
			break
		}
		x = x.join(p.starNamed())
	}
	return x
}

func (p *pyParser) list() pyExpr {
	if p.take(pyRsqb) {
		return pyTarget | pyDeletable
	}
	x := p.display(pyRsqb)
	p.want(pyRsqb)
	return x
}

// display reads the elements of a list or a set, or a comprehension.
func (p *pyParser) display(end pyKind) pyExpr {
	start := p.at
	x := p.starNamed()
	if x&pyStarred == 0 && p.comprehension() {
		return 0
	}
	return p.moreElements(x, start, end)
}

// moreElements reads elements behind the first, at start. A comprehension can
// not follow.
func (p *pyParser) moreElements(x pyExpr, start int, end pyKind) pyExpr {
	x = p.elements(x, end)
	p.noComprehension(start)
	return x
}

// noComprehension refuses one behind what starts at a token.
func (p *pyParser) noComprehension(start int) {
	if p.kind == pyFor || p.kind == pyAsync {
		p.stopped = p.at
		if p.comprehension() {
			p.failAt(p.toks[start].line)
		}
	}
}

func (p *pyParser) dictOrSet() {
	switch {
	case p.take(pyRbrace):
		return
	case p.kind == pyDoubleStar:
		p.dict()
	case p.kind == pyStar:
		p.display(pyRbrace)
	default:
		start := p.at
		x := p.namedExpression()
		switch {
		case p.kind == pyColon && x&pyNamed == 0:
			p.dict()
		case !p.comprehension():
			p.moreElements(x, start, pyRbrace)
		}
	}
	p.want(pyRbrace)
}

// dict reads a dictionary from its first "**" or ":" on.
func (p *pyParser) dict() {
	if start := p.at; p.take(pyDoubleStar) {
		p.bitOr()
		p.noComprehension(start)
	} else {
		p.dictValue()
		if p.comprehension() {
			return
		}
	}
	for p.take(pyComma) && p.kind != pyRbrace {
		if p.take(pyDoubleStar) {
			p.bitOr()
			continue
		}
		p.dictKey()
		p.dictValue()
	}
}

// dictKey reads a key behind the first. CPython looks for the colon behind as much
// of an expression as there is.
func (p *pyParser) dictKey() {
	start := p.at
	p.expression()
	switch line := p.toks[start].line; {
	case !p.failed && p.kind != pyColon:
		p.failAlways(line)
	case p.failed && !p.broken() && p.begun(start, p.at):
		p.failure = &pyFailure{errorType: pySyntaxError, line: line, always: true}
	}
}

// dictValue reads a colon and what a key stands for.
func (p *pyParser) dictValue() {
	line := p.token().line
	p.want(pyColon)
	switch p.kind {
	case pyComma, pyRbrace:
		p.failAlways(line)
	case pyStar:
		line = p.token().line
		p.next()
		p.bitOr()
		p.failAlways(line)
	}
	p.expression()
}

// comprehension reads "for ... in ... if ...", once or more, if it is there.
func (p *pyParser) comprehension() bool {
	found := false
	for p.kind == pyFor || p.kind == pyAsync {
		if p.kind == pyAsync && p.peek() != pyFor {
			p.reached = max(p.reached, p.at+1)
			break
		}
		found = true
		p.take(pyAsync)
		p.next()
		p.forTargets(true)
		p.want(pyIn)
		p.disjunction()
		for p.take(pyIf) {
			p.disjunction()
		}
	}
	return found
}

// targets reads what stands behind "for" or "del": one target or a tuple of them.
func (p *pyParser) targets() pyExpr {
	x := p.target()
	if p.kind != pyComma {
		return x
	}
	x = x.join(x)
	for p.take(pyComma) && p.begins() {
		x = x.join(p.target())
	}
	return x
}

// target reads one target. A comparison is none, so that "in" ends it.
func (p *pyParser) target() pyExpr {
	if p.kind == pyStar {
		return p.starred()
	}
	start := p.at
	return p.bitOr().from(start)
}
