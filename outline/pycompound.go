package outline

// block reads ":" and the suite behind it.
func (p *pyParser) block() {
	p.want(pyColon)
	if p.kind != pyNewline {
		if p.isCompound() {
			p.fail()
			return
		}
		p.simple()
		return
	}
	if !p.indented() {
		return
	}
	for p.statement() {
	}
	if p.kind != pyDedent {
		p.fail()
		return
	}
	p.next()
}

// indented goes on into the lines of a block.
func (p *pyParser) indented() bool {
	p.nextLine()
	if p.kind == pyIndent {
		p.next()
		return true
	}
	if p.kind != pyError {
		p.failure = &pyFailure{errorType: pyIndentationError, line: p.token().line}
	}
	p.fail()
	return false
}

// isCompound reports whether a compound statement begins here, which can not
// follow on the line of a header.
func (p *pyParser) isCompound() bool {
	switch p.kind {
	case pyDef, pyClass, pyAt, pyAsync, pyIf, pyWhile, pyFor, pyTry, pyWith:
		return true
	}
	return false
}

func (p *pyParser) elseBlock() {
	if p.take(pyElse) {
		p.block()
	}
}

func (p *pyParser) ifStatement() {
	p.next()
	p.namedExpression()
	p.block()
	for p.take(pyElif) {
		p.namedExpression()
		p.block()
	}
	p.elseBlock()
}

func (p *pyParser) forStatement() {
	p.next()
	p.forTargets(false)
	p.want(pyIn)
	p.starExpressions()
	p.block()
	p.elseBlock()
}

// forTargets reads the targets between "for" and "in". In a comprehension, a
// missing "in" is noticed first.
func (p *pyParser) forTargets(comprehension bool) {
	start := p.at
	x := p.targets()
	if comprehension && p.kind != pyIn {
		p.failAt(p.token().line)
	}
	if x&pyTarget == 0 {
		p.failAt(p.toks[x.part(start)].line)
	}
}

func (p *pyParser) tryStatement() {
	p.next()
	p.block()
	if p.kind != pyExcept && p.kind != pyFinally {
		p.failAt(p.token().line) // also where the block around it ends
		return
	}
	group, first := false, true
	for p.kind == pyExcept {
		star := p.peek() == pyStar
		if !first && star != group {
			p.fail()
			return
		}
		group, first = star, false
		p.exceptClause(star)
	}
	if !first {
		p.elseBlock()
	}
	if p.take(pyFinally) {
		p.block()
	}
}

func (p *pyParser) exceptClause(star bool) {
	p.next()
	switch {
	case star:
		p.next()
	case p.kind == pyColon:
		p.block()
		return
	}
	line := p.token().line
	p.expression()
	if p.kind == pyComma {
		for p.take(pyComma) && p.kind != pyColon {
			p.expression()
		}
		p.ungrouped(line)
	} else if p.take(pyAs) {
		p.name()
	}
	p.block()
}

// ungrouped refuses a name for exceptions without parentheses around them.
func (p *pyParser) ungrouped(line int32) {
	if p.kind == pyAs && p.peek() == pyName && p.toks[p.at+2].kind == pyColon {
		p.failAt(line)
	}
}

func (p *pyParser) async() {
	switch p.peek() {
	case pyDef:
		p.definition()
	case pyFor:
		p.next()
		p.forStatement()
	case pyWith:
		p.next()
		p.with()
	default:
		p.next()
		p.fail()
	}
}

// with reads a with statement. A bracket behind the keyword is either around all
// items or a part of the first; the first reading that fits is meant.
func (p *pyParser) with() {
	p.next()
	if p.kind != pyLparen || !p.attempt((*pyParser).withBracket) {
		dropped := p.dropped
		p.withItem()
		for p.take(pyComma) {
			p.withItem()
		}
		if p.failed && p.failure == nil {
			p.failure = dropped
		}
	}
	p.block()
}

// withBracket reads "(items)" with a colon behind it.
func (p *pyParser) withBracket() {
	p.next()
	for {
		p.withItem()
		if !p.take(pyComma) || p.kind == pyRparen {
			break
		}
	}
	p.want(pyRparen)
	if p.kind != pyColon {
		p.fail()
	}
}

func (p *pyParser) withItem() {
	p.expression()
	if !p.take(pyAs) {
		return
	}
	start := p.at
	x := p.target()
	switch ends := p.kind == pyComma || p.kind == pyRparen || p.kind == pyColon; {
	case p.failed:
	case !ends:
		p.operand = pySpan{start, p.at}
		p.fail()
	case x&pyTarget == 0:
		p.failAt(p.toks[x.part(start)].line)
	}
}
