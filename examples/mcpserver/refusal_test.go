package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/pathpolicy"
	"github.com/mapwright/mapwright/section"
)

// long is longer than any argument may be.
var long = strings.Repeat("é", 5000)

// faults are the ways in which the form of a request can be wrong, in the order of
// the checks.
var faults = []struct{ code, args string }{
	{"invalid_argument", `"max_chars":"1"`},
	{"section_and_whole_document", `"section":"","whole_document":true`},
	{"max_depth_and_whole_document", `"max_depth":1,"whole_document":true`},
	{"repo_not_configured", `"repo":"none"`},
	{"missing_path", `"path":" "`},
	{"path_too_long", `"path":"` + long + `"`},
	{"invalid_path", `"path":"a\\b"`},
	{"suffix_not_allowed", `"path":"a.rst"`},
	{"path_outside_root", `"path":"../a"`},
	{"ref_too_long", `"ref":"` + long + `"`},
	{"invalid_ref", `"ref":"main~1"`},
	{"invalid_ref", `"ref":""`},
}

// A refusal for the form of a request touches no repository: there is none behind
// the name here, and using it would panic.
func TestFormIsCheckedFirst(t *testing.T) {
	s := &server{table: pathpolicy.Table{{Repo: "docs", Suffix: ".md"}}, log: discard}
	for i, f := range faults {
		o := ask(t, s, `{`+f.args+needed(f.args)+`}`)
		want(t, o, "error", `"`+f.code+`"`)
		for _, later := range faults[i+1:] {
			if sharesName(f.args, later.args) {
				continue
			}
			both := f.args + "," + later.args
			o := ask(t, s, `{`+both+needed(both)+`}`)
			if at(t, o, "error") != f.code {
				t.Errorf("%.80s: %v, want %s", both, at(t, o, "error"), f.code)
			}
			if strings.Contains(string(marshal(o)), long) {
				t.Errorf("%s repeats what was too long", f.code)
			}
		}
	}
}

// needed adds the path to arguments that have none.
func needed(args string) string {
	if strings.Contains(args, `"path"`) {
		return ""
	}
	return `,"path":"a"`
}

func sharesName(a, b string) bool {
	var x, y map[string]json.RawMessage
	if json.Unmarshal([]byte("{"+a+"}"), &x) != nil || json.Unmarshal([]byte("{"+b+"}"), &y) != nil {
		panic("not JSON")
	}
	for name := range x {
		if y[name] != nil {
			return true
		}
	}
	return false
}

// What a refusal says, before a repository is touched.
func TestFormRefusals(t *testing.T) {
	s := &server{table: pathpolicy.Table{{Repo: "docs", Root: "d", Suffix: ".md"}}, log: discard}
	for args, answer := range map[string]string{
		`{"path":"a","Offset":"secret"}`: `{"ok":false,"repo":"docs","path":"a","error":"invalid_argument",` +
			`"problems":[{"where":"Offset","what":"unknown argument"}],` +
			`"hint":"arguments: repo, path, ref, section, include_subsections, max_chars, offset, max_depth, whole_document"}`,
		`{}`:                                 `{"ok":false,"error":"missing_path","repo":"docs"}`,
		`{"path":"a","repo":"none"}`:         `{"ok":false,"path":"a","error":"repo_not_configured","repo":"none"}`,
		`{"path":"a","repo":"` + long + `"}`: `{"ok":false,"path":"a","error":"repo_not_configured"}`,
		`{"path":"` + long + `"}`:            `{"ok":false,"error":"path_too_long","repo":"docs","max_chars":4096,"actual_chars":5000}`,
		`{"path":"../a"}`:                    `{"ok":false,"path":"../a","error":"path_outside_root","repo":"docs","requested_path":"../a","root":"d"}`,
		`{"path":"a","ref":"` + long + `"}`:  `{"ok":false,"repo":"docs","path":"d/a.md","error":"ref_too_long","max_chars":4096,"actual_chars":5000}`,
		`{"path":"a","ref":"-x"}`:            `{"ok":false,"repo":"docs","path":"d/a.md","ref":"-x","error":"invalid_ref","message":"a ref must not begin with \"-\""}`,
		`{"path":"a","section":"","whole_document":true}`: `{"ok":false,"repo":"docs","path":"a","error":"section_and_whole_document",` +
			`"hint":"section asks for one section, whole_document for the text from line 1"}`,
	} {
		if got := s.call(t.Context(), &sectionTool, json.RawMessage(args)); got.text != answer {
			t.Errorf("%.100s:\n got %s\nwant %s", args, got.text, answer)
		}
	}
	if code := s.call(t.Context(), &sectionTool, json.RawMessage(`{"path":"a","whole_document":false,"section":"x","ref":"-"}`)).code; code != "invalid_ref" {
		t.Errorf("whole_document:false collides with section: %s", code)
	}
}

