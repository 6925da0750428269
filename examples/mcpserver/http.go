package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/access"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxBody is the most bytes of a request: a batch of 20 items with names of 4,096
// characters of four bytes stays below half of it.
const maxBody = 1 << 20

// timeouts are how long the server waits for clients, and they for it.
type timeouts struct {
	header  time.Duration // for the headers of a request
	body    time.Duration // for all of a request
	queue   time.Duration // for a call to begin
	answer  time.Duration // until an answer is taken, from when its call began
	idle    time.Duration // of a connection between requests
	session time.Duration // of a session without requests
	drain   time.Duration // for the answers under way when the server stops
}

var usualTimeouts = timeouts{
	header:  10 * time.Second,
	body:    30 * time.Second,
	queue:   5 * time.Second,
	answer:  2 * time.Minute,
	idle:    2 * time.Minute,
	session: 30 * time.Minute,
	drain:   30 * time.Second,
}

// A webServer speaks MCP over HTTP, for many clients.
type webServer struct {
	*server
	readers, admins *mcp.Server // what each role sees
	stateless       bool

	tokens   atomic.Pointer[access.Tokens] // who may call; nil: everybody, as an admin
	limiter  access.Limiter
	queue    queue
	shares   shares // of the places in it
	sessions sessions

	timeouts timeouts
	metrics  *metrics
	underWay sync.Map // exchanges, by the ids in the log
	inUse    sync.Map // exchanges, by the ids of requests in sessions that have no answer yet

	draining context.Context // ends when the server stops
	drain    context.CancelFunc
}

// newWebServer returns a server over HTTP that lets everybody in.
func newWebServer(s *server, sessions bool, perSecond float64, burst int) *webServer {
	w := &webServer{
		server:    s,
		stateless: !sessions,
		limiter:   access.Limiter{PerSecond: perSecond, Burst: burst},
		queue:     make(queue, maxAtOnce),
		shares:    shares{places: maxAtOnce / 2},
		timeouts:  usualTimeouts,
		metrics:   newMetrics(),
	}
	w.readers, w.admins = w.protocol(toolsFor(access.Reader)), w.protocol(toolsFor(access.Admin))
	w.admins.AddReceivingMiddleware(stillAdmin)
	w.draining, w.drain = context.WithCancel(context.Background())
	s.observe = w.metrics.call
	return w
}

// protocol returns the server as MCP sees it over HTTP, with the tools ts.
func (w *webServer) protocol(ts []tool) *mcp.Server {
	p := w.server.protocol(ts)
	p.AddReceivingMiddleware(w.whileWanted)
	return p
}

// stillAdmin refuses the requests in a session that an admin began whose token is
// one of a reader by now.
func stillAdmin(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if extra := req.GetExtra(); extra != nil && extra.TokenInfo != nil && !slices.Contains(extra.TokenInfo.Scopes, string(access.Admin)) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the role of the token has changed; begin a new session"}
		}
		return next(ctx, method, req)
	}
}

// run serves the connections of l until ctx ends, and then finishes the answers
// that are under way.
func (w *webServer) run(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           w.handler(),
		ReadHeaderTimeout: w.timeouts.header,
		ReadTimeout:       w.timeouts.body,
		WriteTimeout:      w.timeouts.body + w.timeouts.queue + w.timeouts.answer,
		IdleTimeout:       w.timeouts.idle,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(w.log.Handler(), slog.LevelWarn),
	}
	drained := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		w.drain()
		patience, cancel := context.WithTimeout(context.Background(), w.timeouts.drain)
		defer cancel()
		drained <- h.Shutdown(patience)
	})
	err := h.Serve(l)
	if stop() { // the context has not ended, the listener has
		return err
	}
	if err := <-drained; err != nil {
		w.log.Warn("connections are cut", "reason", err)
	}
	return h.Close()
}

// handler is all that the server answers.
func (w *webServer) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", w.health)
	mux.Handle("GET /metrics", trusted(w.authenticated(w.adminsOnly(w.metrics.handler()))))
	mux.Handle("/mcp", trusted(w.authenticated(w.limited(w.protocolHandler()))))
	return w.exchanges(mux)
}

// protocolHandler is the SDK's, which checks that a session goes on with the token
// that began it. What it writes goes through the last net.
func (w *webServer) protocolHandler() http.Handler {
	h := mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server {
		if identityOf(r).Role == access.Admin {
			return w.admins
		}
		return w.readers
	}, &mcp.StreamableHTTPOptions{
		Stateless:                    w.stateless,
		SessionTimeout:               w.timeouts.session,
		MaxRequestBodyBytes:          maxBody,
		DisableLocalhostProtection:   true, // [trusted] is more exact
		PropagateRequestCancellation: true, // and no Logger: it would repeat what clients say
	})
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(boundedWriter{rw, w.log}, r)
	})
}

// health says that the server is up, or that it goes down.
func (w *webServer) health(rw http.ResponseWriter, _ *http.Request) {
	if w.draining.Err() != nil {
		refuse(rw, http.StatusServiceUnavailable, "shutting_down", nil)
		return
	}
	rw.Header().Set("Content-Type", "application/json")
	_, _ = rw.Write([]byte(`{"ok":true}` + "\n"))
}

