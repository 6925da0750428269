package outline

import (
	"crypto/sha256"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var webFull = flag.Bool("web-full", false, "compare the files of all npm packages at hand")

// webCSSPackages and webJSPackages are the npm packages whose files are
// compared. All of them are in .ci/run.
var (
	webCSSPackages = []string{
		"@primer/css", "animate.css", "bootstrap", "bulma", "codemirror", "daisyui", "font-awesome", "foundation-sites",
		"highlight.js", "normalize.css", "open-props", "tailwindcss",
	}
	webJSPackages = []string{
		"@babel/parser", "acorn", "alpinejs", "bootstrap", "codemirror", "css-tree", "d3", "d3-array", "d3-geo",
		"d3-scale", "d3-selection", "daisyui", "highlight.js", "htmx.org", "jquery", "open-props", "parse5", "postcss",
		"tailwindcss", "vue",
	}
)

// webFiles returns the files below folders with one of suffixes, without those
// whose content is that of another.
func webFiles(t testing.TB, folders []string, suffixes ...string) []string {
	t.Helper()
	var paths []string
	seen := map[[sha256.Size]byte]bool{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !slices.Contains(suffixes, strings.ToLower(filepath.Ext(path))) {
				return err
			}
			data, err := os.ReadFile(path)
			if sum := sha256.Sum256(data); err == nil && !seen[sum] {
				seen[sum] = true
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			webMissing(t, err)
		}
	}
	return paths
}

// webSample returns every nth path under -short.
func webSample(paths []string, n int) []string {
	if !testing.Short() {
		return paths
	}
	var sample []string
	for i := 0; i < len(paths); i += n {
		sample = append(sample, paths[i])
	}
	return sample
}

// webPackages returns the folders of npm packages, with -web-full that of all.
func webPackages(t testing.TB, names []string) []string {
	t.Helper()
	modules := webModules(t)
	if *webFull {
		return []string{modules}
	}
	folders := make([]string, len(names))
	for i, name := range names {
		folders[i] = filepath.Join(modules, filepath.FromSlash(name))
	}
	return folders
}

func TestCSSFiles(t *testing.T) {
	files := webFiles(t, webPackages(t, webCSSPackages), ".css")
	webCompareFiles(t, CSS, webCSSOracle(t), webSample(files, 8), 800)
}

func TestJavaScriptFiles(t *testing.T) {
	files := webFiles(t, webPackages(t, webJSPackages), ".js", ".mjs", ".cjs")
	webCompareFiles(t, JavaScript, webJSOracle(t), webSample(files, 16), 1500)
}

// webCompareFiles compares a scanner with its oracle on files, of which the
// oracle must be able to read some number.
func webCompareFiles(t *testing.T, scan Scanner, oracle webOracle, paths []string, atLeast int) {
	t.Helper()
	answers := oracle.ask(t, paths)
	var read, refused, symbols, differ, size int
	unread := map[string]int{}
	for i, path := range paths {
		want := answers[i]
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if want.Error != "" {
			unread[want.Error]++
			continue
		}
		if checkLineEnds(src) != nil {
			refused++
			continue
		}
		read++
		size += len(src)
		symbols += len(want.Symbols)
		if got := webScan(t, scan, src); !slices.Equal(got, want.Symbols) {
			t.Errorf("%s:%s", path, webDiff(got, want.Symbols))
			if differ++; differ == 10 {
				t.Fatal("stopped at 10 files that differ")
			}
		}
	}
	t.Logf("%d files of %d, %d bytes, %d symbols; %d with a lone carriage return", read, len(paths), size, symbols, refused)
	for why, n := range unread {
		t.Logf("the oracle can not read %d files: %s", n, why)
	}
	if read < atLeast && !testing.Short() {
		t.Errorf("only %d files, want %d", read, atLeast)
	}
}
