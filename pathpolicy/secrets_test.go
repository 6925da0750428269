package pathpolicy_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/pathpolicy"
)

func TestSecretCases(t *testing.T) {
	data, err := os.ReadFile("testdata/path_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		Secrets []struct {
			Path   string
			Denied bool
		}
	}
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	if len(f.Secrets) != 66 {
		t.Fatalf("%d secrets, want 66: is the file cut?", len(f.Secrets))
	}
	for _, c := range f.Secrets {
		if rule, denied := (pathpolicy.Secrets{}).Denied(c.Path); denied != c.Denied || denied != (rule.Reason != "") {
			t.Errorf("Denied(%q) = %+v, %t, want %t", c.Path, rule, denied, c.Denied)
		}
	}
}

// What the shared cases leave open.
func TestDenied(t *testing.T) {
	tests := []struct {
		why, path, except string
		want              string // the rule, or nothing
	}{
		{"a folder is no file", ".env/settings.py", "", ""},
		{"a folder is no file", "server.pem/README", "", ""},
		{"any depth below the folder", "home/.ssh/keys/old/backup", "", ".ssh/**"},
		{"the folder is a component", "my.ssh/config", "", ""},
		{"the allow-list outranks the deny-list", ".ssh/known_hosts", "", ""},
		{"but only at the end", ".ssh/known_hosts/x", "", ".ssh/**"},
		{"a text about a key", "docs/server.key.md", "", ""},
		{"a form that is in the middle", "server.example.pem", "", ""},
		{"a form needs its dot", "serverexample.pem", "", "*.pem"},
		{"git's own files", ".git/config", "", ".git/**"},
		{"git's own file, in a linked work tree", "sub/.git", "", ".git"},
		{"nothing of git's own", ".gitignore", "", ""},
		{"Kelvin sign", "server.\u212aey", "", ""},
		{"bytes that are not UTF-8", "caf\xe9.PEM", "", "*.pem"},
		{"an exception", "tests/certs/a.pem", "tests/certs/*.pem", ""},
		{"an exception at any depth", "tests/a/b/c.pem", "tests/**", ""},
		{"an exception at any depth, none", "tests/c.pem", "tests/**/*.pem", ""},
		{"an exception has case", "tests/certs/a.PEM", "tests/certs/*.pem", "*.pem"},
		{"an exception begins at the top", "x/tests/certs/a.pem", "tests/certs/*.pem", "*.pem"},
		{"* ends at a slash", "tests/certs/old/a.pem", "tests/certs/*.pem", "*.pem"},
		{"without a wildcard, a file", "tests/a.pem", "tests/a.pem", ""},
		{"without a wildcard, a folder", "tests/certs/a.pem", "tests/certs", ""},
		{"without a wildcard, a whole component", "tests/certs2/a.pem", "tests/certs", "*.pem"},
		{"no glob: nothing is let out", "tests/a.pem", "tests/[a]*", "*.pem"},
		{"no glob: nothing is let out", "a.pem", "", "*.pem"},
		{"a folder that looks like the exception", "tests/*.pem/a.pem", "tests/*.pem", "*.pem"},
		{"a folder that looks like the rule", "**/*.pem/a", "", "*.pem"},
		{"a folder that looks like the allow-list", "**/.ssh/known_hosts/a", "", ".ssh/**"},
		{"the file itself is not below it", "tests/a.pem", "tests/a.pem/**", "*.pem"},
	}
	for _, tt := range tests {
		s := pathpolicy.Secrets{Except: []string{tt.except}}
		rule, denied := s.Denied(tt.path)
		if rule.Glob != tt.want || denied != (tt.want != "") {
			t.Errorf("Denied(%q) = %+v, %t, want %q: %s", tt.path, rule, denied, tt.want, tt.why)
		}
	}
}

