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
// tokens are asked for the same symbols, so that two counts have to agree. With
// CPython 3.14 errors and their lines are compared, too.
func TestPythonLocalFiles(t *testing.T) {
	o := newPyOracle(t)
	every := *pyEvery
	if testing.Short() {
		every *= 8
	}
	all := localPythons(t)
	var n pyTally
	rules := map[string]int{}
	files := 0
	for i := 0; i < len(all); i += every {
		src, err := os.ReadFile(all[i])
		if err != nil {
			t.Fatal(err)
		}
		n.compareLocal(t, o, src, o.ask(t, pyInput{Name: all[i], B64: src, Check: true}), rules)
		files++
	}
	t.Logf("%d of %d different files, CPython %s: %+v; not compared: %v", files, len(all), o.version, n, rules)
	n.judge(t)
}

// compareLocal compares the answers about a file.
func (n *pyTally) compareLocal(t *testing.T, o pyOracle, src []byte, want pyAnswer, rules map[string]int) {
	t.Helper()
	got := pyResult(src)
	if want.Check != "" {
		t.Errorf("%s: CPython disagrees with itself: %s", want.Path, want.Check)
	}
	rule := pyUnlike(src, want)
	if rule == "" && !o.exact {
		rule = newerPython(string(src), got, want)
		want.ErrorType, want.Line = got.ErrorType, got.Line
	}
	if rule != "" {
		rules[rule]++
		return
	}
	n.compareText(t, string(src), got, want)
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
