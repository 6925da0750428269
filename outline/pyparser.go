package outline

// CPython's exceptions.
const (
	pySyntaxError      = "SyntaxError"
	pyIndentationError = "IndentationError"
	pyTabError         = "TabError"
	pyValueError       = "ValueError"
	pyMemoryError      = "MemoryError"
	pyUnicodeError     = "UnicodeDecodeError"
)

// A pyFailure is why a text is refused.
type pyFailure struct {
	errorType string
	line      int32
	weak      bool // of the lexer: it does not replace what the parser refuses before it
	always    bool // of the parser: CPython does not need its second pass to see it
}

// A pyParser recognizes Python by recursive descent and collects the symbols. It
// builds no tree: an expression is what can be done with it, a pyExpr.
//
// Where it fails it stops, without unwinding: kind becomes pyStop, which nothing
// expects, so that every rule ends by itself. Therefore a loop must only go on
// after a token that it has seen and taken.
//
// Recursion is bounded by the lexer's limits on brackets, blocks and f-strings,
// and by pyMaxLambdas; whatever else can be chained is read in loops.
type pyParser struct {
	pyLexer
	kind pyKind // of the current token, toks[at]
	at   int

	failed  bool
	failure *pyFailure // if a rule knows better than its place

	pyPlace            // in the current logical line
	seen    int        // the last token that anything has looked at before it went back
	dropped *pyFailure // of the last attempt
	plain   bool       // mistakes are not looked at
	judging int        // how deep a failure behind another is looked at
	judged  int        // tokens of the logical line to which that went back

	// What CPython's second pass takes for a mistake, whatever is wrong later: a call
	// of match, without the colon of a statement, and print or exec of Python 2.
	matchCall bool
	trap      int32 // its line, or 0

	symbols list
	tooMany error   // from symbols
	scope   pyScope // the innermost function or class
	endLine int32   // where the last statement ended
	lambdas int     // lambdas inside defaults of lambdas
	flufl   bool    // the operator is <> and not !=

	prologue   pyPrologue
	inPrologue bool  // of a module, in an import from __future__
	badFuture  int32 // the line of the first feature that the future does not have
}

// A pyPlace is where a rule is in the current logical line, as far as a failure
// depends on it. Tokens are given by their index; the zero value is at the start.
type pyPlace struct {
	reached int    // the last one that an attempt has looked at in vain
	stopped int    // where CPython's first pass ends, which is before the current one, or 0
	start   int    // of the innermost expression that has not ended
	operand pySpan // the last expression, without what follows "if" in it
	trailer pySpan // the innermost bracket of a call or subscript: start of its expression, its place
	ifs     pySpan // the innermost conditional expression whose condition has not ended, and the start of that
	inField int    // the start of the innermost field of an f-string that has not ended, or 0
}

// A pyPrologue is how far the start of a module has got.
type pyPrologue uint8

const (
	pyPrologueText   pyPrologue = iota // its documentation may stand here
	pyPrologueFuture                   // an import from __future__ may, after others
	pyPrologueOver
)

// A pyScope is what the names of symbols begin with, and what is around it.
type pyScope struct {
	prefix string
	class  bool
}

// A pySpan is a run of tokens of the logical line: start up to end, without it.
type pySpan struct{ start, end int }

// nextLine reads the next logical line.
func (p *pyParser) nextLine() {
	p.logicalLine()
	p.at, p.seen, p.dropped, p.judged, p.pyPlace = 0, 0, nil, 0, pyPlace{}
	p.kind = p.toks[0].kind
}

// next goes to the next token of the logical line.
func (p *pyParser) next() {
	p.at++
	p.kind = p.toks[p.at].kind
}

// take goes on if the current token is of this kind.
func (p *pyParser) take(kind pyKind) bool {
	if p.kind != kind {
		return false
	}
	p.next()
	return true
}

// want fails if the current token is not of this kind.
func (p *pyParser) want(kind pyKind) {
	if p.kind != kind {
		p.fail()
		return
	}
	p.next()
}

// name fails if the current token is no name.
func (p *pyParser) name() {
	switch p.kind {
	case pyName:
		p.next()
	case pyConstantName:
		p.failConstant()
	default:
		p.fail()
	}
}

// peek returns the kind of the token behind the current one, which must not be
// the last of its line.
func (p *pyParser) peek() pyKind { return p.toks[p.at+1].kind }

// fail refuses the current token.
func (p *pyParser) fail() {
	p.failed = true
	p.kind = pyStop
}

// failAt refuses the text with a line of its own. CPython complains there after
// it has failed otherwise, in a second pass with rules for frequent mistakes.
func (p *pyParser) failAt(line int32) {
	if !p.failed {
		p.failure = &pyFailure{errorType: pySyntaxError, line: line}
		p.fail()
	}
}

// failAlways is failAt for what CPython refuses at once.
func (p *pyParser) failAlways(line int32) {
	if !p.failed {
		p.failAt(line)
		p.failure.always = true
	}
}

// failConstant refuses, where a name is expected, one that is a constant in the
// form NFKC. CPython has no line.
func (p *pyParser) failConstant() {
	p.failAlways(p.token().line)
	p.failure.errorType = pyValueError
}

// token returns the current token.
func (p *pyParser) token() *pyToken { return &p.toks[p.at] }

// text returns the source of a token.
func (p *pyParser) text(t *pyToken) []byte { return p.src[t.start:t.end] }

// attempt tries a rule that may fail without harm. It must stay in the logical
// line. It reports whether the rule fits; if not, it goes back to where it was,
// unless the lexer has failed there, when no other rule can fit.
func (p *pyParser) attempt(rule func(p *pyParser)) bool {
	at, place := p.at, p.pyPlace
	rule(p)
	if !p.failed {
		return true
	}
	place.reached = max(p.reached, p.at)
	if p.failure == nil && !p.broken() {
		p.failure = p.adjacent()
	}
	if p.broken() {
		p.reached = place.reached
		return false
	}
	p.dropped, p.pyPlace = p.failure, place
	p.retry(at)
	return false
}

// follows reports whether a rule fits behind the current token, which does not
// fit itself: CPython's second pass looks there. It goes back, unless the rule has
// failed and something is known about that.
func (p *pyParser) follows(rule func(p *pyParser)) bool {
	at, place := p.at, p.pyPlace
	p.next()
	rule(p)
	fits := !p.failed
	if p.failure == nil && !p.broken() {
		p.failure = p.adjacent()
	}
	if p.failure == nil && !p.broken() {
		p.pyPlace = place
		p.retry(at)
		return fits
	}
	p.fail()
	return false
}

// broken reports whether the parser has come to where CPython gives up at once,
// whatever other rules there are.
func (p *pyParser) broken() bool {
	return p.toks[p.at].kind == pyError || p.failure != nil && p.failure.always
}

// retry goes on at a token as if nothing had failed.
func (p *pyParser) retry(at int) {
	p.seen = max(p.seen, p.at)
	if p.judging > 0 {
		p.judged += max(p.at-at, 0)
	}
	p.failed, p.failure = false, nil
	p.at = at
	p.kind = p.toks[at].kind
}
