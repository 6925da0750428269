package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/access"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A webTest is a server over HTTP with the tokens "ann", an admin's, and "bob", a
// reader's.
type webTest struct {
	*webServer
	url    string
	log    *syncBuffer
	closed *atomic.Int64       // how many connections the server has closed
	stop   func() (last error) // stops the server and waits for it
}

// A countingListener counts the connections that are closed on this side.
type countingListener struct {
	net.Listener
	closed *atomic.Int64
}

func (l countingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return countingConn{c, sync.OnceFunc(func() { l.closed.Add(1) })}, nil
}

type countingConn struct {
	net.Conn
	once func()
}

func (c countingConn) Close() error {
	c.once()
	return c.Conn.Close()
}

// A syncBuffer is a log that can be read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func tokensFile(t testing.TB, ids ...access.Identity) string {
	t.Helper()
	var text strings.Builder
	for _, id := range ids {
		fmt.Fprintln(&text, id.Line(id.Name))
	}
	file := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

var (
	ann = access.Identity{Name: "ann", Role: access.Admin}
	bob = access.Identity{Name: "bob", Role: access.Reader}
)

// serveTest serves one document over HTTP.
func serveTest(t *testing.T, change func(w *webServer)) *webTest {
	t.Helper()
	return serveOn(t, servingFiles(t, map[string]string{"guide.md": guide}), change)
}

// serveOn serves s over HTTP until the test ends.
func serveOn(t *testing.T, s *server, change func(w *webServer)) *webTest {
	t.Helper()
	log := &syncBuffer{}
	s.log = slog.New(slog.NewTextHandler(log, nil))
	w := newWebServer(s, false, 1000, 1000)
	if err := w.readTokens(tokensFile(t, ann, bob)); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(w)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := new(atomic.Int64)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.run(ctx, countingListener{l, closed}) }()
	stop := sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return &webTest{w, "http://" + l.Addr().String(), log, closed, stop}
}

// dial returns a connection for requests that no client of HTTP sends.
func (w *webTest) dial(t testing.TB) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(w.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return c.(*net.TCPConn)
}

// patience is how long a test waits for what comes at once.
const patience = 30 * time.Second

// request sends one request and returns the status, the headers and the body.
func (w *webTest) request(t testing.TB, method, path, token, body string, headers ...string) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(text)
}

// session begins a session, where the server has them, and returns the header that
// goes on with it.
func (w *webTest) session(t testing.TB, token string) (headers []string) {
	t.Helper()
	if w.stateless {
		return nil
	}
	_, header, text := w.request(t, "POST", "/mcp", token, helloLine)
	id := header.Get("Mcp-Session-Id")
	if id == "" {
		t.Fatalf("no session: %s", text)
	}
	return []string{"Mcp-Session-Id", id}
}

func callBody(tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
}

const pingBody = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// A token that the transport of a client sends.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// client connects the SDK's client.
func (w *webTest) client(t testing.TB, token string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	cs, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: w.url + "/mcp", HTTPClient: &http.Client{Transport: bearer(token)},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cs.Close() })
	return cs
}

// What a client over HTTP gets is what call prints, with sessions and without.
func TestHTTPCall(t *testing.T) {
	for _, sessions := range []bool{false, true} {
		w := serveTest(t, func(w *webServer) { w.stateless = !sessions })
		for _, token := range []string{"ann", "bob"} {
			cs := w.client(t, token)
			if got := cs.InitializeResult().ServerInfo.Name; got != serverName {
				t.Errorf("server %q", got)
			}
			res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "docs_get_section", Arguments: object{"path": "guide", "section": "Use"}})
			if err != nil {
				t.Fatal(err)
			}
			if a := w.call(t.Context(), &sectionTool, json.RawMessage(`{"path":"guide","section":"Use"}`)); textOf(t, res) != a.text {
				t.Errorf("got %s", textOf(t, res))
			}
		}
	}
}

// adminTool is for admins alone.
var adminTool = tool{
	name: "admin_only", title: "Admin", description: "For admins.", admin: true,
	request: func() request { return panicRequest{} },
}

