package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What the last net makes of messages that are too long.
func TestBound(t *testing.T) {
	long := strings.Repeat("x", maxMessage)
	const refused = `{"ok":false,"error":"answer_too_large","bytes":`
	for _, tt := range []struct{ name, message, want string }{
		{"an answer", `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"` + long + `"}]}}`, `"id":7,"result":{"content":[{"type":"text","text":` + string(marshal(refused))[:len(refused)]},
		{"beside what the newest protocol adds", `{"jsonrpc":"2.0","id":7,"result":{"_meta":{"a":1},"resultType":"complete","content":["` + long + `"],"structuredContent":{}}}`, `"_meta":{"a":1},"content":[{"type":"text","text":"{\"ok\":false`},
		{"an answer with a long rest", `{"jsonrpc":"2.0","id":"a","result":{"content":[],"_meta":{"a":"` + long + `"}}}`, `"id":"a","error":{"code":-32603,"message":"the answer has 2`},
		{"another result", `{"jsonrpc":"2.0","id":7,"result":{"tools":["` + long + `"]}}`, `"id":7,"error":{"code":-32603,`},
		{"an error", `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"` + long + `"}}`, `"id":7,"error":{"code":-32602,"message":"the answer has 2`},
		{"a long id", `{"jsonrpc":"2.0","id":"` + long + `","result":{}}`, `"id":null,"error":`},
		{"no message", long + "x", `"id":null,"error":`},
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"` + long + `"}}`, ""},
	} {
		var log strings.Builder
		got := string(bound(textLog(&log), []byte(tt.message)))
		if !strings.Contains(got, tt.want) || len(got) > 1000 || (tt.want == "") != (got == "") || got != "" && !json.Valid([]byte(got)) {
			t.Errorf("%s: %.500s", tt.name, got)
		}
		if strings.Count(log.String(), "level=ERROR") != 1 || strings.Contains(log.String(), "xxx") {
			t.Errorf("%s: the log says %.300s", tt.name, &log)
		}
	}
	fits := `{"jsonrpc":"2.0","id":1,"result":{"content":["` + long[:maxMessage-50] + `"]}}`
	if got := bound(discard, []byte(fits)); len(fits) != maxMessage || string(got) != fits {
		t.Errorf("a message of %d bytes is replaced by %.300s", len(fits), got)
	}
}

// What is written over HTTP is measured as the message in it, whether that is in an
// event or not.
func TestBoundedWriter(t *testing.T) {
	large := `{"jsonrpc":"2.0","id":1,"result":{"content":["` + strings.Repeat("x", maxMessage) + `"]}}`
	notification := `{"jsonrpc":"2.0","method":"` + strings.Repeat("x", maxMessage) + `"}`
	for _, tt := range []struct{ written, begin, end string }{
		{large, `{"id":1,"jsonrpc":"2.0"`, `}`},
		{eventStart + large + eventEnd, eventStart, eventEnd},
		{eventStart + notification + eventEnd, "", ""},
		{": ok\n\n", ": ok", eventEnd},
	} {
		rec := httptest.NewRecorder()
		n, err := boundedWriter{rec, discard}.Write([]byte(tt.written))
		if n != len(tt.written) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		got := rec.Body.String()
		if strings.Contains(got, "\n\n\n") || !strings.HasSuffix(got, tt.end) || tt.begin == "" && got != "" || len(got) > 1000 {
			t.Errorf("%.100s: %.300s", tt.written, got)
		}
	}
}

// raw is the server as MCP sees it, with a tool beside the others that does not fit
// its answer.
func withRaw(p *mcp.Server) *mcp.Server {
	p.AddTool(&mcp.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return result(answer{text: strings.Repeat("<", maxAnswer)}), nil
	})
	return p
}

// Nothing that a client says makes the server send a message that is too long,
// over lines and over HTTP, with sessions and without.
func TestMessagesAreBounded(t *testing.T) {
	long := strings.Repeat("x", 300_000)
	items := strings.TrimSuffix(strings.Repeat(`{"kind":"section","path":"guide"},`, maxBatch), ",")
	batch := func(token string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":` + token + `},"name":"read_batch","arguments":{"items":[` + items + `]}}}`
	}
	const token = "progressToken: expected a string of at most 256 bytes or an integer below 2^53"
	const types = `"code":-32602,"message":"invalid params: they have not the types that the method takes"`
	messages := []struct{ name, message, want string }{
		{"a tool that does not fit its answer", callBody("raw", `{}`), `\"error\":\"answer_too_large\",\"bytes\":1536`},
		{"an unknown tool", callBody(long, `{}`), "none has a name of more than 128 bytes"},
		{"an unknown tool that can be named", callBody(long[:maxName-2], `{}`), long[:maxName-2]},
		{"an unknown tool that just can not", callBody(long[:maxName-1], `{}`), "none has a name of more than 128 bytes"},
		{"an unknown method", `{"jsonrpc":"2.0","id":1,"method":"` + long + `"}`, "none has a name of more than 128 bytes"},
		{"a long progress token", batch(`"` + long + `"`), token},
		{"one of 257 bytes", batch(`"` + long[:maxID-1] + `"`), token},
		{"one of 256 bytes", batch(`"` + long[:maxID-2] + `"`), `"progress":20`},
		{"one that is an object", batch(`{"a":"` + long + `"}`), token},
		{"one that is a fraction", batch(`1.5`), token},
		{"one that would not come back", batch(`9007199254740993`), token},
		{"one that is a number", batch(`9007199254740991`), `"progressToken":9007199254740991`},
		{"one in the first of two _meta", strings.Replace(batch(`"`+long+`"`), `"name"`, `"_meta":{},"name"`, 1), "a member is given more than once"},
		{"a cursor", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"` + long + `"}}`, `"error"`},
		{"a version", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"` + long + `","io.modelcontextprotocol/clientCapabilities":{}}}}`, `"error"`},
		{"a resource", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"` + long + `"}}`, `"error"`},
		{"a prompt", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"` + long + `"}}`, `"error"`},
		{"a completion", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"` + long + `"},"argument":{"name":"a","value":"b"}}}`, `"error"`},
		{"a level", `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"` + long + `"}}`, ``},
		{"params of another type", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["` + long + `"]}`, types},
		{"arguments of another type", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"docs_get_section","arguments":"` + long + `"}}`, "expected an object"},
		{"a tool of another type", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["` + long + `"]}}`, types},
		{"a short one", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["guide"]}}`, types},
		{"with the longest id", `{"jsonrpc":"2.0","id":"` + long[:maxID-2] + `","method":"tools/call","params":{"name":["guide"]}}`, types},
		{"meta of another type", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":"guide","name":"x"}}`, types},
		{"a cursor of another type", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":["guide"]}}`, types},
		{"a version of another type", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":["guide"]}}`, types},
		{"params that are null", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":null}`, types},
		{"its log", callBody("docs_get_section", `{"path":"`+long+`"}`), "path_too_long"},
	}
	check := func(t *testing.T, name, want, got string) {
		t.Helper()
		if got == "" || !strings.Contains(got, want) {
			t.Errorf("%s: %.400s", name, got)
		}
		if strings.Contains(got, "*mcp.") {
			t.Errorf("%s: a type of Go: %.400s", name, got)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if len(line) > maxMessage+len("data: ") {
				t.Errorf("%s: a message of %d bytes", name, len(line))
			}
		}
	}
	t.Run("lines", func(t *testing.T) {
		var log strings.Builder
		s := servingFiles(t, map[string]string{"guide.md": guide})
		s.log = textLog(&log)
		c, done := serveProtocol(t, withRaw(s.protocol(tools())), s)
		c.hello()
		for _, tt := range messages {
			c.send(tt.message)
			var all strings.Builder
			for !strings.Contains(all.String(), `"id":`) { // behind notifications comes the answer
				all.WriteString(c.receive())
			}
			check(t, tt.name, tt.want, all.String())
		}
		c.in.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if strings.Contains(log.String(), long[:200]) {
			t.Errorf("the log has words of the client")
		}
	})
	for _, sessions := range []bool{false, true} {
		t.Run(fmt.Sprintf("HTTP, sessions %t", sessions), func(t *testing.T) {
			w := serveTest(t, func(w *webServer) {
				w.stateless = !sessions
				withRaw(w.admins)
			})
			session := w.session(t, "ann")
			for _, tt := range messages {
				status, _, text := w.request(t, "POST", "/mcp", "ann", tt.message, session...)
				want := tt.want
				if status != 200 && !strings.HasPrefix(want, "none") {
					want = "" // an error of HTTP
				}
				check(t, tt.name, want, text)
			}
			if strings.Contains(w.log.String(), long[:200]) {
				t.Errorf("the log has words of the client")
			}
		})
	}
}

// What the protocols put around an answer has its room: the largest answer goes
// through the net as it is, with the longest id, also in the newest protocol.
func TestEnvelope(t *testing.T) {
	dir := gittest.New(t, map[string]string{"large.txt": ""})
	s := serving(t, dir)
	alone := func() int { return s.call(t.Context(), &fileTool, json.RawMessage(`{"path":"large.txt"}`)).size }
	text := strings.Repeat("x", 200_000)
	gittest.Commit(t, dir, map[string]string{"large.txt": text})
	text += strings.Repeat("x", maxAnswer-alone())
	gittest.Commit(t, dir, map[string]string{"large.txt": text})
	if size := alone(); size != maxAnswer {
		t.Fatalf("%d bytes", size)
	}
	id := `"` + strings.Repeat("\u2028", (maxID-2)/6) + `"`
	old := strings.Replace(callBody("get_repo_file", `{"path":"large.txt"}`), `"id":1`, `"id":`+id, 1)
	newest := strings.Replace(old, `"params":{`, `"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},`, 1)
	w := serveOn(t, s, nil)
	for name, got := range map[string]func() string{
		"old over HTTP": func() string {
			_, _, answer := w.request(t, "POST", "/mcp", "ann", old)
			return answer
		},
		"newest over HTTP": func() string {
			_, _, answer := w.request(t, "POST", "/mcp", "ann", newest, "Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "get_repo_file")
			if !strings.Contains(answer, `"resultType":"complete"`) {
				t.Errorf("no answer of the newest protocol: %.300s", answer)
			}
			return answer
		},
		"newest over lines": func() string {
			c, _ := serveLines(t, s, tools())
			c.send(newest)
			return c.receive()
		},
	} {
		if answer := got(); !strings.Contains(answer, text) || len(answer) > maxMessage+len(eventStart+eventEnd) {
			t.Errorf("%s: %d bytes, %.300s", name, len(answer), answer)
		}
	}
	if strings.Contains(w.log.String(), "ERROR") {
		t.Errorf("the log says\n%s", w.log)
	}
}
