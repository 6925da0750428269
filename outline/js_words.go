package outline

// token takes one token. The state and the context say what it is.
func (s *jsScanner) token(t jsToken) {
	c := s.context
	s.context = 0
	if c&jsRare != 0 || s.state == jsBehindArrow {
		if s.rare(t, c) {
			return
		}
	}
	if s.top().kind >= jsClass && s.head(t) {
		return
	}
	if s.state == jsAtMember && s.member(t) {
		return
	}
	switch t.kind {
	case jsWord:
		s.word(t, c)
	case jsPrivate:
		s.private(t, c)
	case jsLiteral, jsString:
		s.operand(t)
	case jsTemplate, jsTemplateTo:
		s.template(t)
	case jsPunctuator:
		s.punctuator(t, c)
	}
}

// rare takes a token behind one of those that say so, and reports whether it is
// done with.
func (s *jsScanner) rare(t jsToken, c jsContext) bool {
	if c.has(jsSettles) {
		s.settleBy(t)
	}
	if c.has(jsArrowBody) && s.arrowBody(t, c) {
		return true
	}
	if c.has(jsRestricted) && s.lexer.newline || s.state == jsBehindArrow && !jsEndsExpression(t) {
		s.endStatement()
	}
	return false
}

// jsEndsExpression reports whether t can stand behind the body of an arrow
// function. Where it can not, a semicolon is inserted.
func jsEndsExpression(t jsToken) bool {
	if t.kind != jsPunctuator {
		return false
	}
	switch t.op {
	case ',', ';', ':', ')', ']', '}':
		return true
	}
	return false
}

// jsExtendsDecorator reports whether t goes on with a decorator's expression.
func jsExtendsDecorator(t jsToken) bool {
	return t.kind == jsPunctuator && (t.op == '.' || t.op == '(')
}

// statement ends the statement before this token, which starts one.
func (s *jsScanner) statement() {
	if s.state != jsAtStatement {
		s.endStatement()
	}
}

// separate ends the statement before an operand that stands behind another. It
// reports whether t was the name of a member instead, and is done with.
func (s *jsScanner) separate(t jsToken) bool {
	if s.state != jsBehindOperand {
		return false
	}
	s.endStatement()
	return s.state == jsAtMember && s.member(t)
}

func (s *jsScanner) operand(t jsToken) {
	if !s.separate(t) {
		s.state = jsBehindOperand
	}
}

// private takes #name, as a property or in "#name in object".
func (s *jsScanner) private(t jsToken, c jsContext) {
	if c.has(jsBehindDot) {
		s.property(t, c)
		return
	}
	s.operand(t)
}

// property takes the name behind a dot.
func (s *jsScanner) property(t jsToken, c jsContext) {
	s.state = jsBehindOperand
	s.context |= c & jsChained
	s.chainAt.end = t.end
}

// template takes a template, which behind an operand is part of that.
func (s *jsScanner) template(t jsToken) {
	s.state = jsBehindOperand
	if t.kind == jsTemplateTo {
		s.push(jsSubst, jsBehindOperand)
		s.state = jsAtOperand
	}
}

// word takes an identifier or a keyword.
func (s *jsScanner) word(t jsToken, c jsContext) {
	if c.has(jsBehindDot) {
		s.property(t, c)
		return
	}
	word := s.code[t.start:t.end]
	if !jsMayBeKeyword(word) && !c.has(jsBehindAsync) {
		if !s.separate(t) {
			s.identifier(t, c)
		}
		return
	}
	async := c.has(jsBehindAsync) && !s.lexer.newline
	switch string(word) {
	case "in", "instanceof", "extends":
		s.state = jsAtOperand
		return
	case "of":
		if s.top().role == jsForHead && s.state == jsBehindOperand && !c.has(jsBehindLet) {
			s.state = jsAtOperand
			return
		}
	case "function":
		if async {
			s.state = s.asyncAt.state
		} else if s.separate(t) {
			return
		}
		s.function(t, c, async)
		return
	}
	if async { // async name => ...
		s.context |= jsArrowAsync | jsArrowBound.when(s.asyncAt.bound)
		s.arrowTo = s.asyncAt.boundTo
		return
	}
	if s.separate(t) {
		return
	}
	if c.has(jsExport) && string(word) == "default" {
		s.context |= jsByDefault
		s.state = jsAtOperand
		return
	}
	if !s.keyword(t, c, string(word)) {
		s.identifier(t, c)
	}
}

// jsKeywordLengths has the lengths of the keywords that start with a byte, as
// bits. Most identifiers are ruled out by it.
var jsKeywordLengths = func() (t [256]uint16) {
	for _, word := range []string{
		"async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else",
		"export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new",
		"null", "of", "return", "switch", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
	} {
		t[word[0]] |= 1 << len(word)
	}
	return t
}()

// jsMayBeKeyword reports whether word may be one of those that [jsScanner.word]
// and [jsScanner.keyword] know.
func jsMayBeKeyword(word []byte) bool {
	return jsKeywordLengths[word[0]]>>min(len(word), 15)&1 != 0
}

// identifier takes the start of an operand that may become the target of an
// assignment, or the parameter of an arrow function.
func (s *jsScanner) identifier(t jsToken, c jsContext) {
	s.state = jsBehindOperand
	s.chain(t, c)
	if c.has(jsBoundHere) {
		s.context |= jsArrowBound
		s.arrowTo = s.boundTo
	}
}

// chain starts a chain with t.
func (s *jsScanner) chain(t jsToken, c jsContext) {
	s.context |= jsChained
	s.chainAt = jsChain{c.has(jsElement), t.start, t.end}
}

// keyword takes a keyword and reports whether it was one here.
func (s *jsScanner) keyword(t jsToken, c jsContext, word string) bool {
	switch word {
	case "class":
		s.class(t, c)
	case "async":
		s.context |= jsBehindAsync
		s.asyncAt = jsAsyncAt{s.state, t.start, c.has(jsByDefault), c.has(jsBoundHere), s.boundTo}
		return false
	case "let":
		s.context |= jsBehindLet
		s.chain(t, c)
		s.state = jsBehindOperand
	case "var", "const", "case", "return", "throw":
		s.statement()
		s.top().inCase = word == "case"
		s.context |= jsRestricted.when(word == "return")
		s.state = jsAtOperand
	case "if", "while", "with", "switch", "for", "catch":
		s.statement()
		s.context |= jsHeaded
		s.headRole = jsHeadRole(word)
	case "else", "do", "try", "finally", "break", "continue", "export":
		s.statement()
		s.context |= jsExport.when(word == "export")
	case "default":
		s.statement()
		s.top().inCase = true
		s.state = jsBehindOperand
	case "typeof", "void", "delete", "new":
		s.state = jsAtOperand
	case "null", "true", "false", "import":
		s.state = jsBehindOperand
	case "await":
		if !s.top().async {
			return false
		}
		s.context |= c & jsHeaded // for await (
		s.state = jsAtOperand
	case "yield":
		if !s.top().generator {
			return false
		}
		s.context |= jsRestricted
		s.state = jsAtOperand
	default:
		return false
	}
	return true
}

func jsHeadRole(word string) jsRole {
	switch word {
	case "for":
		return jsForHead
	case "catch":
		return jsCatch
	}
	return jsHead
}