// A tool that is not for the caller is not listed, and there is none of that name.
func TestHTTPRoles(t *testing.T) {
	w := serveTest(t, func(w *webServer) {
		w.admins = w.protocol(append(toolsFor(access.Admin), adminTool))
	})
	for _, id := range []access.Identity{ann, bob} {
		_, _, list := w.request(t, "POST", "/mcp", id.Name, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		if got := strings.Contains(list, adminTool.name); got != (id == ann) {
			t.Errorf("%s sees the tool: %t", id.Name, got)
		}
		if !strings.Contains(list, `"cacheScope":"private"`) { // or what stands between gives one the list of the other
			t.Errorf("%s gets %.200s", id.Name, list)
		}
		_, _, answer := w.request(t, "POST", "/mcp", id.Name, callBody(adminTool.name, `{}`))
		if refused := strings.Contains(answer, `"code":-32602`); refused != (id == bob) {
			t.Errorf("%s gets %s", id.Name, answer)
		}
		if status, _, _ := w.request(t, "GET", "/metrics", id.Name, ""); (status == 200) != (id == ann) {
			t.Errorf("%s gets the metrics with status %d", id.Name, status)
		}
	}
}

// Each fault of a request has its status, and the next request is answered.
func TestHTTPFaults(t *testing.T) {
	w := serveTest(t, nil)
	long := strings.Repeat("x", 100_000)
	for _, tt := range []struct {
		name, method, path, token, body string
		headers                         []string
		status                          int
		want                            string
	}{
		{"no token", "POST", "/mcp", "", pingBody, nil, 401, "bearer"},
		{"another token", "POST", "/mcp", "mallory", pingBody, nil, 401, "invalid token"},
		{"basic authentication", "POST", "/mcp", "", pingBody, []string{"Authorization", "Basic YW5uOmFubg=="}, 401, ""},
		{"no token for the metrics", "GET", "/metrics", "", "", nil, 401, ""},
		{"another origin", "POST", "/mcp", "ann", pingBody, []string{"Origin", "https://evil.example"}, 403, `{"ok":false,"error":"origin_not_allowed"}`},
		{"a stream for another origin", "GET", "/mcp", "ann", "", []string{"Origin", "https://evil.example"}, 403, "origin_not_allowed"},
		{"metrics for another origin", "GET", "/metrics", "ann", "", []string{"Origin", "https://evil.example"}, 403, "origin_not_allowed"},
		{"metrics for another site", "GET", "/metrics", "ann", "", []string{"Sec-Fetch-Site", "cross-site"}, 403, "origin_not_allowed"},
		{"metrics of another host", "GET", "/metrics", "ann", "", []string{"Host", "evil.example"}, 403, `{"ok":false,"error":"host_not_allowed"}`},
		{"another host with a port", "POST", "/mcp", "ann", pingBody, []string{"Host", "evil.example:80"}, 403, "host_not_allowed"},
		{"an address in the network", "POST", "/mcp", "ann", pingBody, []string{"Host", "10.0.0.1"}, 403, "host_not_allowed"},
		{"this host by name", "POST", "/mcp", "ann", pingBody, []string{"Host", "localhost:1"}, 200, `"result":{}`},
		{"this host in capitals", "POST", "/mcp", "ann", pingBody, []string{"Host", "LOCALHOST:1"}, 200, `"result":{}`},
		{"this host as IPv6", "POST", "/mcp", "ann", pingBody, []string{"Host", "[::1]"}, 200, `"result":{}`},
		{"this origin", "POST", "/mcp", "ann", pingBody, []string{"Host", "localhost:1", "Origin", "http://localhost:1"}, 200, `"result":{}`},
		{"another site", "POST", "/mcp", "ann", pingBody, []string{"Sec-Fetch-Site", "cross-site"}, 403, "origin_not_allowed"},
		{"another host", "POST", "/mcp", "ann", pingBody, []string{"Host", "evil.example"}, 403, "host_not_allowed"},
		{"a large body", "POST", "/mcp", "ann", strings.Repeat(" ", 20<<20), nil, 413, `{"ok":false,"error":"body_too_large","max":1048576}`},
		{"no JSON", "POST", "/mcp", "ann", `{"jsonrpc":`, nil, 400, "-32700"},
		{"nothing", "POST", "/mcp", "ann", "", nil, 400, "-32700"},
		{"half a character", "POST", "/mcp", "ann", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\xffng\"}", nil, 400, "-32700"},
		{"a batch of messages", "POST", "/mcp", "ann", "[" + pingBody + "]", nil, 400, "-32600"},
		{"a long id", "POST", "/mcp", "ann", `{"jsonrpc":"2.0","id":"` + long + `","method":"ping"}`, nil, 400, "-32600"},
		{"an id of 257 bytes", "POST", "/mcp", "ann", `{"jsonrpc":"2.0","id":"` + long[:255] + `","method":"ping"}`, nil, 400, "-32600"},
		{"an id of 256 bytes", "POST", "/mcp", "ann", `{"jsonrpc":"2.0","id":"` + long[:254] + `","method":"ping"}`, nil, 200, long[:254]},
		{"a long id beside another", "POST", "/mcp", "ann", `{"jsonrpc":"2.0","id":"` + long + `","ID":1,"method":"ping"}`, nil, 400, "-32600"},
		{"two methods", "POST", "/mcp", "ann", `{"jsonrpc":"2.0","id":1,"method":"none","method":"ping"}`, nil, 400, "-32600"},
		{"two names of a tool", "POST", "/mcp", "ann", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none","name":"list_repos"}}`, nil, 400, "-32602"},
		{"an id that floats", "POST", "/mcp", "ann", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, nil, 400, "-32600"},
		{"an unknown method", "POST", "/mcp", "ann", `{"jsonrpc":"2.0","id":1,"method":"none"}`, nil, 400, "unsupported"},
		{"another type of content", "POST", "/mcp", "ann", pingBody, []string{"Content-Type", "text/plain"}, 415, ""},
		{"a stream without a session", "GET", "/mcp", "ann", "", nil, 405, ""},
		{"another path", "GET", "/etc/passwd", "ann", "", nil, 404, ""},
		{"another method", "POST", "/healthz", "", "", nil, 405, ""},
	} {
		status, header, text := w.request(t, tt.method, tt.path, tt.token, tt.body, tt.headers...)
		if status != tt.status || !strings.Contains(text, tt.want) {
			t.Errorf("%s: status %d, %.300s", tt.name, status, text)
		}
		if got := header.Get("WWW-Authenticate"); (status == 401) != (got == "Bearer") {
			t.Errorf("%s: WWW-Authenticate %q", tt.name, got)
		}
		if id := header.Get(requestIDHeader); id == "" || !strings.Contains(w.log.String(), "request="+id) {
			t.Errorf("%s: the request %q is not in the log", tt.name, id)
		}
		if status, _, text := w.request(t, "POST", "/mcp", "bob", pingBody); status != 200 {
			t.Fatalf("after %s: status %d, %s", tt.name, status, text)
		}
	}
	for _, secret := range []string{"mallory", "passwd", "xxxx"} {
		if strings.Contains(w.log.String(), secret) {
			t.Errorf("the log tells %q", secret)
		}
	}
}

// Calls are counted for each name; the items of a batch are all taken or none.
func TestHTTPRate(t *testing.T) {
	now := time.Unix(1000, 0)
	w := serveTest(t, func(w *webServer) {
		w.limiter = access.Limiter{PerSecond: 1, Burst: 20, Now: func() time.Time { return now }}
	})
	status := func(token, body string, want int, retry string) {
		t.Helper()
		got, header, text := w.request(t, "POST", "/mcp", token, body)
		if got != want || header.Get("Retry-After") != retry {
			t.Errorf("status %d, Retry-After %q, %s", got, header.Get("Retry-After"), text)
		}
		if got == 429 && !strings.Contains(text, `{"ok":false,"error":"rate_limited","retry_after":`+retry+"}") {
			t.Errorf("body %s", text)
		}
	}
	batch := func(n int) string {
		return callBody("read_batch", `{"items":[`+strings.TrimSuffix(strings.Repeat("{},", n), ",")+`]}`)
	}
	status("ann", batch(15), 200, "")
	status("ann", batch(8), 429, "3")
	status("ann", batch(5), 200, "")
	status("ann", pingBody, 429, "1")
	status("ann", "no message", 429, "1") // is work as well
	disguised := strings.Replace(batch(1000), `"name"`, `"NAME":"x","name"`, 1)
	status("bob", strings.Replace(disguised, `"arguments"`, `"Arguments":{"items":[]},"arguments"`, 1), 200, "")
	status("bob", batch(0), 429, "1")

	now = now.Add(time.Minute) // what was taken is back
	status("bob", strings.Replace(batch(20), "read_batch", `r\u0065ad_b\u0061tch`, 1), 200, "")
	status("bob", pingBody, 429, "1")
}

// waitTool waits until its context ends or it is released.
type waitTool struct {
	started, ended chan struct{}
	release        chan struct{}
}

func (q waitTool) params() []param     { return nil }
func (q waitTool) place(*server) place { return place{} }
func (q waitTool) run(ctx context.Context, _ *server, _ *place) (any, error) {
	close(q.started)
	defer close(q.ended)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-q.release:
		return object{"waited": true}, nil
	}
}

// newWaitTool returns a waitTool for one call, and as a tool.
func newWaitTool() (waitTool, tool) {
	q := waitTool{make(chan struct{}), make(chan struct{}), make(chan struct{})}
	return q, tool{name: "wait", title: "Wait", description: "Waits.", request: func() request { return q }}
}

func serveWaiting(t *testing.T, sessions bool) (*webTest, waitTool) {
	q, wait := newWaitTool()
	return serveTest(t, func(w *webServer) {
		w.stateless = !sessions
		w.admins = w.protocol([]tool{wait})
	}), q
}

// The work for a client that goes away ends, whatever version of the protocol it
// speaks.
func TestHTTPClientGoes(t *testing.T) {
	for _, version := range []string{"", "2025-06-18", "2025-11-25"} {
		w, q := serveWaiting(t, false)
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", w.url+"/mcp", strings.NewReader(callBody("wait", `{}`)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{
			"Accept": {"application/json, text/event-stream"}, "Content-Type": {"application/json"}, "Authorization": {"Bearer ann"},
		}
		if version != "" {
			r.Header.Set("Mcp-Protocol-Version", version)
		}
		go func() {
			<-q.started
			cancel()
		}()
		if res, err := http.DefaultClient.Do(r); err == nil {
			_, _ = io.ReadAll(res.Body)
			res.Body.Close()
		}
		<-q.ended // or the test does not end
	}
}

