package pathpolicy

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// maxFileErrors is how many mistakes are looked for in one file.
const maxFileErrors = 100

// FileError is a mistake in a policy file.
type FileError struct {
	File     string // the name that ParseFile was given
	Line     int    // from 1; lines end with "\n"
	Column   int    // from 1, in characters (code points)
	Problem  string // what is wrong there
	Expected string // what should be there instead
}

// Error returns one line: "FILE:LINE:COLUMN: PROBLEM, expected EXPECTED".
func (e *FileError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s, expected %s", e.File, e.Line, e.Column, e.Problem, e.Expected)
}

// FileErrors are the mistakes in a policy file in the order of their places, at least
// one and at most 100: behind those it is not searched further.
type FileErrors []*FileError

// Error returns the mistakes, each on a line of its own.
func (es FileErrors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the mistakes one by one, for errors.As.
func (es FileErrors) Unwrap() []error {
	errs := make([]error, len(es))
	for i, e := range es {
		errs[i] = e
	}
	return errs
}

func (es FileErrors) sort() {
	slices.SortStableFunc(es, func(a, b *FileError) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

func (f *file) add(at lexer.Position, problem, expected string) {
	if !f.full() {
		f.errs = append(f.errs, &FileError{f.name, at.Line, at.Column, problem, expected})
	}
}

func (f *file) full() bool { return len(f.errs) >= maxFileErrors }

// checkBytes reports a file that is too large or no text.
func (f *file) checkBytes(src []byte) {
	if len(src) > MaxFileBytes {
		f.add(position(src[:MaxFileBytes]), fmt.Sprintf("the file has %d bytes", len(src)), fmt.Sprintf("at most %d", MaxFileBytes))
		return
	}
	for at := 0; at < len(src); {
		r, size := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && size == 1 {
			f.add(position(src[:at]), fmt.Sprintf("found the byte 0x%02x", src[at]), "a text in UTF-8")
			return
		}
		at += size
	}
}

// position is that of what follows before.
func position(before []byte) lexer.Position {
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return lexer.Position{
		Offset: len(before),
		Line:   1 + bytes.Count(before, []byte("\n")),
		Column: 1 + utf8.RuneCount(line),
	}
}

const expectedBlock = `repo "NAME" { ... }`

// expectations says in words what the parser misses, by the beginning of its own.
var expectations = []struct{ prefix, words string }{
	{"Text", "the name in quotes"},
	{"Value", `a string in quotes or a list like ["a", "b"]`},
	{"Item", `a string in quotes or "]"`},
	{`"]"`, `a string in quotes or "]"`},
	{`"}"`, `a setting or "}"`},
	{`"{"`, `"{"`},
	{`"="`, `"="`},
}

// syntax reports an error of the parser and returns where it is.
func (f *file) syntax(err error) failure {
	e, ok := errors.AsType[*participle.UnexpectedTokenError](err)
	if !ok { // not with this grammar
		f.add(lexer.Position{Line: 1, Column: 1}, err.Error(), expectedBlock)
		return failure{}
	}
	missing := expectation(e.Message())
	f.add(e.Position(), found(e.Unexpected), missing)
	return failure{e.Position(), strings.HasSuffix(missing, `"]"`)}
}

// expectation says in words what the parser missed. It says nothing itself of what
// begins a block.
func expectation(message string) string {
	_, grammar, _ := strings.Cut(message, " (expected ")
	for _, e := range expectations {
		if strings.HasPrefix(grammar, e.prefix) {
			return e.words
		}
	}
	return expectedBlock
}

// found says which token there is.
func found(t lexer.Token) string {
	switch {
	case t.EOF():
		return "found the end of the file"
	case t.Type == symbol("Unclosed"):
		return "found a string without a second quote"
	case t.Value[0] == '"':
		return "found the string " + quote(strings.Trim(t.Value, `"`))
	}
	return "found " + quote(t.Value)
}

// quote keeps a message on one line of the terminal.
func quote(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "..."
	}
	return strconv.Quote(s)
}
