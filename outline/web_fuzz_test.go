package outline

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

// The fuzz targets assert what scanners promise, whatever the bytes.

func FuzzCSS(f *testing.F)        { webFuzz(f, CSS, ".css") }
func FuzzJavaScript(f *testing.F) { webFuzz(f, JavaScript, ".js") }
func FuzzTemplate(f *testing.F)   { webFuzz(f, Template, ".html") }

// FuzzTemplateBranches has templates made of few marks, so that conditions and
// elements are nested in any way.
func FuzzTemplateBranches(f *testing.F) {
	marks := []string{
		"{% if a %}", "{% else %}", "{% endif %}", "{% for a in b %}", "<div>", "<div id=a>", "</div>", "<p id=b>", "</p>\n", "\n",
		"{% block a %}", "{% endblock %}", "<script>", "</script>", "{% raw %}", "{% endraw %}",
	}
	f.Add([]byte{0, 5, 1, 7, 2, 6, 9, 8})
	f.Add([]byte{5, 0, 6, 1, 6, 2, 3, 4, 1, 4, 2, 6, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		var b strings.Builder
		for _, c := range data {
			b.WriteString(marks[int(c)%len(marks)])
		}
		webFuzzOne(t, Template, []byte(b.String()))
	})
}

func webFuzz(f *testing.F, scan Scanner, suffix string) {
	for _, c := range webCases(f) {
		if strings.HasSuffix(c.File, suffix) {
			f.Add([]byte(c.Input))
		}
	}
	if suffix == ".js" {
		for _, c := range jsCases {
			f.Add([]byte(c.src))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) { webFuzzOne(t, scan, src) })
}

func webFuzzOne(t *testing.T, scan Scanner, src []byte) {
	t.Helper()
	// A scanner that writes behind its input changes the last byte of this.
	guarded := append(bytes.Clone(src), 'x')
	symbols, err := scan(guarded[:len(src)])
	if !bytes.Equal(guarded[:len(src)], src) || guarded[len(src)] != 'x' {
		t.Fatal("the input has changed")
	}
	if n, ok := errors.AsType[*NoOutline](err); err != nil && (!ok || symbols != nil || n.Line > bytes.Count(src, []byte("\n"))+1) {
		t.Fatalf("%d symbols and error %v", len(symbols), err)
	}
	webCheck(t, src, symbols)
	for _, s := range symbols {
		if s.Name == "" && s.Kind != Rule {
			t.Errorf("%+v has no name", s)
		}
		if slices.Contains([]Kind{Extends, Include, Import}, s.Kind) && s.Start != s.End {
			t.Errorf("%+v has more than one line", s)
		}
	}
	if err != nil {
		return
	}
	// Line ends do not matter, but those in a name are in the name.
	lf := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	crlf, err := scan(bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	for i := range crlf {
		crlf[i].Name = strings.ReplaceAll(crlf[i].Name, "\r\n", "\n")
	}
	for i := range symbols {
		symbols[i].Name = strings.ReplaceAll(symbols[i].Name, "\r\n", "\n")
	}
	slices.SortStableFunc(crlf, compareSymbols)
	slices.SortStableFunc(symbols, compareSymbols)
	if !slices.Equal(symbols, crlf) {
		t.Errorf("with CRLF %v, else %v", crlf, symbols)
	}
}
