package section_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// checkLines compares the table with strings.Split, which says what lines are.
func checkLines(t testing.TB, src string, from, to int) {
	t.Helper()
	want := strings.Split(src, "\n")
	lines := section.SplitLines([]byte(src))
	if lines.Len() != len(want) {
		t.Fatalf("%q has %d lines, want %d", src, lines.Len(), len(want))
	}
	text, r, err := lines.Range(section.Range{Start: from, End: to})
	switch {
	case from < 1 || to < from:
		wantRangeError(t, err, section.InvalidLineRange, len(want))
	case from > len(want):
		wantRangeError(t, err, section.RangeOutOfBounds, len(want))
	case err != nil:
		t.Errorf("lines %d-%d of %q: %v", from, to, src, err)
	default:
		last := min(to, len(want))
		if r != (section.Range{Start: from, End: last}) {
			t.Errorf("lines %d-%d of %q are %v", from, to, src, r)
		}
		if joined := strings.Join(want[from-1:last], "\n"); string(text) != joined {
			t.Errorf("lines %d-%d of %q are %q, want %q", from, to, src, text, joined)
		}
	}
}

func wantRangeError(t testing.TB, err error, code section.Code, total int) {
	t.Helper()
	e, ok := errors.AsType[*section.Error](err)
	if !ok || *e != (section.Error{Code: code, TotalLines: total}) {
		t.Errorf("error is %#v, want %s with %d lines", err, code, total)
	}
}

func TestLines(t *testing.T) {
	for _, tt := range []struct{ name, reason, src string }{
		{"empty", "one empty line, as strings.Split says", ""},
		{"one line", "no newline is needed", "a"},
		{"final newline", "a last, empty line follows", "a\n"},
		{"blank lines", "each newline begins a line", "\n\n\n"},
		{"CRLF", "the carriage return is in its line", "a\r\nb\r\n"},
		{"lone CR", "ends no line, and a range of lines is read without asking", "a\rb\nc"},
		{"other breaks", "form feed, VT, NEL, LS and PS end no line", "a\fb\vc\u0085d\u2028e\u2029f\ng"},
		{"BOM", "belongs to line 1", "\ufeffa\nb"},
		{"invalid", "bytes are kept as they are", "\xff\n\xfe"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for from := -1; from <= 6; from++ {
				for to := -1; to <= 6; to++ {
					checkLines(t, tt.src, from, to)
				}
			}
			if t.Failed() {
				t.Log(tt.reason)
			}
		})
	}
}

func TestLinesZero(t *testing.T) {
	var lines section.Lines
	if lines.Len() != 0 {
		t.Errorf("the zero Lines has %d lines", lines.Len())
	}
	_, _, err := lines.Range(section.Range{Start: 1, End: 1})
	wantRangeError(t, err, section.RangeOutOfBounds, 0)
}

// TestLinesAppend keeps a caller who appends to a range from writing into the
// source.
func TestLinesAppend(t *testing.T) {
	src := []byte("one\ntwo")
	text, _, err := section.SplitLines(src).Range(section.Range{Start: 1, End: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _ = append(text, "!!!!"...); string(src) != "one\ntwo" {
		t.Errorf("the source is now %q", src)
	}
}

func FuzzLines(f *testing.F) {
	f.Add("a\r\nb\n", 1, 2)
	f.Add("", 1, 1)
	f.Add("\n\n", 3, 9)
	f.Add("a", 0, -1)
	f.Fuzz(func(t *testing.T, src string, from, to int) { checkLines(t, src, from, to) })
}
