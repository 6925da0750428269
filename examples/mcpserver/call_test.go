package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
)

// The program in a fresh clone, without a flag: the repository around the working
// directory, whatever kind of repository that is.
func TestCallDiscovers(t *testing.T) {
	dir := gittest.New(t, map[string]string{"README.md": guide, "sub/x.md": "x"})
	bare := filepath.Join(t.TempDir(), "bare.git")
	gittest.Git(t, dir, "clone", "-q", "--bare", ".", bare)
	linked := filepath.Join(t.TempDir(), "linked")
	gittest.Git(t, dir, "worktree", "add", "-q", "-b", "other", linked)
	for from, name := range map[string]string{
		dir:                          filepath.Base(dir),
		filepath.Join(dir, "sub"):    filepath.Base(dir),
		bare:                         "bare",
		linked:                       "linked",
		filepath.Join(linked, "sub"): "linked",
	} {
		t.Chdir(from)
		r := runProgram(t, "", "call", "docs_get_section", "path=README")
		if r.status != exitOK || r.err != "" {
			t.Errorf("%s: status %d, stderr %s", from, r.status, r.err)
		}
		o := checked(t, r.out, from)
		want(t, o, "mode", `"toc"`)
		want(t, o, "repo", `"`+name+`"`)
		want(t, o, "section_count", `4`)

		r = runProgram(t, "", "call", "docs_get_section", "path=README", "section=Use")
		want(t, checked(t, r.out, from), "content", `"## Use\n\nx\n"`)
	}
	t.Chdir(t.TempDir())
	r := runProgram(t, "", "call", "docs_get_section", "path=README")
	if r.status != exitUsage || r.out != "" || !strings.Contains(r.err, "no git repository found") {
		t.Errorf("outside of any repository: %+v", r)
	}
}

// A list of objects is given in JSON, and its objects judged by the tool.
func TestCallBatch(t *testing.T) {
	dir := gittest.New(t, map[string]string{"c.md": "# C\n"})
	for _, tt := range []struct {
		arg    string
		status int
		want   string
	}{
		{`items=[{"kind":"section","path":"c"}]`, 0, `"count":1`},
		{`items= [ ] `, 1, `"error":"missing_items"`},
		{`items=[]`, 1, `"error":"missing_items"`},
		{`items=[1]`, 0, `"problems":[{"where":"item","what":"expected an object"}]`},
		{`items=`, 2, "items: expected a list of objects in JSON, such as [{"},
		{`items={}`, 2, "items: expected a list of objects in JSON"},
		{`items=[{"kind":"section"`, 2, "items: expected a list of objects in JSON"},
	} {
		r := runProgram(t, "", "call", "--repo=docs="+dir, "read_batch", tt.arg)
		if r.status != tt.status || !strings.Contains(r.out+r.err, tt.want) {
			t.Errorf("%s: %+v", tt.arg, r)
		}
	}
}

