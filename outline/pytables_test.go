package outline

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// pyTables is what py_tables.py prints.
type pyTables struct {
	Start, Continue [][2]rune
	NFKC            []string
}

// TestPythonTables compares the characters of identifiers with the live CPython's,
// and what becomes of each of them, and of names made of them, in the form NFKC.
func TestPythonTables(t *testing.T) {
	if testing.Short() {
		t.Skip("a million characters")
	}
	o := exactPyOracle(t)
	names := pyNames(t)
	want := askTables(t, o, names)
	compareRunes(t, "start", want.Start, pyIsXIDStart)
	compareRunes(t, "continue", want.Continue, pyIsXIDContinue)
	wrong := 0
	for i, name := range names {
		if got := pyNFKC([]byte(name)); got != want.NFKC[i] && wrong < 20 {
			wrong++
			t.Errorf("%+q is %+q, want %+q", name, got, want.NFKC[i])
		}
	}
	t.Logf("CPython %s, %d names", o.version, len(names))
}

func askTables(t *testing.T, o pyOracle, names []string) (answer pyTables) {
	t.Helper()
	data, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "texts")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := o.cmd("testdata/python/py_tables.py", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &answer); err != nil || len(answer.NFKC) != len(names) {
		t.Fatal(len(answer.NFKC), err)
	}
	return answer
}

// pyNames returns each character of identifiers behind a letter, then names with
// characters that combine, some in long runs.
func pyNames(t *testing.T) (names []string) {
	var combine []rune
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if !pyIsXIDContinue(r) {
			continue
		}
		name := "x" + string(r)
		names = append(names, name)
		if pyNFKC([]byte(name)) != name || unicode.Is(unicode.M, r) || pyNewerClasses[r] != 0 {
			combine = append(combine, r)
		}
	}
	for pair := range pyNewerWholes {
		combine = append(combine, pair[0], pair[1])
	}
	for r := rune(0x1100); r < 0x1200; r++ { // Hangul, of which two or three combine
		combine = append(combine, r)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	for range 20_000 {
		var b strings.Builder
		most := 2 + rnd.IntN(4)
		if rnd.IntN(20) == 0 {
			most = 100
		}
		b.WriteByte("aeox"[rnd.IntN(4)])
		near := rnd.IntN(len(combine)) // characters that combine are neighbours
		for range most {
			switch rnd.IntN(3) {
			case 0:
				b.WriteRune(combine[rnd.IntN(len(combine))])
			case 1:
				b.WriteRune(0x300 + rnd.Int32N(0x70))
			default:
				b.WriteRune(combine[min(near+rnd.IntN(40), len(combine)-1)])
			}
		}
		names = append(names, b.String())
	}
	return names
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
