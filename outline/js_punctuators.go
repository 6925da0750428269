package outline

func (s *jsScanner) punctuator(t jsToken, c jsContext) {
	switch t.op {
	case '(':
		s.openParen(c)
	case '[':
		s.openBracket(c)
	case '{':
		s.openBrace(t, c)
	case ')':
		s.closeGroup(jsParen)
	case ']':
		s.closeBracket(t)
	case '}':
		s.closeBrace()
	case ';':
		s.endStatement()
	case ',':
		s.comma()
	case ':':
		s.colon()
	case '?':
		s.top().ternaries++
		s.state = jsAtOperand
	case '.':
		s.context |= jsBehindDot | c&jsChained
	case jsOptional:
		s.context |= jsBehindDot
		s.state = jsBehindOperand
	case jsArrowOp:
		s.arrow(c)
	case '=':
		s.assign(c)
	case jsStep:
		s.step(t)
	case jsNot, '@':
		if !s.separate(t) {
			s.state = jsAtOperand
		}
	case jsSpread:
		s.context |= jsElement
		s.state = jsAtOperand
	default:
		s.state = jsAtOperand
	}
}

// assign takes =, which binds its value to the chain before it.
func (s *jsScanner) assign(c jsContext) {
	if n := s.chainAt; c.has(jsChained) {
		s.context |= jsBoundHere
		s.boundTo = jsBound{element: n.element, parent: -1, at: n.start, span: jsSpan{n.start, n.end}, index: -1}
	}
	s.state = jsAtOperand
}

// step takes ++ or --, which belongs to the operand before it if that is on the
// same line.
func (s *jsScanner) step(t jsToken) {
	if s.state == jsBehindOperand && !s.lexer.newline || s.separate(t) {
		return
	}
	s.state = jsAtOperand
}

// openParen opens parentheses: of a statement, of a call, or around an
// expression, which may turn out to be parameters.
func (s *jsScanner) openParen(c jsContext) {
	role, after := jsNoRole, jsBehindOperand
	name, connected := int32(-1), false
	switch {
	case c.has(jsHeaded):
		role, after = s.headRole, jsAtStatement
	case s.state == jsBehindOperand:
		if c.has(jsBehindAsync) && !s.lexer.newline {
			role = jsAsync
			if s.asyncAt.bound {
				name = s.enter(s.asyncAt.boundTo)
			}
		}
	default:
		name = s.enterBound(c)
		connected = c.has(jsElement) && s.top().isGroup()
	}
	f := s.push(jsParen, after)
	f.role, f.name, f.connected = role, name, connected
	s.state = jsAtOperand
	s.context |= jsElement
}

// openBracket opens an array or, behind an operand, the name of a property.
func (s *jsScanner) openBracket(c jsContext) {
	connected := s.state != jsBehindOperand && c.has(jsElement) && s.top().isGroup()
	s.push(jsBracket, jsBehindOperand).connected = connected
	s.state = jsAtOperand
	s.context |= jsElement
}

// openBrace opens a block or an object.
func (s *jsScanner) openBrace(t jsToken, c jsContext) {
	if !c.has(jsBehindLet) && s.separate(t) {
		return
	}
	if s.state == jsAtStatement {
		s.push(jsBlock, jsAtStatement)
		return
	}
	name := s.enterBound(c)
	connected := c.has(jsElement) && s.top().isGroup()
	f := s.push(jsObject, jsBehindOperand)
	f.name, f.connected = name, connected
	s.state = jsAtMember
}

// closeGroup closes the innermost brackets if they are of this kind. A closer
// that does not fit is a mistake.
func (s *jsScanner) closeGroup(kind jsFrameKind) {
	s.endExpression()
	s.state = jsBehindOperand
	if s.top().kind != kind {
		return
	}
	f := s.pop(s.lastEnd)
	s.state = f.after
	s.settleLater(f)
	if f.kind == jsParen && f.name >= 0 {
		s.context |= jsArrowBound
		s.arrowTo = s.names[f.name].jsBound
	}
	s.context |= jsArrowAsync.when(f.role == jsAsync)
}

func (s *jsScanner) closeBracket(t jsToken) {
	s.closeGroup(jsBracket)
	if s.state == jsAtMember { // it was a computed name
		m := s.topMember()
		m.named, m.key.end, m.form = true, t.end, jsAsIs
	}
}

// closeBrace closes the innermost block or object, and what should have been
// closed before it.
func (s *jsScanner) closeBrace() {
	if s.braces == 0 {
		s.endStatement()
		return
	}
	end := s.lexer.at
	for {
		before := s.lastEnd
		if s.top().isBrace() {
			before = end
		}
		f := s.pop(before)
		if !f.isBrace() {
			continue
		}
		s.closed(f)
		return
	}
}

func (s *jsScanner) closed(f *jsFrame) {
	s.state = f.after
	switch f.kind {
	case jsSubst:
		s.template(s.lexer.template(s.lexer.at))
		s.lastEnd = s.lexer.at
	case jsObject:
		s.settleLater(f)
	}
	if s.state == jsAtMember {
		*s.topMember() = jsMember{}
	}
}

func (s *jsScanner) comma() {
	s.endExpression()
	top := s.top()
	if top.kind == jsObject || top.kind == jsClass {
		*s.topMember() = jsMember{}
		s.state = jsAtMember
		return
	}
	s.state = jsAtOperand
	s.context |= jsElement
}

// colon takes a colon: of a condition, of a case, or of a label.
func (s *jsScanner) colon() {
	for s.top().kind >= jsFuncHead && s.top().ternaries == 0 {
		s.pop(s.lastEnd)
	}
	top := s.top()
	s.state = jsAtOperand
	switch {
	case top.ternaries > 0:
		top.ternaries--
	case top.kind == jsBlock:
		top.inCase = false
		s.state = jsAtStatement
	}
}
