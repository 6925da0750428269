package outline

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// A webCase is one of testdata/web/web_cases.json; the README there has the
// fields.
type webCase struct {
	Name    string
	File    string
	Input   string
	Symbols []webSymbol
}

func webCases(t testing.TB) []webCase {
	t.Helper()
	data, err := os.ReadFile("testdata/web/web_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []webCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestCSSCases(t *testing.T) { webTestCases(t, "a.css", CSS) }

func TestTemplateCases(t *testing.T) { webTestCases(t, "t.html", Template) }

func webTestCases(t *testing.T, file string, scan Scanner) {
	for _, c := range webCases(t) {
		if c.File != file {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			want := slices.Clone(c.Symbols)
			slices.SortFunc(want, webCompareSymbols)
			if got := webScan(t, scan, []byte(c.Input)); !slices.Equal(got, want) {
				t.Errorf("%q%s", c.Input, webDiff(got, want))
			}
		})
	}
}

func TestJavaScriptCases(t *testing.T) {
	oracle := webJSOracle(t)
	var texts []string
	for _, c := range jsCases {
		texts = append(texts, c.src)
	}
	for i, want := range oracle.askTexts(t, texts) {
		if want.Error != "" {
			t.Errorf("%q: the oracle says %s", texts[i], want.Error)
			continue
		}
		if got := webScan(t, JavaScript, []byte(texts[i])); !slices.Equal(got, want.Symbols) {
			t.Errorf("%s\n%s\n%s", jsCases[i].name, texts[i], webDiff(got, want.Symbols))
		}
	}
}
