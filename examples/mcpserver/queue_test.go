package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestQueue(t *testing.T) {
	q := make(queue, 1)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := q.enter(ended); err != nil {
		t.Errorf("a free place is not given: %v", err)
	}
	if err := q.enter(ended); err != context.Canceled {
		t.Errorf("a place that is taken is given, or %v", err)
	}
	left := make(chan error)
	go func() { left <- q.enter(t.Context()) }()
	q.leave()
	if err := within(t, "the place", left); err != nil {
		t.Error(err)
	}
}

// meetTool is a tool whose calls wait until n of them are worked on at once, and
// that remembers the most that ever were.
type meetTool struct {
	n         int64
	now, most *atomic.Int64
	met       chan struct{}
	meet      func()
}

func newMeetTool(n int64) (tool, meetTool) {
	met := make(chan struct{})
	m := meetTool{n, new(atomic.Int64), new(atomic.Int64), met, sync.OnceFunc(func() { close(met) })}
	return tool{name: "meet", title: "Meet", description: "Meets.", request: func() request { return m }}, m
}

func (m meetTool) params() []param     { return nil }
func (m meetTool) place(*server) place { return place{} }
func (m meetTool) run(ctx context.Context, _ *server, _ *place) (any, error) {
	now := m.now.Add(1)
	defer m.now.Add(-1)
	for most := m.most.Load(); now > most && !m.most.CompareAndSwap(most, now); most = m.most.Load() {
	}
	if now == m.n {
		m.meet()
	}
	select {
	case <-m.met:
		return object{}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// As many calls as there are places are worked on at once, and never more.
func TestQueueOverLines(t *testing.T) {
	const places, calls = 3, 30
	meet, m := newMeetTool(places)
	s := servingFiles(t, map[string]string{"guide.md": guide})
	cs := connectTo(t, s.overLines([]tool{meet}, make(queue, places)))
	var wg sync.WaitGroup
	for range calls {
		wg.Go(func() {
			if res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "meet"}); err != nil || textOf(t, res) != `{"ok":true}` {
				t.Errorf("%v, %v", res, err)
			}
		})
	}
	wg.Wait()
	if most := m.most.Load(); most != places {
		t.Errorf("%d calls were worked on at once", most)
	}
}

func TestQueueOverHTTP(t *testing.T) {
	const places, calls = 3, 30
	for _, stateless := range []bool{true, false} {
		meet, m := newMeetTool(places)
		w := serveTest(t, func(w *webServer) {
			w.queue = make(queue, places)
			w.shares.places = calls
			w.timeouts.queue = time.Hour
			w.stateless = stateless
			w.admins = w.protocol([]tool{meet})
		})
		session := []string{}
		if !stateless {
			_, header, _ := w.request(t, "POST", "/mcp", "ann", helloLine)
			session = []string{"Mcp-Session-Id", header.Get("Mcp-Session-Id")}
		}
		var wg sync.WaitGroup
		for i := range calls {
			body := strings.Replace(callBody("meet", "{}"), `"id":1`, fmt.Sprintf(`"id":%d`, 1+i), 1)
			wg.Go(func() {
				if status, _, text := w.request(t, "POST", "/mcp", "ann", body, session...); status != 200 || !strings.Contains(text, `\"ok\":true`) {
					t.Errorf("status %d, %s", status, text)
				}
			})
		}
		wg.Wait()
		if most := m.most.Load(); most != places {
			t.Errorf("stateless %t: %d calls were worked on at once", stateless, most)
		}
	}
}

