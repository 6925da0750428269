package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/access"
	"github.com/mapwright/mapwright/pathpolicy"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// connect returns a client that is connected in memory to s, which has tools ts.
func connect(t testing.TB, s *server, ts []tool) *mcp.ClientSession {
	t.Helper()
	return connectTo(t, s.protocol(ts))
}

// connectTo returns a session with p.
func connectTo(t testing.TB, p *mcp.Server) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	ss, err := p.Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ss.Wait() })
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	cs, err := client.Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cs.Close() })
	return cs
}

// textOf returns the one text block of a result.
func textOf(t testing.TB, res *mcp.CallToolResult) string {
	t.Helper()
	if len(res.Content) != 1 || res.StructuredContent != nil {
		t.Fatalf("%d blocks and structured content %v, want one block", len(res.Content), res.StructuredContent)
	}
	return res.Content[0].(*mcp.TextContent).Text
}

func TestProtocol(t *testing.T) {
	s := servingFiles(t, map[string]string{"guide.md": guide, "wide.md": strings.Repeat("<\"\\\n\u2028é\x01", 4000)})
	cs := connect(t, s, tools())
	init := cs.InitializeResult()
	if init.ServerInfo.Name != "mapwright" || init.ServerInfo.Version != version {
		t.Errorf("server is %+v", init.ServerInfo)
	}
	if !strings.Contains(init.Instructions, "docs: *.md (the default)") {
		t.Errorf("instructions: %s", init.Instructions)
	}
	list, err := cs.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != len(tools()) {
		t.Errorf("%d tools", len(list.Tools))
	}
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "docs_get_section", Arguments: object{"path": "guide", "section": "Use"}})
	if err != nil {
		t.Fatal(err)
	}
	want(t, checked(t, textOf(t, res), ""), "content", `"## Use\n\nx\n"`)

	// What the client gets is what call prints, and its size is what is compared
	// with the budget.
	res, err = cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "docs_get_section", Arguments: object{"path": "wide", "whole_document": true}})
	if err != nil {
		t.Fatal(err)
	}
	a := s.call(t.Context(), &sectionTool, json.RawMessage(`{"path":"wide","whole_document":true}`))
	if textOf(t, res) != a.text {
		t.Error("the text block is not the answer")
	}
	around := len(marshal(result(answer{}))) - len(`""`)
	if sent := len(marshal(result(a))); sent != around+a.size {
		t.Errorf("%d bytes are sent, %d of them around an answer of %d", sent, around, a.size)
	}

	// A refusal is an ordinary answer; an unknown tool is none.
	res, err = cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "docs_get_section"})
	if err != nil {
		t.Fatal(err)
	}
	if res.IsError {
		t.Error("a refusal is flagged as an error")
	}
	want(t, checked(t, textOf(t, res), ""), "error", `"missing_path"`)
	if _, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "none"}); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("unknown tool: %v", err)
	}
}

// The instructions name what is served through each gate, as far as the caller has
// tools for it, and are bounded.
func TestInstructions(t *testing.T) {
	s := &server{table: pathpolicy.Table{{Repo: "docs", Root: "d/", Suffix: ".md"}, {Repo: "code", Suffix: ".rst"}}, log: discard}
	reader := s.instructions(toolsFor(access.Reader))
	const documents = "Documents:\n- docs: *.md in d/ (the default)\n- code: *.rst\n"
	if !strings.HasSuffix(reader, documents) {
		t.Errorf("a reader is told %s", reader)
	}
	admin := s.instructions(tools())
	const files = "All files, whatever their folder and suffix, but for secrets: list_repo_tree, get_repo_file and search_repo, in\n- docs (the default)\n- code\n"
	if admin != reader+files {
		t.Errorf("an admin is told %s", admin)
	}
	for _, ts := range [][]tool{tools(), toolsFor(access.Reader)} {
		for _, name := range regexp.MustCompile(`[a-z]+_[a-z_]+`).FindAllString(s.instructions(ts), -1) {
			if !slices.ContainsFunc(ts, func(t tool) bool { return t.name == name }) {
				t.Errorf("%s is named and not there", name)
			}
		}
	}
	for i := range 10_000 {
		s.table = append(s.table, pathpolicy.Policy{Repo: fmt.Sprintf("r%d", i), Suffix: ".md"})
	}
	many := s.instructions(tools())
	if len(many) > 3*maxListed || strings.Count(many, "more\n") != 2 || !strings.Contains(many, "- r100: *.md\n") {
		t.Errorf("%d bytes: %.200s ... %s", len(many), many, many[len(many)-200:])
	}
}

// panicTool is a tool with a fault.
var panicTool = tool{
	name: "panic", title: "Panic", description: "Panics.",
	request: func() request { return panicRequest{} },
}

type panicRequest struct{}

func (panicRequest) params() []param     { return nil }
func (panicRequest) place(*server) place { return place{} }
func (panicRequest) run(context.Context, *server, *place) (any, error) {
	panic("text of a document")
}

// A tool that panics ends its own request and nothing else.
func TestPanic(t *testing.T) {
	var log strings.Builder
	s := servingFiles(t, map[string]string{"guide.md": guide})
	s.log = textLog(&log)
	cs := connect(t, s, append(tools(), panicTool))
	for range 3 {
		res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "panic"})
		if err != nil {
			t.Fatal(err)
		}
		if text := textOf(t, res); text != `{"ok":false,"error":"internal_error"}` || !res.IsError {
			t.Errorf("answer %s, isError %t", text, res.IsError)
		}
	}
	res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "docs_get_section", Arguments: object{"path": "guide"}})
	if err != nil {
		t.Fatal(err)
	}
	want(t, checked(t, textOf(t, res), ""), "ok", "true")
	if !strings.Contains(log.String(), "panicRequest") || strings.Contains(log.String(), "text of a document") {
		t.Errorf("the log has no stack, or the value: %s", log.String())
	}
}

// A method other than a call that panics gets an error of the protocol.
func TestPanicInMethod(t *testing.T) {
	s := &server{log: discard}
	h := s.recovering(func(context.Context, string, mcp.Request) (mcp.Result, error) {
		var none []int
		return nil, fmt.Errorf("%d", none[1])
	})
	if res, err := h(t.Context(), "tools/list", nil); res != nil || err == nil || err.Error() != "internal error" {
		t.Errorf("%v, %v", res, err)
	}
}

func TestConcurrentCalls(t *testing.T) {
	files := map[string]string{}
	for i := range 8 {
		files[fmt.Sprintf("f%d.md", i)] = fmt.Sprintf("# Title %d\n", i)
	}
	cs := connect(t, servingFiles(t, files), tools())
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{
				Name: "docs_get_section", Arguments: object{"path": fmt.Sprintf("f%d", i%8)},
			})
			if err != nil {
				t.Error(err)
				return
			}
			var o object
			if err := json.Unmarshal([]byte(res.Content[0].(*mcp.TextContent).Text), &o); err != nil {
				t.Error(err)
			}
			want(t, o, "toc.0.title", fmt.Sprintf(`"Title %d"`, i%8))
		})
	}
	wg.Wait()
}
