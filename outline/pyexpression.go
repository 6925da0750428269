package outline

// A pyExpr says what can be done with an expression besides computing it. Zero
// is an expression that is good for nothing else. Behind the flags it has the
// token with which the part begins that nothing can be assigned to, see part.
type pyExpr uint64

const (
	pyTarget       pyExpr = 1 << iota // assign to it, perhaps as to a tuple
	pySingleTarget                    // annotate it, augment it
	pyDeletable
	pyStarred // it begins with a star
	pyNamed   // it is name := value
	pyText    // it is a string: at the start of a file, its documentation
)

// pyPart is the place of the part above the flags.
const pyPart = 8

const pyVariable = pyTarget | pySingleTarget | pyDeletable

// from adds that an expression starts at a token, unless it is a target or its
// part is already known.
func (x pyExpr) from(token int) pyExpr {
	if x&pyTarget == 0 && x>>pyPart == 0 {
		x |= pyExpr(token+1) << pyPart
	}
	return x
}

// part returns the token with which the first part begins that is no target, or
// other if that is not known.
func (x pyExpr) part(other int) int {
	if x>>pyPart == 0 {
		return other
	}
	return int(x>>pyPart) - 1
}

// join returns what a tuple of two expressions is.
func (x pyExpr) join(y pyExpr) pyExpr {
	flags := x & y & (pyTarget | pyDeletable)
	if x>>pyPart != 0 {
		return flags | x>>pyPart<<pyPart
	}
	return flags | y>>pyPart<<pyPart
}

// pyMaxLambdas is how deep a lambda may stand in a default of a lambda. CPython
// gives up at about this depth, too.
const pyMaxLambdas = 1000

// pyBegins has the tokens with which an expression can begin. A star is none.
var pyBegins = pyKindSet(pyName, pyConstantName, pyNumber, pyString, pyFStart, pyLparen, pyLsqb, pyLbrace, pyEllipsis, pyPlus, pyMinus,
	pyTilde, pyFalse, pyNone, pyTrue, pyAwait, pyLambda, pyNot)

// pyGoesOn has the tokens with which an expression can go on behind a name.
var pyGoesOn = pyKindSet(pyStar, pyDoubleStar, pySlash, pyPlus, pyMinus, pyAt, pyBinary, pyCompare, pyNotEqual, pyLessGreater,
	pyIn, pyIs, pyNot, pyAnd, pyOr, pyIf, pyDot, pyLsqb, pyLparen)

// pySigns has the operators that stand before what they are for.
var pySigns = pyKindSet(pyPlus, pyMinus, pyTilde)

// pyOperators has the operators that bind tighter than comparisons.
var pyOperators = pyKindSet(pyStar, pyDoubleStar, pySlash, pyPlus, pyMinus, pyAt, pyBinary)

func pyKindSet(kinds ...pyKind) (set [pyKinds]bool) {
	for _, kind := range kinds {
		set[kind] = true
	}
	return set
}

// begins reports whether an expression begins here, perhaps with a star.
func (p *pyParser) begins() bool { return pyBegins[p.kind] || p.kind == pyStar }

// yieldOrExpressions reads annotated_rhs of the grammar.
func (p *pyParser) yieldOrExpressions() pyExpr {
	if p.kind == pyYield {
		p.yield()
		return 0
	}
	return p.starExpressions()
}

func (p *pyParser) yield() {
	p.next()
	if p.take(pyFrom) {
		p.expression()
	} else if p.begins() {
		p.starExpressions()
	}
}

// starExpressions reads one expression or a tuple without parentheses.
func (p *pyParser) starExpressions() pyExpr {
	x := p.starExpression()
	if p.kind != pyComma {
		return x
	}
	x = x.join(x)
	for p.take(pyComma) && p.begins() {
		x = x.join(p.starExpression())
	}
	return x
}

func (p *pyParser) starExpression() pyExpr {
	if p.kind == pyStar {
		return p.starred()
	}
	return p.expression()
}

// starred reads *x as an element of a tuple. It is not for deleting, and there is
// one star only.
func (p *pyParser) starred() pyExpr {
	p.next()
	start := p.at
	x := p.bitOr() &^ (pySingleTarget | pyDeletable)
	return x.from(start) | pyStarred
}

// starNamed reads star_named_expression of the grammar.
func (p *pyParser) starNamed() pyExpr {
	if p.kind == pyStar {
		return p.starred()
	}
	return p.namedExpression()
}

func (p *pyParser) namedExpression() pyExpr {
	start := p.at
	if p.kind == pyName && p.peek() == pyColonEqual {
		p.next()
		p.next()
		p.expression()
		return pyNamed.from(start)
	}
	x := p.expression()
	if p.kind == pyEqual || p.kind == pyColonEqual {
		p.misassigned(start)
	}
	return x
}

