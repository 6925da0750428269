package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
)

// These tests call the built program with clients that nobody here wrote. They
// need a folder, named by MAPWRIGHT_NPM, in which this was run:
//
//	npm install node@22 @modelcontextprotocol/inspector@2.12.0 @modelcontextprotocol/sdk@1.32.2 \
//		@modelcontextprotocol/client@2.4.0 @modelcontextprotocol/conformance@0.2.0-alpha.12

// nodeModules returns the folder of the npm packages.
func nodeModules(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("MAPWRIGHT_NPM")
	if dir == "" {
		gittest.Missing(t, errors.New("MAPWRIGHT_NPM does not name a folder with npm packages"))
	}
	modules, err := filepath.Abs(filepath.Join(dir, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"node", "@modelcontextprotocol/inspector", "@modelcontextprotocol/sdk", "@modelcontextprotocol/client", "@modelcontextprotocol/conformance"} {
		if _, err := os.Stat(filepath.Join(modules, name)); err != nil {
			gittest.Missing(t, err)
		}
	}
	return modules
}

// node runs the node of modules and returns what it prints and its exit status.
func node(t testing.TB, modules string, args ...string) ([]byte, int) {
	t.Helper()
	program := filepath.Join(modules, "node", "bin", "node")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = t.TempDir() // some leave files
	cmd.Env = append(os.Environ(), "MCP_TOKEN="+ann.Name)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}
	if err != nil {
		t.Logf("%v: %s", err, &errs)
	}
	return out.Bytes(), cmd.ProcessState.ExitCode()
}

// realDocument returns the flag that serves a repository which holds the README of
// this one, the text of that, and a section of it, with its lines.
func realDocument(t testing.TB) (flag, text, title string, lines [2]int) {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := gittest.New(t, map[string]string{"README.md": string(readme)})
	o := ask(t, serving(t, dir), `{"path":"README"}`)
	title = at(t, o, "toc.1.title").(string)
	for i := range lines {
		lines[i] = int(at(t, o, fmt.Sprintf("toc.1.line_range.%d", i)).(float64))
	}
	return "--repo=docs=" + dir, string(readme), title, lines
}

// wantSection fails unless an answer is the page of a section of text.
func wantSection(t testing.TB, answer, text, title string, lines [2]int) {
	t.Helper()
	o := checked(t, answer, title)
	want(t, o, "section", string(marshal(title)))
	content := strings.Join(strings.Split(text, "\n")[lines[0]-1:lines[1]], "\n")
	if at(t, o, "truncated") == true {
		content = content[:len(at(t, o, "content").(string))]
	}
	want(t, o, "content", string(marshal(content)))
}

func TestTypeScriptClient(t *testing.T) {
	modules := nodeModules(t)
	dir := t.TempDir() // a module looks for packages beside itself
	script, err := os.ReadFile("testdata/client.mjs")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "client.mjs")
	if err := os.WriteFile(file, script, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	flag, text, title, lines := realDocument(t)
	args := string(marshal(object{"path": "README", "section": title}))
	w := serveOn(t, serving(t, strings.TrimPrefix(flag, "--repo=docs=")), nil)
	for _, version := range []string{"1", "2"} {
		for _, target := range [][]string{{binary(t), "serve", flag}, {w.url + "/mcp"}} {
			out, status := node(t, modules, append([]string{file, version, "docs_get_section", args}, target...)...)
			var got object
			if err := json.Unmarshal(out, &got); err != nil || status != 0 {
				t.Errorf("version %s, %s: exit status %d, %v in %s", version, target, status, err, out)
				continue
			}
			want(t, got, "server.name", `"mapwright"`)
			want(t, got, "unknown", `-32602`)
			for _, listed := range got["tools"].([]any) {
				want(t, listed.(object), "_meta", `{"anthropic/maxResultSizeChars":256000}`)
				want(t, listed.(object), "annotations.readOnlyHint", `true`)
				want(t, listed.(object), "inputSchema.additionalProperties", `false`)
			}
			if s, _ := got["instructions"].(string); !strings.Contains(s, "docs: *.md") {
				t.Errorf("instructions: %s", s)
			}
			want(t, got, "result.isError", `null`)
			wantSection(t, at(t, got, "result.content.0.text").(string), text, title, lines)
		}
	}
}

// inspector runs the MCP inspector at the terminal.
func inspector(t testing.TB, modules string, args ...string) ([]byte, int) {
	t.Helper()
	cli := filepath.Join(modules, "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js")
	return node(t, modules, append([]string{cli, "--cli"}, args...)...)
}

