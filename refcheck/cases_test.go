package refcheck_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/refcheck"
)

// refCase is an entry of testdata/ref_cases.json; testdata/README.md explains its
// fields. Valid and GitExit are nil where git cannot be asked.
type refCase struct {
	Name     string    `json:"name"`
	Note     string    `json:"note"`
	Repo     string    `json:"repo"`
	Ref      string    `json:"ref"`
	Hex      string    `json:"ref_hex"`    // if not empty, instead of Ref
	Repeat   *repeated `json:"ref_repeat"` // if not nil, instead of Ref
	Valid    *bool     `json:"valid"`
	GitExit  *int      `json:"git_exit"`
	Expected string    `json:"expected"`
	OID      string    `json:"oid"`
}

type repeated struct {
	Unit string `json:"unit"`
	N    int    `json:"n"`
	Tail string `json:"tail"`
}

func loadCases(t testing.TB) []refCase {
	t.Helper()
	data, err := os.ReadFile("testdata/ref_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		MaxRefChars int       `json:"max_ref_chars"`
		Cases       []refCase `json:"cases"`
	}
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	if f.MaxRefChars != refcheck.MaxRefChars {
		t.Errorf("MaxRefChars = %d, want %d", refcheck.MaxRefChars, f.MaxRefChars)
	}
	if len(f.Cases) != 140 {
		t.Fatalf("%d cases, want 140: is the file cut?", len(f.Cases))
	}
	return f.Cases
}

func (c refCase) ref(t testing.TB) string {
	t.Helper()
	if r := c.Repeat; r != nil {
		return strings.Repeat(r.Unit, r.N) + r.Tail
	}
	if c.Hex != "" {
		raw, err := hex.DecodeString(c.Hex)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	return c.Ref
}

// outcome is the code of an error, "ok" without one.
func outcome(t testing.TB, err error) string {
	t.Helper()
	if err == nil {
		return "ok"
	}
	e, ok := errors.AsType[*refcheck.Error](err)
	if !ok {
		t.Fatalf("%T, want *Error", err)
	}
	return string(e.Code)
}

// Check alone: everything that it does not refuse must be left to git.
func TestCheckCases(t *testing.T) {
	for _, c := range loadCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			want := c.Expected
			if want != "ref_too_long" && want != "invalid_ref" {
				want = "ok"
			}
			if got := outcome(t, refcheck.Check(c.ref(t))); got != want {
				t.Errorf("Check(%.50q): %s, want %s (%s)", c.ref(t), got, want, c.Note)
			}
		})
	}
}

// All of it, with the real git on the fixture repositories.
func TestReadCases(t *testing.T) {
	g := newGit(t)
	dir := fixture(t)
	for _, c := range loadCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			ref, repo := c.ref(t), filepath.Join(dir, c.Repo)
			oid, err := read(g, repo, ref)
			if got := outcome(t, err); got != c.Expected || oid != c.OID {
				t.Errorf("read: %s %q, want %s %q (%s)", got, oid, c.Expected, c.OID, c.Note)
			}
			checkFacts(t, g, c, repo, ref)
		})
	}
}

// read asks for a ref the way a server does. Whether there is a mirror is the server's
// to know: git answers 128 for a directory that does not exist and for one that is
// broken.
func read(g git, repo, ref string) (string, error) {
	if err := refcheck.Check(ref); err != nil {
		return "", err
	}
	_, err := os.Stat(repo)
	m := refcheck.Mirror{Exists: !errors.Is(err, fs.ErrNotExist)}
	if err := m.Judge(nil); err != nil {
		return "", err
	}
	return refcheck.Classify(g.revParse(repo, ref))
}

// checkFacts asks git for what a case says of git, also where Check refuses the name.
func checkFacts(t *testing.T, g git, c refCase, repo, ref string) {
	t.Helper()
	if c.Valid != nil {
		if got := g.acceptsRef(ref); got != *c.Valid {
			t.Errorf("git check-ref-format: %t, want %t (%s)", got, *c.Valid, c.Note)
		}
	}
	if c.GitExit != nil {
		if exit, _, stderr := g.revParse(repo, ref); exit != *c.GitExit {
			t.Errorf("git rev-parse: exit %d, want %d (%s)\n%s", exit, *c.GitExit, c.Note, stderr)
		}
	}
}
