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
// exception and line. Where CPython knows none, the line is that of the first NUL, or
// of a name that is True, False or None in the form NFKC only, else 1.
//
// Different from CPython are:
//   - A name in \N{...} may be any that could be one.
//   - A declared encoding must be UTF-8, ASCII, Latin-1 or another that extends ASCII
//     and that golang.org/x/text reads as CPython does: ISO 8859-2 to 16 without 11,
//     koi8-r, mac-roman, mac-cyrillic, and the code pages 437, 850, 852, 855, 858,
//     860, 862, 863, 865, 866, 874, 949, 1250 to 1254 and 1256 to 1258, under each
//     of CPython's names for them.
//   - Lambdas inside defaults of lambdas are refused 1000 deep, and chains that CPython
//     has no memory for, as of thousands of signs, are accepted.
//   - A carriage return without a newline is refused as [InconsistentLineEndings],
//     with [MaxSymbols] symbols the next is one too many, and a text of 512 MiB is
//     too long.
//   - The line of an error is another one in 2 of 100,000 texts that are broken at
//     random, and in 14 of 10,000 statements that are broken on purpose.
//
// # Cost
//
// Time is linear in len(src) whatever the bytes; memory is that of the symbols, of
// the text if it has to be decoded, and of 48 bytes at most for each token of the
// longest logical line.
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
