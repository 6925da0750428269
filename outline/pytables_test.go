package outline

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// pyTables is what py_tables.py prints.
type pyTables struct {
	Start, Continue [][2]rune
	Encodings       map[string][]rune // -1: the byte means nothing
}

// TestPythonTables compares the encodings under all their names with the codecs
// of the live CPython and, if that is 3.14, the characters of identifiers.
func TestPythonTables(t *testing.T) {
	if testing.Short() {
		t.Skip("a million characters")
	}
	o := newPyOracle(t)
	var names []string
	for _, e := range pyCharmaps {
		names = append(names, strings.Fields(e.names)...)
	}
	out, err := o.cmd("testdata/python/py_tables.py", names...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var want pyTables
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		for b, r := range want.Encodings[name] {
			text, ok := pyDecodeBytes([]byte{byte(b)}, pyEncodingName(name))
			if got, _ := utf8.DecodeRune(text); ok != (r >= 0) || ok && got != r {
				t.Errorf("%s: byte %#x is %q, %v, want %q", name, b, text, ok, r)
			}
		}
	}
	if len(want.Encodings) != len(names) {
		t.Errorf("%d encodings of %d", len(want.Encodings), len(names))
	}
	if !o.exact {
		t.Logf("CPython %s has other characters", o.version)
		return
	}
	compareRunes(t, "start", want.Start, pyIsXIDStart)
	compareRunes(t, "continue", want.Continue, pyIsXIDContinue)
}

func compareRunes(t *testing.T, what string, want [][2]rune, is func(r rune) bool) {
	t.Helper()
	in := 0
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		for in < len(want) && want[in][1] < r {
			in++
		}
		if is(r) != (in < len(want) && want[in][0] <= r) {
			t.Errorf("%U can %s an identifier: %v", r, what, is(r))
		}
	}
}
