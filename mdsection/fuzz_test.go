package mdsection

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// FuzzParse asserts what a map promises, whatever the bytes.
func FuzzParse(f *testing.F) {
	for _, src := range seeds(f) {
		f.Add(src, false)
		f.Add(src, true)
	}
	f.Fuzz(func(t *testing.T, src []byte, footnotes bool) {
		m, err := Parser{Footnotes: footnotes}.Parse(src, nil)
		if err != nil {
			checkRefusal(t, src, err)
			return
		}
		checkMap(t, src, m)
		checkLineEnds(t, src, m, footnotes)
	})
}

// FuzzLimits asserts that small limits refuse or change nothing.
func FuzzLimits(f *testing.F) {
	for i, src := range seeds(f) {
		f.Add(src, i%5, i%7, i%3)
	}
	f.Fuzz(func(t *testing.T, src []byte, lines, tokens, sections int) {
		lim := &section.Limits{MaxLines: max(lines, 0), MaxTokens: max(tokens, 0), MaxSections: max(sections, 0)}
		m, err := Parse(src, lim)
		if err != nil {
			checkRefusal(t, src, err)
			return
		}
		whole, err := Parse(src, unlimited)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(m.Sections, whole.Sections) {
			t.Errorf("sections differ under limits %+v", *lim)
		}
	})
}

// seeds returns the shared cases.
func seeds(tb testing.TB) [][]byte {
	tb.Helper()
	data, err := os.ReadFile("testdata/md_cases.json")
	if err != nil {
		tb.Fatal(err)
	}
	var cases []struct {
		Input string `json:"input"`
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		tb.Fatal(err)
	}
	var seeds [][]byte
	for _, c := range cases {
		seeds = append(seeds, []byte(c.Input))
	}
	return seeds
}

func checkRefusal(t *testing.T, src []byte, err error) {
	t.Helper()
	refusal, ok := errors.AsType[*section.Error](err)
	if !ok {
		t.Fatalf("%T is no *section.Error: %v", err, err)
	}
	lines := bytes.Count(src, []byte("\n")) + 1
	switch refusal.Code {
	case section.TooManyLines:
		if refusal.TotalLines != lines || lines <= refusal.Max {
			t.Errorf("%v for a text of %d lines", err, lines)
		}
	case section.InconsistentLineEndings, section.TooManyTokens, section.TooManySections:
		if refusal.Line < 1 || refusal.Line > lines {
			t.Errorf("%v for a text of %d lines", err, lines)
		}
	default:
		t.Errorf("unexpected %v", err)
	}
}

// checkMap asserts that sections are in order and nested, that they tile the
// lines from the first heading on, and that their texts are the source's.
func checkMap(t *testing.T, src []byte, m *section.Map) {
	t.Helper()
	lines := bytes.Split(src, []byte("\n"))
	if m.TotalLines != len(lines) {
		t.Fatalf("TotalLines = %d, want %d", m.TotalLines, len(lines))
	}
	next := 0 // the line that the next section without a parent must start on
	for i := range m.Sections {
		s := &m.Sections[i]
		if s.Start < 1 || s.HeadingEnd < s.Start || s.End < s.HeadingEnd || s.End > len(lines) || s.Level < 1 || s.Level > 6 {
			t.Fatalf("section %d: %+v", i, *s)
		}
		if want := bytes.Join(lines[s.Start-1:s.End], []byte("\n")); !bytes.Equal(m.Text(i), want) || s.Bytes != len(want) {
			t.Fatalf("section %d: text of %d bytes %q, want %q", i, s.Bytes, m.Text(i), want)
		}
		if i > 0 && s.Start <= m.Sections[i-1].HeadingEnd {
			t.Errorf("section %d starts inside the heading before it", i)
		}
		if s.Parent >= 0 {
			p := &m.Sections[s.Parent]
			if s.Parent >= i || p.Level >= s.Level || s.Start <= p.Start || s.End > p.End {
				t.Errorf("section %d %+v is not inside its parent %+v", i, *s, *p)
			}
			continue
		}
		if next > 0 && s.Start != next {
			t.Errorf("section %d starts on line %d, want %d", i, s.Start, next)
		}
		next = s.End + 1
	}
	if next > 0 && next != len(lines)+1 {
		t.Errorf("the last section ends on line %d of %d", next-1, len(lines))
	}
}

// checkLineEnds asserts that a text has the same map with newlines and with
// CRLF.
func checkLineEnds(t *testing.T, src []byte, m *section.Map, footnotes bool) {
	t.Helper()
	lf := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	for _, variant := range [][]byte{lf, bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n"))} {
		other, err := Parser{Footnotes: footnotes}.Parse(variant, nil)
		if err != nil {
			t.Fatal(err)
		}
		same := slices.EqualFunc(m.Sections, other.Sections, func(a, b section.Section) bool {
			return a.Title == b.Title && a.Level == b.Level && a.Parent == b.Parent &&
				a.Start == b.Start && a.End == b.End && a.HeadingEnd == b.HeadingEnd
		})
		if !same {
			t.Errorf("line ends change the map:\n%+v\n%+v", m.Sections, other.Sections)
		}
	}
}