// expression reads lambdas and conditional expressions, which are chains: what
// follows the colon or "else" is an expression again.
func (p *pyParser) expression() pyExpr {
	first, outer := p.at, p.start
	if p.kind == pyName && !pyGoesOn[p.peek()] { // as often as not
		p.next()
		p.operand = pySpan{first, p.at}
		return pyVariable
	}
	plain := true
	for {
		for p.kind == pyLambda {
			p.lambda()
			plain = false
		}
		p.start = p.at
		x := p.disjunction()
		if p.failed {
			return 0
		}
		p.operand = pySpan{p.start, p.at}
		if p.kind != pyIf {
			if !plain {
				x = 0
			}
			p.start = outer
			return x.from(first)
		}
		p.next()
		outerIf := p.ifs
		p.ifs = pySpan{p.start, p.at}
		p.disjunction()
		if p.kind != pyElse && p.kind != pyColon {
			p.failAt(p.toks[p.start].line) // expected 'else'
		}
		if !p.failed {
			p.ifs = outerIf
		}
		p.want(pyElse)
		plain = false
	}
}

// lambda reads the head of a lambda.
func (p *pyParser) lambda() {
	if p.lambdas == pyMaxLambdas {
		p.failAlways(p.token().line)
		p.failure.errorType = pyMemoryError
		return
	}
	p.lambdas++
	p.next()
	p.params(pyColon)
	p.want(pyColon)
	p.lambdas--
}

// disjunction reads operators down to "or", in one loop: to recognize them, it
// does not matter which binds tighter, only where "not" may stand.
func (p *pyParser) disjunction() pyExpr {
	var x pyExpr
	if p.kind == pyNot {
		p.nots()
		p.bitOr()
	} else {
		x = p.bitOr()
	}
	for p.comparison() {
		x = 0
	}
	return x
}

func (p *pyParser) nots() {
	for p.take(pyNot) {
	}
}

// comparison reads "and", "or" or an operator of comparison and its right side,
// if there is one.
func (p *pyParser) comparison() bool {
	switch p.kind {
	case pyCompare, pyIn:
		p.next()
	case pyAnd, pyOr:
		p.next()
		p.nots()
	case pyIs:
		p.next()
		p.take(pyNot)
	case pyNot:
		if p.peek() != pyIn {
			p.reached = max(p.reached, p.at+1)
			return false
		}
		p.next()
		p.next()
	case pyNotEqual, pyLessGreater:
		if p.flufl != (p.kind == pyLessGreater) {
			return false
		}
		p.next()
	default:
		return false
	}
	p.bitOr()
	return true
}

// bitOr reads operators that bind tighter than comparisons.
func (p *pyParser) bitOr() pyExpr {
	x := p.unary()
	for pyOperators[p.kind] {
		p.next()
		p.unary()
		x = 0
	}
	return x
}

// unary reads signs, await and what they stand before.
func (p *pyParser) unary() pyExpr {
	switch p.kind {
	case pyPlus, pyMinus, pyTilde, pyAwait:
	default:
		return p.primary()
	}
	for pySigns[p.kind] {
		p.next()
	}
	p.take(pyAwait)
	p.primary()
	return 0
}

// primary reads an atom and the attributes, subscripts and calls behind it.
func (p *pyParser) primary() pyExpr {
	x := p.atom()
	for {
		switch p.kind {
		case pyDot:
			p.next()
			p.name()
			x = pyVariable
		case pyLsqb, pyLparen:
			x = p.bracket()
		default:
			return x
		}
	}
}

// bracket reads a subscript or a call.
func (p *pyParser) bracket() (x pyExpr) {
	outer := p.trailer
	p.trailer = pySpan{p.start, p.at}
	if p.take(pyLsqb) {
		p.slices()
		x = pyVariable
	} else {
		p.next()
		p.arguments(true)
		p.want(pyRparen)
	}
	if !p.failed {
		p.trailer = outer
	}
	return x
}

// slices reads what stands in the brackets of a subscript, and the closing one.
func (p *pyParser) slices() {
	for {
		if p.take(pyStar) {
			p.expression()
		} else {
			p.slice()
		}
		if !p.take(pyComma) || p.kind == pyRsqb {
			break
		}
	}
	p.want(pyRsqb)
}

func (p *pyParser) slice() {
	var x pyExpr
	if p.kind != pyColon {
		x = p.namedExpression()
	}
	if x&pyNamed != 0 || !p.take(pyColon) {
		return
	}
	if pyBegins[p.kind] {
		p.expression()
	}
	if p.take(pyColon) && pyBegins[p.kind] {
		p.expression()
	}
}