// A session goes on with the token that began it.
func TestHTTPSessionOwner(t *testing.T) {
	w := serveTest(t, func(w *webServer) { w.stateless = false })
	_, header, _ := w.request(t, "POST", "/mcp", "ann", helloLine)
	session := header.Get("Mcp-Session-Id")
	for token, want := range map[string]int{"ann": 200, "bob": 403} {
		if status, _, text := w.request(t, "POST", "/mcp", token, pingBody, "Mcp-Session-Id", session); status != want {
			t.Errorf("%s: status %d, %s", token, status, text)
		}
	}
}

// A session of an admin who is a reader by now is over.
func TestHTTPSessionRole(t *testing.T) {
	w := serveTest(t, func(w *webServer) { w.stateless = false })
	_, header, _ := w.request(t, "POST", "/mcp", "ann", helloLine)
	session := header.Get("Mcp-Session-Id")
	if err := w.readTokens(tokensFile(t, access.Identity{Name: "ann", Role: access.Reader})); err != nil {
		t.Fatal(err)
	}
	_, _, text := w.request(t, "POST", "/mcp", "ann", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Mcp-Session-Id", session)
	if !strings.Contains(text, "begin a new session") || strings.Contains(text, "get_repo_file") {
		t.Errorf("got %s", text)
	}
}

// A panic ends its request.
func TestHTTPPanic(t *testing.T) {
	w := serveTest(t, func(w *webServer) { w.admins = w.protocol([]tool{panicTool}) })
	for range 2 {
		status, _, text := w.request(t, "POST", "/mcp", "ann", callBody("panic", `{}`))
		if status != 200 || !strings.Contains(text, internalError) {
			t.Errorf("status %d, %s", status, text)
		}
	}
	h := w.exchanges(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("text of a document") }))
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	if rec.Code != 500 || !strings.Contains(rec.Body.String(), internalError) {
		t.Errorf("status %d, %s", rec.Code, rec.Body)
	}
	if strings.Contains(w.log.String(), "text of a document") {
		t.Error("the log has the text of a document")
	}
}

