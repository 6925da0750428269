package outline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// This file asks CPython for the outlines of texts.

// A pyOracle is CPython with testdata/python/py_outline.py.
type pyOracle struct {
	command []string
	version string
	exact   bool // it is CPython 3.14, whose every word counts
}

// newPyOracle finds CPython: what ORACLE_PYTHON names, else python3.14 in PATH,
// the npm package pyodide below MAPWRIGHT_NPM, or the python3 of the machine,
// which may be older.
func newPyOracle(t testing.TB) pyOracle {
	t.Helper()
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
		if _, err := exec.LookPath(command[0]); err == nil {
			if o := askPython(t, command); o.version != "" {
				return o
			}
		}
	}
	pyMissing(t, "no CPython")
	return pyOracle{}
}

// askPython asks a command for its version.
func askPython(t testing.TB, command []string) pyOracle {
	t.Helper()
	o := pyOracle{command: command}
	out, err := o.cmd("testdata/python/py_version.py").Output()
	if err != nil {
		t.Logf("%s: %v", command, err)
		return o
	}
	o.version = strings.TrimSpace(string(out))
	o.exact = strings.HasPrefix(o.version, "3.14.")
	return o
}

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
	Name string `json:"name"`
	B64  []byte `json:"b64"`
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

// outlines asks for many texts at once, because to start Python takes as long as
// to parse a thousand small ones.
func (o pyOracle) outlines(t testing.TB, texts []pyInput, options ...string) []pyAnswer {
	t.Helper()
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, text := range texts {
		if err := enc.Encode(text); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "texts")
	if err := os.WriteFile(file, in.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	answers := o.answers(t, append(options, "--ndjson", file)...)
	if len(answers) != len(texts) {
		t.Fatalf("%d answers to %d texts", len(answers), len(texts))
	}
	return answers
}

// answers runs py_outline.py.
func (o pyOracle) answers(t testing.TB, args ...string) (answers []pyAnswer) {
	t.Helper()
	cmd := o.cmd("testdata/python/py_outline.py", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, len(out)+1)
	for lines.Scan() {
		var a pyAnswer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatalf("%v in %.200s", err, lines.Text())
		}
		answers = append(answers, a)
	}
	return answers
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