func TestInspectorHTTP(t *testing.T) {
	modules := nodeModules(t)
	flag, text, title, lines := realDocument(t)
	w := serveOn(t, serving(t, strings.TrimPrefix(flag, "--repo=docs=")), nil)
	args := string(marshal(object{"path": "README", "section": title}))
	inspect := func(token string, args ...string) ([]byte, int) {
		t.Helper()
		return inspector(t, modules, append([]string{w.url + "/mcp", "--transport", "http", "--header", "Authorization: Bearer " + token, "-q", "--format", "json"}, args...)...)
	}
	out, status := inspect("ann", "--method", "tools/call", "--tool-name", "docs_get_section", "--tool-args-json", args)
	var got object
	if err := json.Unmarshal(out, &got); err != nil || status != 0 {
		t.Fatalf("exit status %d, %v in %s", status, err, out)
	}
	wantSection(t, at(t, got, "result.content.0.text").(string), text, title, lines)
	if out, status := inspect("ann", "--method", "tools/list", "--strict"); status != 0 || bytes.Count(out, []byte(`"inputSchema"`)) != len(tools()) {
		t.Errorf("a schema is not portable: exit status %d\n%s", status, out)
	}
	if out, status := inspect("mallory", "--method", "tools/list"); status != 3 {
		t.Errorf("a wrong token: exit status %d\n%s", status, out)
	}
	if out, status := inspect("bob", "--method", "tools/call", "--tool-name", "get_repo_file", "--tool-arg", "path=README.md"); status != 5 {
		t.Errorf("a tool that is not for a reader: exit status %d\n%s", status, out)
	}
}

// The scenarios of MCP's conformance tests that are about a server of tools alone,
// and those of them that sessions leave. The tests know no tokens, so theirs is
// put in on the way.
func TestConformance(t *testing.T) {
	modules := nodeModules(t)
	cli := filepath.Join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js")
	for _, sessions := range []bool{false, true} {
		w := serveTest(t, func(w *webServer) { w.stateless = !sessions })
		url := w.withToken(t, "ann")
		scenarios := []string{"server-initialize", "ping", "tools-list", "dns-rebinding-protection"}
		if !sessions { // which the newest version of the protocol does not have
			scenarios = append(scenarios, "caching", "http-header-validation")
		}
		for _, scenario := range scenarios {
			out, status := node(t, modules, cli, "server", "--url", url+"/mcp", "--scenario", scenario)
			if status != 0 || !bytes.Contains(out, []byte("0 failed")) {
				t.Errorf("%s, sessions %t: exit status %d\n%s", scenario, sessions, status, out)
			}
		}
		if n := strings.Count(w.log.String(), "status=401"); n > 0 {
			t.Errorf("%d requests had no token", n)
		}
	}
}

// withToken is a place at which the server is reached with a token.
func (w *webTest) withToken(t testing.TB, token string) (address string) {
	t.Helper()
	target, err := url.Parse(w.url)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host // which is judged by the server
		r.Out.Header.Set("Authorization", "Bearer "+token)
	}})
	t.Cleanup(proxy.Close)
	return proxy.URL
}

func TestInspector(t *testing.T) {
	modules := nodeModules(t)
	flag, text, title, lines := realDocument(t)
	inspect := func(args ...string) ([]byte, int) {
		t.Helper()
		return inspector(t, modules, append([]string{binary(t), "serve", flag, "-q"}, args...)...)
	}
	if out, status := inspect("--method", "tools/list", "--strict"); status != 0 {
		t.Errorf("a schema is not portable: exit status %d\n%s", status, out)
	}
	args := string(marshal(object{"path": "README", "section": title}))
	for _, era := range []string{"legacy", "modern"} {
		out, status := inspect("--format", "json", "--protocol-era", era,
			"--method", "tools/call", "--tool-name", "docs_get_section", "--tool-args-json", args)
		var got object
		if err := json.Unmarshal(out, &got); err != nil || status != 0 {
			t.Errorf("%s: exit status %d, %v in %s", era, status, err, out)
			continue
		}
		wantSection(t, at(t, got, "result.content.0.text").(string), text, title, lines)
	}
	// It types arguments by the schema too. A refusal is an answer, not a failure.
	out, status := inspect("--format", "json", "--method", "tools/call", "--tool-name", "docs_get_section",
		"--tool-arg", "path=README", "--tool-arg", "max_depth=1", "--tool-arg", "whole_document=true")
	var got object
	if err := json.Unmarshal(out, &got); err != nil || status != 0 {
		t.Fatalf("exit status %d, %v in %s", status, err, out)
	}
	want(t, checked(t, at(t, got, "result.content.0.text").(string), ""), "error", `"max_depth_and_whole_document"`)
}
