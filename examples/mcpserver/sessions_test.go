package main

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Of all sessions one name has its share, those that are about to begin included,
// and what has ended makes room.
func TestSessions(t *testing.T) {
	var s sessions
	var ids []string
	start := func(name string, share int) int {
		limit, ok := s.start(name, share, slices.Values(ids))
		if ok != (limit == 0) {
			t.Fatalf("%d, %t", limit, ok)
		}
		return limit
	}
	started := func(name string) {
		ids = append(ids, fmt.Sprint(len(ids)))
		s.started(name, ids[len(ids)-1])
	}
	for n := range maxSessions / sessionsOfOne {
		name := fmt.Sprint("n", n)
		for i := range sessionsOfOne {
			if limit := start(name, sessionsOfOne); limit != 0 {
				t.Fatalf("%s: session %d is one too many, of %d", name, i+1, limit)
			}
			if i%2 == 0 {
				started(name)
			}
		}
		if limit := start(name, sessionsOfOne); limit != sessionsOfOne {
			t.Errorf("%s has more than its share: the limit is %d", name, limit)
		}
		for range sessionsOfOne / 2 {
			started(name)
		}
	}
	if limit := start("other", sessionsOfOne); limit != maxSessions {
		t.Errorf("there are more than all: the limit is %d", limit)
	}
	ids = ids[1:] // one of n0 has ended
	for name, want := range map[string]int{"n1": sessionsOfOne, "n0": 0} {
		if limit := start(name, sessionsOfOne); limit != want {
			t.Errorf("%s: the limit is %d, want %d", name, limit, want)
		}
	}
	s.started("n0", "") // none began
	if limit := start("other", sessionsOfOne); limit != 0 {
		t.Errorf("the room of one that did not begin is not given back: the limit is %d", limit)
	}
}

// What clients say of themselves is bounded, and so are the sessions of each of
// them. The others notice nothing, and one that ends makes room.
func TestHTTPSessionLimits(t *testing.T) {
	w := serveTest(t, func(w *webServer) { w.stateless = false })
	large := strings.Replace(helloLine, `"test"`, `"`+strings.Repeat("x", maxInitialize)+`"`, 1)
	if status, _, text := w.request(t, "POST", "/mcp", "ann", large); len(large) < maxInitialize || status != 503 || !strings.Contains(text, "body_too_large") {
		t.Errorf("%d bytes: status %d, %s", len(large), status, text)
	}
	if status, _, text := w.request(t, "POST", "/mcp", "ann", pingBody); status != 200 {
		t.Errorf("a ping without a session: status %d, %s", status, text)
	}
	if _, _, text := w.request(t, "POST", "/mcp", "ann", callBody("list_repos", "{}")); !strings.Contains(text, `"error":{"code":-32600,"message":"method`) {
		t.Errorf("a call without a session: %s", text)
	}
	var begun, refused atomic.Int64
	var wg sync.WaitGroup
	for range sessionsOfOne + 20 { // at once
		wg.Go(func() {
			switch status, _, text := w.request(t, "POST", "/mcp", "ann", helloLine); {
			case status == http.StatusOK:
				begun.Add(1)
			case status == http.StatusTooManyRequests && text == `{"ok":false,"error":"too_many_sessions","max":100}`+"\n":
				refused.Add(1)
			default:
				t.Errorf("status %d, %s", status, text)
			}
		})
	}
	wg.Wait()
	if begun.Load() != sessionsOfOne || refused.Load() != 20 {
		t.Errorf("%d sessions begin, %d are refused", begun.Load(), refused.Load())
	}
	session := w.session(t, "bob")
	if status, _, text := w.request(t, "POST", "/mcp", "bob", pingBody, session...); status != 200 {
		t.Errorf("another one gets the status %d, %s", status, text)
	}
	for id := range w.liveSessions {
		if id != session[1] {
			w.request(t, "DELETE", "/mcp", "ann", "", sessionIDHeader, id)
			break
		}
	}
	w.session(t, "ann")
}

// Without tokens nobody has a name, and all sessions are everybody's.
func TestHTTPSessionsOfNobody(t *testing.T) {
	w := serveTest(t, func(w *webServer) {
		w.stateless = false
		w.tokens.Store(nil)
	})
	for i := range maxSessions + 1 {
		status, _, text := w.request(t, "POST", "/mcp", "", helloLine)
		if over := i == maxSessions; (status == 503) != over || over && !strings.Contains(text, `"max":1000`) {
			t.Fatalf("session %d: status %d, %s", i+1, status, text)
		}
	}
}

