package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/pathpolicy"
	"golang.org/x/text/encoding/charmap"
)

func TestWholeFile(t *testing.T) {
	dir := gittest.New(t, map[string]string{"src/a.go": "package a\r\n", "empty": "", ".hidden/x y": "é"})
	commit := gittest.Git(t, dir, "rev-parse", "HEAD")
	s := serving(t, dir)
	o := askTool(t, s, &fileTool, `{"path":"src/a.go"}`)
	for path, value := range map[string]string{
		"repo": `"docs"`, "path": `"src/a.go"`, "ref": `"HEAD"`, "resolved_commit": `"` + commit + `"`,
		"file.path": `"src/a.go"`, "file.ref": `"HEAD"`, "file.resolved_commit": `"` + commit + `"`,
		"file.size": `11`, "file.lines": `2`, "file.encoding": `"utf-8"`, "file.encoding_hint": `null`,
		"content": `"package a\r\n"`, "range": `null`, "encoding": `null`,
	} {
		want(t, o, path, value)
	}
	o = askTool(t, s, &fileTool, `{"path":"empty","ref":"main"}`)
	want(t, o, "content", `""`)
	want(t, o, "file.lines", `1`)
	want(t, o, "file.size", `0`)
	want(t, o, "ref", `"main"`)
	want(t, askTool(t, s, &fileTool, `{"path":"src/../.hidden/x y"}`), "content", `"é"`)
}

// The rows about ranges, on a file of four lines of which the last is empty.
func TestRange(t *testing.T) {
	s := servingFiles(t, map[string]string{"f.txt": "one\r\ntwo\n\nfour\n", "bare": "a\nb"})
	for _, tt := range []struct{ file, lines, want, content string }{
		{"f.txt", "[1,1]", `[1,1,false]`, "one\r"},
		{"f.txt", "[1,2]", `[1,2,false]`, "one\r\ntwo"},
		{"f.txt", "[3,3]", `[3,3,false]`, ""},
		{"f.txt", "[4,5]", `[4,5,false]`, "four\n"},
		{"f.txt", "[5,5]", `[5,5,false]`, ""},
		{"f.txt", "[2,900]", `[2,5,true]`, "two\n\nfour\n"},
		{"f.txt", "[1.0,2e0]", `[1,2,false]`, "one\r\ntwo"},
		{"bare", "[2,2]", `[2,2,false]`, "b"},
		{"f.txt", "[6,7]", "range_out_of_bounds", ""},
		{"f.txt", "[2,1]", "invalid_line_range", ""},
		{"f.txt", "[0,1]", "invalid_line_range", ""},
		{"f.txt", "[-1,1]", "invalid_line_range", ""},
		{"f.txt", "[1]", "invalid_line_range", ""},
		{"f.txt", "[]", "invalid_line_range", ""},
		{"f.txt", "[1,2,3]", "invalid_line_range", ""},
		{"f.txt", "[true,5]", "invalid_argument", ""},
		{"f.txt", `["1","5"]`, "invalid_argument", ""},
		{"f.txt", "[1.5,5]", "invalid_argument", ""},
		{"f.txt", "[1,null]", "invalid_argument", ""},
		{"f.txt", "1", "invalid_argument", ""},
		{"f.txt", `"1-2"`, "invalid_argument", ""},
	} {
		o := askTool(t, s, &fileTool, fmt.Sprintf(`{"path":%q,"lines":%s}`, tt.file, tt.lines))
		if code, refused := o["error"]; refused {
			if code != tt.want {
				t.Errorf("%s: %v, want %s", tt.lines, code, tt.want)
			}
			continue
		}
		got := string(marshal([]any{at(t, o, "range.start"), at(t, o, "range.end"), at(t, o, "range.truncated")}))
		if got != tt.want || at(t, o, "content") != tt.content {
			t.Errorf("%s: %s with %q, want %s with %q", tt.lines, got, at(t, o, "content"), tt.want, tt.content)
		}
		want(t, o, "truncation_reason", "null")
		want(t, o, "range.total_lines", string(marshal(at(t, o, "file.lines"))))
	}
	want(t, askTool(t, s, &fileTool, `{"path":"f.txt","lines":[6,7]}`), "total_lines", "5")
}

