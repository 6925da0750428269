package pathpolicy_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/pathpolicy"
)

// Roots and suffixes for FuzzResolve, good ones and bad ones.
var (
	fuzzRoots    = []string{"docs", "", "docs/", "content/en/docs", "./docs//", ".", "..", "../docs", "/docs", "/", "docs/../.."}
	fuzzSuffixes = []string{".md", "", ".rst", ".html.md", ".MD"}
)

func FuzzResolve(f *testing.F) {
	for _, c := range loadCases(f).Cases {
		if c.Policy != nil && len(c.input()) < 5_000 { // long seeds only slow the fuzzer down
			root := max(0, slices.Index(fuzzRoots, c.Policy.Root))
			suffix := max(0, slices.Index(fuzzSuffixes, c.Policy.Suffix))
			f.Add(uint8(root), uint8(suffix), c.input())
		}
	}
	f.Fuzz(func(t *testing.T, root, suffix uint8, requested string) {
		p := pathpolicy.Policy{
			Repo:   "handbook",
			Root:   fuzzRoots[int(root)%len(fuzzRoots)],
			Suffix: fuzzSuffixes[int(suffix)%len(fuzzSuffixes)],
		}
		got, err := p.Resolve(requested)
		if err != nil {
			checkRefusal(t, requested, got, err)
			return
		}
		if why := outside(p.Root, got); why != "" {
			t.Errorf("%+v: Resolve(%q) = %q: %s", p, requested, got, why)
		}
		if !strings.HasSuffix(strings.ToLower(got), strings.ToLower(p.Suffix)) {
			t.Errorf("%+v: Resolve(%q) = %q, without the suffix", p, requested, got)
		}
		if rule, denied := p.Secrets.Denied(got); denied {
			t.Errorf("%+v: Resolve(%q) = %q, denied by %q", p, requested, got, rule.Glob)
		}
		if utf8.RuneCountInString(got) > pathpolicy.MaxPathChars {
			return // completed beyond the limit: the one path that does not resolve to itself
		}
		if again, err := p.Resolve(got); again != got || err != nil {
			t.Errorf("%+v: Resolve(%q) = %q, but that resolves to %q, %v", p, requested, got, again, err)
		}
		if again, err := p.ResolveFile(got); again != got || err != nil {
			t.Errorf("%+v: Resolve(%q) = %q, but as a file that resolves to %q, %v", p, requested, got, again, err)
		}
	})
}

// FuzzResolveFile asks for any file of a repository.
func FuzzResolveFile(f *testing.F) {
	for _, c := range loadCases(f).Cases {
		if len(c.input()) < 5_000 {
			f.Add(c.input(), "docs/**")
		}
	}
	f.Add("tests/certs/../a.pem", "tests/*.pem")
	f.Add("a/../.env", "")
	f.Fuzz(func(t *testing.T, requested, except string) {
		p := pathpolicy.Policy{Repo: "handbook", Root: "docs", Suffix: ".md"}
		p.Secrets.Except = []string{except}
		got, err := p.ResolveFile(requested)
		if err != nil {
			checkRefusal(t, requested, got, err)
			return
		}
		if why := outside("", got); why != "" {
			t.Errorf("ResolveFile(%q) = %q: %s", requested, got, why)
		}
		if rule, denied := p.Secrets.Denied(got); denied {
			t.Errorf("ResolveFile(%q) = %q, denied by %q", requested, got, rule.Glob)
		}
		if again, err := p.ResolveFile(got); again != got || err != nil {
			t.Errorf("ResolveFile(%q) = %q, but that resolves to %q, %v", requested, got, again, err)
		}
	})
}

// outside says what is wrong with a resolved path, or nothing. It walks the
// components one by one, where Resolve normalizes and compares prefixes.
func outside(root, resolved string) string {
	var base []string
	for c := range strings.SplitSeq(root, "/") {
		switch c {
		case "", ".":
			if len(base) == 0 && strings.HasPrefix(root, "/") {
				return "the root is absolute and serves nothing"
			}
		case "..":
			if len(base) == 0 {
				return "the root leaves the repository and serves nothing"
			}
			base = base[:len(base)-1]
		default:
			base = append(base, c)
		}
	}
	components := strings.Split(resolved, "/")
	for _, c := range components {
		if c == "" || c == "." || c == ".." {
			return "not normalized"
		}
	}
	if len(components) <= len(base) || !slices.Equal(components[:len(base)], base) {
		return "not below the root"
	}
	return ""
}

// checkRefusal holds an error against its documentation.
func checkRefusal(t *testing.T, requested, got string, err error) {
	t.Helper()
	if got != "" {
		t.Errorf("path %q together with error %v", got, err)
	}
	e, ok := errors.AsType[*pathpolicy.Error](err)
	if !ok {
		t.Fatalf("%T, want *Error", err)
	}
	wire, jsonErr := json.Marshal(e)
	if jsonErr != nil {
		t.Fatal(jsonErr)
	}
	switch e.Code {
	case pathpolicy.PathTooLong:
		if len(wire) > 200 || len(e.Error()) > 200 {
			t.Errorf("a path that is too long is repeated: %.300s", wire)
		}
		if e.ActualChars <= e.MaxChars {
			t.Errorf("%d characters are not more than %d", e.ActualChars, e.MaxChars)
		}
	case pathpolicy.MissingPath:
		if e.RequestedPath != "" {
			t.Errorf("missing and yet requested: %q", e.RequestedPath)
		}
	case pathpolicy.InvalidPath, pathpolicy.SuffixNotAllowed, pathpolicy.PathOutsideRoot, pathpolicy.PathDenied:
		if e.RequestedPath != requested {
			t.Errorf("requested_path %q, want %q", e.RequestedPath, requested)
		}
	default:
		t.Errorf("Resolve documents no %q", e.Code)
	}
}