// However many calls one name sends, others have places.
func TestHTTPShares(t *testing.T) {
	meet, m := newMeetTool(maxAtOnce)
	w := serveTest(t, func(w *webServer) {
		w.timeouts.queue = time.Hour
		w.admins = w.protocol([]tool{meet})
	})
	const calls = 2 * maxAtOnce
	answers := make(chan string, calls)
	for range calls {
		go func() {
			_, _, text := w.request(t, "POST", "/mcp", "ann", callBody("meet", "{}"))
			answers <- text
		}()
	}
	awaitFor(t, patience, func() bool { return m.now.Load() == maxAtOnce/2 })
	if status, _, text := w.request(t, "POST", "/mcp", "bob", callBody("docs_get_section", `{"path":"guide"}`)); status != 200 || !strings.Contains(text, `\"ok\":true`) {
		t.Errorf("another one gets the status %d, %s", status, text)
	}
	m.meet()
	for range calls {
		if text := within(t, "an answer", answers); !strings.Contains(text, `\"ok\":true`) {
			t.Errorf("got %s", text)
		}
	}
	if most := m.most.Load(); most != maxAtOnce/2 {
		t.Errorf("%d calls of one name were worked on at once", most)
	}
}

// A session has one stream of events, and what a client says of the protocol is not
// in the log.
func TestHTTPSessionStream(t *testing.T) {
	w := serveTest(t, func(w *webServer) { w.stateless = false })
	session := w.session(t, "ann")
	streamed := w.stream(t, session)
	if status, _, text := w.request(t, "GET", "/mcp", "ann", "", session...); status != http.StatusConflict {
		t.Errorf("a second stream: status %d, %s", status, text)
	}
	if status, _, text := w.request(t, "POST", "/mcp", "ann", pingBody, append(session, "Mcp-Protocol-Version", "somebody's words")...); status != 400 {
		t.Errorf("another protocol: status %d, %s", status, text)
	}
	if strings.Contains(w.log.String(), "somebody") {
		t.Errorf("the log tells what a client says: %s", w.log)
	}
	w.request(t, "DELETE", "/mcp", "ann", "", session...)
	within(t, "the end of the stream", streamed)
}

// Headers are bounded, give or take the 4 KiB that net/http adds.
func TestHTTPLongHeaders(t *testing.T) {
	w := serveTest(t, nil)
	if status, _, text := w.request(t, "POST", "/mcp", "ann", pingBody, "X-Long", strings.Repeat("x", 60<<10)); status != http.StatusOK {
		t.Errorf("60 KiB: status %d, %.200s", status, text)
	}
	c := w.dial(t)
	go fmt.Fprintf(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Long: %s\r\n\r\n", strings.Repeat("x", 72<<10))
	answer, _ := io.ReadAll(c) // the rest of the headers, which nobody reads, can end it with an error
	if len(answer) > 0 && !strings.HasPrefix(string(answer), "HTTP/1.1 431 ") {
		t.Errorf("72 KiB: %.200s", answer)
	}
}

// A client that asks before it sends too much is told not to.
func TestHTTPExpectContinue(t *testing.T) {
	w := serveTest(t, nil)
	c := w.dial(t)
	fmt.Fprintf(c, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\nContent-Type: application/json\r\n"+
		"Accept: application/json, text/event-stream\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", maxBody+1)
	if answer, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 413 ") || !strings.Contains(string(answer), "body_too_large") {
		t.Errorf("%v after %s", err, answer)
	}
}

// A client that says that it sends no more counts as gone, and can read as much.
func TestHTTPHalfClosed(t *testing.T) {
	w, q := serveWaiting(t, false)
	c := w.dial(t)
	body := callBody("wait", "{}")
	fmt.Fprintf(c, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\nContent-Type: application/json\r\n"+
		"Accept: application/json, text/event-stream\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	within(t, "the call", q.started)
	if err := c.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	if err != nil || !strings.Contains(string(answer), "canceled") { // of the server or of the tool, which say so at the same moment
		t.Errorf("%v after %s", err, answer)
	}
}

// A session that its client ends while a call is worked on ends the work, and the
// call says so, or that its session is gone. Another client can not do that.
func TestHTTPSessionEndsCall(t *testing.T) {
	w, q := serveWaiting(t, true)
	session := w.session(t, "ann")
	answer := make(chan string, 1)
	go func() {
		_, _, text := w.request(t, "POST", "/mcp", "ann", callBody("wait", "{}"), session...)
		answer <- text
	}()
	within(t, "the call", q.started)
	if status, _, text := w.request(t, "DELETE", "/mcp", "bob", "", session...); status != http.StatusForbidden {
		t.Errorf("another client: status %d, %s", status, text)
	}
	select {
	case <-q.ended:
		t.Error("another client has ended the work")
	default:
	}
	if status, _, text := w.request(t, "DELETE", "/mcp", "ann", "", session...); status != http.StatusNoContent {
		t.Errorf("status %d, %s", status, text)
	}
	within(t, "the end of the work", q.ended)
	if got := within(t, "the answer", answer); !strings.Contains(got, `\"error\":\"canceled\"`) && got != "session not found\n" {
		t.Errorf("got %s", got)
	}
	if status, _, text := w.request(t, "POST", "/mcp", "ann", pingBody, session...); status != http.StatusNotFound {
		t.Errorf("after it: status %d, %s", status, text)
	}
}
