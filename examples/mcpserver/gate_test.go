package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/pathpolicy"
)

// A gated is a way to ask a tool for a path. The tests below ask every tool of the
// server in every bad way that is known, so that none is forgotten when one of
// them is mended.
type gated struct {
	name   string // of the tool
	gate   gate
	format string // of the arguments, with a place for the path and one for more
	ref    bool   // it takes one
	result string // where the answer is about the path, if it is a part of a larger one
}

// gatedTools returns all of them. A tool that is new must be added here: the test
// fails until it is.
func gatedTools(t testing.TB) []gated {
	t.Helper()
	all := []gated{
		{treeTool.name, allFiles, `{"path":%s%s}`, true, ""},
		{fileTool.name, allFiles, `{"path":%s%s}`, true, ""},
		{searchTool.name, allFiles, `{"query":"marker","file_pattern":%s%s}`, false, ""},
		{sectionTool.name, documents, `{"whole_document":true,"path":%s%s}`, true, ""},
		{"read_batch", allFiles, `{"items":[{"kind":"file","path":%s%s}]}`, false, "items.0.result"},
		{"read_batch", documents, `{"items":[{"kind":"section","path":%s%s}]}`, false, "items.0.result"},
	}
	without := []string{reposTool.name} // that take no path
	for _, tool := range tools() {
		if !slices.Contains(without, tool.name) && !slices.ContainsFunc(all, func(g gated) bool { return g.name == tool.name }) {
			t.Errorf("%s is not in the list of the tools to try", tool.name)
		}
		if r, ok := tool.request().(*batchRequest); ok {
			for _, kind := range r.kinds { // each is a tool of its own
				item := fmt.Sprintf(`"kind":%q`, kind)
				if !slices.ContainsFunc(all, func(g gated) bool { return g.name == tool.name && strings.Contains(g.format, item) }) {
					t.Errorf("items of kind %s are not in the list of the tools to try", kind)
				}
			}
		}
	}
	return all
}

// ask calls the tool with a path, and with more arguments.
func (g gated) ask(t testing.TB, s *server, path, more string) object {
	t.Helper()
	o := askTool(t, s, findTool(g.name), fmt.Sprintf(g.format, marshal(path), more))
	if g.result != "" {
		if result, ok := at(t, o, g.result).(object); ok {
			return result
		}
	}
	return o
}

// pathCases are the cases of package pathpolicy.
type pathCases struct {
	Cases []struct {
		Policy *struct{ Root, Suffix string }
		Input  string
		Repeat *struct {
			Unit, Tail string
			N          int
		} `json:"input_repeat"`
		Expected struct{ Error string }
	}
	Secrets []struct {
		Path   string
		Denied bool
	}
}

func loadPathCases(t testing.TB) pathCases {
	t.Helper()
	data, err := os.ReadFile("../../pathpolicy/testdata/path_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var c pathCases
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Cases) != 146 || len(c.Secrets) != 66 {
		t.Fatalf("%d cases and %d secrets", len(c.Cases), len(c.Secrets))
	}
	return c
}

// leaves reports whether a path leads out of a repository.
func leaves(p string) bool {
	clean := path.Clean(p)
	return clean == ".." || strings.HasPrefix(clean, "../") || strings.HasPrefix(clean, "/")
}

// Every path that a policy does not serve, on every tool. What leads out of the
// root of the documents need not lead out of the repository: the tools that serve
// all of it find a path there, or nothing.
func TestGates(t *testing.T) {
	dir := gittest.New(t, map[string]string{"README.md": "marker\n"})
	tried := 0
	for _, c := range loadPathCases(t).Cases {
		if c.Expected.Error == "" || c.Expected.Error == "repo_not_configured" || c.Policy == nil {
			continue
		}
		input := c.Input
		if r := c.Repeat; r != nil {
			input = strings.Repeat(r.Unit, r.N) + r.Tail
		}
		s, err := open([]source{{pathpolicy.Policy{Repo: "docs", Root: c.Policy.Root, Suffix: c.Policy.Suffix}, dir}}, discard)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range gatedTools(t) {
			o := g.ask(t, s, input, "")
			got, _ := o["error"].(string)
			if want := g.expected(c.Expected.Error, input); !slices.Contains(want, got) {
				t.Errorf("%s %.80q: %q, want one of %q", g.name, input, got, want)
			}
			if got == "path_too_long" && strings.Contains(string(marshal(o)), input) {
				t.Errorf("%s repeats what was too long", g.name)
			}
			tried++
		}
		s.close()
	}
	t.Logf("%d refusals", tried)
}

// expected lists the codes with which the tool may refuse a path that the policy of
// the documents refuses with code; an empty one is an answer.
func (g gated) expected(code, input string) []string {
	pathspec := g.name == searchTool.name
	top := path.Clean(input) == "." && (g.name == treeTool.name || pathspec)
	switch {
	case g.gate == documents:
		return []string{code}
	case pathspec && (strings.HasPrefix(input, ":") || strings.ContainsAny(input, "*?[\\\x00") || len([]rune(input)) > maxEcho || input == ""):
		return []string{"", "invalid_file_pattern"} // git's own language; it is told what to leave out
	case code == "missing_path" && input == "" && g.name == treeTool.name, top:
		return []string{""}
	case leaves(input) && code == "suffix_not_allowed":
		return []string{"path_outside_root"}
	case code == "path_outside_root" && !leaves(input) && path.Clean(input) != ".", code == "suffix_not_allowed":
		return []string{"", "not_found", "path_denied"}
	}
	return []string{code}
}

