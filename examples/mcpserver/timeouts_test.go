package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
)

// A client that is slow in what it sends loses its connection: with its headers,
// with its body, and between its requests. No other client notices.
func TestHTTPSlowClient(t *testing.T) {
	const soon, never = 300 * time.Millisecond, time.Hour
	const head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ann\r\nContent-Type: application/json\r\n"
	for _, tt := range []struct {
		name     string
		timeouts timeouts
		sent     string
		want     string // of the answer
	}{
		{"headers", timeouts{header: soon, body: never, answer: never, idle: never}, head, ""},
		{"body", timeouts{header: never, body: soon, answer: never, idle: never}, head + "Content-Length: 100\r\n\r\n{", "408 Request Timeout"},
		{"next request", timeouts{header: never, body: never, answer: never, idle: soon}, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "200 OK"},
	} {
		w := serveTest(t, func(w *webServer) {
			w.timeouts = tt.timeouts
			w.timeouts.drain = patience
		})
		c := w.dial(t)
		if _, err := io.WriteString(c, tt.sent); err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(c) // until the server closes it
		if err != nil || !strings.Contains(string(text), tt.want) || tt.want == "" && len(text) > 0 {
			t.Errorf("%s: %v after %s", tt.name, err, text)
		}
		if status, _, _ := w.request(t, "GET", "/healthz", "", ""); status != 200 {
			t.Errorf("%s: another client gets the status %d", tt.name, status)
		}
	}
}

// A client that does not take its answers loses its connection, too.
func TestHTTPSlowReader(t *testing.T) {
	const soon, never = time.Second, time.Hour
	call := callBody("get_repo_file", `{"path":"large.txt"}`)
	s := serving(t, gittest.New(t, map[string]string{"large.txt": strings.Repeat("x", 200_000), "guide.md": guide}))
	for _, tt := range []struct {
		name     string
		timeouts timeouts
		request  string
		n        int // requests whose answers are more than what lies in buffers
	}{
		{"call", timeouts{header: never, body: never, answer: soon, idle: never}, fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n"+
			"Authorization: Bearer ann\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: %d\r\n\r\n%s", len(call), call), 100},
		{"metrics", timeouts{header: never, body: soon / 2, answer: soon / 2, idle: never}, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ann\r\n\r\n", 2000},
	} {
		w := serveOn(t, s, func(w *webServer) {
			w.timeouts = tt.timeouts
			w.timeouts.drain = patience
		})
		c := w.dial(t)
		if err := c.SetReadBuffer(4096); err != nil {
			t.Fatal(err)
		}
		go io.WriteString(c, strings.Repeat(tt.request, tt.n)) // which ends with the connection
		awaitFor(t, patience, func() bool { return w.closed.Load() > 0 })
		if status, _, _ := w.request(t, "POST", "/mcp", "bob", pingBody); status != 200 {
			t.Errorf("%s: another client gets the status %d", tt.name, status)
		}
	}
}

// A body that can not be read is the client's fault, unless it was only slow.
func TestHTTPBrokenBody(t *testing.T) {
	w := serveTest(t, nil)
	const head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ann\r\nContent-Type: application/json\r\n"
	for name, rest := range map[string]string{
		"a chunk of no size": "Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n",
		"a chunk too long":   "Transfer-Encoding: chunked\r\n\r\n1\r\n{}{}\r\n",
		"half a body":        "Content-Length: 100\r\n\r\n{",
	} {
		c := w.dial(t)
		if _, err := io.WriteString(c, head+rest); err != nil {
			t.Fatal(err)
		}
		if err := c.CloseWrite(); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 400 || string(body) != `{"ok":false,"error":"invalid_body"}`+"\n" {
			t.Errorf("%s: %v, status %d, %s", name, err, res.StatusCode, body)
		}
	}
}

// within fails the test if something does not come soon.
func within[T any](t testing.TB, what string, c <-chan T) (v T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	select {
	case v = <-c:
	case <-ctx.Done():
		t.Fatalf("%s: not within %v", what, patience)
	}
	return v
}

// stopping stops the server in the background.
func (w *webTest) stopping() <-chan error {
	stopped := make(chan error, 1)
	go func() { stopped <- w.stop() }()
	return stopped
}

// A server that stops says so, takes no more, and finishes what it has begun.
func TestHTTPShutdown(t *testing.T) {
	w, q := serveWaiting(t, false)
	answered := make(chan string, 1)
	go func() {
		status, _, text := w.request(t, "POST", "/mcp", "ann", callBody("wait", `{}`))
		answered <- fmt.Sprint(status, text)
	}()
	within(t, "the call", q.started)
	stopped := w.stopping()
	within(t, "the end", w.draining.Done())
	rec := httptest.NewRecorder()
	w.health(rec, nil)
	if rec.Code != http.StatusServiceUnavailable || !strings.Contains(rec.Body.String(), `"shutting_down"`) {
		t.Errorf("health of a server that stops: %d %s", rec.Code, rec.Body)
	}
	close(q.release)
	if got := within(t, "the answer", answered); !strings.HasPrefix(got, "200") || !strings.Contains(got, "waited") {
		t.Errorf("got %s", got)
	}
	if err := within(t, "the server", stopped); err != nil || strings.Contains(w.log.String(), "connections are cut") {
		t.Errorf("%v\n%s", err, w.log)
	}
}

