package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/pathpolicy"
)

// policyFile writes a policy file into a new folder.
func policyFile(t testing.TB, src string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "my.policy")
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// What a person sees who mistyped a policy file.
func TestMistypedPolicy(t *testing.T) {
	gittest.Program(t, "git")
	const src = "repo \"handbook\" {\r\n" +
		"\tplce  = \"/srv/git/handbook.git\"\r\n" +
		"  suffix = \"md\"\r\n" +
		"  vendored = [\"é/**\", \"assets/\"]\r\n" +
		"}\r\n" +
		"repo rules {\r\n"
	const want = `the policy file can not be used
FILE:1:6: the repository "handbook" has no place, expected place = "PATH"
    repo "handbook" {
         ^
FILE:2:2: unknown setting "plce", expected place, root, suffix, not_secret or vendored
     plce  = "/srv/git/handbook.git"
     ^
FILE:3:13: "md" is no suffix, expected one like ".md" or ".rst"
      suffix = "md"
                ^
FILE:4:31: nothing follows "/", expected "**" for what is below a folder
      vendored = ["é/**", "assets/"]
                                  ^
FILE:6:6: found "rules", expected the name in quotes
    repo rules {
         ^
`
	file := policyFile(t, src)
	for _, args := range [][]string{{"serve"}, {"call", "docs_get_section", "path=README"}} {
		o := runProgram(t, "", append(args, "--policy", file)...)
		if got := strings.ReplaceAll(o.err, file, "FILE"); o.status != exitUsage || o.out != "" || got != "mcpserver "+args[0]+": "+want {
			t.Errorf("exit %d, output %q, error\n%s\nwant\n%s", o.status, o.out, got, want)
		}
	}
}

// What the README says that a person sees.
func TestReadmeMistypedPolicy(t *testing.T) {
	gittest.Program(t, "git")
	file := policyFile(t, `repo "handbook" {
  place  = "/srv/git/handbook.git"
  root   = docs/
  sufix  = ".rst"
}

repo "billing" {
  place    = "../billing"
  suffix   : ".md"
  vendored = ["assets/vendor/" "third_party/**"]
}
`)
	said := strings.ReplaceAll(runProgram(t, "", "serve", "--policy", file).err, file, "my.policy")
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n```\n"+said+"```\n") {
		t.Errorf("the README does not show\n%s", said)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("é", 100) + "X" + strings.Repeat("y", 100)
	for _, tt := range []struct {
		why, line string
		column    int
		marked    string
	}{
		{"in the middle of a long line", long, 101, "X"},
		{"at the end", "ab", 3, ""},
		{"a column of UTF-8 that is none", "a\xffb", 3, "b"},
		{"a control character", "\x1b[31mb", 6, "b"},
	} {
		shown, indent := excerpt(tt.line, tt.column)
		runes := []rune(shown)
		if len(runes) > 72 || strings.ContainsAny(shown, "\x1b\r\n") || !strings.HasPrefix(string(runes[len(indent):]), tt.marked) {
			t.Errorf("%s: %q, mark at %d", tt.why, shown, len(indent))
		}
	}
}

