package outline

import (
	"bytes"
	"math"
)

// Python returns the functions and classes of a Python module, wherever they are
// defined: in a class or function, which the names say ("Class.method"), or in
// the branches of if, try, with, for, while and match, which they do not. A
// function directly in a class is a [Method]. Two definitions of a name are two
// symbols.
//
// A symbol starts on the line of its first decorator's "@", else of "def",
// "class" or "async", and ends with the last token of its body, as end_lineno
// says in CPython's ast. Comments behind it are outside. Names are in the form
// NFKC, as in CPython.
//
// # What is accepted
//
// The rules are those of CPython 3.14: a text has an outline if ast.parse accepts
// its bytes. So what only the compiler refuses, such as a return outside a
// function, does not matter. A text that is refused, because of its syntax, its
// encoding or because it is Python 2, gives a [ParseError] with CPython's
// exception and line; the line is 1 or more, also where CPython knows none.
//
// Different from CPython are: a name in \N{...} may be any that could be one; a
// declared encoding must be UTF-8, ASCII or one of a byte per character;
// the depth of lambdas inside defaults of lambdas is limited, and other chains,
// as of signs, are not. A carriage return without a newline is refused as
// [InconsistentLineEndings], with [MaxSymbols] symbols the next is one too many,
// and a text of 512 MiB is too long.
//
// # Cost
//
// Time is linear in len(src) whatever the bytes; memory is that of the symbols
// and of 16 bytes for each token of the longest logical line.
func Python(src []byte) ([]Symbol, error) {
	if err := checkLineEnds(src); err != nil {
		return nil, err
	}
	if len(src) >= pyMaxBytes {
		return nil, &NoOutline{Reason: ParseError, ErrorType: pyMemoryError, Line: 1}
	}
	if before, _, ok := bytes.Cut(src, []byte{0}); ok {
		line := 1 + bytes.Count(before, pyNewlines)
		return nil, &NoOutline{Reason: ParseError, ErrorType: pySyntaxError, Line: line}
	}
	p := pyParser{pyLexer: pyLexer{line: 1}}
	if line := p.decode(src); line > 0 {
		return nil, &NoOutline{Reason: ParseError, ErrorType: pySyntaxError, Line: line}
	}
	p.file()
	switch {
	case p.tooMany != nil:
		return nil, p.tooMany
	case p.failed:
		return nil, p.refusal()
	case p.badFuture > 0:
		return nil, &NoOutline{Reason: ParseError, ErrorType: pySyntaxError, Line: int(p.badFuture)}
	}
	return p.symbols.sorted(), nil
}

// pyMaxBytes keeps places in the text, also after decoding, in 31 bits.
const pyMaxBytes = (math.MaxInt32 + 1) / 4
