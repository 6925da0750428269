package mdsection

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// Titles are source text: what makes the heading goes, markup stays.
func TestTitle(t *testing.T) {
	long := strings.Repeat("e\u0301", section.MaxTitleChars) // two code points, one cluster
	for _, c := range []struct{ reason, src, want string }{
		{"white space around it goes", "#  \t A title \t ", "A title"},
		{"markup stays", "# A `code` [link](x) &amp; \\*", "A `code` [link](x) &amp; \\*"},
		{"a closing sequence goes", "## A ##########  ", "A"},
		{"which needs a blank before it", "# A#", "A#"},
		{"and is made of # only", "# A # b", "A # b"},
		{"and may be escaped", "# A \\#", "A \\#"},
		{"nothing but a closing sequence", "# ##", ""},
		{"nothing", "#", ""},
		{"nothing, with CRLF", "#\r\n", ""},
		{"CRLF is no part of it", "# A\r\n", "A"},
		{"lines are joined by single spaces", "  One\t \n    two  \r\n\tthree\n===", "One two three"},
		{"definitions before an underlined title are not in it", "[a]: b\n[c]:\nd 'e\nf'\nOne\ntwo\n---", "One two"},
		{"an underline that became text", "[a]: b\n===\nOne\n===", "=== One"},
		{"a byte order mark is not in it", "\uFEFFOne\n===", "One"},
		{"bytes that are no text stay", "# A\x00\xff", "A\x00\xff"},
		{"a long one is cut between clusters", "# " + long, long[:len("e\u0301")*section.MaxTitleChars/2]},
		{"a long one of many lines is cut", strings.Repeat("ab\n", 5000) + "===", strings.Repeat("ab ", 5000)[:section.MaxTitleChars]},
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

func TestFrontMatter(t *testing.T) {
	for _, c := range []struct {
		reason, src string
		want        section.Range
		first       int // line of the first heading
	}{
		{"closed", "---\n# a: b\n---\n# h\n", section.Range{Start: 1, End: 3}, 4},
		{"blanks behind the dashes, CRLF and a byte order mark", "\uFEFF--- \t\r\nx\r\n---\t\r\n# h\r\n", section.Range{Start: 1, End: 3}, 4},
		{"closed on the last line", "---\nx\n---", section.Range{Start: 1, End: 3}, 0},
		{"empty", "---\n---\n# h\n", section.Range{Start: 1, End: 2}, 3},
		{"never closed", "---\n# h\n----\n", section.Range{}, 2},
		{"not on the first line", "\n---\n# h\n---\n", section.Range{}, 3},
		{"indented", " ---\n# h\n---\n", section.Range{}, 2},
		{"closed by an indented line only", "---\n# h\n ---\n", section.Range{}, 2},
		{"TOML's marks are no front matter for GitHub", "+++\nT\n===\n+++\n", section.Range{}, 1},
	} {
		m, err := Parse([]byte(c.src), nil)
		if err != nil {
			t.Fatal(err)
		}
		first := 0
		if len(m.Sections) > 0 {
			first = m.Sections[0].Start
		}
		if m.FrontMatter != c.want || first != c.first {
			t.Errorf("%s: %q: front matter %v, first heading on line %d, want %v and %d",
				c.reason, c.src, m.FrontMatter, first, c.want, c.first)
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
		{"a carriage return at the end", "a\r", section.Limits{}, section.Error{Code: section.InconsistentLineEndings, Line: 1}},
		{"two before a newline", "a\r\r\n", section.Limits{}, section.Error{Code: section.InconsistentLineEndings, Line: 1}},
		{"one line too many", "a\nb\n", section.Limits{MaxLines: 2}, section.Error{Code: section.TooManyLines, Max: 2, TotalLines: 3}},
		{"lines are counted first", "a\rb\n", section.Limits{MaxLines: 1}, section.Error{Code: section.TooManyLines, Max: 1, TotalLines: 2}},
		{"one heading too many", "# a\n\nb\n=\n\nc\n-\n", section.Limits{MaxSections: 2}, section.Error{Code: section.TooManySections, Max: 2, Line: 6}},
		{"a heading too many before a token too many", "# a\n# b\n\nc\n\nd\n", section.Limits{MaxSections: 1, MaxTokens: 3}, section.Error{Code: section.TooManySections, Max: 1, Line: 2}},
		{"a heading too many among hundreds", strings.Repeat("# a\n", 301), section.Limits{MaxSections: 300}, section.Error{Code: section.TooManySections, Max: 300, Line: 301}},
		{"tokens: paragraphs", "a\n\nb\n\nc\n\n", section.Limits{MaxTokens: 2}, section.Error{Code: section.TooManyTokens, Max: 2, Line: 5}},
		{"tokens: items of a list", "- \n- \n- \n", section.Limits{MaxTokens: 2}, section.Error{Code: section.TooManyTokens, Max: 2, Line: 3}},
		{"tokens: containers of one line", "x\n\n" + strings.Repeat(">", 1000), section.Limits{MaxTokens: 100}, section.Error{Code: section.TooManyTokens, Max: 100, Line: 3}},
		{"tokens: cells of a row", "a\n\n|a|\n|-|\n" + strings.Repeat("|", 1000), section.Limits{MaxTokens: 100}, section.Error{Code: section.TooManyTokens, Max: 100, Line: 5}},
		{"tokens: cells of a header", "a\n\n" + strings.Repeat("|a", 100) + "\n" + strings.Repeat("|-", 100), section.Limits{MaxTokens: 100}, section.Error{Code: section.TooManyTokens, Max: 100, Line: 4}},
	} {
		_, err := Parse([]byte(c.src), &c.lim)
		got, ok := errors.AsType[*section.Error](err)
		if !ok || *got != c.want {
			t.Errorf("%s: %.60q: got %v, want %v", c.reason, c.src, err, &c.want)
		}
	}
}

// The last paragraph of a text without a blank line behind it counts, too.
func TestTokensAtTheEnd(t *testing.T) {
	for src, tokens := range map[string]int{"": 0, "a": 1, "a\n\nb": 2, "# a\n# b": 2, "> - a": 3, "```\nx": 1, "|a|\n|-|": 4} {
		if _, err := Parse([]byte(src), &section.Limits{MaxTokens: max(tokens, 1)}); err != nil {
			t.Errorf("%q: %v", src, err)
		}
		if tokens < 2 {
			continue // a limit of zero means the default
		}
		if _, err := Parse([]byte(src), &section.Limits{MaxTokens: tokens - 1}); !errors.Is(err, section.TooManyTokens) {
			t.Errorf("%q: %v, want %v", src, err, section.TooManyTokens)
		}
	}
}

// Sizes at which something could overflow: the map is right and nothing is
// refused.
func TestLarge(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"10 MB of sections", strings.Repeat("# heading\n\n"+strings.Repeat("word ", 200)+"\n\n", 10<<20/1013)},
		{"a line of 5 MB", "# a\n\n" + strings.Repeat("x", 5<<20) + "\n\n# b\n"},
		{"a heading of 5 MB", "# " + strings.Repeat("x", 5<<20) + "\n\n# b\n"},
		{"a million quotes in one line", "# a\n\n" + strings.Repeat(">", 1_000_000-10) + "\n\n# b\n"},
		{"a million items in one line", "# a\n\n" + strings.Repeat("+ ", 1_000_000) + "\n\n# b\n"},
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

// Any byte is mapped like any other, and texts are the source's bytes.
func TestAnyByte(t *testing.T) {
	for c := range 256 {
		if c == '\r' {
			continue
		}
		src := bytes.ReplaceAll([]byte("# a?b\n\n?\n\n## c ?\n?"), []byte("?"), []byte{byte(c)})
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
	for _, src := range [][]byte{nil, {}, []byte("\n"), []byte("\uFEFF"), []byte("\r\n")} {
		m, err := Parse(src, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Sections) != 0 || m.TotalLines != bytes.Count(src, []byte("\n"))+1 || !slices.Equal(m.Source(), src) {
			t.Errorf("%q: %+v", src, m)
		}
	}
}