// A call that takes longer than a server that stops has patience for is cut, and
// its work ends.
func TestHTTPShutdownCuts(t *testing.T) {
	w, q := serveWaiting(t, false)
	w.timeouts.drain = 50 * time.Millisecond
	cut := make(chan error, 1)
	go func() {
		r, err := http.NewRequest("POST", w.url+"/mcp", strings.NewReader(callBody("wait", `{}`)))
		if err == nil {
			r.Header = http.Header{"Accept": {"application/json, text/event-stream"}, "Content-Type": {"application/json"}, "Authorization": {"Bearer ann"}}
			var res *http.Response
			if res, err = http.DefaultClient.Do(r); err == nil {
				_, err = io.ReadAll(res.Body)
				res.Body.Close()
			}
		}
		cut <- err
	}()
	within(t, "the call", q.started)
	if err := within(t, "the server", w.stopping()); err != nil || !strings.Contains(w.log.String(), "connections are cut") {
		t.Errorf("%v\n%s", err, w.log)
	}
	if err := within(t, "the client", cut); err == nil {
		t.Error("the call was answered")
	}
	within(t, "the work", q.ended)
}

// The stream of a session ends when the server stops, which does not wait for it.
func TestHTTPShutdownStream(t *testing.T) {
	w := serveTest(t, func(w *webServer) {
		w.stateless = false
		w.timeouts.drain = time.Hour
	})
	streamed := w.stream(t, w.session(t, "ann"))
	if err := within(t, "the server", w.stopping()); err != nil {
		t.Error(err)
	}
	if text := within(t, "the stream", streamed); text != ": ok\n\n" {
		t.Errorf("the stream ends after %q", text)
	}
}

// The time for a request's body is not that for its answer: neither a call nor the
// stream of a session ends with it.
func TestHTTPBodyTimeoutIsOver(t *testing.T) {
	const soon = 100 * time.Millisecond
	q, wait := newWaitTool()
	w := serveTest(t, func(w *webServer) {
		w.stateless = false
		w.timeouts.body = soon
		w.admins = w.protocol([]tool{wait})
	})
	session := w.session(t, "ann")
	streamed := w.stream(t, session)
	answered := make(chan string, 1)
	go func() {
		_, _, text := w.request(t, "POST", "/mcp", "ann", callBody("wait", `{}`), session...)
		answered <- text
	}()
	within(t, "the call", q.started)
	defer time.AfterFunc(5*soon, func() { close(q.release) }).Stop()
	if text := within(t, "the answer", answered); !strings.Contains(text, "waited") {
		t.Errorf("got %s", text)
	}
	select {
	case text := <-streamed:
		t.Errorf("the stream has ended: %q", text)
	default:
	}
}

// The stream of a session is written to longer than an answer may take, up to its
// end.
func TestHTTPStreamTimeoutIsOver(t *testing.T) {
	const soon = 50 * time.Millisecond
	w := serveTest(t, func(w *webServer) {
		w.stateless = false
		w.timeouts.body, w.timeouts.answer = soon, soon
	})
	streamed := w.stream(t, w.session(t, "ann"))
	for range 4 { // another client is cut that long after it comes
		c := w.dial(t)
		if _, err := io.WriteString(c, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer bob\r\nContent-Length: 9\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(c); err != nil || !strings.Contains(string(text), "408") {
			t.Fatalf("%v after %s", err, text)
		}
	}
	if err := within(t, "the server", w.stopping()); err != nil {
		t.Error(err)
	}
	if text := within(t, "the stream", streamed); text != ": ok\n\n" {
		t.Errorf("the stream ends after %q", text)
	}
}

// stream begins the stream of a session, and tells what came in it when it ends.
func (w *webTest) stream(t *testing.T, session []string) <-chan string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", w.url+"/mcp", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Accept": {"text/event-stream"}, "Authorization": {"Bearer ann"}}
	r.Header.Set(session[0], session[1])
	res, err := http.DefaultClient.Do(r)
	if err != nil || res.StatusCode != 200 {
		t.Fatal(res, err)
	}
	ended := make(chan string, 1)
	go func() {
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			text = []byte(err.Error())
		}
		ended <- string(text)
	}()
	return ended
}

// A session that nobody uses ends, and what it was begun with is forgotten.
func TestHTTPSessionTimeout(t *testing.T) {
	w := serveTest(t, func(w *webServer) {
		w.stateless = false
		w.timeouts.session = 200 * time.Millisecond
	})
	session := w.session(t, "ann")
	awaitFor(t, patience, func() bool { return slices.Collect(w.liveSessions) == nil })
	if status, _, text := w.request(t, "POST", "/mcp", "ann", pingBody, session...); status != 404 {
		t.Errorf("status %d, %s", status, text)
	}
}