// The metrics count what happened.
func TestHTTPMetrics(t *testing.T) {
	w := serveTest(t, nil)
	sum := 0
	for token, args := range map[string]string{"ann": `{"path":"guide"}`, "bob": `{}`} {
		_, _, text := w.request(t, "POST", "/mcp", token, callBody("docs_get_section", args))
		_, data, _ := strings.Cut(text, "data: ")
		var m message
		if err := json.Unmarshal([]byte(data), &m); err != nil {
			t.Fatal(err)
		}
		sum += budget.Size(m.Result.Content[0].Text)
	}
	w.request(t, "POST", "/mcp", "mallory", pingBody)
	_, _, text := w.request(t, "GET", "/metrics", "ann", "")
	for _, line := range []string{
		`mapwright_calls_total{answer="ok",tool="docs_get_section"} 1`,
		`mapwright_calls_total{answer="missing_path",tool="docs_get_section"} 1`,
		`mapwright_http_requests_total{status="200"} 2`,
		`mapwright_http_requests_total{status="401"} 1`,
		`mapwright_call_seconds_count{tool="docs_get_section"} 2`,
		`mapwright_answer_bytes_count{tool="docs_get_section"} 2`,
		fmt.Sprintf(`mapwright_answer_bytes_sum{tool="docs_get_section"} %d`, sum),
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("the metrics lack %s", line)
		}
	}
	if !regexp.MustCompile(`(?m)^mapwright_call_seconds_sum\{tool="docs_get_section"\} 0\.\d*[1-9]`).MatchString(text) {
		t.Errorf("calls take no time")
	}
}