// No tool reads a secret, and none takes for one what is none. The repository has
// all of them, each with a text that no answer may hold.
func TestSecretsOnAllTools(t *testing.T) {
	cases := loadPathCases(t).Secrets
	files := map[string]string{"README.md": "x\n"}
	open := 0
	for _, c := range cases {
		files[c.Path] = "a marker in " + c.Path + "\n"
		if !c.Denied {
			open++
		}
	}
	dir := gittest.New(t, files)
	s := servingPolicy(t, pathpolicy.Policy{Repo: "docs"}, dir)
	for _, c := range cases {
		for _, g := range gatedTools(t) {
			o := g.ask(t, s, c.Path, "")
			if denied := o["error"] == "path_denied"; denied != c.Denied {
				t.Errorf("%s %s: %v", g.name, c.Path, o)
			}
			if c.Denied && strings.Contains(string(marshal(o)), "a marker in") {
				t.Errorf("%s %s: the text came back", g.name, c.Path)
			}
		}
	}
	// In what is listed they are marked, and searching does not see them.
	o := askTool(t, s, &treeTool, `{"include_stats":true}`)
	for _, e := range at(t, o, "entries").([]any) {
		i := slices.IndexFunc(cases, func(c struct {
			Path   string
			Denied bool
		},
		) bool {
			return c.Path == at(t, e, "path")
		})
		if denied := at(t, e, "denied") == true; i >= 0 && denied != cases[i].Denied {
			t.Errorf("%v", e)
		}
	}
	for _, more := range []string{"", `,"include_vendored":true`, `,"file_pattern":"*"`, `,"file_pattern":":(icase)*.ENV*","regex":true`, `,"context_lines":3`} {
		o := search(t, s, "a marker", `,"max_results":500`+more)
		for _, r := range at(t, o, "results").([]any) {
			if _, denied := (pathpolicy.Secrets{}).Denied(at(t, r, "path").(string)); denied {
				t.Errorf("%s: %v", more, r)
			}
		}
		if !strings.Contains(more, "ENV") {
			want(t, o, "total", fmt.Sprint(open))
		}
	}
}

// servingPolicy returns a server of one repository with a policy.
func servingPolicy(t testing.TB, p pathpolicy.Policy, dir string) *server {
	t.Helper()
	s, err := open([]source{{p, dir}}, discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// Exceptions from the list of secrets hold for every tool.
func TestSecretExceptions(t *testing.T) {
	dir := gittest.New(t, map[string]string{"tests/a.pem": "marker\n", "b.pem": "marker\n"})
	s := servingPolicy(t, pathpolicy.Policy{Repo: "docs", Secrets: pathpolicy.Secrets{Except: []string{"tests/*.pem"}}}, dir)
	for _, g := range gatedTools(t) {
		if o := g.ask(t, s, "tests/a.pem", ""); o["error"] == "path_denied" {
			t.Errorf("%s: %v", g.name, o)
		}
		want(t, g.ask(t, s, "b.pem", ""), "error", `"path_denied"`)
	}
	if got := found(t, search(t, s, "marker", "")); got != "tests/a.pem:1" {
		t.Errorf("found %s", got)
	}
}

// A link is told and never followed, by any tool, wherever it leads.
func TestLinksOnAllTools(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "marker\n", "d/b.md": "marker\n"})
	for link, target := range map[string]string{"in.md": "a.md", "out.md": "/etc/hostname", "up": "../..", "d/dir": "../d"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	gittest.Commit(t, dir, nil)
	s := servingPolicy(t, pathpolicy.Policy{Repo: "docs"}, dir)
	for _, g := range gatedTools(t) {
		for _, link := range []string{"in.md", "out.md", "up", "d/dir", "up/etc/hostname", "d/dir/b.md"} {
			o := g.ask(t, s, link, "")
			switch through := strings.Contains(link, "/etc") || strings.HasSuffix(link, "b.md"); {
			case g.name == searchTool.name:
				want(t, o, "total", "0")
			case g.name == treeTool.name && !through:
				want(t, o, "paths", string(marshal([]string{link})))
			default:
				want(t, o, "error", `"not_found"`)
				want(t, o, "kind", `"symlink"`)
			}
		}
	}
}

// Every bad ref, on every tool that takes one, before a repository is touched.
func TestRefsOnAllTools(t *testing.T) {
	s := &server{table: pathpolicy.Table{{Repo: "docs"}}, log: discard}
	for _, g := range gatedTools(t) {
		if !g.ref {
			if code := g.ask(t, s, "a.md", `,"ref":"main"`)["error"]; code != "invalid_argument" && code != "invalid_item" {
				t.Errorf("%s takes a ref: %v", g.name, code)
			}
			continue
		}
		for _, ref := range []string{"", "-x", "--output=x", "@", "main~1", "main^{tree}", "a..b", "^main", "main@{u}", "main:x", "a b", "a\nb", "a\x00", "x.lock", ".x", "x/", "//x"} {
			want(t, g.ask(t, s, "a.md", `,"ref":`+string(marshal(ref))), "error", `"invalid_ref"`)
		}
		o := g.ask(t, s, "a.md", `,"ref":"`+long+`"`)
		want(t, o, "error", `"ref_too_long"`)
		if strings.Contains(string(marshal(o)), long) {
			t.Errorf("%s repeats what was too long", g.name)
		}
	}
}