// fileFaults are the ways in which a request can be wrong before a repository is
// touched, in the order of the checks.
var fileFaults = []struct{ code, args string }{
	{"invalid_argument", `"page":"1"`},
	{"outline_and_lines", `"outline":true,"lines":[2,1]`},
	{"symbol_without_outline", `"symbol":""`},
	{"page_without_outline", `"page":1,"outline":false`},
	{"per_page_without_outline", `"per_page":1`},
	{"invalid_line_range", `"lines":[2,1]`},
	{"unknown_encoding", `"encoding":"utf-99"`},
	{"repo_not_configured", `"repo":"none"`},
	{"missing_path", `"path":" "`},
	{"path_too_long", `"path":"` + long + `"`},
	{"invalid_path", `"path":"a\\b"`},
	{"path_outside_root", `"path":"../a"`},
	{"ref_too_long", `"ref":"` + long + `"`},
	{"invalid_ref", `"ref":"main~1"`},
}

func TestFileFormIsCheckedFirst(t *testing.T) {
	s := &server{table: pathpolicy.Table{{Repo: "docs", Suffix: ".md"}}, log: discard}
	for i, f := range fileFaults {
		o := askTool(t, s, &fileTool, `{`+f.args+needed(f.args)+`}`)
		want(t, o, "error", `"`+f.code+`"`)
		for _, later := range fileFaults[i+1:] {
			if sharesName(f.args, later.args) {
				continue
			}
			both := f.args + "," + later.args
			want(t, askTool(t, s, &fileTool, `{`+both+needed(both)+`}`), "error", `"`+f.code+`"`)
		}
	}
}

// Ranges that are read one after the other, each from the end of the one before,
// give the file when they are joined by newlines, whatever its bytes.
func TestRangesJoined(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	units := []string{"a", "\n", "\r\n", "\r", "é", "<", "\"", "\\", "\x01", "\u2028", "中", "\x0c", "\ufeff"}
	files := map[string]string{}
	for i := range 60 {
		var b strings.Builder
		for range rng.IntN(200) {
			b.WriteString(units[rng.IntN(len(units))])
		}
		files[fmt.Sprintf("f%d", i)] = b.String()
	}
	for name, unit := range map[string]string{ // that do not fit into one answer
		"hebrew": "ש\u05b8לום ", "controls": "\x01\x02", "markup": "<b>\"&\"</b>", "crlf": "line\r\n", "empty": "\n",
	} {
		lines := rng.IntN(500) + 100
		files[name] = strings.Repeat(strings.Repeat(unit, 1_000_000/lines/len(unit))+"\n", lines)
		files[name+"-bare"] = strings.TrimSuffix(files[name], "\n")
	}
	s := servingFiles(t, files)
	for path, text := range files {
		if got := joinRanges(t, s, path, 1+rng.IntN(20)); got != strings.TrimPrefix(text, "\ufeff") {
			t.Errorf("%s: %d bytes are not the %d of the file: %.80q", path, len(got), len(text), text)
		}
	}
}

// joinRanges reads a file by ranges of step lines, and of all that is left where
// the file is large.
func joinRanges(t testing.TB, s *server, path string, step int) string {
	t.Helper()
	var parts []string
	for start, total := 1, 1; start <= total; {
		end := start + step - 1
		if len(parts) > 20 {
			end = max(end, total)
		}
		o := askTool(t, s, &fileTool, fmt.Sprintf(`{"path":%q,"lines":[%d,%d]}`, path, start, end))
		if o["ok"] != true {
			t.Fatalf("%s from line %d: %v", path, start, o)
		}
		parts = append(parts, at(t, o, "content").(string))
		last := int(at(t, o, "range.end").(float64))
		if last < start {
			t.Fatalf("%s: from line %d to %d", path, start, last)
		}
		if last < end && last < total && at(t, o, "truncation_reason") != "byte_budget" {
			t.Errorf("%s: %d to %d ends at %d without a reason", path, start, end, last)
		}
		total = int(at(t, o, "range.total_lines").(float64))
		start = last + 1
	}
	return strings.Join(parts, "\n")
}

