package rstsection

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// corpora are the documents that Debian packages bring: reStructuredText, and
// text that only looks like it, which runs into errors that no published
// document has.
var corpora = []struct {
	name, root string
	suffixes   []string // without .gz
	rst        bool     // else they only look like it
	full       bool     // only with -full
}{
	{"linux-doc-6.1", linuxDoc, []string{".rst"}, true, false},
	{"linux-doc-6.1, texts", linuxDoc, []string{".txt"}, false, false},
	{"linux-doc-6.1, YAML", linuxDoc, []string{".yaml"}, false, true},
	{"python3.11-doc", pythonDoc, []string{".rst.txt"}, true, false},
}

const (
	linuxDoc  = "/usr/share/doc/linux-doc-6.1/Documentation"
	pythonDoc = "/usr/share/doc/python3.11/html/_sources"
)

// TestRealFiles compares the corpora, and the documents in the folders that
// MAPWRIGHT_DOCS lists, separated as in PATH.
func TestRealFiles(t *testing.T) {
	d := newDocutils(t)
	for _, c := range corpora {
		t.Run(c.name, func(t *testing.T) {
			if c.full && !*full {
				t.Skip("without -full")
			}
			files := filesBelow(t, c.root, c.suffixes)
			if len(files) == 0 {
				missing(t, "no document in "+c.root)
			}
			compare(t, d, contents(t, sampled(files)))
		})
	}
	for _, dir := range filepath.SplitList(os.Getenv("MAPWRIGHT_DOCS")) {
		t.Run(dir, func(t *testing.T) {
			compare(t, d, contents(t, filesBelow(t, dir, []string{".rst", ".rst.txt", ".rest"})))
		})
	}
}

// sampled returns every 20th file in a short run.
func sampled(files []string) []string {
	if !testing.Short() {
		return files
	}
	var some []string
	for i := 0; i < len(files); i += 20 {
		some = append(some, files[i])
	}
	return some
}

// filesBelow returns the files in and below dir that have one of the suffixes,
// gzipped or not. A folder that is not there has none.
func filesBelow(t testing.TB, dir string, suffixes []string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name := strings.TrimSuffix(d.Name(), ".gz")
		if slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) }) {
			files = append(files, path)
		}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return files
}

// contents yields what is in the files.
func contents(t testing.TB, files []string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, path := range files {
			if !yield(readFile(t, path)) {
				return
			}
		}
	}
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil && strings.HasSuffix(path, ".gz") {
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(r)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}
