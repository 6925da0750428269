package outline

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var pyEvery = flag.Int("pythonfiles", 256, "of so many Python files of the machine, one is compared; 1 takes all, and half an hour")

// TestPythonLocalFiles compares symbols with CPython's on the .py and .pyi files
// of the machine: the libraries and packages of all Pythons in the folder of
// TestPythonFiles, Debian's, and the folders in MAPWRIGHT_SOURCES. CPython's own
// tokens are asked for the same symbols, so that two counts have to agree.
func TestPythonLocalFiles(t *testing.T) {
	o := askPython(t, []string{"python3"})
	if o.version == "" {
		pyMissing(t, "no python3")
	}
	every := *pyEvery
	if testing.Short() {
		every *= 8
	}
	all := localPythons(t)
	var paths []string
	for i := 0; i < len(all); i += every {
		paths = append(paths, all[i])
	}
	list := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(list, []byte(strings.Join(paths, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var n pyTally
	rules := map[string]int{}
	for _, want := range o.answers(t, "--check", "--list", list) {
		src, err := os.ReadFile(want.Path)
		if err != nil {
			t.Fatal(err)
		}
		n.compareLocal(t, string(src), want, rules)
	}
	t.Logf("%d of %d different files, CPython %s: %+v; newer than it: %v", len(paths), len(all), o.version, n, rules)
	if n.verdict > 0 || n.symbols > 0 {
		t.Errorf("%d verdicts and %d outlines are different", n.verdict, n.symbols)
	}
}

// compareLocal compares the verdict and the symbols. CPython's start of a symbol
// is where the expression of the first decorator begins, which may be behind the
// line of its @; in real files both were always the same.
func (n *pyTally) compareLocal(t *testing.T, src string, want pyAnswer, rules map[string]int) {
	got := pyResult([]byte(src))
	if got.NoOutline == string(InconsistentLineEndings) && want.LoneCR {
		n.loneCR++
		return
	}
	if want.NoOutline == "" {
		n.accepted++
	} else {
		n.refused++
	}
	if want.Check != "" {
		t.Errorf("%s: CPython disagrees with itself: %s", want.Path, want.Check)
	}
	if rule := newerPython(src, got, want); rule != "" {
		rules[rule]++
		return
	}
	if want.NoOutline == "" && new(pyParser).decode([]byte(src)) > 0 {
		rules["an encoding that is not known here"]++
		return
	}
	switch {
	case got.NoOutline == "" != (want.NoOutline == ""):
		n.verdict++
		t.Errorf("%s: got %q %s in line %d, want %q %s", want.Path, got.NoOutline, got.ErrorType, got.Line, want.NoOutline, want.Msg)
	case !slices.Equal(got.Symbols, want.Symbols):
		n.symbols++
		t.Errorf("%s: other symbols", want.Path)
	}
}

// localPythons lists the Python files of the machine without copies, ordered by
// their contents so that a part of them is a fair sample.
func localPythons(t *testing.T) (paths []string) {
	folders := append([]string{pythonsFolder(t), "/usr/lib/python3"}, filepath.SplitList(os.Getenv("MAPWRIGHT_SOURCES"))...)
	more, _ := filepath.Glob("/usr/lib/python3.*")
	type file struct {
		sum  [sha256.Size]byte
		path string
	}
	var files []file
	for _, folder := range append(folders, more...) {
		_ = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || !strings.HasSuffix(path, ".py") && !strings.HasSuffix(path, ".pyi") {
				return nil
			}
			if src, err := os.ReadFile(path); err == nil {
				files = append(files, file{sha256.Sum256(src), path})
			}
			return nil
		})
	}
	slices.SortFunc(files, func(a, b file) int {
		return cmp.Or(slices.Compare(a.sum[:], b.sum[:]), cmp.Compare(a.path, b.path))
	})
	files = slices.CompactFunc(files, func(a, b file) bool { return a.sum == b.sum })
	for _, f := range files {
		paths = append(paths, f.path)
	}
	if len(paths) == 0 {
		pyMissing(t, "no Python files")
	}
	return paths
}