// A request has a name of the server's own, which is in its answer and in the log:
// with the request, how it ended and how many bytes were sent, and with its call.
func TestHTTPLog(t *testing.T) {
	w := serveTest(t, nil)
	for _, sessions := range []bool{false, true} {
		w := serveTest(t, func(w *webServer) { w.stateless = !sessions })
		headers := append(w.session(t, "ann"), requestIDHeader, "MINE")
		_, header, text := w.request(t, "POST", "/mcp", "ann", callBody("docs_get_section", `{"path":"guide"}`), headers...)
		id := header.Get(requestIDHeader)
		if !regexp.MustCompile(`^[A-Z2-7]{12}$`).MatchString(id) {
			t.Errorf("request id %q", id)
		}
		for _, line := range []string{
			`msg=call request=` + id + ` tool=docs_get_section answer=ok bytes=\d\d+ took=\d`,
			fmt.Sprintf(`msg=request request=%s method=POST path=/mcp status=200 bytes=%d took=\d`, id, len(text)),
		} {
			if !regexp.MustCompile(line).MatchString(w.log.String()) {
				t.Errorf("no line %s in the log:\n%s", line, w.log)
			}
		}
		if strings.Contains(w.log.String(), "MINE") {
			t.Errorf("the client names its request:\n%s", w.log)
		}
	}
	w.request(t, "PATCH", "/mcp", "ann", "")
	if !strings.Contains(w.log.String(), "method=other path=/mcp status=405") {
		t.Errorf("the log says\n%s", w.log)
	}
}

// Whoever watches the server needs no token to see that it is up.
func TestHTTPHealth(t *testing.T) {
	w := serveTest(t, nil)
	if status, _, text := w.request(t, "GET", "/healthz", "", "", "Host", "other.example"); status != 200 || text != `{"ok":true}`+"\n" {
		t.Errorf("status %d, %s", status, text)
	}
}

// Tokens are read again while the server runs; a file with a mistake is not taken.
func TestHTTPTokens(t *testing.T) {
	w := serveTest(t, nil)
	if err := w.readTokens(tokensFile(t, bob)); err != nil {
		t.Fatal(err)
	}
	file := tokensFile(t, ann)
	if err := os.WriteFile(file, []byte("ann admin"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := w.readTokens(file); err == nil || !strings.Contains(err.Error(), "tokens: line 1: ") {
		t.Errorf("a file with a mistake: %v", err)
	}
	for token, want := range map[string]int{"ann": 401, "bob": 200} {
		if status, _, _ := w.request(t, "POST", "/mcp", token, pingBody); status != want {
			t.Errorf("%s: status %d, want %d", token, status, want)
		}
	}
}
