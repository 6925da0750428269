package outline

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkPython checks what Python promises for any bytes, and returns its answer.
func checkPython(t testing.TB, src []byte) pyAnswer {
	t.Helper()
	before := bytes.Clone(src)
	symbols, err := Python(src)
	if !bytes.Equal(src, before) {
		t.Fatal("the source has changed")
	}
	lines := 1 + bytes.Count(src, []byte("\n"))
	if err != nil {
		n, ok := errors.AsType[*NoOutline](err)
		switch {
		case !ok || symbols != nil:
			t.Fatalf("%v with %d symbols", err, len(symbols))
		case n.Reason == TooManySymbols:
			if n.Max != MaxSymbols || n.Line != 0 || n.ErrorType != "" {
				t.Fatalf("%+v", n)
			}
		case n.Line < 1 || n.Line > lines || (n.ErrorType == "") != (n.Reason == InconsistentLineEndings):
			t.Fatalf("%+v of %d lines", n, lines)
		}
		return pyResult(src)
	}
	var open []Symbol // around the current one
	for i, s := range symbols {
		if s.Start < 1 || s.End < s.Start || s.End > lines {
			t.Fatalf("%+v of %d lines", s, lines)
		}
		if i > 0 && s.Start <= symbols[i-1].Start {
			t.Fatalf("%+v does not start behind %+v", s, symbols[i-1])
		}
		for len(open) > 0 && open[len(open)-1].End < s.Start {
			open = open[:len(open)-1]
		}
		name, inClass := s.Name, false
		if len(open) > 0 {
			outer := open[len(open)-1]
			rest, found := strings.CutPrefix(name, outer.Name+".")
			if !found || s.End > outer.End {
				t.Fatalf("%+v is not inside %+v", s, outer)
			}
			name, inClass = rest, outer.Kind == Class
		}
		if name == "" || strings.Contains(name, ".") || (s.Kind == Method) != (inClass && s.Kind != Class) {
			t.Fatalf("%+v", s)
		}
		open = append(open, s)
	}
	return pyResult(src)
}

// TestPythonHostile reads texts that are made to make a parser slow or deep. That
// time is linear is what BenchmarkPythonHostile shows; here the size is such that
// a parser that is not would not end.
func TestPythonHostile(t *testing.T) {
	size := 2 << 20
	if testing.Short() {
		size = 128 << 10
	}
	for _, h := range pyHostiles {
		t.Run(h.name, func(t *testing.T) {
			checkPython(t, []byte(h.make(size)))
			checkPython(t, []byte(h.make(1<<10)))
		})
	}
}

// TestPythonRepeated reads runs of tokens that are repeated, mistakes inside mistakes
// among them. A parser that reads each of these in several ways, and what is in it
// as often, would not end.
func TestPythonRepeated(t *testing.T) {
	tokens := strings.Fields("( ) [ ] { } a b print exec match with lambda if else for in async await yield not and or * ** - + ~ := = : " +
		", . 'x' f'{ }' 1 def class import as from del return assert raise True None case type _ ; @ -> ...")
	t.Logf("-pythonseed=%d", *pySeed)
	random := rand.New(rand.NewPCG(*pySeed, 0))
	some := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(tokens[random.IntN(len(tokens))] + " ")
		}
		return b.String()
	}
	texts := 100_000
	if testing.Short() {
		texts = 10_000
	}
	for range texts {
		src := some(random.IntN(4)) + strings.Repeat(some(1+random.IntN(9)), 150) + some(1) + "\n"
		checkPython(t, []byte(src))
	}
}

// TestPythonTenMegabytes reads a lot of one thing.
func TestPythonTenMegabytes(t *testing.T) {
	if testing.Short() {
		t.Skip("a lot")
	}
	for _, one := range []string{"(", "[", "{", "a[", "'", "f'{", "\\", "\\\n", "\n", " ", "\t\n", "#", "\xc3\xa9", "\xff", "-", "0", "a\n", ")"} {
		checkPython(t, []byte(strings.Repeat(one, (10<<20)/len(one))))
	}
}

