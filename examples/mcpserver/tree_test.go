package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/pathpolicy"
)

// waitForLines returns once no lines of a repository are being counted.
func waitForLines(t testing.TB, s *server, repo string) {
	t.Helper()
	select {
	case <-s.lines[repo].idle():
	case <-time.After(time.Minute):
		t.Fatal("the lines were not counted in a minute")
	}
}

func TestListRepos(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "a"})
	empty := t.TempDir()
	gittest.Git(t, empty, "init", "-q", "--bare", ".")
	absent := filepath.Join(empty, "absent")
	s, err := open([]source{
		{pathpolicy.Policy{Repo: "one", Root: "docs/", Suffix: ".rst"}, dir},
		{pathpolicy.Policy{Repo: "two", Suffix: ".md"}, empty},
		{pathpolicy.Policy{Repo: "three", Suffix: ".md"}, absent},
	}, discard)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	a := s.call(t.Context(), &reposTool, json.RawMessage(`{}`))
	want := `{"ok":true,"repos":[` +
		`{"repo":"one","default":true,"root":"docs/","suffix":".rst","head_commit":"` + gittest.Git(t, dir, "rev-parse", "HEAD") + `"},` +
		`{"repo":"two","root":"","suffix":".md","error":"ref_not_mirrored"},` +
		`{"repo":"three","root":"","suffix":".md","error":"repo_not_mirrored"}],"total":3}`
	if a.text != want {
		t.Errorf("got %s\nwant %s", a.text, want)
	}
}

func TestListTree(t *testing.T) {
	files := map[string]string{"docs/a.md": "a\n", "docs/b/c": "", "x": "1\n2", ".env": "KEY=1\n"}
	for i := range 20 {
		files[fmt.Sprintf("many/%02d", i)] = strings.Repeat("x\n", i)
	}
	dir := gittest.New(t, files)
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "docs", "link")); err != nil {
		t.Skip(err)
	}
	first := gittest.Git(t, dir, "rev-parse", "HEAD")
	gittest.Git(t, dir, "update-index", "--add", "--cacheinfo", "160000,"+first+",sub")
	gittest.Git(t, dir, "add", "docs/link")
	gittest.Git(t, dir, "commit", "-q", "-m", "more")
	s := serving(t, dir)

	o := askTool(t, s, &treeTool, `{"path":"docs"}`)
	want(t, o, "paths", `["docs/a.md","docs/b/c","docs/link"]`)
	want(t, o, "total", `3`)
	want(t, o, "path", `"docs"`)
	want(t, o, "entries", `null`)
	for _, whole := range []string{`{}`, `{"path":""}`, `{"path":"."}`, `{"path":"docs/.."}`, `{"path":null}`} {
		o := askTool(t, s, &treeTool, whole)
		want(t, o, "total", `26`)
		want(t, o, "path", `null`)
		want(t, o, "per_page", `1000`)
	}
	want(t, askTool(t, s, &treeTool, `{"path":"docs/a.md","ref":"`+first+`"}`), "paths", `["docs/a.md"]`)
	want(t, askTool(t, s, &treeTool, `{"path":"docs/link"}`), "paths", `["docs/link"]`)
	want(t, askTool(t, s, &treeTool, `{"path":"docs/link/x"}`), "kind", `"symlink"`)
	want(t, askTool(t, s, &treeTool, `{"path":"none"}`), "error", `"not_found"`)
	want(t, askTool(t, s, &treeTool, `{"path":".env"}`), "error", `"path_denied"`)

	// Pages are the list, without a gap, and numbers are clamped.
	var paths []any
	for page := 1; page <= 5; page++ {
		o := askTool(t, s, &treeTool, fmt.Sprintf(`{"page":%d,"per_page":6}`, page))
		want(t, o, "total", `26`)
		want(t, o, "page", fmt.Sprint(page))
		paths = append(paths, at(t, o, "paths").([]any)...)
	}
	if len(paths) != 26 {
		t.Errorf("%d paths on all pages", len(paths))
	}
	o = askTool(t, s, &treeTool, `{"page":9223372036854775807,"per_page":-5,"include_stats":true}`)
	want(t, o, "paths", `[]`)
	want(t, o, "entries", `[]`)
	want(t, o, "per_page", `1`)
	want(t, o, "page", `1000000`)
	want(t, askTool(t, s, &treeTool, `{"page":0,"per_page":9000}`), "per_page", `5000`)
}

