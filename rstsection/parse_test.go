package rstsection

import (
	"bytes"
	"errors"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// Titles are source text: white space around them goes, markup stays.
func TestTitle(t *testing.T) {
	long := strings.Repeat("e\u0301", section.MaxTitleChars) // two code points, one cluster
	for _, c := range []struct{ reason, src, want string }{
		{"markup stays", "A ``code`` :ref:`x` |s| \\*\n=======================", "A ``code`` :ref:`x` |s| \\*"},
		{"white space around it goes", "=====\n  A \t\u00a0\n=====", "A"},
		{"tabs in it stay", "A\tB\n==========", "A\tB"},
		{"CRLF is no part of it", "A\r\n=\r\n", "A"},
		{"a byte order mark is not in it", "\ufeffA\n=\n", "A"},
		{"a form feed is not in it", "\fA\f=\f", "A"},
		{"bytes that are no UTF-8 stay", "A\xff\n==\n", "A\xff"},
		{"a long one is cut between clusters", long + "\n====", long[:len("e\u0301")*section.MaxTitleChars/2]},
	} {
		m, err := Parse([]byte(c.src), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Sections) != 1 || m.Sections[0].Title != c.want {
			t.Errorf("%s: %.100q: got %.200v, want title %.100q", c.reason, c.src, m.Sections, c.want)
		}
	}
}

func TestRefusal(t *testing.T) {
	for _, c := range []struct {
		reason, src string
		lim         section.Limits
		want        section.Error
	}{
		{"a lone carriage return", "a\r\n\r\nb\rc", section.Limits{}, section.Error{Code: section.InconsistentLineEndings, Line: 3}},
		{"one line too many", "a\nb\n", section.Limits{MaxLines: 2}, section.Error{Code: section.TooManyLines, Max: 2, TotalLines: 3}},
		{"one title too many", "a\n=\n\n=\nb\n=\n\nc\n=\n", section.Limits{MaxSections: 2}, section.Error{Code: section.TooManySections, Max: 2, Line: 8}},
		{"tokens: paragraphs", "a\n\nb\n\nc\n\n", section.Limits{MaxTokens: 2}, section.Error{Code: section.TooManyTokens, Max: 2, Line: 5}},
		{"tokens: items of a list", "1. a\n2. b\n3. c\n", section.Limits{MaxTokens: 2}, section.Error{Code: section.TooManyTokens, Max: 2, Line: 3}},
		{"tokens: in the middle of a table", "== ==\n" + strings.Repeat("x\n", 100), section.Limits{MaxTokens: 10}, section.Error{Code: section.TooManyTokens, Max: 10, Line: 11}},
		{"tokens: in the middle of a grid", strings.Repeat("+---+\n", 100), section.Limits{MaxTokens: 10}, section.Error{Code: section.TooManyTokens, Max: 10, Line: 10}},
		{"tokens: in an element", "x\n\n-\n" + strings.Repeat("   * x\n", 100) + "   .. _x:\n", section.Limits{MaxTokens: 50}, section.Error{Code: section.TooManyTokens, Max: 50, Line: 52}},
	} {
		_, err := Parse([]byte(c.src), &c.lim)
		got, ok := errors.AsType[*section.Error](err)
		if !ok || *got != c.want {
			t.Errorf("%s: %.60q: got %v, want %v", c.reason, c.src, err, &c.want)
		}
	}
}

// A target labels the section whose heading follows it.
func TestTargetSections(t *testing.T) {
	const src = ".. _a:\n.. _b:\n\n.. _c:\n\nA\n=\n\n.. _text:\n\ntext\n\n.. _comment:\n\n.. x\n\nB\n=\n\n" +
		".. _uri:\n.. _x: http://x\n\nC\n=\n\n- .. _in:\n\n.. _skips:\n\n~\nD\n~\n\n.. _e:\n\nE\n=\n\n.. _skips-too:\n\nF\n-\n"
	m, err := Parse([]byte(src), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, target := range m.Targets {
		label := ""
		if target.Section >= 0 {
			label = m.Sections[target.Section].Title
		}
		got = append(got, target.Name+" "+label)
	}
	want := []string{"a A", "b A", "c A", "text ", "comment ", "uri ", "in ", "skips D", "e E", "skips-too "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	checkMap(t, []byte(src), m)
}

// Sizes at which something could overflow: the map is right and nothing is
// refused.
func TestLarge(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"10 MB of sections", strings.Repeat("Heading\n-------\n\n"+strings.Repeat("word ", 200)+"\n\n", 10<<20/1020)},
		{"a line of 5 MB", "a\n-\n\n" + strings.Repeat("x", 5<<20) + "\n\nb\n-\n"},
		{"a title of 5 MB", strings.Repeat("x", 5<<20) + "\n----\n\nb\n----\n"},
		{"an adornment of 5 MB", "a\n" + strings.Repeat("-", 5<<20) + "\n\nb\n--\n"},
		{"a million items in one line", "a\n-\n\n" + strings.Repeat("+ ", 1_000_000) + ".. _x:\n\nb\n-\n"},
		{"a target of 5 MB", "a\n-\n\n.. _" + strings.Repeat("x ", 5<<19) + ":\n\nb\n-\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := []byte(c.src)
			m, err := Parse(src, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Sections) < 2 {
				t.Errorf("%d sections", len(m.Sections))
			}
			checkMap(t, src, m)
		})
	}
}

// The worst inputs keep what a map promises.
func TestHostile(t *testing.T) {
	for _, h := range hostiles {
		src := []byte(h.make(20_000))
		m, err := Parse(src, unlimited)
		if err != nil {
			t.Fatalf("%s: %v", h.name, err)
		}
		checkMap(t, src, m)
	}
}

// Any byte is mapped like any other, and texts are the source's bytes.
func TestAnyByte(t *testing.T) {
	for c := range 256 {
		if c == '\r' {
			continue
		}
		src := bytes.ReplaceAll([]byte("A?b\n====\n\n?\n\n- ?\n\nC?\n====\n?"), []byte("?"), []byte{byte(c)})
		m, err := Parse(src, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkMap(t, src, m)
		if c >= 0x80 && len(m.Sections) != 2 {
			t.Errorf("byte %#x: %d sections", c, len(m.Sections))
		}
	}
}

// A nil source is an empty document, and a nil limit the default one.
func TestEmpty(t *testing.T) {
	for _, src := range [][]byte{nil, {}, []byte("\n"), []byte("\ufeff"), []byte("\r\n")} {
		m, err := Parse(src, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Sections) != 0 || m.Targets != nil || m.TotalLines != bytes.Count(src, []byte("\n"))+1 || !slices.Equal(m.Source(), src) {
			t.Errorf("%q: %+v", src, m)
		}
	}
}

// The package comment names each difference that is known.
func TestDifferencesInComment(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "rstsection.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		if !strings.Contains(file.Doc.Text(), "\t"+d.cause+":\n") {
			t.Errorf("the package comment does not name: %s", d.cause)
		}
	}
}
