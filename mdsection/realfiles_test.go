package mdsection

import (
	"crypto/sha256"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRealFiles compares every Markdown file that is at hand: in the module
// cache, in the npm packages below MAPWRIGHT_NPM, and in the folders that
// MAPWRIGHT_DOCS lists, separated as in PATH.
func TestRealFiles(t *testing.T) {
	c := newCmark(t)
	var files fileSet
	files.add(t, moduleCache(t))
	if dir := os.Getenv("MAPWRIGHT_NPM"); dir != "" {
		files.add(t, filepath.Join(dir, "node_modules"))
	}
	for _, dir := range filepath.SplitList(os.Getenv("MAPWRIGHT_DOCS")) {
		files.add(t, dir)
	}
	if len(files.paths) == 0 {
		missing(t, "no Markdown file at hand")
	}
	t.Logf("%d different files, %d bytes; without %d copies and %d with a lone carriage return",
		len(files.paths), files.bytes, files.copies, files.refused)
	compare(t, c, files.contents(t))
	compare(t, c.withFootnotes(true), files.contents(t))
}

func moduleCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// A fileSet has Markdown files with different contents.
type fileSet struct {
	paths                  []string
	bytes, copies, refused int
	seen                   map[[sha256.Size]byte]bool
}

// add takes the files in and below dir.
func (f *fileSet) add(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !isMarkdown(path) {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil {
			f.addFile(path, data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isMarkdown(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".md", ".markdown":
		return true
	}
	return false
}

func (f *fileSet) addFile(path string, data []byte) {
	sum := sha256.Sum256(data)
	switch {
	case f.seen[sum]:
		f.copies++
	case hasLoneCR(data):
		f.refused++
	default:
		f.paths = append(f.paths, path)
		f.bytes += len(data)
	}
	if f.seen == nil {
		f.seen = make(map[[sha256.Size]byte]bool)
	}
	f.seen[sum] = true
}

// contents yields what is in the files.
func (f *fileSet) contents(t *testing.T) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, path := range f.paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(data) {
				return
			}
		}
	}
}
