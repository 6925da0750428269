package outline

// importNames reads what follows "import".
func (p *pyParser) importNames() {
	for {
		p.dottedName()
		p.alias()
		if !p.take(pyComma) {
			return
		}
	}
}

func (p *pyParser) dottedName() {
	p.name()
	for p.take(pyDot) {
		p.name()
	}
}

// importFrom reads what follows "from".
func (p *pyParser) importFrom() {
	future := p.kind == pyName && string(p.text(p.token())) == "__future__" && p.peek() == pyImport
	dots := false
	for p.kind == pyDot || p.kind == pyEllipsis {
		p.next()
		dots = true
	}
	if p.kind == pyName || p.kind == pyConstantName || !dots {
		p.dottedName()
	}
	p.want(pyImport)
	switch {
	case p.kind == pyStar:
		p.feature(future)
		p.next()
	case p.take(pyLparen):
		for {
			p.importAs(future)
			if !p.take(pyComma) || p.kind == pyRparen {
				break
			}
		}
		p.want(pyRparen)
	default:
		p.importAs(future)
		for p.take(pyComma) {
			p.importAs(future)
		}
	}
}

// importAs reads one name.
func (p *pyParser) importAs(future bool) {
	p.feature(future)
	p.name()
	p.alias()
}

// alias reads "as name", if it is there.
func (p *pyParser) alias() {
	if !p.take(pyAs) {
		return
	}
	line := p.token().line
	p.name()
	switch p.kind {
	case pyComma, pyRparen, pyNewline, pySemi:
	default:
		p.failAt(line) // no name alone
	}
}

// feature looks at the name of a feature of the future. One of them, wherever it
// is imported, turns != into <>. In the first statements of a module, one that
// does not exist is an error if there is no other.
func (p *pyParser) feature(future bool) {
	if !future || p.failed {
		return
	}
	switch string(p.text(p.token())) {
	case "barry_as_FLUFL":
		p.flufl = true
	case "nested_scopes", "generators", "division", "absolute_import", "with_statement", "print_function",
		"unicode_literals", "generator_stop", "annotations":
	default:
		if p.inPrologue && p.badFuture == 0 {
			p.badFuture = p.token().line
		}
	}
}
