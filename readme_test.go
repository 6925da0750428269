package mapwright_test

import (
	"os"
	"strings"
	"testing"
)

// TestREADMESnippets finds each block of Go in the README in example_test.go,
// where it is compiled and run. Only the indentation of the whole block may
// differ.
func TestREADMESnippets(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	snippets := goBlocks(string(readme))
	if len(snippets) == 0 {
		t.Fatal("the README has no block of Go")
	}
	for _, snippet := range snippets {
		if !strings.Contains(string(examples), indent(snippet)) {
			t.Errorf("no example has this snippet of the README:\n%s", snippet)
		}
	}
}

// The policy file in the README is the one that the tests of pathpolicy read.
func TestREADMEPolicy(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	policy, err := os.ReadFile("pathpolicy/testdata/example.policy")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "\n```\n"+string(policy)+"```\n") {
		t.Error("the README does not show pathpolicy/testdata/example.policy")
	}
}

// goBlocks returns the blocks of a Markdown text that are fenced as Go.
func goBlocks(text string) []string {
	var blocks []string
	for {
		_, after, found := strings.Cut(text, "\n```go\n")
		if !found {
			return blocks
		}
		block, rest, _ := strings.Cut(after, "```\n")
		blocks = append(blocks, block)
		text = "\n" + rest
	}
}

// indent moves a snippet into a function.
func indent(snippet string) string {
	lines := strings.SplitAfter(snippet, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			lines[i] = "\t" + line
		}
	}
	return strings.Join(lines, "")
}
