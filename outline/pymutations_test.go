package outline

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// pyMutationsSum is the hash of the 20,000 texts that the table is about.
const pyMutationsSum = "10fcc443fe44173653f9811546bd8054843c6427b082fa92b10d7b4d23cce669"

// A pyMutation is a line of py_mutate.py.
type pyMutation struct {
	Text string `json:"text"`
}

// pyMutations breaks statements of the library of a Python at random, by the
// interpreter that has it.
func pyMutations(t testing.TB, python string, seed uint64, count int) (texts []string) {
	t.Helper()
	interpreter := filepath.Join(python, "bin", "python3")
	if _, err := os.Stat(interpreter); err != nil {
		pyMissing(t, err)
	}
	list := filepath.Join(t.TempDir(), "list")
	paths := pyLibrary(t, filepath.Join(python, "lib"))
	if err := os.WriteFile(list, []byte(strings.Join(paths, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(interpreter, "testdata/python/py_mutate.py", strconv.FormatUint(seed, 10), strconv.Itoa(count), list)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m pyMutation
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, m.Text)
	}
	if err := cmd.Wait(); err != nil || len(texts) != count {
		t.Fatalf("%d texts, %v", len(texts), err)
	}
	return texts
}

// pyLibrary lists the .py files below a folder in the order of Python's os.walk
// with folders and files sorted: the files of a folder before its folders.
func pyLibrary(t testing.TB, folder string) (paths []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var folders []fs.DirEntry
	for _, e := range entries {
		switch {
		case e.IsDir():
			if e.Name() != "site-packages" {
				folders = append(folders, e)
			}
		case strings.HasSuffix(e.Name(), ".py"):
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	for _, e := range folders {
		paths = append(paths, pyLibrary(t, filepath.Join(folder, e.Name()))...)
	}
	return paths
}

// TestPythonMutations compares 20,000 broken texts with what CPython 3.14.10 said.
func TestPythonMutations(t *testing.T) {
	count := 20_000
	if testing.Short() {
		count = 1_000
	}
	wants := fixtureLines(t, "py314_mutations_1.txt.gz")
	texts := pyMutations(t, filepath.Join(pythonsFolder(t), "3.11.7"), 1, count)
	if sum := sha256.Sum256([]byte(strings.Join(texts, "\x00"))); count == len(wants) && hex.EncodeToString(sum[:]) != pyMutationsSum {
		t.Fatal("the texts are not those of the table")
	}
	var n pyTally
	for i, text := range texts {
		want := pyAnswer{NoOutline: string(ParseError)}
		if wants[i] == "ok" {
			want = pyAnswer{}
		} else {
			errorType, line, _ := strings.Cut(wants[i], " ")
			want.ErrorType = errorType
			want.Line, _ = strconv.Atoi(line)
		}
		n.compareText(t, text, pyResult([]byte(text)), want)
	}
	n.judge(t)
}

var (
	pyTexts = flag.Int("python", 1_000, "how many broken texts of Python to make up and compare")
	pySeed  = flag.Uint64("pythonseed", 2, "their seed")
)

// TestPythonFresh compares other broken texts with the live CPython. If that is
// older than 3.14, only verdicts and symbols are compared, and a difference must come
// from something that is new in the language.
func TestPythonFresh(t *testing.T) {
	o := newPyOracle(t)
	count := *pyTexts
	if testing.Short() {
		count = min(count, 200)
	}
	texts := pyMutations(t, filepath.Join(pythonsFolder(t), "3.11.7"), *pySeed, count)
	var n pyTally
	rules := map[string]int{}
	for _, text := range texts {
		n.compareLocal(t, o, []byte(text), o.ask(t, pyInput{B64: []byte(text)}), rules)
	}
	t.Logf("CPython %s, seed %d; not compared: %v", o.version, *pySeed, rules)
	n.judge(t)
}

// pyNewer has what changed between CPython 3.11 and 3.14. A text with one of them
// may be accepted now and was not, or the other way.
var pyNewer = []struct {
	rule     string
	pattern  *regexp.Regexp
	accepted bool // by 3.14
}{
	{"type statement (3.12)", regexp.MustCompile(`\btype\s+\w+`), true},
	{"type parameters (3.12)", regexp.MustCompile(`\b(def|class)\s+\w+\s*\[`), true},
	{"f-strings by the grammar (3.12)", regexp.MustCompile(`(?i)\b(f|fr|rf)['"]`), true},
	{"t-strings (3.14)", regexp.MustCompile(`(?i)\b(t|tr|rt)['"]`), true},
	{"except without parentheses (3.14)", regexp.MustCompile(`\bexcept\b.*,`), true},
	{"from __future__ import barry_as_FLUFL (3.14)", regexp.MustCompile(`<>`), true},
	{"a backslash before the last line end, CRLF (3.14)", regexp.MustCompile(`\\\r\n$`), false},
	{"names of the future are checked (3.14)", regexp.MustCompile(`__future__`), false},
	{"f-strings by the grammar (3.12)", regexp.MustCompile(`(?i)\b(f|fr|rf)['"]`), false},
}

// newerPython returns the rule by which the verdicts of CPython 3.14, here got,
// and of an older one on a text differ, "" if they agree or none is known.
func newerPython(text string, got, older pyAnswer) string {
	accepted := got.NoOutline == ""
	if accepted == (older.NoOutline == "") {
		return ""
	}
	for _, n := range pyNewer {
		if n.accepted == accepted && n.pattern.MatchString(text) {
			return n.rule
		}
	}
	return ""
}

// compareText counts how the answers about a text differ, and shows the text.
// Symbols are compared if want has any.
func (n *pyTally) compareText(t *testing.T, text string, got, want pyAnswer) {
	t.Helper()
	if got.NoOutline == string(InconsistentLineEndings) {
		n.loneCR++
		return
	}
	kind := &n.accepted
	switch {
	case want.NoOutline == "" && got.NoOutline == "":
		if want.Symbols != nil && !pySameSymbols([]byte(text), got.Symbols, want.Symbols) {
			n.symbols++
			t.Logf("symbols %v, want %v, in\n%.2000s", got.Symbols, want.Symbols, text)
		}
	case want.NoOutline == "" || got.NoOutline == "":
		n.verdict++
		t.Logf("%+v, want %+v, in\n%.2000s", got, want, text)
	case got.ErrorType != want.ErrorType:
		n.errType++
		t.Logf("%s, want %s (%s), in\n%.2000s", got.ErrorType, want.ErrorType, want.Msg, text)
	case want.Line > 0 && got.Line != want.Line: // for some errors, CPython has none
		n.line++
		t.Logf("line %d, want %d (%s), in\n%.2000s", got.Line, want.Line, want.Msg, text)
	}
	if want.NoOutline != "" {
		kind = &n.refused
	}
	*kind++
}

// judge fails if anything is different: a symbol, a verdict or an exception, or
// the line of more than one error in 5,000.
func (n *pyTally) judge(t *testing.T) {
	t.Helper()
	t.Logf("%+v", *n)
	if n.symbols > 0 || n.verdict > 0 || n.errType > 0 || n.line*5000 > n.refused {
		t.Errorf("too much is different: %+v", *n)
	}
}