// The refusals that need a repository, each with what it says beside the code. The
// second fault of each request is one that would come later.
func TestReadingRefusals(t *testing.T) {
	dir := gittest.New(t, map[string]string{
		"a.md":         "# A\n# B\n# b\n",
		"large.md":     strings.Repeat("x", maxFile+1),
		"limit.md":     strings.Repeat("x", maxFile),
		"binary.md":    "a\x00\r",
		"mac.md":       "# A\n\rb\n",
		"lines.md":     strings.Repeat("\r\n", section.DefaultMaxLines) + "\r",
		"sections.md":  strings.Repeat("#\n", section.DefaultMaxSections+1),
		"lost/gone.md": "gone",
	})
	gittest.RemoveObject(t, dir, "HEAD:lost/gone.md")
	commit := gittest.Git(t, dir, "rev-parse", "HEAD")
	s := serving(t, dir)
	for _, tt := range []struct {
		args, code string
		fields     map[string]string
	}{
		{`{"path":"none","ref":"none"}`, "ref_not_mirrored", map[string]string{"ref": `"none"`, "path": `"none.md"`, "resolved_commit": "null"}},
		{`{"path":"none","section":"none"}`, "not_found", map[string]string{"ref": `"HEAD"`, "resolved_commit": `"` + commit + `"`, "kind": "null"}},
		{`{"path":"lost/gone"}`, "read_failed", map[string]string{"ref": `"HEAD"`, "resolved_commit": `"` + commit + `"`}},
		{`{"path":"large","section":"none"}`, "too_large", map[string]string{"size": "512001", "max": "512000", "encoding": "null"}},
		{`{"path":"large","whole_document":true}`, "too_large", nil},
		{`{"path":"limit","section":"none"}`, "section_not_found", map[string]string{"section_count": "0", "encoding": `"utf-8"`}},
		{`{"path":"binary"}`, "binary", map[string]string{"size": "3"}},
		{`{"path":"binary","whole_document":true}`, "binary", nil},
		{`{"path":"mac","section":"none"}`, "inconsistent_line_endings", map[string]string{"line": "2", "resolved_commit": `"` + commit + `"`}},
		{`{"path":"lines","section":"none"}`, "too_many_lines", map[string]string{"max": "200000", "total_lines": "200001"}},
		{`{"path":"sections","section":"none"}`, "too_many_sections", map[string]string{"max": "50000", "line": "50001"}},
		{`{"path":"a","section":"none"}`, "section_not_found", map[string]string{"toc.0.title": `"A"`, "repo": `"docs"`, "path": `"a.md"`}},
		{`{"path":"a","section":""}`, "section_not_found", nil},
		{`{"path":"a","section":"b"}`, "ambiguous_section", map[string]string{"candidates.1.line_range": "[3,4]"}},
		{`{"path":"a","section":"` + long + `"}`, "section_too_long", map[string]string{"max_chars": "4096", "actual_chars": "5000", "resolved_commit": "null"}},
		{`{"path":".env","ref":"none","section":"` + long + `"}`, "section_too_long", nil},
	} {
		o := ask(t, s, tt.args)
		want(t, o, "error", `"`+tt.code+`"`)
		want(t, o, "repo", `"docs"`)
		for path, value := range tt.fields {
			want(t, o, path, value)
		}
		if hints[tt.code] != "" {
			want(t, o, "hint", string(marshal(hints[tt.code])))
		}
		if strings.Contains(string(marshal(o)), long) {
			t.Errorf("%s repeats what was too long", tt.code)
		}
	}
	// A document without a map can be read all the same.
	for _, path := range []string{"mac", "lines", "sections"} {
		want(t, ask(t, s, `{"path":"`+path+`","whole_document":true}`), "ok", "true")
	}
}

