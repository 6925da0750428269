package outline

// A pyKind is the kind of a token of Python: one of the kinds of the reference's
// chapter on lexical analysis, or a particular keyword, operator or delimiter.
type pyKind uint8

// The kinds of tokens.
const (
	pyStop    pyKind = iota // no token: the parser has failed
	pyError                 // the lexer has failed, see pyLexer.err
	pyEnd                   // ENDMARKER
	pyNewline               // the end of a logical line
	pyIndent
	pyDedent
	pyName
	pyConstantName // what only looks like True, False or None; CPython gives up where it reads one as a name
	pyNumber
	pyString
	pyFStart  // the prefix and opening quotes of an f-string or t-string
	pyFMiddle // literal text in one, or in a format specifier
	pyFEnd    // its closing quotes

	pyLparen
	pyRparen
	pyLsqb
	pyRsqb
	pyLbrace
	pyRbrace
	pyColon
	pyFColon // the colon that begins a format specifier
	pyComma
	pySemi
	pyDot
	pyEllipsis
	pyExclamation
	pyAt
	pyArrow
	pyColonEqual
	pyEqual
	pyAugAssign // += and its like

	pyStar
	pyDoubleStar
	pySlash
	pyPlus
	pyMinus
	pyTilde
	pyBinary      // an operator that is only binary and binds tighter than comparisons
	pyCompare     // an operator of comparison that is not a keyword
	pyNotEqual    // !=
	pyLessGreater // <>
	pyOther       // a character that no rule takes: $ ? `

	pyFalse
	pyNone
	pyTrue
	pyAnd
	pyAs
	pyAssert
	pyAsync
	pyAwait
	pyBreak
	pyClass
	pyContinue
	pyDef
	pyDel
	pyElif
	pyElse
	pyExcept
	pyFinally
	pyFor
	pyFrom
	pyGlobal
	pyIf
	pyImport
	pyIn
	pyIs
	pyLambda
	pyNonlocal
	pyNot
	pyOr
	pyPass
	pyRaise
	pyReturn
	pyTry
	pyWhile
	pyWith
	pyYield

	pyKinds // their number
)

// A pyToken is a token and where it stands. A logical line can have as many of
// them as bytes, so they are kept small; a text that does not fit is refused.
type pyToken struct {
	kind  pyKind
	sub   uint8 // by kind: pySoft..., pyImaginary..., pyBytes...
	level uint8 // open brackets behind it
	start int32 // its bytes are src[start:end]
	end   int32
	line  int32 // of its first byte
}

// What a name is, apart from a name.
const (
	pySoftNone = iota
	pySoftMatch
	pySoftCase
	pySoftType
	pySoftUnderscore
	pySoftPrint // a statement of Python 2, as exec
	pySoftExec
	pyNotASCII
)

// What a number is.
const (
	pyImaginary = 1 << iota
	pyTooLong   // more decimal digits than CPython converts
)

// What a string, or a part of one, is.
const (
	pyBytes = 1 << iota
	pyRaw
	pyTemplate // a t-string
	pyEscapes  // it has a backslash
	pyLines    // it has a newline
)

var pyKeywords = map[string]pyKind{
	"False": pyFalse, "None": pyNone, "True": pyTrue, "and": pyAnd, "as": pyAs, "assert": pyAssert, "async": pyAsync,
	"await": pyAwait, "break": pyBreak, "class": pyClass, "continue": pyContinue, "def": pyDef, "del": pyDel,
	"elif": pyElif, "else": pyElse, "except": pyExcept, "finally": pyFinally, "for": pyFor, "from": pyFrom,
	"global": pyGlobal, "if": pyIf, "import": pyImport, "in": pyIn, "is": pyIs, "lambda": pyLambda,
	"nonlocal": pyNonlocal, "not": pyNot, "or": pyOr, "pass": pyPass, "raise": pyRaise, "return": pyReturn,
	"try": pyTry, "while": pyWhile, "with": pyWith, "yield": pyYield,
}

var pySoftKeywords = map[string]uint8{
	"match": pySoftMatch, "case": pySoftCase, "type": pySoftType, "_": pySoftUnderscore,
	"print": pySoftPrint, "exec": pySoftExec,
}

// A pyWord is a keyword or soft keyword in the table by hash.
type pyWord struct {
	text string
	kind pyKind
	soft uint8
}

// pyWords finds a word by pyWordHash, which gives each its own place.
var pyWords = func() (table [256]pyWord) {
	put := func(w pyWord) {
		h := pyWordHash(w.text[0], w.text[len(w.text)-1], len(w.text))
		if table[h].text != "" {
			panic("outline: " + w.text + " and " + table[h].text + " have the same hash")
		}
		table[h] = w
	}
	for text, kind := range pyKeywords {
		put(pyWord{text: text, kind: kind})
	}
	for text, soft := range pySoftKeywords {
		put(pyWord{text: text, kind: pyName, soft: soft})
	}
	return table
}()

func pyWordHash(first, last byte, n int) uint8 {
	return first + 4*last + 19*uint8(n)
}