// referenceDifferences are the causes for which the list denies other files than
// the reference: what to ask the reference about instead, or what is denied although
// it is not in the reference.
//
//   - str.lower makes "k" of U+212A and "i" of U+0130. Neither git nor this package
//     takes them for ASCII.
//   - git compares a pathspec letter by letter before it looks for wildcards, so below
//     a folder called "**" each rule also covers folders with its own name.
//   - The reference has no rule for .git, because no tree holds one. A server over a
//     folder needs it.
func referenceDifferences(path string) (ask string, more bool) {
	ask = strings.NewReplacer("\u212a", "\ufffd", "\u0130", "\ufffd").Replace(path)
	components := strings.Split(strings.ToLower(path), "/")
	return ask, components[0] == "**" || slices.Contains(components, ".git")
}

// The reference denies the same files, by random paths.
func TestReference(t *testing.T) {
	r := newRand(t)
	all := randomPaths(r, paths())
	all = append(all, ".git", ".git/config", "a/.git/x.pem", "a.\u212aey", "a.\u212aey.pem", "\u0130d_rsa", "**/*.pem/a")
	asked := make([]string, len(all))
	for i, p := range all {
		asked[i], _ = referenceDifferences(p)
	}
	denied := 0
	for i, rule := range deniedByReference(t, asked) {
		_, more := referenceDifferences(all[i])
		got, ok := pathpolicy.Secrets{}.Denied(all[i])
		if want := rule != ""; ok != want && !(ok && more) {
			t.Errorf("Denied(%q) = %+v, %t, the reference says %q", all[i], got, ok, rule)
		}
		if ok {
			denied++
		}
	}
	t.Logf("%d paths, %d of them denied", len(all), denied)
	if denied == 0 || denied == len(all) {
		t.Error("a comparison with only one answer shows nothing")
	}
}

// git, given the pathspecs, sees what is not denied.
func TestPathspecs(t *testing.T) {
	r := newRand(t)
	repo := newRepository(t)
	repo.commit(t, randomPaths(r, paths()))
	for round := range 5 {
		var s pathpolicy.Secrets
		for range round {
			s.Except = append(s.Except, randomGlob(r, repo.paths[r.IntN(len(repo.paths))]))
		}
		checkPathspecs(t, &repo, s)
	}
}

func checkPathspecs(t *testing.T, repo *repository, s pathpolicy.Secrets) {
	t.Helper()
	var readable, listed, exempt, denied []string
	for _, p := range repo.paths {
		_, no := s.Denied(p)
		switch {
		case no && s.Exempt(p):
			t.Errorf("%q is denied and exempt", p)
		case no:
			denied = append(denied, p)
		case s.Exempt(p):
			exempt = append(exempt, p)
		default:
			listed = append(listed, p)
		}
		if !no {
			readable = append(readable, p)
		}
	}
	t.Logf("except %q: %d files, %d denied, %d exempt", s.Except, len(repo.paths), len(denied), len(exempt))
	if s.Except == nil && (len(denied) == 0 || len(exempt) == 0) {
		t.Error("a comparison with only one answer shows nothing")
	}
	compare(t, "Pathspecs", repo.search(t, s.Pathspecs()...), listed)
	compare(t, "PathspecsOf", repo.search(t, s.PathspecsOf(slices.Values(repo.paths))...), readable)
}

// compare says which of the paths that git sees should not be there, and which lack.
func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for _, p := range got {
		if _, ok := slices.BinarySearch(want, p); !ok {
			t.Errorf("%s: git sees %q", what, p)
		}
	}
	for _, p := range want {
		if _, ok := slices.BinarySearch(got, p); !ok {
			t.Errorf("%s: git does not see %q", what, p)
		}
	}
}

// Vendored files are the same ones, and each glob is git's.
func TestVendoredPathspecs(t *testing.T) {
	r := newRand(t)
	repo := newRepository(t)
	repo.commit(t, randomPaths(r, paths()/4))
	globs := paths() / 50
	hits := 0
	for range globs {
		g := randomGlob(r, repo.paths[r.IntN(len(repo.paths))])
		v := pathpolicy.Vendored{Globs: []string{g}}
		var own []string
		for _, p := range repo.paths {
			if !v.Match(p) {
				own = append(own, p)
			}
		}
		compare(t, g, repo.search(t, v.Pathspecs()...), own)
		hits += len(repo.paths) - len(own)
	}
	t.Logf("%d files, %d globs, %d matches", len(repo.paths), globs, hits)
}
