package rstsection

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// FuzzParse asserts what a map promises, whatever the bytes.
func FuzzParse(f *testing.F) {
	for _, k := range knownCases(f) {
		f.Add([]byte(k.Input))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		m, err := Parse(src, nil)
		if err != nil {
			checkRefusal(t, src, err)
			return
		}
		checkMap(t, src, m)
		checkLineEnds(t, src, m)
	})
}

// FuzzLimits asserts that small limits refuse or change nothing.
func FuzzLimits(f *testing.F) {
	for i, k := range knownCases(f) {
		f.Add([]byte(k.Input), i%9, i%7, i%3)
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
		if !slices.Equal(m.Sections, whole.Sections) || !slices.Equal(m.Targets, whole.Targets) {
			t.Errorf("the map differs under limits %+v", *lim)
		}
	})
}

// FuzzAgainstDocutils asserts that a document has the sections, targets and
// includes that docutils finds.
func FuzzAgainstDocutils(f *testing.F) {
	o := newDocutils(f)
	for _, k := range knownCases(f) {
		f.Add([]byte(k.Input))
	}
	for doc := range random(200, *randomSeed) {
		f.Add(doc)
	}
	c := newComparison(f, o) // a worker of the go command runs one input at a time
	f.Fuzz(func(t *testing.T, doc []byte) {
		const most = 10_000 // more takes docutils too long
		if len(doc) > most || !comparable(doc) {
			t.Skip()
		}
		c.t = t
		c.document(doc)
	})
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
// lines from the first heading on, and that their texts are the source's. Where
// form feeds and the like divide a line, headings can share it.
func checkMap(t *testing.T, src []byte, m *section.Map) {
	t.Helper()
	lines := bytes.Split(src, []byte("\n"))
	if m.TotalLines != len(lines) {
		t.Fatalf("TotalLines = %d, want %d", m.TotalLines, len(lines))
	}
	shared := hasOddLineEnd(src)
	level := 0
	for i := range m.Sections {
		s := &m.Sections[i]
		if s.Start < 1 || s.HeadingEnd < s.Start || s.End < s.HeadingEnd && !shared || s.End < s.Start || s.End > len(lines) {
			t.Fatalf("section %d: %+v", i, *s)
		}
		if s.Level < 1 || s.Level > level+1 || s.Level > 64 {
			t.Errorf("section %d: level %d after %d", i, s.Level, level)
		}
		level = s.Level
		if want := bytes.Join(lines[s.Start-1:s.End], []byte("\n")); !bytes.Equal(m.Text(i), want) || s.Bytes != len(want) {
			t.Fatalf("section %d: text of %d bytes %q, want %q", i, s.Bytes, m.Text(i), want)
		}
		if !bytes.HasPrefix(m.Text(i), m.OwnText(i)) {
			t.Errorf("section %d: own text %q", i, m.OwnText(i))
		}
		if !shared {
			checkPlace(t, m, i)
		}
	}
	checkLists(t, m)
}

// checkPlace asserts that section i is where its neighbors leave room.
func checkPlace(t *testing.T, m *section.Map, i int) {
	t.Helper()
	s := &m.Sections[i]
	if i > 0 && s.Start <= m.Sections[i-1].HeadingEnd {
		t.Errorf("section %d starts inside the heading before it", i)
	}
	if s.Parent >= 0 {
		p := &m.Sections[s.Parent]
		if s.Parent >= i || p.Level != s.Level-1 || s.Start <= p.Start || s.End > p.End {
			t.Errorf("section %d %+v is not inside its parent %+v", i, *s, *p)
		}
	} else if s.Level != 1 {
		t.Errorf("section %d of level %d has no parent", i, s.Level)
	}
	end := m.TotalLines
	for _, next := range m.Sections[i+1:] {
		if next.Level <= s.Level {
			end = next.Start - 1
			break
		}
	}
	if s.End != end {
		t.Errorf("section %d ends on line %d, want %d", i, s.End, end)
	}
}

// checkLists asserts that targets, includes and dropped titles are in order, and
// that what a target labels follows it.
func checkLists(t *testing.T, m *section.Map) {
	t.Helper()
	lines := bytes.Split(m.Source(), []byte("\n"))
	line := 0
	for i, target := range m.Targets {
		if target.Line < line || target.Line > m.TotalLines || target.Name == "" && target.Section != -1 {
			t.Errorf("target %d: %+v behind line %d", i, target, line)
		}
		line = target.Line
		if text := lines[line-1]; !bytes.Contains(text, []byte("..")) || !bytes.ContainsAny(text, "_") {
			t.Errorf("target %d: %+v is not on its line, which is %q", i, target, text)
		}
		if target.Section < -1 || target.Section >= len(m.Sections) || target.Section >= 0 && m.Sections[target.Section].Start < target.Line {
			t.Errorf("target %d: %+v", i, target)
		}
	}
	line = 0
	for i, include := range m.Includes {
		if include.Line < line || include.Line > m.TotalLines {
			t.Errorf("include %d: %+v behind line %d", i, include, line)
		}
		line = include.Line
	}
	for i, d := range m.Dropped {
		if d.Line < 1 || d.Line > m.TotalLines || d.Reason == "" {
			t.Errorf("dropped title %d: %+v", i, d)
		}
	}
}

// checkLineEnds asserts that a text has the same map with newlines and with
// CRLF.
func checkLineEnds(t *testing.T, src []byte, m *section.Map) {
	t.Helper()
	lf := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	for _, variant := range [][]byte{lf, bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n"))} {
		other, err := Parse(variant, nil)
		if err != nil {
			t.Fatal(err)
		}
		same := slices.EqualFunc(m.Sections, other.Sections, func(a, b section.Section) bool {
			return a.Title == b.Title && a.Level == b.Level && a.Parent == b.Parent &&
				a.Start == b.Start && a.End == b.End && a.HeadingEnd == b.HeadingEnd
		})
		if !same || !slices.Equal(m.Targets, other.Targets) || !slices.Equal(m.Includes, other.Includes) || !slices.Equal(m.Dropped, other.Dropped) {
			t.Errorf("line ends change the map:\n%+v\n%+v", m, other)
		}
	}
}
