package budget_test

import (
	"errors"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/mapwright/mapwright/budget"
)

// guarded returns a text of length bytes of which only those of shown can be
// read, without the rest that fills no page: reading what is before or behind
// them is a fault. They begin at start or less than a page behind it; the index
// of the first one comes with the text.
func guarded(t *testing.T, length, start int, shown string) (s string, first int) {
	t.Helper()
	page := os.Getpagesize()
	if len(shown) < page {
		t.Fatalf("%d bytes do not fill a page of %d", len(shown), page)
	}
	memory, err := syscall.Mmap(-1, 0, length, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(memory); err != nil {
			t.Error(err)
		}
	})
	first = (start + page - 1) / page * page
	end := first + len(shown)/page*page
	copy(memory[first:end], shown)
	for _, hidden := range [][]byte{memory[:first], memory[end:]} {
		if len(hidden) == 0 {
			continue
		}
		if err := syscall.Mprotect(hidden, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return unsafe.String(&memory[0], length), first
}

// reads calls f, which must read only what can be read.
func reads(t *testing.T, what string, f func()) {
	t.Helper()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			t.Errorf("%s: more is read than the text near the limit: %v", what, fault)
		default:
			panic(fault)
		}
	}()
	f()
}

// TestCutReadsNearLimit keeps a promise about cost: how long the text is makes no
// difference, neither before the limit nor behind it.
func TestCutReadsNearLimit(t *testing.T) {
	pages := 2 * os.Getpagesize() // at least one is shown
	for _, script := range scripts {
		near := repeat(script.unit, pages)
		s, first := guarded(t, 10_000_000, 9_900_000, near)
		for limit := 2 * len(script.unit); limit < 3*len(script.unit); limit++ {
			reads(t, script.name, func() {
				if got, want := budget.Cut(s, first+limit), first+budget.Cut(near, limit); got != want {
					t.Errorf("%s: Cut at %d is %d, want %d", script.name, first+limit, got, want)
				}
			})
		}
	}
	marks := "a" + repeat("\u0301", pages)
	s, _ := guarded(t, 10_000_000, 0, marks)
	reads(t, "marks", func() {
		if got := budget.Cut(s, 1001); got != 0 {
			t.Errorf("a cut at 1001 in a cluster of marks is %d, want 0", got)
		}
	})
}

// TestPageReadsNearPage keeps the same promise: a page reads what it has room
// for, whatever is behind it.
func TestPageReadsNearPage(t *testing.T) {
	const most = 1000
	pages := 2 * os.Getpagesize()
	for _, tt := range []struct {
		name   string
		border budget.Border
		text   string
		want   int // bytes of the page
	}{
		{"words", budget.Clusters, repeat("плоский текст ", pages), 998},
		{"marks", budget.Runes, "e" + repeat("\u0301", pages), 997},
		{"joined emoji", budget.Runes, "👩" + repeat("\u200d👩", pages), 998},
		{"flags", budget.Runes, repeat("🇮", pages), 992},
		{"lines", budget.Lines, repeat("плоский текст\n", pages), 936},
		{"endless line", budget.Lines, repeat("плоский текст\n", 100) + repeat("плоский текст", pages), 104},
	} {
		for _, start := range []int{0, 5_000_000} {
			s, first := guarded(t, 10_000_000, start, tt.text)
			reads(t, tt.name, func() {
				got, err := budget.Page(budget.Pager{Max: most, Border: tt.border}, s, first, func(text string, _ int) string { return text })
				if err != nil || len(got) != tt.want {
					t.Errorf("%s: the page at %d has %d bytes, %v; want %d", tt.name, first, len(got), err, tt.want)
				}
			})
		}
	}
}

// TestPageRefusalReads has first clusters and lines that do not fit: their size
// is told, so they are read to their ends, and no further.
func TestPageRefusalReads(t *testing.T) {
	const most, size = 1000, 100_001
	pages := 2 * os.Getpagesize()
	for _, tt := range []struct {
		name   string
		border budget.Border
		text   string
		want   int
	}{
		{"marks", budget.Clusters, "e" + strings.Repeat("\u0301", size/2) + strings.Repeat("b", pages), size + 2},
		{"line", budget.Lines, strings.Repeat("a", size-1) + "\n" + strings.Repeat("b", pages), size + 3},
	} {
		s, first := guarded(t, 10_000_000, 5_000_000, tt.text)
		reads(t, tt.name, func() {
			_, err := budget.Page(budget.Pager{Max: most, Border: tt.border}, s, first, func(text string, _ int) string { return text })
			if e, ok := errors.AsType[*budget.TooLargeError](err); !ok || *e != (budget.TooLargeError{Bytes: tt.want, Max: most}) {
				t.Errorf("%s: %v, want %d bytes", tt.name, err, tt.want)
			}
		})
	}
}
