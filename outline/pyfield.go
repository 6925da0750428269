package outline

// strings reads adjacent strings, which are one.
func (p *pyParser) strings() pyExpr {
	const text, binary, template = 1, 2, 4
	kinds := 0
	x := pyText
	for p.kind == pyString || p.kind == pyFStart {
		t := *p.token()
		kind := text
		switch {
		case t.sub&pyTemplate != 0:
			kind = template
		case t.sub&pyBytes != 0:
			kind = binary
		}
		if kinds != 0 && (kinds|kind)&template != 0 && kinds != kind {
			p.failAlways(p.toks[p.at-1].line)
			return 0
		}
		kinds |= kind
		if kind != text || t.kind == pyFStart {
			x = 0
		}
		if t.kind == pyFStart {
			p.fstring()
			continue
		}
		if !pyValidString(p.text(&t), t.sub) {
			p.failAlways(t.line)
			return 0
		}
		p.next()
	}
	if kinds == text|binary {
		p.failAlways(p.token().line)
	}
	return x
}

func (p *pyParser) fstring() {
	p.next()
	for {
		switch p.kind {
		case pyFMiddle:
			p.fmiddle(pySyntaxError)
		case pyLbrace:
			p.next()
			p.field()
		default:
			p.want(pyFEnd)
			return
		}
	}
}

// fmiddle reads literal text of an f-string. A broken escape in it is an error of
// this type.
func (p *pyParser) fmiddle(errorType string) {
	t := p.token()
	if t.sub&(pyEscapes|pyRaw) == pyEscapes && !pyValidEscapes(p.text(t), false) {
		p.failAlways(t.line)
		p.failure.errorType = errorType
		return
	}
	p.next()
}

// field reads a replacement field behind its opening brace.
func (p *pyParser) field() {
	outer := p.inField
	p.inField = p.at
	p.yieldOrExpressions()
	if !p.failed {
		p.inField = outer
	}
	p.take(pyEqual)
	if p.take(pyExclamation) {
		p.conversion()
	}
	if p.take(pyFColon) {
		p.formatSpec()
	}
	p.want(pyRbrace)
}

// conversion reads the letter that must stand right behind the exclamation mark.
func (p *pyParser) conversion() {
	t := p.token()
	if p.kind != pyName {
		p.name()
		return
	}
	c := p.src[t.start]
	if t.start != p.toks[p.at-1].end || t.end != t.start+1 || c != 's' && c != 'r' && c != 'a' {
		p.failAlways(t.line)
		return
	}
	p.next()
}

func (p *pyParser) formatSpec() {
	for {
		switch p.kind {
		case pyFMiddle:
			p.fmiddle(pyUnicodeError) // CPython does not turn it into a SyntaxError here
		case pyLbrace:
			p.next()
			p.field()
		default:
			return
		}
	}
}
