package outline

// JavaScript finds the functions, classes and methods of a script or module.
//
//   - Functions and classes that have a name, at any depth, are symbols by that
//     name. The names of the functions around them are not part of it.
//   - A function, an arrow function or a class that is the value of a variable,
//     an assignment or a class field is a symbol by the name that it is bound to,
//     as it is written: window.api, Foo.prototype.bar, module.exports. In
//     parentheses, or as an argument as in debounce(() => ...), it is not bound.
//   - Members of a class are Class.member. Members of an object literal that is
//     bound to a name are methods too: api.load, api.sub.deep.
//   - What is exported as default without a name is called default.
//   - Anonymous functions are no symbols, but what is inside them is.
//
// So the members of an object literal that is an argument or a result are no
// symbols: the success of $.ajax({success() {}}), the methods of new Vue({...}),
// what an x-data factory of Alpine returns. They would bury the rest.
//
// A symbol starts with its name, or with the keyword or modifier before it, and
// ends with the brace of its body or with the last token of its expression. One
// that nothing closes reaches to the last line.
//
// This is no parser: broken code, a missing brace or a template's filler in the
// place of an expression does not end the outline. The only errors are
// [InconsistentLineEndings] and [TooManySymbols]. JSX and TypeScript are not
// known. The language is that of ECMA-262, with its annex B for browsers. The
// time is linear in the length of src.
func JavaScript(src []byte) ([]Symbol, error) {
	if err := checkLineEnds(src); err != nil {
		return nil, err
	}
	var l list
	text := newWebText(src)
	text.lines = newWebLines(src)
	if err := jsScan(&l, text); err != nil {
		return nil, err
	}
	return l.sorted(), nil
}

// jsScan adds the symbols of t to l.
func jsScan(l *list, t webText) error {
	s := jsScanner{webText: t, lexer: jsLexer{src: t.code[:t.to], at: t.from}}
	*s.open.push() = jsFrame{kind: jsBlock, name: -1, symbol: -1, async: true}
	for s.symbols <= MaxSymbols {
		t := s.lexer.next(s.state == jsBehindOperand)
		if t.kind == jsEOF {
			break
		}
		s.token(t)
		s.lastEnd = s.lexer.at
	}
	if s.symbols > MaxSymbols {
		return &NoOutline{Reason: TooManySymbols, Max: MaxSymbols}
	}
	for !s.open.empty() {
		s.endExpression()
		s.pop(s.to)
	}
	return s.addTo(l)
}

// A jsScanner goes through the tokens of a text and keeps what is open. It
// decides everything that a parser decides by its grammar, a slash or a brace
// for example, by the state in which it meets a token.
type jsScanner struct {
	webText
	lexer   jsLexer
	state   jsState
	context jsContext

	headRole jsRole
	boundTo  jsBound
	arrowTo  jsBound
	bodyName int32 // or -1
	chainAt  jsChain
	asyncAt  jsAsyncAt

	open    jsStack[jsFrame]   // never empty; the first is the text itself
	heads   jsStack[jsHeading] // of those that are heads
	members jsStack[jsMember]  // of those that have members, what has been read of the next one
	braces  int                // how many a closing brace closes
	lastEnd int                // of the token before

	names    []jsName
	symbols  int     // names that are symbols, see jsName.symbol
	defaults []int32 // names that are defaults in a pattern, if the open brackets turn out to be one
	settling jsSettling
}

// A jsState says what can stand here.
type jsState uint8

const (
	jsAtStatement   jsState = iota // a statement
	jsAtOperand                    // the start of an operand
	jsBehindOperand                // an operator, or the end of the expression
	jsBehindArrow                  // after the body of an arrow function: the end of the expression, but no operator
	jsAtMember                     // the name of a member or one of its modifiers
)

// A jsContext is what the token before says about this one, as flags. What goes
// with some of them is in jsScanner.
type jsContext uint16

const (
	jsElement     jsContext = 1 << iota // here starts an element, an argument, a property's value
	jsBehindDot                         // here is the name of a property
	jsBehindLet                         // the token before is let, which may be a keyword
	jsExport                            // the token before is export
	jsByDefault                         // the tokens before are export default
	jsRestricted                        // a line end ends the statement, as after return
	jsHeaded                            // the parenthesis of a statement comes next, headRole
	jsBoundHere                         // this operand is the value of a name, boundTo
	jsArrowBound                        // if here is =>, the arrow function is the value of arrowTo
	jsArrowAsync                        // and is asynchronous
	jsArrowBody                         // here starts the body of an arrow function, the value of bodyName
	jsChained                           // the token before ends a chain, chainAt
	jsBehindAsync                       // the token before is async, asyncAt
	jsSettles                           // the token before has closed brackets, settling

	// jsRare has those for which something happens before this token is taken.
	jsRare = jsSettles | jsArrowBody | jsRestricted
)

// has reports whether a flag is set.
func (c jsContext) has(flag jsContext) bool { return c&flag != 0 }

// when returns the flags if they hold, else none.
func (c jsContext) when(holds bool) jsContext {
	if holds {
		return c
	}
	return 0
}

