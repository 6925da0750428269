package outline

// function takes the keyword of a function, which async stands before or not.
func (s *jsScanner) function(t jsToken, c jsContext, async bool) {
	after := jsBehindOperand
	h := jsHeading{start: t.start, byDefault: c.has(jsByDefault)}
	if async {
		h.start, h.byDefault = s.asyncAt.start, s.asyncAt.byDefault
		c, s.boundTo = jsBoundHere.when(s.asyncAt.bound), s.asyncAt.boundTo
	}
	if s.state == jsAtStatement || h.byDefault {
		after = jsAtStatement
	}
	name := s.enterBound(c)
	*s.heads.push() = h
	s.pushFunction(jsFuncHead, after, async, false).name = name
}

// class takes the keyword of a class.
func (s *jsScanner) class(t jsToken, c jsContext) {
	after := jsBehindOperand
	if s.state == jsAtStatement || c.has(jsByDefault) {
		after = jsAtStatement
	}
	name := s.enterBound(c)
	*s.heads.push() = jsHeading{start: t.start, byDefault: c.has(jsByDefault)}
	s.push(jsClassHead, after).name = name
	s.state = jsAtOperand
}

// head takes a token of the innermost head and reports whether it belongs to
// it. A head that this token can not go on with is a mistake and is closed. In
// the body of a class, it ends the expression of a decorator.
func (s *jsScanner) head(t jsToken) bool {
	switch s.top().kind {
	case jsFuncHead:
		if s.functionHead(t) {
			return true
		}
		s.pop(s.lastEnd)
	case jsClassHead:
		if s.classHead(t) {
			return true
		}
		if !s.topHead().ready {
			s.pop(s.lastEnd)
		}
	}
	if s.top().kind == jsClass && s.topMember().decorator && s.state == jsBehindOperand && !jsExtendsDecorator(t) {
		s.topMember().decorator = false
		s.state = jsAtMember
	}
	return false
}

func (s *jsScanner) functionHead(t jsToken) bool {
	h := s.topHead()
	switch {
	case t.kind == jsWord && !h.ready:
		h.own = jsSpan{t.start, t.end}
	case t.kind != jsPunctuator:
		return false
	case t.op == '*' && !h.ready:
		s.top().generator = true
	case t.op == '(' && !h.ready:
		h.ready = true
		s.parameters()
	case t.op == '{' && h.ready:
		name := s.headName(s.top().name, *h)
		head := s.pop(t.start)
		s.setSymbol(name, false)
		s.pushFunction(jsBlock, head.after, head.async, head.generator).symbol = name
		s.state = jsAtStatement
	default:
		return false
	}
	return true
}

func (s *jsScanner) parameters() {
	s.push(jsParen, jsBehindOperand).role = jsParams
	s.state = jsAtOperand
	s.context |= jsElement
}

func (s *jsScanner) classHead(t jsToken) bool {
	h := s.topHead()
	switch {
	case t.kind == jsWord && !h.ready:
		if string(s.code[t.start:t.end]) == "extends" {
			h.ready = true
		} else {
			h.own = jsSpan{t.start, t.end}
		}
		s.state = jsAtOperand
		return true
	case t.kind == jsPunctuator && t.op == '{' && (!h.ready || s.state == jsBehindOperand):
		name := s.headName(s.top().name, *h)
		head := s.pop(t.start)
		s.setSymbol(name, true)
		f := s.push(jsClass, head.after)
		f.name, f.symbol = name, name
		s.state = jsAtMember
		return true
	}
	return false
}

// headName returns the name of the function or class with this head: that which
// it is bound to, else its own; -1 if it is anonymous.
func (s *jsScanner) headName(bound int32, h jsHeading) int32 {
	switch {
	case bound >= 0:
		if s.names[bound].own == 0 && h.own != (jsSpan{}) {
			own := s.enter(jsBound{parent: -1, at: h.start, span: h.own, index: -1})
			s.names[bound].own = own
		}
		return bound
	case h.own != jsSpan{}:
		return s.enter(jsBound{parent: -1, at: h.start, span: h.own, index: -1})
	case h.byDefault:
		return s.enter(jsBound{parent: -1, at: h.start, form: jsDefault, index: -1})
	}
	return -1
}

// arrow takes =>.
func (s *jsScanner) arrow(c jsContext) {
	s.state = jsAtOperand
	s.context |= jsArrowBody | c&jsArrowAsync
	s.bodyName = -1
	if c.has(jsArrowBound) {
		s.bodyName = s.enter(s.arrowTo)
	}
}

// arrowBody opens the body of an arrow function, whose first token is t. It
// reports whether that was its brace.
func (s *jsScanner) arrowBody(t jsToken, c jsContext) bool {
	s.setSymbol(s.bodyName, false)
	brace := t.kind == jsPunctuator && t.op == '{'
	kind, after := jsArrow, jsAtStatement
	if brace {
		kind, after = jsBlock, jsBehindArrow
		s.state = jsAtStatement
	}
	s.pushFunction(kind, after, c.has(jsArrowAsync), false).symbol = s.bodyName
	return brace
}
