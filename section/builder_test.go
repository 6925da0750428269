package section_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/section"
)

func TestParse(t *testing.T) {
	type sec struct {
		title              string
		level, parent      int
		start, end, length int
	}
	for _, tt := range []struct {
		name, reason, src string
		lines             int
		want              []sec
	}{
		{"empty", "an empty document has one line and no section", "", 1, nil},
		{"no heading", "text before the first heading is in no section", "a\nb\n", 3, nil},
		{"one", "a section reaches to the last line", "# A\na", 2, []sec{{"A", 1, -1, 1, 2, 5}}},
		{"final newline", "the last line is empty and belongs to the section", "# A\na\n", 3, []sec{{"A", 1, -1, 1, 3, 6}}},
		{"heading alone", "an empty last line after the heading", "# A\n", 2, []sec{{"A", 1, -1, 1, 2, 4}}},
		{
			"siblings", "a section ends on the line before the next of its level", "# A\n\n# B", 3,
			[]sec{{"A", 1, -1, 1, 2, 4}, {"B", 1, -1, 3, 3, 3}},
		},
		{
			"level skipped", "a heading two levels down is a child", "# A\n### C\n## B", 3,
			[]sec{{"A", 1, -1, 1, 3, 14}, {"C", 3, 0, 2, 2, 5}, {"B", 2, 0, 3, 3, 4}},
		},
		{
			"starts deep", "a smaller level after the first is no child of it", "### C\n# A", 2,
			[]sec{{"C", 3, -1, 1, 1, 5}, {"A", 1, -1, 2, 2, 3}},
		},
		{
			"preamble", "lines count from the start of the document", "p\n\n# A\n", 4,
			[]sec{{"A", 1, -1, 3, 4, 4}},
		},
		{
			"CRLF", "the carriage return before a boundary stays, the newline does not", "# A\r\na\r\n# B\r\n", 4,
			[]sec{{"A", 1, -1, 1, 2, 7}, {"B", 1, -1, 3, 4, 5}},
		},
		{"BOM", "is in the text of line 1", "\ufeff# A", 1, []sec{{"A", 1, -1, 1, 1, 6}}},
		{"no title", "an empty title is a section", "#\n", 2, []sec{{"", 1, -1, 1, 2, 2}}},
		{"white space", "around a title it is dropped, no-break spaces too", "# \u00a0 A  b\t\u3000", 1, []sec{{"A  b", 1, -1, 1, 1, 13}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := parse(tt.src, nil)
			if err != nil {
				t.Fatal(err)
			}
			if m.TotalLines != tt.lines || len(m.Sections) != len(tt.want) {
				t.Fatalf("%d lines, %d sections, want %d, %d: %s", m.TotalLines, len(m.Sections), tt.lines, len(tt.want), tt.reason)
			}
			for i, want := range tt.want {
				s := m.Sections[i]
				if got := (sec{s.Title, s.Level, s.Parent, s.Start, s.End, s.Bytes}); got != want {
					t.Errorf("section %d is %v, want %v: %s", i, got, want, tt.reason)
				}
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		name, reason, src string
		lim               *section.Limits
		want              section.Error // the zero Error if none
	}{
		{"nil limits", "mean the defaults", "# A\n# B", nil, section.Error{}},
		{"zero limits", "mean the defaults", "# A\n# B", &section.Limits{}, section.Error{}},
		{"lines at the limit", "the limit itself is accepted", "a\nb", &section.Limits{MaxLines: 2}, section.Error{}},
		{
			"lines over the limit", "an empty last line counts", "a\nb\n",
			&section.Limits{MaxLines: 2},
			section.Error{Code: section.TooManyLines, Max: 2, TotalLines: 3},
		},
		{
			"default lines", "a nil limit is a limit", strings.Repeat("\n", section.DefaultMaxLines), nil,
			section.Error{Code: section.TooManyLines, Max: section.DefaultMaxLines, TotalLines: section.DefaultMaxLines + 1},
		},
		{
			"default sections", "a nil limit is a limit", strings.Repeat("#\n", section.DefaultMaxSections+1), nil,
			section.Error{Code: section.TooManySections, Max: section.DefaultMaxSections, Line: section.DefaultMaxSections + 1},
		},
		{"sections at the limit", "the limit itself is accepted", "#\n#", &section.Limits{MaxSections: 2}, section.Error{}},
		{
			"sections over the limit", "refused where it is crossed", "#\n\n#\n\n#\n#",
			&section.Limits{MaxSections: 2},
			section.Error{Code: section.TooManySections, Max: 2, Line: 5},
		},
		{"CRLF", "works in full", "\r\n\r\n", nil, section.Error{}},
		{"lone CR", "an old Mac file", "a\rb", nil, section.Error{Code: section.InconsistentLineEndings, Line: 1}},
		{"lone CR later", "the line is counted by newlines", "a\r\nb\nc\rd\re", nil, section.Error{Code: section.InconsistentLineEndings, Line: 3}},
		{"lone CR last", "no newline follows the last byte", "a\n\r", nil, section.Error{Code: section.InconsistentLineEndings, Line: 2}},
		{"CR CR LF", "the first one has no newline of its own", "a\r\r\n", nil, section.Error{Code: section.InconsistentLineEndings, Line: 1}},
		{
			"lines before line endings", "the cheaper check is first", "a\r\nb\rc\n",
			&section.Limits{MaxLines: 1},
			section.Error{Code: section.TooManyLines, Max: 1, TotalLines: 3},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := parse(tt.src, tt.lim)
			if tt.want == (section.Error{}) {
				if err != nil {
					t.Errorf("refused with %v: %s", err, tt.reason)
				}
				return
			}
			e, ok := errors.AsType[*section.Error](err)
			if !ok || *e != tt.want || m != nil {
				t.Errorf("error is %#v, want %#v: %s", err, tt.want, tt.reason)
			}
			if !errors.Is(err, tt.want.Code) {
				t.Errorf("errors.Is(%v, %s) is false", err, tt.want.Code)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	defaults := section.Limits{
		MaxLines:    section.DefaultMaxLines,
		MaxTokens:   section.DefaultMaxTokens,
		MaxSections: section.DefaultMaxSections,
	}
	tokens := defaults
	tokens.MaxTokens = 7
	all := section.Limits{MaxLines: 1, MaxTokens: math.MaxInt, MaxSections: 3}
	for _, tt := range []struct {
		name, reason string
		lim          *section.Limits
		want         section.Limits
	}{
		{"nil", "means the defaults", nil, defaults},
		{"zero", "means the defaults", new(section.Limits), defaults},
		{"one", "the other fields keep their defaults", &section.Limits{MaxTokens: 7}, tokens},
		{"all", "nothing is left to the defaults", &all, all},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, err := section.NewBuilder(nil, tt.lim)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.Limits(); got != tt.want {
				t.Errorf("limits are %v, want %v: %s", got, tt.want, tt.reason)
			}
		})
	}
}

func TestTitleCap(t *testing.T) {
	letters := func(n int) string { return strings.Repeat("a", n) }
	const most = section.MaxTitleChars
	for _, tt := range []struct {
		name, reason, title, want string
		truncated                 bool
	}{
		{"at the cap", "nothing is cut", letters(most), letters(most), false},
		{"over the cap", "one character too many", letters(most + 1), letters(most), true},
		{"code points", "the cap counts code points, not bytes", strings.Repeat("ש", most), strings.Repeat("ש", most), false},
		{"code points over", "two bytes each", strings.Repeat("ש", most+1), strings.Repeat("ש", most), true},
		{"four bytes", "the most that a code point has", strings.Repeat("👍", most+1000), strings.Repeat("👍", most), true},
		{"cluster", "an accent stays with its letter", letters(most-1) + "e\u0301", letters(most - 1), true},
		{"cluster that fits", "a whole one is kept", letters(most-2) + "e\u0301b", letters(most-2) + "e\u0301", true},
		{"family", "joiners keep an emoji together", letters(most-3) + "👩‍👩‍👧", letters(most - 3), true},
		{"giant", "one cluster over the cap is cut between code points", "a" + strings.Repeat("\u0301", most), "a" + strings.Repeat("\u0301", most-1), true},
		{"blank", "a title that is cut does not end in white space", letters(most-1) + " b", letters(most - 1), true},
		{"stripped", "white space around it does not count", " " + letters(most) + " ", letters(most), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := parse("#"+tt.title+"\n## B", nil)
			if err != nil {
				t.Fatal(err)
			}
			s := m.Sections[0]
			if s.Title != tt.want || s.TitleTruncated != tt.truncated {
				t.Errorf("%d code points, truncated %t, want %d, %t: %s", utf8.RuneCountInString(s.Title), s.TitleTruncated,
					utf8.RuneCountInString(tt.want), tt.truncated, tt.reason)
			}
			if parent := m.Breadcrumb(1)[0]; parent != tt.want {
				t.Error("the breadcrumb below has another title")
			}
			if got := string(m.Text(0)); got != "#"+tt.title+"\n## B" {
				t.Error("the text is not the source's")
			}
		})
	}
}

// TestTitleCopied lets a parser reuse the bytes of a title.
func TestTitleCopied(t *testing.T) {
	b, err := section.NewBuilder([]byte("# A\n# B"), nil)
	if err != nil {
		t.Fatal(err)
	}
	title := []byte("A")
	for i, letter := range []byte("AB") {
		title[0] = letter
		if err := b.Add(section.Heading{Level: 1, Start: i + 1, End: i + 1, Offset: 4 * i, Title: title}); err != nil {
			t.Fatal(err)
		}
	}
	if s := b.Map().Sections; s[0].Title != "A" || s[1].Title != "B" {
		t.Errorf("titles are %q and %q", s[0].Title, s[1].Title)
	}
}

// TestHeadingLines keeps a heading of several lines apart from the lines that
// end the section before it.
func TestHeadingLines(t *testing.T) {
	src := "One\n===\n\nTwo\nlines\n---\ntext"
	b, err := section.NewBuilder([]byte(src), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range []section.Heading{
		{Level: 1, Start: 1, End: 2, Offset: 0, Title: []byte("One")},
		{Level: 2, Start: 4, End: 6, Offset: 9, Title: []byte("Two lines")},
	} {
		if err := b.Add(h); err != nil {
			t.Fatal(err)
		}
	}
	m := b.Map()
	if s := m.Sections[1]; s.HeadingEnd != 6 || s.Start != 4 || s.End != 7 {
		t.Errorf("lines %d, %d, %d, want 4, 6, 7", s.Start, s.HeadingEnd, s.End)
	}
	if got, want := string(m.OwnText(0)), "One\n===\n"; got != want {
		t.Errorf("the first section's own text is %q, want %q", got, want)
	}
}

func TestAddAllocs(t *testing.T) {
	const headings = 10_000
	src := []byte(strings.Repeat("# A title of ordinary length\n", headings))
	title := []byte("A title of ordinary length")
	allocs := testing.AllocsPerRun(5, func() {
		b, err := section.NewBuilder(src, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range headings {
			if err := b.Add(section.Heading{Level: 1 + i%3, Start: i + 1, End: i + 1, Offset: i * 29, Title: title}); err != nil {
				t.Fatal(err)
			}
		}
		b.Map()
	})
	if allocs > headings/100 {
		t.Errorf("%v allocations for %d headings", allocs, headings)
	}
}

// What Grow has made room for needs no memory when it is added.
func TestBuilderGrow(t *testing.T) {
	title := strings.Repeat("a", 99)
	const adds = 11 // a warm-up, and ten that are measured
	src := []byte(strings.Repeat(title+"\n", 100*adds))
	b, err := section.NewBuilder(src, nil)
	if err != nil {
		t.Fatal(err)
	}
	b.Grow(100*adds, 100*adds*len(title))
	line := 0
	add := func() {
		for range 100 {
			line++
			_ = b.Add(section.Heading{Level: 1, Start: line, End: line, Offset: 100*line - 100, Title: src[:99]})
		}
	}
	if n := testing.AllocsPerRun(adds-1, add); n != 0 {
		t.Errorf("%v allocations for 100 headings", n)
	}
	if m := b.Map(); len(m.Sections) != line || m.Sections[line-1].Title != title {
		t.Errorf("%d sections of %d", len(m.Sections), line)
	}
}
