package outline

// arguments reads those of a call up to the closing parenthesis: positional ones,
// then keywords and *iterables, then keywords and **mappings; or one generator.
func (p *pyParser) arguments(generator bool) {
	keyword, mapping, misplaced := false, false, false
	for n := 0; p.kind != pyRparen; n++ {
		switch {
		case p.kind == pyStar:
			if mapping {
				p.failAt(p.toks[p.at-1].line)
			}
			p.take(pyStar)
			p.expression()
		case p.kind == pyDoubleStar:
			p.next()
			p.expression()
			mapping = true
		case p.kind == pyName && p.peek() == pyEqual:
			p.keyword()
			keyword = true
		default:
			if (keyword || mapping) && !misplaced {
				p.stopped = p.at
				misplaced = true
			}
			p.positional(n, generator)
			if misplaced && !p.failed {
				p.stopped = 0
			}
		}
		if !p.take(pyComma) {
			break
		}
	}
	if misplaced {
		p.fail() // where the arguments end
	}
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