// What does not fit: a range ends on a line border as late as it can, a line alone
// is refused, and so is a whole file, with the way to read it.
func TestFileBudget(t *testing.T) {
	wide := strings.Repeat("<é\x01\n", 100_000)
	s := servingFiles(t, map[string]string{
		"wide.txt": wide, "wide.md": wide,
		"line": "short\n" + strings.Repeat("<", 100_000) + "\nshort\n",
		"fits": strings.Repeat("x", 255_000), "large.txt": strings.Repeat("x\n", 400_000),
	})
	a := s.call(t.Context(), &fileTool, json.RawMessage(`{"path":"wide.txt","lines":[7,100000]}`))
	o := checked(t, a.text, "")
	want(t, o, "truncation_reason", `"byte_budget"`)
	want(t, o, "range.truncated", `true`)
	if a.size > maxAnswer || a.size < maxAnswer-100 {
		t.Errorf("%d bytes of %d", a.size, maxAnswer)
	}
	if text := at(t, o, "content").(string); strings.Count(text, "\n")+7 != int(at(t, o, "range.end").(float64)) || strings.HasSuffix(text, "\n") {
		t.Errorf("the text ends with %q at %v", text[len(text)-5:], at(t, o, "range.end"))
	}

	o = askTool(t, s, &fileTool, `{"path":"line","lines":[2,3]}`)
	want(t, o, "error", `"answer_too_large"`)
	want(t, o, "line", `2`)
	if hint := at(t, o, "hint").(string); !strings.Contains(hint, "search_repo") {
		t.Errorf("hint %q", hint)
	}
	want(t, askTool(t, s, &fileTool, `{"path":"line","lines":[1,3]}`), "range.end", `1`)
	want(t, askTool(t, s, &fileTool, `{"path":"line","lines":[3,4]}`), "content", `"short\n"`)

	o = askTool(t, s, &fileTool, `{"path":"large.txt"}`)
	want(t, o, "error", `"too_large"`)
	want(t, o, "max", `512000`)
	want(t, o, "hint", `"lines and outline read files of up to 10000000 bytes"`)
	o = askTool(t, s, &fileTool, `{"path":"large.txt","lines":[400000,400001]}`)
	want(t, o, "content", `"x\n"`)
	want(t, askTool(t, s, &fileTool, `{"path":"fits"}`), "ok", `true`)
}

