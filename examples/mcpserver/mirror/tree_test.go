package mirror

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/refcheck"
)

// list returns what Tree lists at HEAD, as "PATH KIND SIZE".
func list(t testing.TB, m *Mirror, path string) ([]string, error) {
	t.Helper()
	commit, err := m.Resolve(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{}
	err = m.Tree(t.Context(), commit, path, func(e Entry) {
		lines = append(lines, fmt.Sprintf("%s %s %d", e.Path, e.Kind, e.Size))
	})
	return lines, err
}

// treeRepository has what a tree can hold.
func treeRepository(t testing.TB) string {
	t.Helper()
	dir := gittest.New(t, map[string]string{
		"a.md": "a\n", "docs/x/deep": "deep", "docs/y": "", "docs.md": "", "odd\tna\"me": "12", "é": "1",
	})
	if err := os.Symlink("../../etc/passwd", filepath.Join(dir, "docs", "link")); err != nil {
		t.Skip(err)
	}
	commit := gittest.Git(t, dir, "rev-parse", "HEAD")
	gittest.Git(t, dir, "update-index", "--add", "--cacheinfo", "160000,"+commit+",sub")
	gittest.Git(t, dir, "add", "docs/link")
	gittest.Git(t, dir, "commit", "-q", "-m", "more")
	return dir
}

func TestTree(t *testing.T) {
	m := open(t, treeRepository(t))
	for path, want := range map[string][]string{
		"": {
			"a.md  2", "docs.md  0", "docs/link symlink 16", "docs/x/deep  4", "docs/y  0", "odd\tna\"me  2",
			"sub submodule -1", "é  1",
		},
		"docs":        {"docs/link symlink 16", "docs/x/deep  4", "docs/y  0"},
		"docs/x":      {"docs/x/deep  4"},
		"docs/x/deep": {"docs/x/deep  4"},
		"docs/link":   {"docs/link symlink 16"},
		"sub":         {"sub submodule -1"},
		"a.md":        {"a.md  2"},
	} {
		for range 2 { // from git, and from what is kept
			got, err := list(t, m, path)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%q: %v (-want +got):\n%s", path, err, diff)
			}
		}
	}
	for path, kind := range map[string]Kind{
		"none": "", "docs/none": "", "a.md/x": "", "docs/link/x": Symlink, "sub/x": Submodule, "doc": "", "docs\n": "", "*": "",
	} {
		_, err := list(t, m, path)
		if e, ok := errors.AsType[*NotFoundError](err); !ok || e.Kind != kind {
			t.Errorf("%q: %v, want not_found of kind %q", path, err, kind)
		}
	}
}

// A listing is whole or it is none.
func TestTreeLost(t *testing.T) {
	for _, object := range []string{"HEAD:docs/x/deep", "HEAD:docs/x", "HEAD:docs", "HEAD^{tree}"} {
		dir := treeRepository(t)
		gittest.RemoveObject(t, dir, object)
		if got, err := list(t, open(t, dir), ""); !errors.Is(err, refcheck.ReadFailed) {
			t.Errorf("without %s: %v, want read_failed; %q", object, err, got)
		}
	}
}

// A listing that is kept is that of its commit, and a long one is not kept.
func TestTreeIsKept(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a": "a"})
	m := open(t, dir)
	for _, want := range []string{"a  1", "a  2"} {
		got, err := list(t, m, "")
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%q, %v; want %s", got, err, want)
		}
		gittest.Commit(t, dir, map[string]string{"a": "aa"})
	}
	m = open(t, treeRepository(t))
	m.maxListing = 7
	for range 2 {
		if got, err := list(t, m, ""); err != nil || len(got) != 8 || m.listed.Load() != nil {
			t.Errorf("%d entries, %v; kept %t", len(got), err, m.listed.Load() != nil)
		}
	}
}

// Where git would look at a work tree around the directory in which the server was
// started, it must not.
func TestWorkTreeIsNotRead(t *testing.T) {
	dir := gittest.New(t, map[string]string{"docs/a.txt": "needle\n", "b.txt": "needle\n"})
	gittest.Git(t, dir, "config", "core.worktree", dir)
	for _, folder := range []string{"", "docs"} { // not committed, and staged
		if err := os.WriteFile(filepath.Join(dir, folder, ".gitattributes"), []byte("*.txt -diff binary\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	gittest.Git(t, dir, "add", "docs/.gitattributes")
	m := open(t, dir)
	for _, from := range []string{dir, filepath.Join(dir, "docs"), filepath.Join(dir, ".git")} {
		t.Chdir(from)
		if got, err := list(t, m, ""); err != nil || len(got) != 2 {
			t.Errorf("in %s: %q, %v", from, got, err)
		}
		if got, err := grep(t, m, Search{Pattern: "needle"}); err != nil || len(got) != 2 {
			t.Errorf("in %s: %q, %v", from, got, err)
		}
		m.listed.Store(nil)
	}
}

func TestBlobs(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a": "a\n", "b": "", "c": "lost"})
	ids := []string{}
	for _, name := range []string{"a", "b", "c", "a"} {
		ids = append(ids, gittest.Git(t, dir, "rev-parse", "HEAD:"+name))
	}
	gittest.RemoveObject(t, dir, "HEAD:c")
	var got []string
	err := open(t, dir).Blobs(t.Context(), ids, 100, func(i int, data []byte) {
		got = append(got, fmt.Sprintf("%d %t %s", i, data == nil, data))
	})
	want := []string{"0 false a\n", "1 false ", "2 true ", "3 false a\n"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if err := open(t, dir).Blobs(t.Context(), ids, 1, func(int, []byte) {}); !errors.Is(err, refcheck.ReadFailed) {
		t.Errorf("a blob that is too large: %v", err)
	}
	if err := open(t, filepath.Join(dir, "none")).Blobs(t.Context(), ids, 1, nil); !errors.Is(err, refcheck.RepoNotMirrored) {
		t.Errorf("no repository: %v", err)
	}
}

// Listings that no git gives.
func TestWrongListings(t *testing.T) {
	id := strings.Repeat("1", 40)
	for _, answer := range []string{
		"x", "100644 blob " + id + " 1\ta", "100644 blob " + id + " x\ta\\000", "100644 blob " + id + " 1\\000", "\\000", "100644 blob\ta\\000",
	} {
		stubGit(t, "printf '"+answer+"'")
		err := open(t, t.TempDir()).Tree(t.Context(), id, "", func(Entry) {})
		if !errors.Is(err, refcheck.ReadFailed) {
			t.Errorf("%q: %v, want read_failed", answer, err)
		}
	}
}

// A branch can have the id of a commit as its name; the commit is meant.
func TestBranchNamedLikeCommit(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a": "needle\n"})
	first := gittest.Git(t, dir, "rev-parse", "HEAD")
	second := gittest.Commit(t, dir, map[string]string{"a": "other\n", "b": "other\n"})
	gittest.Git(t, dir, "update-ref", "refs/heads/"+first, second)
	m := open(t, dir)
	n := 0
	if err := m.Tree(t.Context(), first, "", func(Entry) { n++ }); err != nil || n != 1 {
		t.Errorf("%d files, %v", n, err)
	}
	if err := m.Tree(t.Context(), first, "a", func(e Entry) { n += int(e.Size) }); err != nil || n != 8 {
		t.Errorf("%d, %v", n, err)
	}
	all, err := m.Grep(t.Context(), first, Search{Pattern: "needle"}, 1, func(Match) bool { n = 0; return true })
	if err != nil || !all || n != 0 {
		t.Errorf("all %t, %v", all, err)
	}
}