// A call that finds no place in time may come again; what is no work waits for
// nothing.
func TestHTTPBusy(t *testing.T) {
	w := serveTest(t, func(w *webServer) {
		w.queue = make(queue, 1)
		w.timeouts.queue = time.Millisecond
	})
	_ = w.queue.enter(t.Context())
	call := callBody("docs_get_section", `{"path":"guide"}`)
	status, header, text := w.request(t, "POST", "/mcp", "bob", call)
	if status != 429 || header.Get("Retry-After") != "1" || text != `{"ok":false,"error":"server_busy","retry_after":1}`+"\n" {
		t.Errorf("status %d, Retry-After %q, %s", status, header.Get("Retry-After"), text)
	}
	for _, body := range []string{pingBody, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`} {
		if status, _, text := w.request(t, "POST", "/mcp", "bob", body); status != 200 {
			t.Errorf("%s: status %d, %s", body, status, text)
		}
	}
	w.queue.leave()
	for range 10 {
		if status, _, text := w.request(t, "POST", "/mcp", "bob", call); status != 200 {
			t.Errorf("status %d, %s", status, text)
		}
	}
}

// A stuckWriter is a client that does not take its answer before it is released.
type stuckWriter struct {
	*httptest.ResponseRecorder
	writing chan struct{}
	once    func()
	release chan struct{}
}

func (w stuckWriter) Write(p []byte) (int, error) {
	w.once()
	<-w.release
	return w.ResponseRecorder.Write(p)
}

// A client that takes long over an answer has no place meanwhile, and its id is free
// before it can read the answer.
func TestHTTPPlaceIsGivenBack(t *testing.T) {
	w := serveTest(t, func(w *webServer) { w.stateless = false })
	h := w.handler()
	request := func(body string) *http.Request {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/mcp", strings.NewReader(body))
		r.Header = http.Header{
			"Accept": {"application/json, text/event-stream"}, "Content-Type": {"application/json"}, "Authorization": {"Bearer ann"},
		}
		return r
	}
	hello := httptest.NewRecorder()
	h.ServeHTTP(hello, request(helloLine))
	call := request(callBody("docs_get_section", `{"path":"guide"}`))
	call.Header.Set("Mcp-Session-Id", hello.Header().Get("Mcp-Session-Id"))
	writing := make(chan struct{})
	out := stuckWriter{httptest.NewRecorder(), writing, sync.OnceFunc(func() { close(writing) }), make(chan struct{})}
	done := make(chan struct{})
	go func() {
		h.ServeHTTP(out, call)
		close(done)
	}()
	within(t, "the answer", writing)
	if n := len(w.queue); n != 0 {
		t.Errorf("%d places are taken", n)
	}
	w.inUse.Range(func(id, _ any) bool {
		t.Errorf("the id %v is in use", id)
		return true
	})
	close(out.release)
	within(t, "the end", done)
	if text := out.Body.String(); !strings.Contains(text, `\"ok\":true`) || len(w.queue) != 0 {
		t.Errorf("%d places are taken after %s", len(w.queue), text)
	}
}

// A request with the id of one that has no answer yet is refused: the first keeps
// the id until it is answered.
func TestUsedID(t *testing.T) {
	q, wait := newWaitTool()
	c, done := serveLines(t, servingFiles(t, map[string]string{"guide.md": guide}), []tool{wait})
	c.hello()
	call, ping := strings.TrimSpace(callBody("wait", "{}")), pingWith("1")
	c.send(call)
	within(t, "the call", q.started)
	c.send(ping)
	if m := c.next(); m.ID != 1.0 || m.code() != -32600 {
		t.Errorf("the second with an id gets %+v", m)
	}
	close(q.release)
	for range 50 { // each when the answer before is there
		if m := c.next(); m.ID != 1.0 || m.code() != 0 {
			t.Errorf("the first with an id gets %+v", m)
		}
		c.send(ping)
	}
	if m := c.next(); m.ID != 1.0 || m.code() != 0 {
		t.Errorf("the last with an id gets %+v", m)
	}
	c.in.Close()
	if err := within(t, "the end", done); err != nil {
		t.Error(err)
	}
}

func TestHTTPUsedID(t *testing.T) {
	w, q := serveWaiting(t, true)
	_, header, _ := w.request(t, "POST", "/mcp", "ann", helloLine)
	first := make(chan string, 1)
	ask := func(body, session string) (int, string) {
		status, _, text := w.request(t, "POST", "/mcp", "ann", body, "Mcp-Session-Id", session)
		return status, text
	}
	session := header.Get("Mcp-Session-Id")
	go func() {
		_, text := ask(callBody("wait", "{}"), session)
		first <- text
	}()
	within(t, "the call", q.started)
	if status, text := ask(pingWith("1"), session); status != 400 || !strings.Contains(text, "-32600") {
		t.Errorf("the second with an id gets the status %d, %s", status, text)
	}
	if status, text := ask(pingWith("2"), session); status != 200 {
		t.Errorf("another id gets the status %d, %s", status, text)
	}
	close(q.release)
	if text := within(t, "the answer", first); !strings.Contains(text, "waited") {
		t.Errorf("the first with an id gets %s", text)
	}
	for range 50 { // at once when the answer is there
		if status, text := ask(pingWith("1"), session); status != 200 {
			t.Fatalf("an id that is free again gets the status %d, %s", status, text)
		}
	}
}
