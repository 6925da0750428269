package outline

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// A pyCase is a text of testdata/python/py_cases.json.
type pyCase struct {
	Name   string   `json:"name"`
	Text   string   `json:"text"`
	B64    []byte   `json:"b64"`
	Note   string   `json:"note"`
	Expect pyAnswer `json:"expect"` // of CPython 3.14
}

func (c pyCase) src() []byte {
	if c.B64 != nil {
		return c.B64
	}
	return []byte(c.Text)
}

func pyCases(t testing.TB) []pyCase {
	t.Helper()
	data, err := os.ReadFile("testdata/python/py_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []pyCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	return file.Cases
}

// pyDifferences are the cases in which Python says something else than CPython.
var pyDifferences = map[string]struct {
	want   pyAnswer
	reason string
}{
	"bad_escape_N":   {pyAnswer{Symbols: []pySymbol{}}, "the names of characters are not known here"},
	"lone_cr":        {pyAnswer{NoOutline: string(InconsistentLineEndings), Line: 1}, "lines would be counted in two ways"},
	"mixed_cr":       {pyAnswer{NoOutline: string(InconsistentLineEndings), Line: 1}, "lines would be counted in two ways"},
	"cr_in_string":   {pyAnswer{NoOutline: string(InconsistentLineEndings), Line: 1}, "lines would be counted in two ways"},
	"cookie_unknown": {pyAnswer{NoOutline: string(ParseError), ErrorType: pySyntaxError, Line: 1}, "CPython has no line"},
	"utf16_bom":      {pyAnswer{NoOutline: string(ParseError), ErrorType: pySyntaxError, Line: 1}, "CPython has no line"},
	"nul":            {pyAnswer{NoOutline: string(ParseError), ErrorType: pySyntaxError, Line: 2}, "CPython has no line"},
}

func TestPythonCases(t *testing.T) {
	for _, c := range pyCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			want, reason := c.Expect, c.Note
			if d, ok := pyDifferences[c.Name]; ok {
				want, reason = d.want, d.reason
			}
			got := pyResult(c.src())
			if !samePyAnswer(got, want) {
				t.Errorf("%s\n%s\ngot  %+v\nwant %+v", reason, c.src(), got, want)
			}
		})
	}
	names := map[string]bool{}
	for _, c := range pyCases(t) {
		names[c.Name] = true
	}
	for name := range pyDifferences {
		if !names[name] {
			t.Errorf("a difference in %s, which is no case", name)
		}
	}
}

// samePyAnswer compares symbols and ranges, or the exception and its line.
func samePyAnswer(a, b pyAnswer) bool {
	return a.NoOutline == b.NoOutline && a.ErrorType == b.ErrorType && a.Line == b.Line && slices.Equal(a.Symbols, b.Symbols)
}

// pyAtLines are the cases whose first decorator's expression, which is what
// CPython's ast has a line of, begins behind the line of the @.
var pyAtLines = []string{"decorator_backslash"}

// TestPythonCasesOracle asks a live CPython 3.14 for what the cases say.
func TestPythonCasesOracle(t *testing.T) {
	o := exactPyOracle(t)
	cases := pyCases(t)
	for _, c := range cases {
		got := o.ask(t, pyInput{B64: c.src()})
		if !samePyAnswer(got, c.Expect) && !slices.Contains(pyAtLines, c.Name) {
			t.Errorf("%s: CPython %s says %+v, the case %+v", c.Name, o.version, got, c.Expect)
		}
	}
	t.Logf("%d cases, CPython %s", len(cases), o.version)
}
