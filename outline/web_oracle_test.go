package outline

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file asks the programs in testdata/web for the symbols of files.

// webMissing skips a test that lacks something it does not bring along. CI sets
// ORACLES=require, so that it cannot pass by skipping.
func webMissing(t testing.TB, why any) {
	t.Helper()
	if os.Getenv("ORACLES") == "require" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// webModules returns the folder of the npm packages.
func webModules(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("MAPWRIGHT_NPM")
	if dir == "" {
		webMissing(t, "MAPWRIGHT_NPM is not set")
	}
	return filepath.Join(dir, "node_modules")
}

// A webOracle is a program that prints a line of JSON for each file that a line
// of its input names.
type webOracle struct {
	args []string
	env  []string
}

// webNodeOracle is a program for Node that needs npm packages.
func webNodeOracle(t testing.TB, script string, packages ...string) webOracle {
	t.Helper()
	modules := webModules(t)
	node := filepath.Join(modules, ".bin", "node")
	for _, path := range append([]string{filepath.Join(".bin", "node")}, packages...) {
		if _, err := os.Stat(filepath.Join(modules, path)); err != nil {
			webMissing(t, err)
		}
	}
	path, err := filepath.Abs(modules)
	if err != nil {
		t.Fatal(err)
	}
	return webOracle{
		// Syntax trees are visited by recursion.
		args: []string{node, "--stack-size=3900", filepath.Join("testdata", "web", script)},
		env:  []string{"NODE_PATH=" + path},
	}
}

func webCSSOracle(t testing.TB) webOracle { return webNodeOracle(t, "css_oracle.js", "postcss") }
func webJSOracle(t testing.TB) webOracle  { return webNodeOracle(t, "js_oracle.js", "acorn") }

// A webAnswer is what an oracle says about one file.
type webAnswer struct {
	Symbols   []webSymbol
	Error     string          // it can not read the file
	Ambiguous [][3]any        // elements that different renderings end differently: name, start, ends
	AST       json.RawMessage // true if Jinja's parser agrees with its lexer
}

// A webSymbol is a symbol without its kind, which oracles do not say.
type webSymbol struct {
	Name       string
	Start, End int
}

func (s *webSymbol) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&s.Name, &s.Start, &s.End})
}

func (s webSymbol) String() string { return fmt.Sprintf("%d-%d %s", s.Start, s.End, webShort(s.Name)) }

func webShort(s string) string {
	if len(s) > 200 {
		return s[:200] + "..."
	}
	return s
}

func webCompareSymbols(a, b webSymbol) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), strings.Compare(a.Name, b.Name), cmp.Compare(a.End, b.End))
}

// ask returns the answers about files, in their order. All files share one
// process.
func (o webOracle) ask(t testing.TB, paths []string) []webAnswer {
	t.Helper()
	cmd := exec.Command(o.args[0], o.args[1:]...)
	cmd.Env = append(os.Environ(), o.env...)
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\n") + "\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := make([]webAnswer, 0, len(paths))
	decoder := json.NewDecoder(bufio.NewReaderSize(out, 1<<20))
	for range paths {
		var a webAnswer
		if err := decoder.Decode(&a); err != nil {
			t.Fatalf("%q after %d of %d files: %v\n%s", o.args, len(answers), len(paths), err, stderr.Bytes())
		}
		slices.SortFunc(a.Symbols, webCompareSymbols)
		answers = append(answers, a)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%q: %v\n%s", o.args, err, stderr.Bytes())
	}
	return answers
}

// askTexts is ask for texts that are in no file.
func (o webOracle) askTexts(t testing.TB, texts []string) []webAnswer {
	t.Helper()
	dir := t.TempDir()
	paths := make([]string, len(texts))
	for i, text := range texts {
		paths[i] = filepath.Join(dir, fmt.Sprintf("%06d", i))
		if err := os.WriteFile(paths[i], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return o.ask(t, paths)
}

// webScan returns the symbols that a scanner finds, in the order of the
// oracle's, after checking what every scanner promises.
func webScan(t testing.TB, scan Scanner, src []byte) []webSymbol {
	t.Helper()
	before := bytes.Clone(src)
	symbols, err := scan(src)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(src, before) {
		t.Fatal("the input has changed")
	}
	webCheck(t, src, symbols)
	return webSymbols(symbols)
}

func webSymbols(symbols []Symbol) []webSymbol {
	all := make([]webSymbol, len(symbols))
	for i, s := range symbols {
		all[i] = webSymbol{s.Name, s.Start, s.End}
	}
	slices.SortFunc(all, webCompareSymbols)
	return all
}

// webCheck asserts what is true of the symbols of any text.
func webCheck(t testing.TB, src []byte, symbols []Symbol) {
	t.Helper()
	lines := bytes.Count(src, []byte("\n")) + 1
	for i, s := range symbols {
		if s.Start < 1 || s.End < s.Start || s.End > lines || s.Kind == "" {
			t.Fatalf("symbol %d of a text of %d lines: %+v", i, lines, s)
		}
		if i == 0 {
			continue
		}
		if p := symbols[i-1]; cmp.Or(cmp.Compare(p.Start, s.Start), strings.Compare(p.Name, s.Name)) > 0 {
			t.Fatalf("symbol %d %+v stands behind %+v", i, s, p)
		}
	}
}

// A webDiff is what two lists of symbols do not share.
func webDiff(got, want []webSymbol) string {
	var b strings.Builder
	n := 0
	line := func(sign string, s webSymbol) {
		if n++; n <= 12 {
			fmt.Fprintf(&b, "\n%s %v", sign, s)
		}
	}
	for len(got) > 0 || len(want) > 0 {
		switch {
		case len(want) == 0 || len(got) > 0 && webCompareSymbols(got[0], want[0]) < 0:
			line("+", got[0])
			got = got[1:]
		case len(got) == 0 || webCompareSymbols(got[0], want[0]) > 0:
			line("-", want[0])
			want = want[1:]
		default:
			got, want = got[1:], want[1:]
		}
	}
	if n > 12 {
		fmt.Fprintf(&b, "\n... %d in all", n)
	}
	return b.String()
}