// limited reads the body, which says how many calls it is, and takes them all from
// what the caller has left, or none.
func (w *webServer) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		var body []byte
		if r.Method == http.MethodPost {
			var err error
			if body, err = readBody(rw, r); err != nil {
				refuseBody(rw, err)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		if wait, ok := w.limiter.Take(identityOf(r).Name, countCalls(body)); !ok {
			refuseForNow(rw, wait, "rate_limited")
			return
		}
		switch r.Method {
		case http.MethodPost:
			w.pass(rw, r, body, next)
		case http.MethodGet: // a stream of events ends with its session, or here
			ctx, cancel := context.WithCancel(r.Context())
			defer context.AfterFunc(w.draining, cancel)()
			_ = http.NewResponseController(rw).SetWriteDeadline(time.Time{})
			next.ServeHTTP(rw, r.WithContext(ctx))
		case http.MethodDelete:
			w.endWork(r)
			next.ServeHTTP(rw, r)
		default:
			next.ServeHTTP(rw, r)
		}
	})
}

// pass lets a message through, a call when there is a place for it.
func (w *webServer) pass(rw http.ResponseWriter, r *http.Request, body []byte, next http.Handler) {
	msg, fault := decodeMessage(body)
	if fault != "" {
		respond(rw, http.StatusBadRequest, []byte(fault))
		return
	}
	req, _ := msg.(*jsonrpc.Request)
	switch session := r.Header.Get(sessionIDHeader); {
	case w.stateless:
	case session == "":
		started, ok := w.startSession(rw, r, len(body))
		if !ok {
			return
		}
		defer started()
	case req != nil && req.IsCall():
		free, ok := w.useID(rw, r, sessionID{session, req.ID})
		if !ok {
			return
		}
		defer free()
	}
	if req != nil && req.Method == callMethod {
		leave, ok := w.enter(r)
		if !ok {
			refuseForNow(rw, time.Second, "server_busy")
			return
		}
		defer leave()
	}
	_ = http.NewResponseController(rw).SetWriteDeadline(time.Now().Add(w.timeouts.answer))
	next.ServeHTTP(rw, r)
}

// enter waits until there is a place for a call: first for one among those of its
// name, so that nobody waits behind all that another one sends. The place is given
// back when the work is done, or by leave if there was none.
func (w *webServer) enter(r *http.Request) (leave func(), ok bool) {
	patience, cancel := context.WithTimeout(r.Context(), w.timeouts.queue)
	defer cancel()
	own := w.shares.of(identityOf(r).Name)
	if own.enter(patience) != nil {
		return nil, false
	}
	if w.queue.enter(patience) != nil {
		own.leave()
		return nil, false
	}
	leave = sync.OnceFunc(func() {
		w.queue.leave()
		own.leave()
	})
	if x := w.exchange(r.Header); x != nil {
		x.leave = leave
	}
	return leave, true
}

// refuseForNow refuses what could be answered after a while.
func refuseForNow(rw http.ResponseWriter, wait time.Duration, code string) {
	seconds := int(math.Ceil(wait.Seconds()))
	rw.Header().Set("Retry-After", strconv.Itoa(seconds))
	refuse(rw, http.StatusTooManyRequests, code, map[string]any{"retry_after": seconds})
}

// readBody reads the body of a request, if that does not say already that it is too
// large: then a client that waits to be told to go on does not send it.
func readBody(rw http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > maxBody {
		rw.Header().Set("Connection", "close")
		return nil, &http.MaxBytesError{Limit: maxBody}
	}
	return io.ReadAll(http.MaxBytesReader(rw, r.Body, maxBody))
}

// refuseBody says why a body was not read.
func refuseBody(rw http.ResponseWriter, err error) {
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		refuse(rw, http.StatusRequestEntityTooLarge, "body_too_large", map[string]any{"max": e.Limit})
		return
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		refuse(rw, http.StatusRequestTimeout, "body_not_read", nil)
		return
	}
	refuse(rw, http.StatusBadRequest, "invalid_body", nil) // it ends early, or its encoding is broken
}

// countCalls returns how many calls a message is: each item of a batch is one. What
// is no call is as much work as one.
func countCalls(body []byte) int {
	params := members(members(body)["params"])
	var name string // as it is called: JSON has several spellings for it
	if json.Unmarshal(params["name"], &name) != nil || name != "read_batch" {
		return 1
	}
	var items []json.RawMessage
	_ = json.Unmarshal(members(params["arguments"])["items"], &items) // else it is refused
	return max(len(items), 1)
}

// refuse answers with a refusal in the form that the tools have.
func refuse(rw http.ResponseWriter, status int, code string, numbers map[string]any) {
	if numbers == nil {
		numbers = map[string]any{}
	}
	respond(rw, status, []byte(join(false, struct {
		Error string `json:"error"`
	}{code}, numbers).text))
}

// respond writes a whole answer of JSON.
func respond(rw http.ResponseWriter, status int, body []byte) {
	rw.Header().Set("Content-Type", "application/json")
	rw.WriteHeader(status)
	_, _ = rw.Write(append(body, '\n'))
}