// A whole file that does not fit points to docs_get_section, if and only if that
// serves it.
func TestReadWith(t *testing.T) {
	text := strings.Repeat("<", 60_000)
	dir := gittest.New(t, map[string]string{"docs/a.md": text, "docs/a.rst": text, "docs/a.txt": text, "b.md": text, "docs.md": text, "docs/s.md": "# A\n"})
	s, err := open([]source{{pathpolicy.Policy{Repo: "r", Root: "docs/", Suffix: ".md"}, dir}}, discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	for path, served := range map[string]bool{"docs/a.md": true, "docs/a.rst": false, "docs/a.txt": false, "b.md": false, "docs.md": false} {
		for _, ref := range []string{"", "main"} {
			args := fmt.Sprintf(`{"path":%q}`, path)
			if ref != "" {
				args = fmt.Sprintf(`{"path":%q,"ref":%q}`, path, ref)
			}
			o := askTool(t, s, &fileTool, args)
			want(t, o, "error", `"answer_too_large"`)
			if !served {
				want(t, o, "read_with", `null`)
				if hint, _ := at(t, o, "hint").(string); !strings.Contains(hint, "lines") {
					t.Errorf("%s: hint %q", path, hint)
				}
				continue
			}
			want(t, o, "read_with", `"docs_get_section"`)
			pointed := askTool(t, s, &sectionTool, string(marshal(at(t, o, "read_with_arguments"))))
			want(t, pointed, "mode", `"document"`)
			want(t, pointed, "path", `"`+path+`"`)
			if _, given := at(t, o, "read_with_arguments").(object)["ref"]; given != (ref != "") {
				t.Errorf("ref %q: %v", ref, o)
			}
		}
	}
	o := askTool(t, s, &fileTool, `{"path":"docs/s.md","outline":true}`)
	want(t, o, "ok", `true`)
	want(t, o, "status", `"no_outline"`)
	want(t, o, "reason", `"unsupported_language"`)
	want(t, o, "read_with_arguments", `{"path":"docs/s.md","repo":"r"}`)
	want(t, askTool(t, s, &fileTool, `{"path":"docs/a.txt","outline":true}`), "read_with", `null`)
}

// Encodings: by their marks, as they are named, and what is left.
func TestFileEncodings(t *testing.T) {
	hebrew := strings.Repeat("שלום עולם, זה קובץ בעברית\n", 20)
	cp1255, err := charmap.Windows1255.NewEncoder().String(hebrew)
	if err != nil {
		t.Fatal(err)
	}
	s := servingFiles(t, map[string]string{
		"bom": "\ufeffa\nb", "utf16": "\xff\xfea\x00\n\x00\xe9\x00", "hebrew": cp1255, "french": "d\xe9j\xe0 vu\n",
		"hole": "a\x81", "nul": "a\x00b", "cut": "é\xc3",
	})
	for _, tt := range []struct{ args, encoding, content, size, lines string }{
		{`"path":"bom"`, "utf-8-sig", "a\nb", "6", "2"},
		{`"path":"bom","lines":[1,1]`, "utf-8-sig", "a", "6", "2"},
		{`"path":"bom","encoding":"windows-1255"`, "utf-8-sig", "a\nb", "6", "2"},
		{`"path":"utf16"`, "utf-16le", "a\né", "8", "2"},
		{`"path":"utf16","lines":[2,2]`, "utf-16le", "é", "8", "2"},
		{`"path":"hebrew","encoding":"CP1255"`, "windows-1255", hebrew, fmt.Sprint(len(cp1255)), "21"},
		{`"path":"hebrew","encoding":"windows-1255","lines":[21,21]`, "windows-1255", "", fmt.Sprint(len(cp1255)), "21"},
		{`"path":"french"`, "windows-1252", "déjà vu\n", "8", "2"},
		{`"path":"french","encoding":"latin1"`, "windows-1252", "déjà vu\n", "8", "2"},
		{`"path":"hole"`, "windows-1252", "a\ufffd", "2", "1"},
		{`"path":"cut","encoding":"utf-8"`, "utf-8", "é\ufffd", "3", "1"},
	} {
		o := askTool(t, s, &fileTool, `{`+tt.args+`}`)
		want(t, o, "file.encoding", string(marshal(tt.encoding)))
		want(t, o, "content", string(marshal(tt.content)))
		want(t, o, "file.size", tt.size)
		want(t, o, "file.lines", tt.lines)
		replaced := "null"
		if strings.Contains(tt.content, "\ufffd") {
			replaced = "1"
		}
		want(t, o, "file.replaced_characters", replaced)
		guessed := tt.encoding == "windows-1252" && !strings.Contains(tt.args, `"encoding"`)
		if _, hint := at(t, o, "file").(object)["encoding_hint"]; hint != guessed {
			t.Errorf("%s: a hint is %t", tt.args, hint)
		}
	}
	o := askTool(t, s, &fileTool, `{"path":"hebrew"}`)
	want(t, o, "file.encoding", `"windows-1252"`)
	want(t, o, "file.encoding_guess", `"windows-1255"`)
	for _, rest := range []string{"", `,"lines":[1,1]`, `,"outline":true`, `,"encoding":"utf-8"`} {
		o := askTool(t, s, &fileTool, `{"path":"nul"`+rest+`}`)
		want(t, o, "ok", `true`)
		want(t, o, "status", `"binary"`)
		want(t, o, "content", `null`)
		want(t, o, "file.size", `3`)
	}
	for _, label := range []string{"", "utf-99", "replacement", "iso-2022-kr", "x", strings.Repeat("x", 100_000)} {
		o := askTool(t, s, &fileTool, `{"path":"bom","encoding":`+string(marshal(label))+`}`)
		want(t, o, "error", `"unknown_encoding"`)
	}
}
