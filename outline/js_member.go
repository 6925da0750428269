package outline

// A jsMember is what has been read of a member of a class or an object.
type jsMember struct {
	start     int // of its first modifier, or of its name
	key       jsSpan
	begun     bool // start is set
	named     bool // key is set; it may still turn out to be a modifier
	form      jsForm
	async     bool
	generator bool
	decorator bool // here is a decorator's expression
}

// member takes a token where a member is named. It reports whether the token
// belongs to that.
func (s *jsScanner) member(t jsToken) bool {
	top := s.top()
	switch t.kind {
	case jsWord, jsPrivate:
		s.memberKey(t, jsWords)
	case jsString:
		s.memberKey(t, jsQuoted)
	case jsLiteral:
		s.memberKey(t, jsAsIs)
	case jsPunctuator:
		return s.memberPunctuator(t, top)
	default:
		s.state = jsAtOperand
		return false
	}
	return true
}

// memberKey takes a name. A name before it on the same line was a modifier.
func (s *jsScanner) memberKey(t jsToken, form jsForm) {
	m := s.topMember()
	s.modify(t)
	if !m.begun {
		m.begun, m.start = true, t.start
	}
	m.named, m.key, m.form = true, jsSpan{t.start, t.end}, form
}

// modify decides what the name before t is that is not the member's: a
// modifier, or a field without a value.
func (s *jsScanner) modify(t jsToken) {
	m := s.topMember()
	if !m.named {
		return
	}
	star := t.kind == jsPunctuator && t.op == '*'
	m.named = false
	switch string(s.code[m.key.start:m.key.end]) {
	case "static":
		return
	case "async":
		if !s.lexer.newline {
			m.async = true
			return
		}
	case "get", "set":
		if !star {
			return
		}
	case "accessor":
		if !star && !s.lexer.newline {
			return
		}
	}
	*m = jsMember{}
}

func (s *jsScanner) memberPunctuator(t jsToken, top *jsFrame) bool {
	m := s.topMember()
	switch t.op {
	case '[':
		s.modify(t)
		if !m.begun {
			m.begun, m.start = true, t.start
		}
		m.key.start = t.start
		s.push(jsBracket, jsAtMember).role = jsComputed
		s.state = jsAtOperand
	case '*':
		s.modify(t)
		if !m.begun {
			m.begun, m.start = true, t.start
		}
		m.generator = true
	case '(':
		s.method(top)
	case ':', '=':
		s.value(t, top)
	case ',', ';':
		*m = jsMember{}
	case '{': // of a static block, or a mistake
		*m = jsMember{}
		s.push(jsBlock, jsAtMember)
		s.state = jsAtStatement
	case '@':
		m.decorator = true
		s.state = jsAtOperand
	case jsSpread:
		*m = jsMember{}
		s.state = jsAtOperand
		s.context |= jsElement
	default:
		s.state = jsAtOperand
		return false
	}
	return true
}

// bind makes the member that has been read the name that its value is bound
// to, if its object has a name.
func (s *jsScanner) bind(f *jsFrame) (bound bool) {
	m := s.topMember()
	if f.name < 0 || !m.named {
		return false
	}
	s.boundTo = jsBound{form: m.form, parent: f.name, at: m.start, span: m.key, index: -1}
	return true
}

// method opens the parameters of a method.
func (s *jsScanner) method(top *jsFrame) {
	m := s.topMember()
	name := s.enterBound(jsBoundHere.when(s.bind(top)))
	async, generator := m.async, m.generator
	*m = jsMember{}
	s.heads.push().ready = true
	s.pushFunction(jsFuncHead, jsAtMember, async, generator).name = name
	s.parameters()
}

// value goes on to the value of a property or a field, or to the default of a
// name in a pattern.
func (s *jsScanner) value(t jsToken, top *jsFrame) {
	if (t.op == ':') == (top.kind == jsObject) {
		s.context |= jsBoundHere.when(s.bind(top)) | jsElement.when(t.op == ':')
	}
	*s.topMember() = jsMember{}
	s.state = jsAtOperand
}