// A repository is served if it is both described and allowed; the list of what is
// allowed says in which order.
func TestTwoGates(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "# A\n"})
	file := policyFile(t, `repo "one" { place = "`+filepath.ToSlash(dir)+`" suffix = ".md" }
repo "two" { place = "`+filepath.ToSlash(dir)+`" suffix = ".md" }
repo "three" { place = "`+filepath.ToSlash(dir)+`" suffix = ".md" }`)
	for _, tt := range []struct {
		why, args, repo string
		code, answers   string // of the refusal, or who answers
	}{
		{"in the order of the file", "", "", "", "one"},
		{"in the order of the list", "--allow two --allow one", "", "", "two"},
		{"by name", "--allow two --allow one", "one", "", "one"},
		{"described and not allowed", "--allow two --allow one", "three", "repo_not_configured", "three"},
		{"allowed and not described", "--allow four --allow one", "four", "repo_not_configured", "four"},
		{"the default is served", "--allow four --allow one", "", "", "one"},
	} {
		args := append([]string{"call", "--policy", file, "docs_get_section", "path=a", "repo=" + tt.repo}, strings.Fields(tt.args)...)
		o := runProgram(t, "", args...)
		var got struct{ Error, Repo string }
		if err := json.Unmarshal([]byte(o.out), &got); err != nil {
			t.Fatalf("%v: %s", err, o.err)
		}
		if got.Error != tt.code || got.Repo != tt.answers {
			t.Errorf("%s: %+v, want %s of %s", tt.why, got, tt.code, tt.answers)
		}
		if warned := strings.Contains(o.err, "repo=four"); warned != strings.Contains(tt.args, "four") {
			t.Errorf("%s: log %s", tt.why, o.err)
		}
	}
	for args, want := range map[string]string{
		"--policy " + file + " --repo a=b":   "--policy and --repo exclude each other",
		"--policy " + file + " --allow four": "no repository is both allowed and described",
		"--policy " + file + " --allow=":     "expected NAME",
		"--policy " + file + ".none":         "no such file",
	} {
		o := runProgram(t, "", append([]string{"serve"}, strings.Fields(args)...)...)
		if o.status != exitUsage || !strings.Contains(o.err, want) {
			t.Errorf("%s: exit %d, %s, want %s", args, o.status, o.err, want)
		}
	}
}

// A relative place starts from the folder of the policy file, wherever the server
// runs.
func TestRelativePlace(t *testing.T) {
	dir := gittest.New(t, map[string]string{"docs/a.md": "# A\n"})
	file := filepath.Join(dir, "docs", "my.policy")
	if err := os.WriteFile(file, []byte(`repo "docs" { place = ".." root = "docs" suffix = ".md" }`), 0o666); err != nil {
		t.Fatal(err)
	}
	o := runProgram(t, "", "call", "--policy", file, "docs_get_section", "path=a")
	if o.status != exitOK || !strings.Contains(o.out, `"path":"docs/a.md"`) {
		t.Errorf("exit %d: %s%s", o.status, o.out, o.err)
	}
}

// A secret is refused before a repository is touched, with the rule and its reason,
// and an exception of the policy lets it through.
func TestPathDenied(t *testing.T) {
	p := pathpolicy.Policy{Repo: "docs", Suffix: ".txt"}
	s := &server{table: pathpolicy.Table{p}, log: discard}
	const want = `{"ok":false,"path":"web/.env.txt","error":"path_denied","repo":"docs","requested_path":"web/.env",` +
		`"rule":".env.*","reason":"environment variables, often with passwords",` +
		`"hint":"no tool reads a file that is on the list of secrets; the operator can except it in the policy file"}`
	if got := s.call(t.Context(), &sectionTool, json.RawMessage(`{"path":"web/.env","ref":"main~1"}`)); got.text != strings.Replace(want, `"path":"web/.env.txt"`, `"path":"web/.env"`, 1) {
		t.Errorf("got  %s\nwant %s", got.text, want)
	}
	dir := gittest.New(t, map[string]string{"tests/.env.txt": "A=1\n", ".env.txt": "A=2\n"})
	file := policyFile(t, `repo "docs" { place = "`+filepath.ToSlash(dir)+`" suffix = ".txt" not_secret = ["tests/**"] }`)
	for path, want := range map[string]string{"tests/.env": `"content":"A=1\n"`, "./.env": `"error":"path_denied"`, "tests/../.env": `"error":"path_denied"`} {
		o := runProgram(t, "", "call", "--policy", file, "docs_get_section", "whole_document=true", "path="+path)
		if !strings.Contains(o.out, want) || bytes.Contains([]byte(o.out), []byte("A=2")) {
			t.Errorf("%s: %s%s, want %s", path, o.out, o.err, want)
		}
	}
}
