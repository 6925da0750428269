package outline

// definition reads a function or a class with its decorators, and adds the
// symbol: it starts at the first @ and ends with the last token of the body.
func (p *pyParser) definition() {
	start := p.token().line
	for p.take(pyAt) {
		p.namedExpression()
		if p.kind != pyNewline {
			p.fail()
			return
		}
		p.nextLine()
	}
	if p.kind == pyAsync && p.peek() == pyDef {
		p.next()
	}
	class := p.kind == pyClass
	if !class && p.kind != pyDef {
		p.fail()
		return
	}
	p.next()
	if p.kind != pyName {
		p.name()
		return
	}
	outer := p.scope
	i := p.enter(p.token(), start, class)
	p.next()
	bracket := p.token().line
	p.typeParams()
	if class {
		p.bases()
	} else {
		if p.failed && p.failure == nil { // CPython insists on the parenthesis
			p.blame(bracket)
		}
		p.signature()
	}
	p.block()
	if !p.failed {
		p.symbols.symbols[i].End = int(p.endLine)
	}
	p.scope = outer
}

// enter adds the symbol and makes it the innermost scope.
func (p *pyParser) enter(name *pyToken, start int32, class bool) (index int) {
	text := pyNameText(p.text(name), name.sub != pyNotASCII)
	if p.scope.prefix != "" {
		text = p.scope.prefix + "." + text
	}
	kind := Function
	switch {
	case class:
		kind = Class
	case p.scope.class:
		kind = Method
	}
	if err := p.symbols.add(Symbol{Name: text, Kind: kind, Start: int(start)}); err != nil {
		p.tooMany = err
		p.fail()
	}
	p.scope = pyScope{prefix: text, class: class}
	return len(p.symbols.symbols) - 1
}

// bases reads the arguments of a class, which no generator may be.
func (p *pyParser) bases() {
	if p.take(pyLparen) {
		p.arguments(false)
		p.want(pyRparen)
	}
}

// signature reads parameters and what the function returns.
func (p *pyParser) signature() {
	p.want(pyLparen)
	p.params(pyRparen)
	p.want(pyRparen)
	if p.take(pyArrow) {
		p.expression()
	}
}

// A pyParams is what has been seen of a list of parameters.
type pyParams struct {
	end       pyKind // what follows the list
	any       bool
	slash     bool
	star      bool
	bare      bool // a star without a name, and no parameter behind it yet
	defaulted bool
	starLine  int32
}

// params reads parameters up to a closing parenthesis, or those of a lambda,
// which have no annotations, up to a colon.
func (p *pyParser) params(end pyKind) {
	seen := pyParams{end: end}
	for p.kind != end {
		switch p.kind {
		case pyName, pyConstantName:
			p.namedParam(&seen)
		case pySlash:
			if !seen.any || seen.slash || seen.star {
				p.fail()
			}
			p.take(pySlash)
			seen.slash = true
		case pyStar:
			p.starParam(&seen)
		case pyDoubleStar:
			p.doubleStarParam(&seen)
			return
		default:
			p.fail()
		}
		seen.any = true
		if !p.take(pyComma) {
			break
		}
	}
	switch {
	case p.kind != end:
		p.fail()
	case seen.bare:
		p.bareStar(&seen)
	}
}

// namedParam reads a parameter without a star. Before the star, none without a
// default may follow one with it.
func (p *pyParser) namedParam(seen *pyParams) {
	line := p.token().line
	p.param(seen.end, false)
	switch {
	case p.kind == pyEqual:
		p.defaultValue()
		seen.defaulted = true
	case seen.defaulted && !seen.star && (p.kind == pyComma || p.kind == seen.end):
		p.failAt(line)
	}
	seen.bare = false
}

// starParam reads "*args", or the star that makes those behind it keyword-only.
func (p *pyParser) starParam(seen *pyParams) {
	if seen.star {
		p.fail()
		return
	}
	seen.star, seen.starLine = true, p.token().line
	p.next()
	switch p.kind {
	case pyName, pyConstantName:
		p.param(seen.end, true)
	case pyComma, seen.end:
		seen.bare = true
	default:
		p.fail()
	}
}

// doubleStarParam reads "**kwargs", which is the last.
func (p *pyParser) doubleStarParam(seen *pyParams) {
	if seen.bare {
		p.bareStar(seen)
		return
	}
	p.next()
	p.param(seen.end, false)
	p.take(pyComma)
	if p.kind != seen.end {
		p.fail()
	}
}

// bareStar refuses a star without a parameter behind it.
func (p *pyParser) bareStar(seen *pyParams) {
	line := seen.starLine
	if seen.end != pyRparen {
		line = p.token().line
	}
	p.failAt(line)
}

func (p *pyParser) defaultValue() {
	line := p.token().line
	p.next()
	if p.kind == pyComma || p.kind == pyRparen {
		p.failAt(line)
	}
	p.expression()
}

// param reads a name and, in a def, its annotation. That of *args may have a star.
func (p *pyParser) param(end pyKind, star bool) {
	p.name()
	if end == pyRparen && p.take(pyColon) {
		if star {
			p.starExpression()
		} else {
			p.expression()
		}
	}
}

// typeParams reads "[T: bound = default, *Ts = default, **P = default]", if there
// is any.
func (p *pyParser) typeParams() {
	if !p.take(pyLsqb) {
		return
	}
	if p.kind == pyRsqb {
		p.failAt(p.token().line)
	}
	for {
		switch {
		case p.take(pyStar):
			p.boundless()
			if p.take(pyEqual) {
				p.starExpression()
			}
		case p.take(pyDoubleStar):
			p.boundless()
			if p.take(pyEqual) {
				p.expression()
			}
		default:
			p.name()
			if p.take(pyColon) {
				p.expression()
			}
			if p.take(pyEqual) {
				p.expression()
			}
		}
		if !p.take(pyComma) || p.kind == pyRsqb {
			break
		}
	}
	p.want(pyRsqb)
}

// boundless reads the name of a type parameter with stars, which has no bound.
func (p *pyParser) boundless() {
	p.name()
	if p.kind == pyColon {
		line := p.token().line
		p.next()
		p.expression()
		p.failAt(line)
	}
}
