package rstsection

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
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

// A session is a running process of an oracle. It is for one goroutine.
type session struct {
	in  *json.Encoder
	out *json.Decoder
}

// start runs the program until the test ends.
func (o oracle) start(t testing.TB) *session {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), o.python, "-c", o.program)
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait() // the test's context may have killed it
	})
	return &session{json.NewEncoder(in), json.NewDecoder(out)}
}

// ask returns what the program finds in a document, which must be UTF-8.
//
// The oracle joins the lines before docutils splits them, and so loses a last line that
// is empty. Only the words for an overline near the end depend on it: with that line,
// docutils misses an underline, and without it, the end of the title.
func (s *session) ask(doc []byte) (found, error) {
	var f found
	if err := s.in.Encode(string(doc)); err != nil {
		return f, err
	}
	err := s.out.Decode(&f)
	if rest, ended := cutLineEnd(doc); ended {
		if _, empty := cutLineEnd(rest); empty {
			for i := range f.Errors {
				if strings.HasPrefix(f.Errors[i].Message, IncompleteTitle) {
					f.Errors[i].Message = MissingUnderline
				}
			}
		}
	}
	return f, err
}

// cutLineEnd returns doc without the end of its last line.
func cutLineEnd(doc []byte) (rest []byte, found bool) {
	for _, end := range append([]string{"\r\n", "\n"}, lineEnds...) {
		if rest, found = bytes.CutSuffix(doc, []byte(end)); found {
			return rest, true
		}
	}
	return doc, false
}
