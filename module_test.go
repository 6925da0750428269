// Package mapwright_test holds the tests of the repository as a whole: that its
// papers are true and that its second module is tested too.
package mapwright_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"
)

// TestServerModule runs the tests of examples/mcpserver. That is a module of its
// own, and ./... stops at its border, also in a workspace. So this is how
// "go test ./..." from the root tests both.
func TestServerModule(t *testing.T) {
	const dir = "examples/mcpserver"
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Skip("the module zip of the packages is without it: ", err)
	}
	readInputs(t)
	args := []string{"test"}
	if testing.Short() {
		args = append(args, "-short")
	}
	if raceDetector() {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, "./...")...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", dir, err, out)
	}
	t.Logf("%s:\n%s", dir, out)
}

// readInputs looks at what the second module's tests depend on, so that the go
// command does not take a cached result of this test where that has changed: all
// folders with the sizes and times of their files, and the variables that
// CONTRIBUTING.md names.
func readInputs(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && path == ".git" {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ORACLES", "MAPWRIGHT_NPM", "MAPWRIGHT_DOCS", "CMARK_GFM"} {
		os.Getenv(name)
	}
}

// raceDetector reports whether this test was built with -race.
func raceDetector() bool {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return false
	}
	for _, setting := range info.Settings {
		if setting.Key == "-race" {
			return setting.Value == "true"
		}
	}
	return false
}
