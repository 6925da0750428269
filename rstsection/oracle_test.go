package rstsection

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

// This file asks docutils for the sections, targets and includes of documents.

// A found list is what an oracle, or this package, finds in a document. Its
// JSON form is the oracle's.
type found struct {
	Sections []foundSection `json:"sections"`
	Targets  []foundLine    `json:"targets"`
	Includes []foundLine    `json:"includes"`
	Errors   []foundError   `json:"errors"`
	Nested   struct {
		Targets []foundLine `json:"targets"`
	} `json:"nested"`
	Docutils string `json:"docutils"` // its version
	Crash    string `json:"crash"`    // the program's own, not a finding
}

type foundSection struct {
	Level      int
	Title      string
	Start, End int
}

// UnmarshalJSON reads [level, title, start, end].
func (f *foundSection) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&f.Level, &f.Title, &f.Start, &f.End})
}

// A foundLine is a target or an include.
type foundLine struct {
	Name string
	Line int
}

// UnmarshalJSON reads [name, line].
func (f *foundLine) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&f.Name, &f.Line})
}

// A foundError is something that docutils reports.
type foundError struct {
	Message string
	Line    int
}

// UnmarshalJSON reads [severity, message, line].
func (f *foundError) UnmarshalJSON(data []byte) error {
	var severity int
	var line *int
	err := json.Unmarshal(data, &[]any{&severity, &f.Message, &line})
	if line != nil {
		f.Line = *line
	}
	return err
}

// An oracle is a program that says what is in documents. One process answers any
// number of them: a JSON string in, a JSON object out, each on a line.
type oracle struct {
	python, program string
}

// rules returns the rules of docutils 0.22 and later as a program of their own,
// which needs no docutils. It knows neither errors nor what is nested.
func (o oracle) rules() oracle { return oracle{o.python, rulesProgram} }

const docutilsProgram = `
import json, sys
sys.path.insert(0, "testdata")
sys.setrecursionlimit(5000)
import rst_oracle
for line in sys.stdin:
    try:
        out = rst_oracle.parse(json.loads(line), "document")
    except Exception as e:
        out = {"crash": repr(e)}
    print(json.dumps(out), flush=True)
`

const rulesProgram = `
import json, sys
sys.path.insert(0, "testdata")
import rst_rules
for line in sys.stdin:
    sections, targets, includes = rst_rules.scan(json.loads(line))
    print(json.dumps({"sections": sections, "targets": targets, "includes": includes}), flush=True)
`

// newDocutils returns the judge, docutils' own parser. RST_PYTHON names another interpreter than Debian's, and PYTHONPATH says in Python's own way where another docutils is.
func newDocutils(t testing.TB) oracle {
	t.Helper()
	python := os.Getenv("RST_PYTHON")
	if python == "" {
		python = "/usr/bin/python3"
	}
	if out, err := exec.Command(python, "-c", "import docutils").CombinedOutput(); err != nil {
		missing(t, fmt.Sprintf("%s: %v %s", python, err, out))
	}
	return oracle{python, docutilsProgram}
}

// missing skips a test that lacks something it does not bring along. CI sets
// ORACLES=require, so that it cannot pass by skipping.
func missing(t testing.TB, why any) {
	t.Helper()
	if os.Getenv("ORACLES") == "require" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// ask returns what the program finds in each document, which must be UTF-8.
func (o oracle) ask(docs [][]byte) ([]found, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, o.python, "-c", o.program)
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8")
	var in, errs bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, doc := range docs {
		if err := enc.Encode(string(doc)); err != nil {
			return nil, err
		}
	}
	cmd.Stdin, cmd.Stderr = &in, &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", o.python, err, errs.Bytes())
	}
	all := make([]found, 0, len(docs))
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		var f found
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			return nil, fmt.Errorf("%.200s: %w", lines.Bytes(), err)
		}
		all = append(all, f)
	}
	if len(all) != len(docs) {
		return nil, fmt.Errorf("%d answers for %d documents", len(all), len(docs))
	}
	return all, lines.Err()
}
