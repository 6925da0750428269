package outline

import "bytes"

// file reads a whole text.
func (p *pyParser) file() {
	p.nextLine()
	for p.statement() {
	}
	if p.kind != pyEnd {
		p.fail()
	}
}

// statement reads one statement of a block, or a line of simple ones. It reports
// false where the block ends and on failure.
func (p *pyParser) statement() bool {
	switch p.kind {
	case pyStop, pyError, pyEnd, pyDedent, pyIndent, pyNewline:
		return false
	case pyDef, pyClass, pyAt, pyAsync, pyIf, pyWhile, pyFor, pyTry, pyWith:
		p.prologue = pyPrologueOver
		p.compound()
	case pyName:
		if p.token().sub != pySoftMatch || !p.match() {
			dropped := p.dropped
			p.simple()
			if p.failed && dropped != nil && p.failure == nil {
				p.failure = dropped
			}
		}
	default:
		p.simple()
	}
	return !p.failed
}

func (p *pyParser) compound() {
	switch p.kind {
	case pyAsync:
		p.async()
	case pyIf:
		p.ifStatement()
	case pyWhile:
		p.next()
		p.namedExpression()
		p.block()
		p.elseBlock()
	case pyFor:
		p.forStatement()
	case pyTry:
		p.tryStatement()
	case pyWith:
		p.with()
	default:
		p.definition()
	}
}

// simple reads simple statements up to the end of the logical line.
func (p *pyParser) simple() {
	p.small()
	for p.take(pySemi) {
		if p.kind == pyNewline {
			break
		}
		p.small()
	}
	p.endOfLine()
}

// endOfLine takes the end of a logical line of simple statements.
func (p *pyParser) endOfLine() {
	if p.kind != pyNewline {
		p.fail()
		return
	}
	p.endLine = p.lastLine(p.toks[p.at-1])
	p.nextLine()
}

// lastLine returns the line on which a token ends.
func (p *pyParser) lastLine(t pyToken) int32 {
	if t.kind == pyString && t.sub&pyLines != 0 {
		return t.line + int32(bytes.Count(p.text(&t), pyNewlines))
	}
	return t.line
}

// small reads one simple statement. The first ones of a module may be its
// documentation and what it takes from the future.
func (p *pyParser) small() {
	if p.prologue == pyPrologueOver {
		p.smallStatement()
		return
	}
	before := p.prologue
	p.prologue = pyPrologueOver
	switch {
	case p.kind == pyFrom && string(p.text(&p.toks[p.at+1])) == "__future__" && p.toks[p.at+2].kind == pyImport:
		p.next()
		p.inPrologue = true
		p.importFrom()
		p.inPrologue = false
		p.prologue = pyPrologueFuture
	case before == pyPrologueText && (p.kind == pyString || p.kind == pyLparen):
		if p.expressionStatement()&pyText != 0 {
			p.prologue = pyPrologueFuture
		}
	default:
		p.smallStatement()
	}
}

func (p *pyParser) smallStatement() {
	switch p.kind {
	case pyReturn:
		p.next()
		if p.kind != pyNewline && p.kind != pySemi {
			p.starExpressions()
		}
	case pyImport:
		p.next()
		p.importNames()
	case pyFrom:
		p.next()
		p.importFrom()
	case pyRaise:
		p.raise()
	case pyPass, pyBreak, pyContinue:
		p.next()
	case pyDel:
		p.del()
	case pyAssert:
		p.next()
		p.expression()
		if p.take(pyComma) {
			p.expression()
		}
	case pyGlobal, pyNonlocal:
		p.next()
		p.name()
		for p.take(pyComma) {
			p.name()
		}
	case pyName:
		if next := p.peek(); p.token().sub == pySoftType && (next == pyName || next == pyConstantName) {
			p.typeAlias()
			return
		}
		p.expressionStatement()
	default:
		p.expressionStatement()
	}
}

func (p *pyParser) raise() {
	p.next()
	if p.kind == pyNewline || p.kind == pySemi {
		return
	}
	p.expression()
	if p.take(pyFrom) {
		p.expression()
	}
}

func (p *pyParser) del() {
	p.next()
	start := p.at
	if x := p.targets(); x&pyDeletable == 0 {
		p.failAt(p.toks[x.part(start)].line)
	}
	if p.kind != pyNewline && p.kind != pySemi {
		p.fail()
	}
}

// expressionStatement reads an expression, an assignment or an annotation. It
// returns what the expression is, if it stands alone.
func (p *pyParser) expressionStatement() pyExpr {
	start := p.at
	x := p.yieldOrExpressions()
	switch p.kind {
	case pyColon:
		if x&pySingleTarget == 0 {
			p.refuseTarget(start, func(p *pyParser) { p.expression() })
			return 0
		}
		p.next()
		p.expression()
		if p.take(pyEqual) {
			p.yieldOrExpressions()
		}
	case pyAugAssign:
		if x&pySingleTarget == 0 {
			p.refuseTarget(start, func(p *pyParser) { p.yieldOrExpressions() })
			return 0
		}
		p.next()
		p.yieldOrExpressions()
	case pyEqual:
		p.assignment(x, start)
	case pyColonEqual:
		if p.at == start+1 && x&pySingleTarget != 0 { // a name: only what is behind it may be wrong
			start = p.at
		}
		p.misassigned(start)
	default:
		return x
	}
	return 0
}

// assignment reads "= ..." behind a target, as often as it is there.
func (p *pyParser) assignment(x pyExpr, start int) {
	for p.kind == pyEqual {
		if x&pyTarget == 0 {
			p.failAt(p.toks[x.part(start)].line)
			return
		}
		p.next()
		start = p.at
		x = p.yieldOrExpressions()
	}
}

// refuseTarget fails in the line of start if rule fits behind the current token,
// else at that token.
func (p *pyParser) refuseTarget(start int, rule func(p *pyParser)) {
	if !p.plain && p.follows(rule) {
		p.failAt(p.toks[start].line)
	} else if !p.failed {
		p.fail()
	}
}

// misassigned refuses "=" or ":=" behind an expression that starts at start.
func (p *pyParser) misassigned(start int) {
	if p.kind == pyColonEqual {
		p.refuseTarget(start, func(p *pyParser) { p.expression() })
		return
	}
	at := p.at
	p.retry(start)
	p.bitOr()
	whole := p.at == at // nothing that binds less, as a lambda
	p.retry(at)
	if !whole {
		p.fail()
		return
	}
	p.refuseTarget(start, func(p *pyParser) {
		p.bitOr()
		if p.kind == pyEqual || p.kind == pyColonEqual {
			p.fail()
		}
	})
}

// typeAlias reads "type X[T] = ...".
func (p *pyParser) typeAlias() {
	p.next()
	p.name()
	p.typeParams()
	p.want(pyEqual)
	p.expression()
}