// What call says of arguments, and with which exit status. Where want begins with
// "{" it is how the answer goes on, else what stands in the message.
func TestCall(t *testing.T) {
	dir := gittest.New(t, map[string]string{"docs/a.md": "# A\n\ntext\n\n## B\n", "c.md": "# C\n"})
	repo := "--repo=docs=" + dir
	for _, tt := range []struct {
		args   string // separated by "|"
		status int
		want   string
	}{
		{"path=c", 0, `"mode":"toc"`},
		{"path=c|--raw", 0, `{"ok":true,"repo":"docs","path":"c.md","ref":"HEAD"`},
		{"path=docs/a|section=B", 0, `"content":"## B\n"`},
		{"path=docs/a|section=a|include_subsections=false|max_chars=500|offset=2", 0, `"content":"A\n\ntext\n"`},
		{"path=docs/a|offset=1e0|section=A", 0, `"offset":1`},
		{`--json|{"path":"c"}`, 0, `"path":"c.md"`},
		{`--json={"section":"A"}|path=docs/a`, 0, `"section":"A"`},
		{"--json| { } |path=c", 0, `"path":"c.md"`},
		{"path=c|ref=nope", 1, `"error":"ref_not_mirrored"`},
		{"path=c|section=", 1, `"error":"section_not_found"`},
		{"", 1, `"error":"missing_path"`},
		{"path=", 1, `"error":"missing_path"`},
		{"path=a=b", 1, `"path":"a=b.md"`},
		{`--json={"path":"c","Path":"d"}`, 1, `"where":"Path"`},
		{`--json={"path":"c"}|path=d`, 1, `"what":"given more than once"`},
		{"--|path=c", 0, `"path":"c.md"`},
		{"--|--raw", 2, `expected NAME=VALUE, not "--raw"`},
		{"path", 2, `expected NAME=VALUE, not "path"`},
		{"paht=c", 2, `unknown argument "paht"; docs_get_section has repo, path, ref,`},
		{"path=c|path=d", 2, "path is given twice"},
		{"path=c|offset=x", 2, "offset: expected an integer"},
		{"path=c|offset=", 2, "offset: expected an integer"},
		{"path=c|offset=01", 2, "offset: expected an integer"},
		{"path=c|offset=1.5", 2, "offset: expected an integer"},
		{"path=c|offset=9223372036854775808", 2, "offset: expected an integer"},
		{"path=c|whole_document=yes", 2, "whole_document: expected true or false"},
		{"path=\xff", 2, "path: expected a string"},
		{"--json=[]", 2, "--json: expected a JSON object"},
		{"--json={", 2, "--json: expected a JSON object"},
		{"--json", 2, "flag needs an argument: -json"},
		{"--rwa", 2, "flag provided but not defined: -rwa"},
		{"--repo=x", 2, "expected NAME=PATH"},
		{"--repo=docs=y", 2, "two repositories are called docs"},
	} {
		args := []string{"call", repo, "docs_get_section"}
		if tt.args != "" {
			args = append(args, strings.Split(tt.args, "|")...)
		}
		r := runProgram(t, "", args...)
		place, other := r.out, r.err
		if tt.status == exitUsage {
			place, other = r.err, r.out
		}
		if r.status != tt.status || !strings.Contains(place, tt.want) || other != "" {
			t.Errorf("%s: status %d\nstdout %s\nstderr %s\nwant status %d and %s", tt.args, r.status, r.out, r.err, tt.status, tt.want)
		}
		if tt.status != exitUsage {
			checked(t, r.out, tt.args)
		}
	}
}

func TestCallReadsArguments(t *testing.T) {
	repo := "--repo=docs=" + gittest.New(t, map[string]string{"c.md": "# C\n"})
	r := runProgram(t, ` {"path": "c"}`+"\n", "call", "docs_get_section", "--json", "-", repo)
	want(t, checked(t, r.out, ""), "path", `"c.md"`)
}

func TestRepoFlag(t *testing.T) {
	for value, want := range map[string]string{
		"":                       "expected NAME=PATH",
		"x":                      "expected NAME=PATH",
		"=/srv/x":                "expected NAME=PATH",
		"x=":                     "x has no path",
		"x=,root=a":              "x has no path",
		"a\nb=/srv/x":            "can not be printed",
		"r\xff=/srv/x":           "can not be printed",
		"r\u202e=/srv/x":         "can not be printed",
		"x=/srv/x,":              `unknown option ""`,
		"x=/srv/x,root=docs/ops": "",
		"x=/srv/x,root=/":        "",
		"x=/srv/x,root=/docs":    "root must be a folder",
		"x=/srv/x,root=../x":     "root must be a folder",
		"x=/srv/x,root=docs\\x":  "root must be a folder",
		"x=/srv/x,root=.":        "root must be a folder",
		"x=/srv/x,root=a//b":     "root must be a folder",
		"x=/srv/x,root=":         "",
		"x=/srv/x,root=a=b/":     "",
		"x=/srv/x,suffix=.rst":   "",
		"x=/srv/x,suffix=":       "suffix must be like .md",
		"x=/srv/x,suffix=md":     "suffix must be like .md",
		"x=/srv/x,suffix=./":     "suffix must be like .md",
		"x=/srv/x,root":          `unknown option "root"`,
		"x=/srv/x,sufix=.md":     `unknown option "sufix=.md"`,
		"x=/srv/x,y":             `unknown option "y"`,
		"x=/srv/x,root=a,root=b": "root is given twice",
		"x=/srv/a=b":             "",
	} {
		var ss sources
		err := ss.Set(value)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", value, err, want)
		}
	}
	var ss sources
	for _, value := range []string{"one=/srv/one,root=docs/,suffix=.rst", "two=two"} {
		if err := ss.Set(value); err != nil {
			t.Fatal(err)
		}
	}
	if one := ss[0]; one.path != "/srv/one" || one.policy.Repo != "one" || one.policy.Root != "docs/" || one.policy.Suffix != ".rst" {
		t.Errorf("%+v", one)
	}
	if two := ss[1]; two.path != "two" || two.policy.Root != "" || two.policy.Suffix != ".md" {
		t.Errorf("%+v", two)
	}
}

