package outline

import (
	"bytes"
	"testing"
)

func addPythonSeeds(f *testing.F) {
	for _, c := range pyCases(f) {
		if src := c.src(); len(src) < 4096 {
			f.Add(src)
		}
	}
	for _, h := range pyHostiles {
		f.Add([]byte(h.make(200)))
	}
}

// FuzzPython checks the contract: ranges are inside the text, in order and
// nested as the names say; an error has a reason and a line of the text.
func FuzzPython(f *testing.F) {
	addPythonSeeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		checkPython(t, src)
	})
}

// FuzzPythonOracle compares verdicts and symbols with CPython's. If that is older
// than 3.14, what it refuses, and what is newer than it, is not compared. Nor is it
// for texts that do not fit in a page: it takes CPython too long.
func FuzzPythonOracle(f *testing.F) {
	o := newPyOracle(f)
	o.ask(f, pyInput{}) // until it has started: the go command gives up on a text that takes seconds
	addPythonSeeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		got := checkPython(t, src)
		if len(src) > 10_000 || got.NoOutline == string(InconsistentLineEndings) {
			return
		}
		want := o.ask(t, pyInput{B64: src})
		if pyUnlike(src, want) != "" || !o.exact && (want.NoOutline != "" || pyUncertain(src) || newerPython(string(src), got, want) != "") {
			return
		}
		if got.NoOutline != want.NoOutline || !pySameSymbols(src, got.Symbols, want.Symbols) {
			t.Errorf("%q\ngot  %+v\nwant %+v (CPython %s)", src, got, want, o.version)
		}
	})
}

// pyUncertain reports whether a CPython older than 3.14 is not asked: on characters
// that releases know differently, or declared encodings.
func pyUncertain(src []byte) bool {
	return !pyIsASCII(src) || bytes.Contains(src, []byte("coding"))
}
