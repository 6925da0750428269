package outline

// arguments reads those of a call up to the closing parenthesis: positional ones,
// then keywords and *iterables, then keywords and **mappings; or one generator.
func (p *pyParser) arguments(generator bool) {
	keyword, mapping, misplaced := false, false, false
	for n := 0; p.kind != pyRparen; n++ {
		switch {
		case p.kind == pyStar:
			comma := p.toks[p.at-1].line
			p.unpacked()
			if mapping {
				p.failAt(comma)
			}
		case p.kind == pyDoubleStar:
			p.unpacked()
			mapping = true
		case p.kind == pyName && p.peek() == pyEqual:
			p.keyword()
			keyword = true
		default:
			if !keyword && !mapping {
				p.positional(n, generator)
				break
			}
			if !misplaced {
				p.stopped = p.at
			}
			p.positional(n, generator)
			if !p.failed {
				p.stopped = 0
			}
			if misplaced { // the second, as far as CPython looks
				p.misplaced()
				return
			}
			keyword, mapping, misplaced = false, false, true
		}
		if !p.take(pyComma) {
			break
		}
	}
	if misplaced {
		p.misplaced()
	}
}

// unpacked reads an argument with one or two stars, to which nothing is assigned.
func (p *pyParser) unpacked() {
	star := p.at
	p.next()
	p.expression()
	if p.kind == pyEqual {
		p.refuseTarget(star, func(p *pyParser) { p.expression() })
	}
}

// misplaced refuses a positional argument behind one with a keyword, at the last
// token that CPython has looked at: one behind the arguments, or behind what
// follows a name that is the last of them, see behindName.
func (p *pyParser) misplaced() {
	p.fail()
	p.blame(0)
}

func (p *pyParser) keyword() {
	line := p.token().line
	p.next()
	p.next()
	if p.kind == pyComma || p.kind == pyRparen {
		p.failAt(line)
	}
	p.expression()
}

// positional reads argument n without a keyword. The only argument may be a
// generator.
func (p *pyParser) positional(n int, generator bool) {
	start := p.at
	if p.kind == pyName && p.peek() == pyColonEqual {
		p.namedExpression()
	} else {
		p.expression()
	}
	switch p.kind {
	case pyColonEqual:
		p.fail()
	case pyEqual:
		p.failAt(p.toks[start].line)
	case pyFor, pyAsync:
		if n == 0 && !generator {
			return
		}
		if n > 0 {
			p.stopped = p.at
		}
		if !p.comprehension() {
			return
		}
		if n > 0 || p.kind == pyComma {
			p.failAt(p.toks[start].line) // it must be parenthesized
		}
	}
}
