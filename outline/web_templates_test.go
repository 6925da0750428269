package outline

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// webJinjaOracle is Jinja itself. Debian's interpreter has it.
func webJinjaOracle(t testing.TB) webOracle {
	t.Helper()
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import jinja2").CombinedOutput(); err != nil {
		webMissing(t, err.Error()+string(out))
	}
	return webOracle{args: []string{python, filepath.Join("testdata", "web", "jinja_oracle.py")}}
}

func webHTMLOracle(t testing.TB) webOracle {
	o := webNodeOracle(t, "html_oracle.js", "parse5")
	o.args = append(o.args, "--jinja")
	return o
}

// webTemplateFolders has templates of the Debian packages in .ci/run.
var webTemplateFolders = []string{"/usr/lib/python3/dist-packages", "/usr/share/sphinx", "/usr/share/jupyter"}

// webTemplates returns the templates at hand. Those of LaTeX have other
// delimiters.
func webTemplates(t testing.TB) []string {
	t.Helper()
	files := webFiles(t, webTemplateFolders, ".html", ".htm", ".jinja", ".jinja2", ".j2")
	return webSample(slices.DeleteFunc(files, func(path string) bool { return strings.HasSuffix(path, ".tex.j2") }), 8)
}

// webOfKinds returns the symbols that an oracle knows.
func webOfKinds(symbols []Symbol, kinds ...Kind) []webSymbol {
	var some []Symbol
	for _, s := range symbols {
		if slices.Contains(kinds, s.Kind) {
			some = append(some, s)
		}
	}
	return webSymbols(some)
}

// withoutAmbiguous drops the elements for which the oracle has several ends.
func (a *webAnswer) withoutAmbiguous(symbols []webSymbol) []webSymbol {
	for _, one := range a.Ambiguous {
		symbols = slices.DeleteFunc(symbols, func(s webSymbol) bool {
			return s.Name == one[0] && float64(s.Start) == one[1]
		})
	}
	return symbols
}

func TestTemplateFilesJinja(t *testing.T) {
	webCompareTemplates(t, webJinjaOracle(t), jinjaDifferences, Block, Macro, Extends, Include, Import)
}

func TestTemplateFilesHTML(t *testing.T) {
	webCompareTemplates(t, webHTMLOracle(t), htmlDifferences, Element, Script, Style)
}

// A webDifference is a reason why a symbol is not the oracle's.
type webDifference struct {
	why string
	is  func(src string, got, want webSymbol) bool
}

var jinjaDifferences = []webDifference{}

var htmlDifferences = []webDifference{
	{
		why: "the oracle takes a statement between id= and the quoted value for a part of the value",
		is: func(_ string, got, want webSymbol) bool {
			element, id, _ := strings.Cut(got.Name, "#")
			return strings.HasPrefix(want.Name, element+"#{%") && strings.Contains(want.Name, `%}"`+id+`"`)
		},
	},
}

// webCompareTemplates compares the symbols of some kinds with an oracle that
// knows these.
func webCompareTemplates(t *testing.T, oracle webOracle, known []webDifference, kinds ...Kind) {
	t.Helper()
	paths := webTemplates(t)
	var read, symbols, ambiguous int
	explained := map[string]int{}
	for i, want := range oracle.ask(t, paths) {
		src, err := os.ReadFile(paths[i])
		if err != nil {
			t.Fatal(err)
		}
		found, err := Template(src)
		if err != nil {
			t.Fatalf("%s: %v", paths[i], err)
		}
		webCheck(t, src, found)
		if want.Error != "" {
			t.Logf("%s: the oracle says %s", paths[i], want.Error)
			continue
		}
		read++
		symbols += len(want.Symbols)
		ambiguous += len(want.Ambiguous)
		got := want.withoutAmbiguous(webOfKinds(found, kinds...))
		if len(got) == len(want.Symbols) {
			for j := range got {
				for _, d := range known {
					if got[j] != want.Symbols[j] && d.is(string(src), got[j], want.Symbols[j]) {
						explained[d.why]++
						got[j] = want.Symbols[j]
					}
				}
			}
		}
		if !slices.Equal(got, want.Symbols) {
			t.Errorf("%s:%s", paths[i], webDiff(got, want.Symbols))
		}
	}
	t.Logf("%d files of %d, %d symbols, %d ambiguous ones left out", read, len(paths), symbols, ambiguous)
	for why, n := range explained {
		t.Logf("%d times: %s", n, why)
	}
	if read < 500 && !testing.Short() {
		t.Errorf("only %d files, want 500", read)
	}
}
