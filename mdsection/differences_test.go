package mdsection

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// Each known difference is one: this package says what the table says, and so
// does cmark-gfm, where it has the rules of gfm.13.
func TestDifferences(t *testing.T) {
	for _, d := range differences {
		got, err := headings([]byte(d.Example), false, false)
		if err != nil || !slices.Equal(lines(got), d.Ours) {
			t.Errorf("%s: %q has headings %v (error: %v), the table says %v", d.Cause, d.Example, got, err, d.Ours)
		}
		if slices.Equal(d.Ours, d.Theirs) {
			t.Errorf("%s is no difference", d.Cause)
		}
	}
}

func TestDifferencesOfCmark(t *testing.T) {
	c := newCmark(t)
	if c.gfm6 {
		t.Skip("the table is about gfm.13")
	}
	for _, d := range differences {
		says, err := c.headings([][]byte{[]byte(d.Example)})
		if err != nil || !slices.Equal(lines(says[0]), d.Theirs) {
			t.Errorf("%s: for %q cmark-gfm says %v (error: %v), the table %v", d.Cause, d.Example, says, err, d.Theirs)
		}
	}
}

func lines(hs []heading) [][3]int {
	var ls [][3]int
	for _, h := range hs {
		ls = append(ls, [3]int{h.Level, h.Start, h.End})
	}
	return ls
}

// The package comment lists the same differences, under a heading of their own.
func TestDifferencesInComment(t *testing.T) {
	var want strings.Builder
	for _, d := range differences {
		fmt.Fprintf(&want, "%s: %q\n    here %v, cmark-gfm %v; %s, %s\n", d.Cause, d.Example, d.Ours, d.Theirs, d.Forms, d.Date)
	}
	if got := listedDifferences(t); got != want.String() {
		t.Errorf("the package comment lists %q under Known differences, want %q", got, want.String())
	}
}

// listedDifferences returns the indented block after the heading, nothing if
// there is no such heading.
func listedDifferences(t *testing.T) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "mdsection.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	var p comment.Parser
	blocks := p.Parse(file.Doc.Text()).Content
	start := slices.IndexFunc(blocks, func(b comment.Block) bool {
		h, ok := b.(*comment.Heading)
		return ok && fmt.Sprint(h.Text[0]) == "Known differences"
	})
	if start < 0 {
		return ""
	}
	for _, block := range blocks[start:] {
		if code, ok := block.(*comment.Code); ok {
			return code.Text
		}
	}
	return ""
}
