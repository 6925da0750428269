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
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/access"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// maxBody is the most bytes of a request: a batch of 20 items with names of
	// 4,096 characters of four bytes stays below half of it.
	maxBody = 1 << 20

	maxInitialize = 16 << 10 // bytes of the message that begins a session
	maxSessions   = 1000     // at the same time

	headerTimeout  = 10 * time.Second // for the headers of a request
	bodyTimeout    = 30 * time.Second // for all of a request
	answerTimeout  = 2 * time.Minute  // for the answer to a call
	idleTimeout    = 2 * time.Minute  // of a connection
	sessionTimeout = 30 * time.Minute // of a session
	drainTimeout   = 30 * time.Second // for the answers under way when the server stops
)

// A webServer speaks MCP over HTTP, for many clients.
type webServer struct {
	*server
	readers, admins *mcp.Server // what each role sees
	stateless       bool

	tokens  atomic.Pointer[access.Tokens] // who may call; nil: everybody, as an admin
	limiter access.Limiter

	bodyTimeout time.Duration
	metrics     *metrics

	draining context.Context // ends when the server stops
	drain    context.CancelFunc
}

// newWebServer returns a server over HTTP that lets everybody in.
func newWebServer(s *server, sessions bool, perSecond float64, burst int) *webServer {
	w := &webServer{
		server:      s,
		readers:     s.protocol(toolsFor(access.Reader)),
		admins:      s.protocol(toolsFor(access.Admin)),
		stateless:   !sessions,
		limiter:     access.Limiter{PerSecond: perSecond, Burst: burst},
		bodyTimeout: bodyTimeout,
		metrics:     newMetrics(),
	}
	w.admins.AddReceivingMiddleware(stillAdmin)
	w.draining, w.drain = context.WithCancel(context.Background())
	s.observe = w.metrics.call
	return w
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
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       w.bodyTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(w.log.Handler(), slog.LevelWarn),
	}
	drained := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		w.drain()
		patience, cancel := context.WithTimeout(context.Background(), drainTimeout)
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
	mux.Handle("GET /metrics", w.authenticated(w.adminsOnly(w.metrics.handler())))
	mux.Handle("/mcp", http.NewCrossOriginProtection().Handler(w.authenticated(w.limited(w.protocolHandler()))))
	return w.exchanges(mux)
}

// protocolHandler is the SDK's, which checks the Host of what comes from this host,
// and that a session goes on with the token that began it.
func (w *webServer) protocolHandler() http.Handler {
	return mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server {
		if identityOf(r).Role == access.Admin {
			return w.admins
		}
		return w.readers
	}, &mcp.StreamableHTTPOptions{
		Stateless:                    w.stateless,
		SessionTimeout:               sessionTimeout,
		MaxRequestBodyBytes:          maxBody,
		PropagateRequestCancellation: true,
		Logger:                       w.log,
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

// authenticated lets those in whose token is known.
func (w *webServer) authenticated(next http.Handler) http.Handler {
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		id, ok := w.tokens.Load().Lookup(token)
		if !ok {
			return nil, auth.ErrInvalidToken
		}
		return &auth.TokenInfo{UserID: id.Name, Scopes: []string{string(id.Role)}}, nil
	}
	checked := auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(next)
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.tokens.Load() == nil {
			next.ServeHTTP(rw, r)
			return
		}
		checked.ServeHTTP(rw, r)
	})
}

// identityOf returns who sent a request that is authenticated. Without tokens that
// is an admin without a name.
func identityOf(r *http.Request) access.Identity {
	info := auth.TokenInfoFromContext(r.Context())
	if info == nil {
		return access.Identity{Role: access.Admin}
	}
	return access.Identity{Name: info.UserID, Role: access.Role(info.Scopes[0])}
}

// adminsOnly refuses everybody else.
func (w *webServer) adminsOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if identityOf(r).Role != access.Admin {
			refuse(rw, http.StatusForbidden, "admins_only", nil)
			return
		}
		next.ServeHTTP(rw, r)
	})
}

// limited reads the body, which says how many calls it is, and takes them all from
// what the caller has left, or none.
func (w *webServer) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		calls := 1
		if r.Method == http.MethodPost {
			body, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, maxBody))
			if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
				refuse(rw, http.StatusRequestEntityTooLarge, "body_too_large", map[string]any{"max": e.Limit})
				return
			}
			if err != nil {
				refuse(rw, http.StatusRequestTimeout, "body_not_read", nil)
				return
			}
			if _, fault := decodeMessage(body); fault != "" {
				respond(rw, http.StatusBadRequest, []byte(fault))
				return
			}
			if code, most := w.noSession(r, body); code != "" {
				refuse(rw, http.StatusServiceUnavailable, code, map[string]any{"max": most})
				return
			}
			calls = countCalls(body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			_ = http.NewResponseController(rw).SetWriteDeadline(time.Now().Add(answerTimeout))
		}
		if r.Method == http.MethodGet { // a stream of events ends with its session, or here
			ctx, cancel := context.WithCancel(r.Context())
			defer context.AfterFunc(w.draining, cancel)()
			r = r.WithContext(ctx)
		}
		wait, ok := w.limiter.Take(identityOf(r).Name, calls)
		if !ok {
			seconds := int(math.Ceil(wait.Seconds()))
			rw.Header().Set("Retry-After", strconv.Itoa(seconds))
			refuse(rw, http.StatusTooManyRequests, "rate_limited", map[string]any{"retry_after": seconds})
			return
		}
		next.ServeHTTP(rw, r)
	})
}

// noSession says why a message can not begin a session, with the limit that it
// passes: what a client says of itself is kept as long as its session.
func (w *webServer) noSession(r *http.Request, body []byte) (code string, limit int) {
	if w.stateless || r.Header.Get("Mcp-Session-Id") != "" {
		return "", 0
	}
	if len(body) > maxInitialize {
		return "body_too_large", maxInitialize
	}
	n := 0
	for range w.readers.Sessions() {
		n++
	}
	for range w.admins.Sessions() {
		n++
	}
	if n >= maxSessions {
		return "too_many_sessions", maxSessions
	}
	return "", 0
}

// countCalls returns how many calls a message is: each item of a batch is one.
func countCalls(body []byte) int {
	params := members(members(body)["params"])
	if string(params["name"]) != `"read_batch"` {
		return 1
	}
	var items []json.RawMessage
	_ = json.Unmarshal(members(params["arguments"])["items"], &items) // else it is refused
	return max(len(items), 1)
}

// members returns the members of an object of JSON, of equal ones the last, as the
// SDK reads it: unlike fields of a struct, names are compared with case.
func members(object json.RawMessage) (m map[string]json.RawMessage) {
	_ = json.Unmarshal(object, &m)
	return m
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
