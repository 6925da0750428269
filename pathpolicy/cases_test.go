package pathpolicy_test

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/pathpolicy"
)

// caseFile is testdata/path_cases.json; testdata/README.md explains its fields.
type caseFile struct {
	MaxChars      int        `json:"max_chars"`
	KnownSuffixes []string   `json:"known_suffixes"`
	Cases         []pathCase `json:"cases"`
}

type pathCase struct {
	Name     string    `json:"name"`
	Why      string    `json:"why"`
	Policy   *policy   `json:"policy"` // nil: the repository has none
	Input    string    `json:"input"`
	Repeat   *repeated `json:"input_repeat"` // if not nil, instead of Input
	Expected expected  `json:"expected"`
}

type policy struct{ Root, Suffix string }

type repeated struct {
	Unit string `json:"unit"`
	N    int    `json:"n"`
	Tail string `json:"tail"`
}

type expected struct {
	OK          string          `json:"ok"`
	OKChars     int             `json:"ok_chars"`
	OKPrefix    string          `json:"ok_prefix"`
	OKSuffix    string          `json:"ok_suffix"`
	Error       pathpolicy.Code `json:"error"`
	MaxChars    int             `json:"max_chars"`
	ActualChars int             `json:"actual_chars"`
}

func loadCases(t testing.TB) caseFile {
	t.Helper()
	data, err := os.ReadFile("testdata/path_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var f caseFile
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Cases) != 146 {
		t.Fatalf("%d cases, want 146: is the file cut?", len(f.Cases))
	}
	return f
}

func (c pathCase) input() string {
	if r := c.Repeat; r != nil {
		return strings.Repeat(r.Unit, r.N) + r.Tail
	}
	return c.Input
}

// resolve asks the way a server does: first for the policy, then for the path.
func (c pathCase) resolve() (string, error) {
	var table pathpolicy.Table
	if c.Policy != nil {
		table = pathpolicy.Table{{Repo: "handbook", Root: c.Policy.Root, Suffix: c.Policy.Suffix}}
	}
	p, err := table.Lookup("handbook")
	if err != nil {
		return "", err
	}
	return p.Resolve(c.input())
}

func TestCases(t *testing.T) {
	for _, c := range loadCases(t).Cases {
		t.Run(c.Name, func(t *testing.T) {
			got, err := c.resolve()
			if c.Expected.Error != "" {
				checkRefused(t, c, got, err)
			} else {
				checkResolved(t, c, got, err)
			}
			if t.Failed() && c.Why != "" {
				t.Log(c.Why)
			}
		})
	}
}

func checkResolved(t *testing.T, c pathCase, got string, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	want := c.Expected
	if want.OKChars == 0 {
		if got != want.OK {
			t.Errorf("Resolve(%q) = %q, want %q", c.input(), got, want.OK)
		}
		return
	}
	if n := utf8.RuneCountInString(got); n != want.OKChars {
		t.Errorf("%d characters, want %d", n, want.OKChars)
	}
	if !strings.HasPrefix(got, want.OKPrefix) || !strings.HasSuffix(got, want.OKSuffix) {
		t.Errorf("%.20q...%q, want %q...%q", got, got[len(got)-10:], want.OKPrefix, want.OKSuffix)
	}
}

func checkRefused(t *testing.T, c pathCase, got string, err error) {
	t.Helper()
	want := c.Expected
	if !errors.Is(err, want.Error) {
		t.Fatalf("error %v, want %v", err, want.Error)
	}
	if got != "" {
		t.Errorf("path %.50q together with an error", got)
	}
	e, ok := errors.AsType[*pathpolicy.Error](err)
	if !ok {
		t.Fatalf("%T, want *Error", err)
	}
	if e.MaxChars != want.MaxChars || e.ActualChars != want.ActualChars {
		t.Errorf("%d of %d characters, want %d of %d", e.ActualChars, e.MaxChars, want.ActualChars, want.MaxChars)
	}
}

// The limit and the list of suffixes are facts of the cases; the package comment
// promises the same list.
func TestKnownSuffixes(t *testing.T) {
	f := loadCases(t)
	if pathpolicy.MaxPathChars != f.MaxChars {
		t.Errorf("MaxPathChars = %d, want %d", pathpolicy.MaxPathChars, f.MaxChars)
	}
	if got := documentedSuffixes(t); !slices.Equal(got, f.KnownSuffixes) {
		t.Errorf("package comment lists\n%q, want\n%q", got, f.KnownSuffixes)
	}
	p := pathpolicy.Policy{Suffix: ".other"}
	for _, suffix := range f.KnownSuffixes {
		if _, err := p.Resolve("page" + strings.ToUpper(suffix)); !errors.Is(err, pathpolicy.SuffixNotAllowed) {
			t.Errorf("%s: error %v, want %v", suffix, err, pathpolicy.SuffixNotAllowed)
		}
	}
}

// documentedSuffixes reads the indented lines that begin with a dot from the
// package comment.
func documentedSuffixes(t *testing.T) []string {
	t.Helper()
	src, err := os.ReadFile("pathpolicy.go")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(src)) {
		if list, ok := strings.CutPrefix(line, "//\t."); ok {
			all = append(all, strings.Fields("."+list)...)
		}
	}
	return all
}
