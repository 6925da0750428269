package outline

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// This file asks CPython for the outlines of texts.

// A pyOracle is CPython with testdata/python/py_outline.py.
type pyOracle struct {
	command []string
	version string
	exact   bool // it is CPython 3.14, whose every word counts
}

// newPyOracle returns CPython: what ORACLE_PYTHON names, else python3.14 in PATH,
// the npm package pyodide below MAPWRIGHT_NPM, or the python3 of the machine,
// which may be older.
func newPyOracle(t testing.TB) pyOracle {
	t.Helper()
	o := findPyOracle()
	if o.version == "" {
		pyMissing(t, "no CPython")
	}
	return o
}

// exactPyOracle returns a CPython 3.14, without which the test is skipped.
func exactPyOracle(t testing.TB) pyOracle {
	t.Helper()
	o := newPyOracle(t)
	if !o.exact {
		pyMissing(t, "CPython is "+o.version)
	}
	return o
}

// findPyOracle asks the candidates for their version, once for all tests. The zero
// value is none.
var findPyOracle = sync.OnceValue(func() pyOracle {
	candidates := [][]string{{"python3.14"}}
	if python := os.Getenv("ORACLE_PYTHON"); python != "" {
		candidates = [][]string{{python}}
	} else if npm := os.Getenv("MAPWRIGHT_NPM"); npm != "" {
		candidates = append(candidates, []string{
			filepath.Join(npm, "node_modules", ".bin", "node"),
			"--stack-size=4000", // KB, for texts that nest deep
			"testdata/python/pyodide.mjs",
			filepath.Join(npm, "node_modules", "pyodide"),
		})
	}
	for _, command := range append(candidates, []string{"python3"}) {
		o := pyOracle{command: command}
		if out, err := o.cmd("testdata/python/py_version.py").Output(); err == nil {
			o.version = strings.TrimSpace(string(out))
			o.exact = strings.HasPrefix(o.version, "3.14.")
			return o
		}
	}
	return pyOracle{}
})

// cmd runs a Python script.
func (o pyOracle) cmd(script string, args ...string) *exec.Cmd {
	args = append(append(o.command[1:len(o.command):len(o.command)], script), args...)
	return exec.Command(o.command[0], args...)
}

// pyMissing skips a test that lacks something it does not bring along. CI sets
// ORACLES=require, so that it cannot pass by skipping.
func pyMissing(t testing.TB, why any) {
	t.Helper()
	if os.Getenv("ORACLES") == "require" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// A pyInput is a text to ask for.
type pyInput struct {
	Name  string `json:"name"`
	B64   []byte `json:"b64"`
	Check bool   `json:"check"` // ask its tokens, too
}

// A pyAnswer is what py_outline.py prints for a text.
type pyAnswer struct {
	Path      string     `json:"path"`
	Symbols   []pySymbol `json:"symbols"`
	NoOutline string     `json:"no_outline"`
	ErrorType string     `json:"error_type"`
	Line      int        `json:"line"` // 0 where CPython has none
	Msg       string     `json:"msg"`
	LoneCR    bool       `json:"lone_cr"`
	Check     string     `json:"check"`
}

// A pySymbol is [name, first line, last line].
type pySymbol struct {
	name       string
	start, end int
}

func (s *pySymbol) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&s.name, &s.start, &s.end})
}

func (s pySymbol) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{s.name, s.start, s.end})
}

// A livePython is a CPython that answers one text after the other.
type livePython struct {
	in  *json.Encoder
	out *json.Decoder
}

// startPython starts testdata/python/py_live.py, once for all tests: to start takes
// CPython as long as to parse thousands of small texts. It ends with the tests, when
// its input does.
var startPython = sync.OnceValues(func() (*livePython, error) {
	cmd := findPyOracle().cmd("testdata/python/py_live.py")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &livePython{in: json.NewEncoder(in), out: json.NewDecoder(out)}, cmd.Start()
})

// ask returns CPython's answer about a text.
func (o pyOracle) ask(t testing.TB, text pyInput) (answer pyAnswer) {
	t.Helper()
	live, err := startPython()
	if err != nil {
		t.Fatal(err)
	}
	if err := live.in.Encode(text); err != nil {
		t.Fatal(err)
	}
	if err := live.out.Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// pyUnlike returns the reason for which another verdict or another start than that
// of CPython 3.14 is right: one of the differences that the documentation of
// Python names. It is "" if there is none.
func pyUnlike(src []byte, want pyAnswer) string {
	if want.ErrorType == pyMemoryError || want.ErrorType == "RecursionError" {
		return "CPython has no memory for chains"
	}
	if bytes.Contains(src, []byte(`\N`)) && strings.Contains(want.Msg, "unknown Unicode character name") {
		return "names of characters are not known"
	}
	if want.NoOutline != "" {
		return ""
	}
	declared := pyDeclaredEncoding(bytes.TrimPrefix(src, pyBOM))
	if declared != "" && pyUsualEncoding(declared) == "" && pyFindCodec(pyEncodingName(declared)) == nil {
		return "an encoding that is not known"
	}
	return ""
}

// pySameSymbols compares symbols with CPython's. Its ast knows no line of an @, but
// that of the expression behind it, which may begin on a later line.
func pySameSymbols(src []byte, got, want []pySymbol) bool {
	var lines [][]byte
	return slices.EqualFunc(got, want, func(g, w pySymbol) bool {
		if g.start < w.start {
			if lines == nil {
				lines = bytes.Split(src, []byte("\n"))
			}
			if bytes.HasPrefix(bytes.TrimLeft(lines[g.start-1], " \t\f\ufeff"), []byte("@")) {
				w.start = g.start
			}
		}
		return g == w
	})
}

// pyResult is what Python says, in the form of the oracle.
func pyResult(src []byte) pyAnswer {
	symbols, err := Python(src)
	if err == nil {
		a := pyAnswer{Symbols: []pySymbol{}}
		for _, s := range symbols {
			a.Symbols = append(a.Symbols, pySymbol{s.Name, s.Start, s.End})
		}
		return a
	}
	n := err.(*NoOutline)
	return pyAnswer{NoOutline: string(n.Reason), ErrorType: n.ErrorType, Line: n.Line}
}
