package main

import (
	"fmt"
	"strings"
	"testing"
)

const module = `import os

@decorated
class Straße:
    def one(self):
        pass

    async def two(self):
        def inner():
            pass

def build_app():
    return Straße
`

func TestFileOutline(t *testing.T) {
	s := servingFiles(t, map[string]string{
		"m.py": module, "M.PYI": strings.ReplaceAll(module, "\n", "\r\n"), "bom.py": "\ufeff" + module,
		"t.html":   "<div id=\"top\">\n{% block content %}\n<script>\nfunction go() {\n}\n</script>\n{% endblock %}\n</div>\n",
		"s.css":    "/* x */\n.a,\n.b {\n}\n@media print {\n.c{}\n}\n",
		"a.js":     "class A {\n  run() {}\n}\n",
		"empty.py": "",
	})
	o := askTool(t, s, &fileTool, `{"path":"m.py","outline":true}`)
	want(t, o, "total", `5`)
	want(t, o, "page", `1`)
	want(t, o, "per_page", `100`)
	want(t, o, "symbols.0", `{"end":10,"kind":"class","name":"Straße","start":3}`)
	want(t, o, "symbols.3.name", `"Straße.two.inner"`)
	want(t, o, "file.lines", `14`)
	want(t, o, "content", `null`)
	for args, names := range map[string]string{
		`"path":"m.py","symbol":"STRASSE.T"`:       `Straße.two Straße.two.inner`,
		`"path":"m.py","symbol":"build_app"`:       `build_app`,
		`"path":"m.py","symbol":"none"`:            ``,
		`"path":"m.py","symbol":""`:                `Straße Straße.one Straße.two Straße.two.inner build_app`,
		`"path":"m.py","per_page":2,"page":2`:      `Straße.two Straße.two.inner`,
		`"path":"m.py","per_page":2,"page":4`:      ``,
		`"path":"m.py","per_page":0,"page":-1`:     `Straße`,
		`"path":"M.PYI","symbol":"app"`:            `build_app`,
		`"path":"bom.py","symbol":"one"`:           `Straße.one`,
		`"path":"t.html"`:                          `div#top block content script go`,
		`"path":"t.html","symbol":"#"`:             `div#top`,
		`"path":"s.css"`:                           `.a, .b @media print .c`,
		`"path":"s.css","symbol":"@media"`:         `@media print`,
		`"path":"a.js"`:                            `A A.run`,
		`"path":"empty.py"`:                        ``,
		`"path":"a.js","page":9223372036854775807`: ``,
	} {
		o := askTool(t, s, &fileTool, `{"outline":true,`+args+`}`)
		symbols := at(t, o, "symbols").([]any)
		got := make([]string, len(symbols))
		for i, symbol := range symbols {
			got[i] = at(t, symbol, "name").(string)
			checkReadable(t, s, at(t, o, "path").(string), symbol)
		}
		if strings.Join(got, " ") != names {
			t.Errorf("%s: %q, want %s", args, got, names)
		}
	}
	want(t, askTool(t, s, &fileTool, `{"path":"m.py","outline":true,"per_page":501}`), "per_page", `500`)
}

// checkReadable reads the lines of a symbol: a map that leads nowhere is none.
func checkReadable(t testing.TB, s *server, path string, symbol any) {
	t.Helper()
	o := askTool(t, s, &fileTool, fmt.Sprintf(`{"path":%q,"lines":[%v,%v]}`, path, at(t, symbol, "start"), at(t, symbol, "end")))
	want(t, o, "range.truncated", `false`)
}

// A file without an outline has a status and its reason.
func TestNoOutline(t *testing.T) {
	s := servingFiles(t, map[string]string{
		"broken.py": "x = 1\ndef f(:\n", "mac.py": "a\rb\n", "many.py": strings.Repeat("def f():0\n", 50_001), "a.txt": "x",
		"latin.py": "x = '\xe9'\n", "cookie.py": "# coding: latin-1\ndef f(): '\xe9'\n", "nul.py": "a\x00",
	})
	for path, answer := range map[string]string{
		"broken.py": `"no_outline" "parse_error" "SyntaxError" 2 null`,
		"mac.py":    `"no_outline" "inconsistent_line_endings" null 1 null`,
		"many.py":   `"no_outline" "too_many_symbols" null null 50000`,
		"a.txt":     `"no_outline" "unsupported_language" null null null`,
		"latin.py":  `"no_outline" "parse_error" "SyntaxError" 1 null`,
		"nul.py":    `"binary" null null null null`,
	} {
		o := askTool(t, s, &fileTool, `{"path":"`+path+`","outline":true}`)
		want(t, o, "ok", `true`)
		for _, absent := range []string{"symbols", "total", "page"} {
			want(t, o, absent, `null`)
		}
		var got []string
		for _, field := range []string{"status", "reason", "error_type", "line", "max"} {
			got = append(got, string(marshal(at(t, o, field))))
		}
		if strings.Join(got, " ") != answer {
			t.Errorf("%s: %s, want %s", path, got, answer)
		}
	}
	want(t, askTool(t, s, &fileTool, `{"path":"cookie.py","outline":true}`), "symbols.0.name", `"f"`)
	// Whoever knows the encoding better gets the text in it.
	want(t, askTool(t, s, &fileTool, `{"path":"latin.py","outline":true,"encoding":"latin1"}`), "symbols", `[]`)
}

// A page of an outline that does not fit is refused, and smaller ones give all.
func TestOutlineBudget(t *testing.T) {
	var src strings.Builder
	const symbols = 400
	for i := range symbols {
		fmt.Fprintf(&src, "def %s_%d(): 0\n", strings.Repeat("é", 350), i)
	}
	s := servingFiles(t, map[string]string{"wide.py": src.String()})
	o := askTool(t, s, &fileTool, `{"path":"wide.py","outline":true,"per_page":500}`)
	want(t, o, "error", `"page_too_large"`)
	want(t, o, "per_page", `500`)
	want(t, o, "max", `256000`)
	if bytes := at(t, o, "bytes").(float64); bytes <= maxAnswer || bytes > maxAnswer*2 {
		t.Errorf("%v bytes", bytes)
	}
	n := 0
	for page := 1; page <= 4; page++ {
		o := askTool(t, s, &fileTool, fmt.Sprintf(`{"path":"wide.py","outline":true,"per_page":100,"page":%d}`, page))
		want(t, o, "total", fmt.Sprint(symbols))
		n += len(at(t, o, "symbols").([]any))
	}
	if n != symbols {
		t.Errorf("%d symbols on all pages", n)
	}
}