// A symbolic link is told, and not followed, wherever it leads.
func TestSymlink(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "# A\n"})
	for link, target := range map[string]string{"in.md": "a.md", "out.md": "/etc/hostname", "up.md": "../../x.md"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	gittest.Git(t, dir, "add", "-A")
	gittest.Git(t, dir, "commit", "-q", "-m", "links")
	s := serving(t, dir)
	for _, path := range []string{"in", "out", "up"} {
		o := ask(t, s, `{"path":"`+path+`"}`)
		want(t, o, "error", `"not_found"`)
		want(t, o, "kind", `"symlink"`)
	}
}

func TestRepositoryStates(t *testing.T) {
	empty := t.TempDir()
	gittest.Git(t, empty, "init", "-q", "--bare", ".")
	plain := t.TempDir()
	absent := filepath.Join(plain, "absent")
	for path, code := range map[string]string{
		absent: "repo_not_mirrored", plain: "read_failed", empty: "ref_not_mirrored",
	} {
		o := ask(t, serving(t, path), `{"path":"a","section":"none"}`)
		want(t, o, "error", `"`+code+`"`)
		want(t, o, "repo", `"docs"`)
		want(t, o, "path", `"a.md"`)
		want(t, o, "ref", `"HEAD"`)
		if strings.Contains(string(marshal(o)), plain) {
			t.Errorf("%s tells a path of this machine: %s", code, marshal(o))
		}
	}
}

// The log has what an operator needs of a failure, and nothing that was read.
func TestLog(t *testing.T) {
	gittest.Program(t, "git")
	var out bytes.Buffer
	log := textLog(&out)
	plain := t.TempDir()
	s, err := open([]source{
		{pathpolicy.Policy{Repo: "plain", Suffix: ".md"}, plain},
		{pathpolicy.Policy{Repo: "later", Suffix: ".md"}, filepath.Join(plain, "absent")},
		{pathpolicy.Policy{Repo: "docs", Suffix: ".md"}, gittest.New(t, map[string]string{"private.md": "# Private\n"})},
	}, log)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if n := strings.Count(out.String(), "level=WARN"); n != 1 || !strings.Contains(out.String(), "repo=later") {
		t.Errorf("%d warnings at the start:\n%s", n, out.String())
	}
	ask(t, s, `{"path":"private","repo":"plain"}`)
	ask(t, s, `{"path":"private","repo":"docs"}`)
	ask(t, s, `{"path":"private","repo":"docs","section":"Private"}`)
	ask(t, s, `{"path":"private","repo":"docs","Private":"Private"}`)
	if !strings.Contains(out.String(), "not a git repository") || !strings.Contains(out.String(), "exit=128") {
		t.Errorf("the failure is not explained:\n%s", out.String())
	}
	if strings.Contains(strings.ToLower(out.String()), "private") {
		t.Errorf("the log tells what was read:\n%s", out.String())
	}
}

// An error that has no form for the client is the server's own, and its words stay
// here.
func TestInternalError(t *testing.T) {
	var out bytes.Buffer
	s := &server{log: textLog(&out)}
	a := s.answer(place{Repo: "docs"}, nil, errors.New("secret detail"))
	if a.text != `{"ok":false,"repo":"docs","error":"internal_error"}` || a.code != internalError {
		t.Errorf("%+v", a)
	}
	if !strings.Contains(out.String(), "secret detail") {
		t.Errorf("it is not logged: %s", out.String())
	}
}