// A jsChain is a variable or property as it is assigned to: a, this.b.c.
type jsChain struct {
	element    bool // it starts where an element of brackets does
	start, end int
}

// A jsAsyncAt is the word async before a function, and the state there.
type jsAsyncAt struct {
	state            jsState
	start            int
	byDefault, bound bool
	boundTo          jsBound
}

// A jsFrame is something that is open: brackets, or a function's head or
// expression. It is small, since there can be as many as the text has bytes.
type jsFrame struct {
	kind       jsFrameKind
	role       jsRole  // of a jsParen or jsBracket
	after      jsState // the state behind it
	async      bool    // await is a keyword
	generator  bool    // yield is one
	inCase     bool    // a colon ends the label of a switch
	connected  bool    // brackets that are part of a pattern if those around them are one
	name       int32   // a head's name; the namespace of a jsObject or jsClass; what a jsParen is the value of; or -1
	symbol     int32   // the name whose symbol ends here, or -1
	ternaries  int32   // question marks that wait for their colon
	defaultsAt int32   // where the frame's part of defaults begins
}

// A jsHeading is the head of a function or a class, as far as it has been read.
type jsHeading struct {
	start     int
	own       jsSpan // the name in it
	byDefault bool   // export default stands before it
	ready     bool   // the parameters, or extends, have been seen
}

type jsFrameKind uint8

const (
	jsBlock     jsFrameKind = iota // of statements, also the body of a function
	jsObject                       // an object literal or pattern
	jsSubst                        // a substitution in a template
	jsParen                        // parentheses
	jsBracket                      // square brackets
	jsClass                        // the body of a class
	jsFuncHead                     // from function, or from a method's name, to the body
	jsClassHead                    // from class to the body
	jsArrow                        // the body of an arrow function without braces
)

// A jsRole is what brackets are for.
type jsRole uint8

const (
	jsNoRole   jsRole = iota
	jsHead            // the parenthesis of if, while, with, switch
	jsForHead         // that of for
	jsCatch           // that of catch
	jsParams          // parameters of a function or method
	jsAsync           // arguments of async, or parameters behind it
	jsComputed        // the name of a member, in square brackets
)

// isBrace reports whether a closing brace closes f. What has members is one.
func (f *jsFrame) isBrace() bool { return f.kind <= jsSubst || f.kind == jsClass }

func (f *jsFrame) isHead() bool { return f.kind == jsFuncHead || f.kind == jsClassHead }

// hasMembers reports whether f is an object or a class.
func (f *jsFrame) hasMembers() bool { return f.kind == jsObject || f.kind == jsClass }

// isGroup reports whether f are brackets around elements that patterns have
// too.
func (f *jsFrame) isGroup() bool {
	return f.kind == jsParen || f.kind == jsBracket || f.kind == jsObject
}

func (s *jsScanner) top() *jsFrame { return s.open.top() }

// topHead returns what has been read of the innermost head.
func (s *jsScanner) topHead() *jsHeading { return s.heads.top() }

// topMember returns the member of the innermost object or class.
func (s *jsScanner) topMember() *jsMember { return s.members.top() }

// push opens a frame inside the same function and returns it. It is for no name
// and no symbol, and is good until another is opened.
func (s *jsScanner) push(kind jsFrameKind, after jsState) *jsFrame {
	top := s.top()
	return s.pushFunction(kind, after, top.async, top.generator)
}

// pushFunction opens the frame of a function, or of a part of one.
func (s *jsScanner) pushFunction(kind jsFrameKind, after jsState, async, generator bool) *jsFrame {
	f := s.open.push()
	f.kind, f.after = kind, after
	f.async, f.generator = async, generator
	f.name, f.symbol = -1, -1
	f.defaultsAt = int32(len(s.defaults))
	if f.isBrace() {
		s.braces++
		if f.hasMembers() {
			s.members.push()
		}
	}
	return f
}

// pop closes the innermost frame at the offset end and returns it. It is good
// until another is opened.
func (s *jsScanner) pop(end int) *jsFrame {
	f := s.open.pop()
	switch {
	case f.isBrace():
		s.braces--
		if f.hasMembers() {
			s.members.pop()
		}
	case f.isHead():
		s.heads.pop()
	}
	if f.symbol >= 0 {
		s.names[f.symbol].end = end
	}
	return f
}

// endExpression closes the bodies of arrow functions that end here, and heads
// without a body, which are mistakes.
func (s *jsScanner) endExpression() {
	for s.top().kind >= jsFuncHead {
		s.pop(s.lastEnd)
	}
}

// endStatement ends the statement before this token: at a semicolon, or where
// one is inserted because the token can not go on with it.
func (s *jsScanner) endStatement() {
	s.endExpression()
	top := s.top()
	switch top.kind {
	case jsClass, jsObject:
		*s.topMember() = jsMember{}
		s.state = jsAtMember
	case jsBlock:
		top.ternaries, top.inCase = 0, false
		s.state = jsAtStatement
	default:
		s.state = jsAtOperand
	}
}