// TestPythonTooMany goes one symbol too far, with an error behind that or before.
func TestPythonTooMany(t *testing.T) {
	const line = "def f(): pass\n"
	tests := []struct {
		src  string
		want pyAnswer
	}{
		{strings.Repeat(line, MaxSymbols+1), pyAnswer{NoOutline: string(TooManySymbols)}},
		{strings.Repeat(line, MaxSymbols+1) + "(", pyAnswer{NoOutline: string(TooManySymbols)}},
		{")\n" + strings.Repeat(line, MaxSymbols+1), pyAnswer{NoOutline: string(ParseError), ErrorType: pySyntaxError, Line: 1}},
	}
	for _, tt := range tests {
		if got := checkPython(t, []byte(tt.src)); !samePyAnswer(got, tt.want) {
			t.Errorf("got %+v, want %+v", got, tt.want)
		}
	}
	if symbols, err := Python([]byte(strings.Repeat(line, MaxSymbols))); err != nil || len(symbols) != MaxSymbols {
		t.Errorf("%d symbols, %v", len(symbols), err)
	}
}

// TestPythonNames goes up to the limit of all names together, and beyond it.
func TestPythonNames(t *testing.T) {
	nested := func(name int) []byte {
		var b strings.Builder
		for i := range 99 {
			b.WriteString(strings.Repeat(" ", i) + "class " + strings.Repeat("a", name) + ":\n")
		}
		return []byte(b.String() + strings.Repeat(" ", 99) + "pass\n")
	}
	const all = 99 * 100 / 2 // names in the names of 99 classes, and a few dots
	if symbols, err := Python(nested(MaxNames/all - 1)); err != nil || len(symbols) != 99 {
		t.Errorf("%d symbols, %v", len(symbols), err)
	}
	if got := checkPython(t, nested(MaxNames/all+1)); got.NoOutline != string(TooManySymbols) {
		t.Errorf("got %+v", got)
	}
}

// TestPythonAllocations counts what the libraries of a Python cost: three allocations
// for each symbol are the most.
func TestPythonAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates, too")
	}
	var texts [][]byte
	symbols := 0
	for i, path := range pyLibrary(t, filepath.Join(pythonsFolder(t), "3.11.7", "lib")) {
		if i%16 != 0 {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := Python(src); err == nil {
			texts = append(texts, src)
			symbols += len(found)
		}
	}
	allocations := testing.AllocsPerRun(1, func() {
		for _, src := range texts {
			_, _ = Python(src)
		}
	})
	t.Logf("%d files, %d symbols, %.2f allocations for each", len(texts), symbols, allocations/float64(symbols))
	if symbols < 1000 || allocations > 3*float64(symbols) {
		t.Errorf("%.0f allocations for %d symbols", allocations, symbols)
	}
}

// TestPythonLimits tries the last that CPython takes and the first that it does
// not. Deeper chains than CPython's are accepted.
func TestPythonLimits(t *testing.T) {
	nested := func(open, inner, end string, n int) string {
		return "x = " + strings.Repeat(open, n) + inner + strings.Repeat(end, n) + "\n"
	}
	indented := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(" ", i) + "if a:\n")
		}
		return b.String() + strings.Repeat(" ", n) + "b\n"
	}
	tests := []struct {
		name, src, errorType string
	}{
		{"brackets", nested("(", "a", ")", 200), ""},
		{"one bracket more", nested("(", "a", ")", 201), pySyntaxError},
		{"blocks", indented(99), ""},
		{"one block more", indented(100), pyIndentationError},
		{"f-strings", nested("f'{", "a", "}'", 149), ""},
		{"one f-string more", nested("f'{", "a", "}'", 150), pySyntaxError},
		{"fields in format specifiers", "f'{a:{b:{c}}}'", ""},
		{"one field more", "f'{a:{b:{c:{d}}}}'", pySyntaxError},
		{"digits", "x = " + strings.Repeat("9", 4300), ""},
		{"one digit more", "x = " + strings.Repeat("9", 4301), pySyntaxError},
		{"hexadecimal digits", "x = 0x" + strings.Repeat("9", 10_000), ""},
		{"lambdas", "x = " + strings.Repeat("lambda: ", 100_000) + "1", ""},
		{"lambdas in defaults", "x = " + strings.Repeat("lambda a=", 100_000) + "1", pyMemoryError},
		{"signs", "x = " + strings.Repeat("-", 100_000) + "1", ""},
		{"elif", "if a: b\n" + strings.Repeat("elif a: b\n", 100_000), ""},
		{"mistakes in mistakes", "'x' _ " + strings.Repeat("[ type = ", 150) + "]", pySyntaxError},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := checkPython(t, []byte(tt.src)); got.ErrorType != tt.errorType {
				t.Errorf("got %s, want %s", got.ErrorType, tt.errorType)
			}
		})
	}
}