// Lines come from an index, with the commit in which they are right.
func TestTreeStats(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a": "1\n2\n", "empty": "", "binary": "\x00", "utf16": "\xff\xfea\x00\n\x00", "same": "x"})
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	first := gittest.Commit(t, dir, nil)
	s := serving(t, dir)
	stats := func() object { return askTool(t, s, &treeTool, `{"include_stats":true}`) }
	o := stats()
	want(t, o, "counting_lines", `true`)
	want(t, o, "entries.0", `{"lines":null,"lines_commit_sha":null,"path":"a","size":4}`)
	waitForLines(t, s, "docs")
	o = stats()
	want(t, o, "counting_lines", `null`)
	want(t, o, "paths", `["a","binary","empty","link","same","utf16"]`)
	want(t, o, "entries", `[{"lines":3,"lines_commit_sha":"`+first+`","path":"a","size":4},`+
		`{"lines":null,"lines_commit_sha":null,"path":"binary","size":1},`+
		`{"lines":1,"lines_commit_sha":"`+first+`","path":"empty","size":0},`+
		`{"kind":"symlink","lines":null,"lines_commit_sha":null,"path":"link","size":1},`+
		`{"lines":1,"lines_commit_sha":"`+first+`","path":"same","size":1},`+
		`{"lines":2,"lines_commit_sha":"`+first+`","path":"utf16","size":6}]`)

	// A number that has become stale says of which commit it is; what did not
	// change is right in the commit that is listed.
	second := gittest.Commit(t, dir, map[string]string{"a": "1\n", "new": "x\ny"})
	o = stats()
	want(t, o, "entries.0", `{"lines":3,"lines_commit_sha":"`+first+`","path":"a","size":2}`)
	want(t, o, "entries.4", `{"lines":null,"lines_commit_sha":null,"path":"new","size":3}`)
	want(t, o, "entries.5.lines_commit_sha", `"`+second+`"`)
	waitForLines(t, s, "docs")
	o = stats()
	want(t, o, "entries.0", `{"lines":2,"lines_commit_sha":"`+second+`","path":"a","size":2}`)
	want(t, o, "entries.4.lines", `2`)
	for i, path := range at(t, o, "paths").([]any) {
		whole := askTool(t, s, &fileTool, `{"path":`+string(marshal(path))+`}`)
		if a, b := at(t, o, fmt.Sprintf("entries.%d.lines", i)), at(t, whole, "file.lines"); a != b {
			t.Errorf("%v: %v lines in the list, %v in the file", path, a, b)
		}
	}
}

// A page that does not fit is refused and not cut.
func TestTreePageTooLarge(t *testing.T) {
	files := map[string]string{}
	for i := range 2000 {
		files[fmt.Sprintf("%s/<%04d>", strings.Repeat("d", 130), i)] = ""
	}
	s := servingFiles(t, files)
	o := askTool(t, s, &treeTool, `{"per_page":2000}`)
	want(t, o, "error", `"page_too_large"`)
	want(t, o, "per_page", `2000`)
	want(t, o, "max", `256000`)
	if bytes := at(t, o, "bytes").(float64); bytes <= maxAnswer {
		t.Errorf("%v bytes", bytes)
	}
	want(t, askTool(t, s, &treeTool, `{"per_page":1000}`), "total", `2000`)
	want(t, askTool(t, s, &treeTool, `{"per_page":1000,"include_stats":true}`), "error", `"page_too_large"`)
}

// A person who asks once gets the lines at once.
func TestTreeStatsOfOneCall(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a": "1\n2\n"})
	r := runProgram(t, "", "call", "--repo=docs="+dir, "list_repo_tree", "include_stats=true")
	o := checked(t, r.out, "")
	want(t, o, "entries.0.lines", "3")
	want(t, o, "counting_lines", "null")
	if r.err != "" {
		t.Errorf("stderr %s", r.err)
	}
}
