package outline

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
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

// A livePython is a python3 that answers one text after the other.
type livePython struct {
	in  *json.Encoder
	out *json.Decoder
}

func newLivePython(f *testing.F) *livePython {
	f.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		pyMissing(f, err)
	}
	cmd := exec.Command(python, "-u", "testdata/python/py_live.py")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		f.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		f.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	o := &livePython{in: json.NewEncoder(in), out: json.NewDecoder(out)}
	o.ask(f, nil) // until it has started: the go command gives up on a text that takes seconds
	return o
}

func (o *livePython) ask(t testing.TB, src []byte) (answer pyAnswer) {
	t.Helper()
	if err := o.in.Encode(pyInput{B64: src}); err != nil {
		t.Fatal(err)
	}
	if err := o.out.Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// FuzzPythonOracle compares verdicts and symbols with python3's, which may be
// older than 3.14: what it refuses, and what is newer than it, is not compared.
func FuzzPythonOracle(f *testing.F) {
	o := newLivePython(f)
	addPythonSeeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		got := checkPython(t, src)
		const most = 10_000 // more takes CPython too long
		if len(src) > most || got.NoOutline == string(InconsistentLineEndings) || pyUncertain(src) {
			return
		}
		want := o.ask(t, src)
		if want.NoOutline == "" && newerPython(string(src), got, want) == "" && !samePyAnswer(got, want) {
			t.Errorf("%q\ngot  %+v\nwant %+v", src, got, want)
		}
	})
}

// pyUncertain reports whether CPython's verdict is not asked for: on text that is
// no UTF-8 or declares an encoding, on characters that releases or the tables of
// names know differently, and where a decorator's expression may begin behind the
// line of its @.
func pyUncertain(src []byte) bool {
	return !pyIsASCII(src) || bytes.Contains(src, []byte("coding")) || bytes.Contains(src, []byte(`\N`)) ||
		bytes.IndexByte(src, '@') >= 0 && strings.ContainsAny(string(src), "(\\")
}