// A root is given with or without its slash.
func TestRoot(t *testing.T) {
	dir := gittest.New(t, map[string]string{"docs/a.md": "# A\n"})
	for _, root := range []string{"docs", "docs/"} {
		r := runProgram(t, "", "call", "docs_get_section", "path=a", "--repo", "docs="+dir+",root="+root)
		want(t, checked(t, r.out, root), "path", `"docs/a.md"`)
	}
}

// A repository that is absent is a warning and a refusal; the others are served.
func TestCallAbsentRepository(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "# A\n"})
	absent := "--repo=absent=" + filepath.Join(dir, "none")
	r := runProgram(t, "", "call", absent, "docs_get_section", "path=a", "--repo=docs="+dir)
	if r.status != exitRefused || strings.Count(r.err, "level=WARN") != 1 {
		t.Errorf("%+v", r)
	}
	want(t, checked(t, r.out, ""), "error", `"repo_not_mirrored"`)
	r = runProgram(t, "", "call", absent, "docs_get_section", "path=a", "repo=docs", "--repo=docs="+dir)
	if r.status != exitOK {
		t.Errorf("%+v", r)
	}
}

func TestProgramHelp(t *testing.T) {
	for _, tt := range []struct {
		args   string
		status int
		out    string // how stdout begins; empty: the text is on stderr
		err    string
	}{
		{"--help", 0, "mcpserver reads the documents", ""},
		{"-h", 0, "mcpserver reads the documents", ""},
		{"help", 0, "mcpserver reads the documents", ""},
		{"help serve", 0, "Usage: mcpserver serve", ""},
		{"serve --help", 0, "Usage: mcpserver serve", ""},
		{"serve -h", 0, "Usage: mcpserver serve", ""},
		{"call --help", 0, "Usage: mcpserver call", ""},
		{"call docs_get_section --help", 0, "Usage: mcpserver call", ""},
		{"tools --help", 0, "Usage: mcpserver tools", ""},
		{"version", 0, "mapwright " + version, ""},
		{"--version", 0, "mapwright " + version, ""},
		{"tools", 0, "{\n  \"tools\": [\n", ""},
		{"", 2, "", "mcpserver reads the documents"},
		{"sreve", 2, "", `unknown command "sreve"`},
		{"help sreve", 2, "", `unknown command "sreve"`},
		{"serve now", 2, "", `unexpected argument "now"`},
		{"serve --raw", 2, "", "flag provided but not defined: -raw"},
		{"tools now", 2, "", `unexpected argument "now"`},
		{"call", 2, "", "which tool?"},
		{"call none", 2, "", `unknown tool "none"`},
	} {
		r := runProgram(t, "", strings.Fields(tt.args)...)
		if r.status != tt.status || !strings.HasPrefix(r.out, tt.out) || (tt.out == "") != (r.out == "") ||
			!strings.Contains(r.err, tt.err) || (tt.err == "") != (r.err == "") {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
}

// The help of the program is as wide as a terminal, and names every command.
func TestHelpTexts(t *testing.T) {
	texts := []string{programHelp}
	for _, c := range commands() {
		texts = append(texts, c.help)
		if !strings.Contains(programHelp, "mcpserver "+c.name) {
			t.Errorf("the help does not name %s", c.name)
		}
	}
	for _, text := range texts {
		for line := range strings.SplitSeq(text, "\n") {
			if len(line) > 100 {
				t.Errorf("%d columns: %s", len(line), line)
			}
		}
	}
}

// An answer that can not be written is not a success.
func TestCallBrokenOutput(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "# A\n"})
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	reader.Close()
	defer writer.Close()
	var errs strings.Builder
	args := []string{"call", "--repo=docs=" + dir, "docs_get_section", "path=a"}
	if status := run(t.Context(), args, streams{nil, writer, &errs}); status == exitOK || errs.Len() == 0 {
		t.Errorf("status %d, stderr %s", status, errs.String())
	}
}
