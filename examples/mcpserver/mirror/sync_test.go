//go:build linux

package mirror

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/refcheck"
)

// mark writes the marker of a repository and, as who synchronizes it does, holds it
// until release is called.
func mark(t testing.TB, repo, text string) (release func()) {
	t.Helper()
	f, err := os.Create(repo + markerSuffix)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	return func() { f.Close() }
}

// codes are what each reading method answers, "" for no error.
func codes(t testing.TB, m *Mirror, commit, ref, path string) []refcheck.Code {
	t.Helper()
	_, resolved := m.Resolve(t.Context(), ref)
	_, read := m.ReadFile(t.Context(), commit, path, 1000)
	tree := m.Tree(t.Context(), commit, path, func(Entry) {})
	var all []refcheck.Code
	for _, err := range []error{resolved, read, tree} {
		code, _ := errors.AsType[refcheck.Code](err)
		all = append(all, code)
	}
	return all
}

func TestSync(t *testing.T) {
	repo := gittest.New(t, map[string]string{"a.md": "a"})
	commit := gittest.Git(t, repo, "rev-parse", "HEAD")
	m := open(t, repo)
	check := func(when, ref, path string, want refcheck.Code) {
		t.Helper()
		for i, got := range codes(t, m, commit, ref, path) {
			if got != want {
				t.Errorf("%s, method %d: %q, want %q", when, i, got, want)
			}
		}
	}
	check("no marker", "main", "a.md", "")

	release := mark(t, repo, "")
	check("a fetch is running", "main", "a.md", "")
	check("a fetch is running, nothing of the name", "none", "none.md", refcheck.SyncInProgress)
	release()
	check("it has ended", "main", "a.md", "")
	if got := codes(t, m, commit, "none", "none.md"); got[0] != refcheck.RefNotMirrored || got[1] != refcheck.NotFound || got[2] != refcheck.NotFound {
		t.Errorf("nothing of the name: %q", got)
	}

	release = mark(t, repo, "clone\n")
	check("the first copy is being made", "main", "a.md", refcheck.SyncInProgress)
	if err := m.Exists(); !errors.Is(err, refcheck.SyncInProgress) {
		t.Errorf("Exists() = %v", err)
	}
	release()
	check("it was killed", "main", "a.md", refcheck.RepoNotMirrored)

	release = mark(t, repo, "")
	if err := os.Rename(repo, filepath.Join(t.TempDir(), "away")); err != nil {
		t.Fatal(err)
	}
	check("it is fetched and not there", "main", "a.md", refcheck.SyncInProgress)
	release()
	check("it is not there", "main", "a.md", refcheck.RepoNotMirrored)
}

// A fetch that ends between a failure and the look at its marker explains it all the
// same.
func TestSyncEnds(t *testing.T) {
	repo := gittest.New(t, map[string]string{"a.md": "a"})
	m := open(t, repo)
	release := mark(t, repo, "")
	_, end, err := m.begin()
	if err != nil {
		t.Fatal(err)
	}
	release()
	err = &refcheck.Error{Code: refcheck.RefNotMirrored}
	if end(&err); !errors.Is(err, refcheck.SyncInProgress) {
		t.Errorf("%v, want %v", err, refcheck.SyncInProgress)
	}
}
