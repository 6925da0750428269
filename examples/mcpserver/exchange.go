package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// requestIDHeader carries the name that a request has in the log, from the server
// to the client and to the tools.
const requestIDHeader = "X-Request-Id"

// An exchange is a request over HTTP that is under way.
type exchange struct {
	came   time.Time
	ctx    context.Context // ends when the request does, or nobody wants it any more
	cancel func()          // says that nobody does
	free   func()          // gives back its id; nil if it has none in a session
	leave  func()          // gives back the place of its call; nil if it has none
}

// exchanges gives each request over HTTP its name, logs it, counts it and keeps a
// panic from ending more than it. What the client calls its request is not logged.
func (w *webServer) exchanges(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		id := rand.Text()[:12]
		r.Header.Set(requestIDHeader, id)
		rw.Header().Set(requestIDHeader, id)
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		w.underWay.Store(id, &exchange{came: w.clock(), ctx: ctx, cancel: cancel})
		defer w.underWay.Delete(id)
		out := &statusWriter{ResponseWriter: rw}
		defer func() {
			if p := recover(); p != nil {
				w.log.Error("panic", "request", id, "reason", reason(p), "stack", string(debug.Stack()))
				if out.status == 0 {
					refuse(out, http.StatusInternalServerError, internalError, nil)
				}
			}
			unanswered(out, r)
			status := cmp.Or(out.status, http.StatusOK)
			w.metrics.request(status)
			w.log.Info("request", "request", id, "method", knownMethod(r.Method), "path", known(r.URL.Path), "status", status,
				"bytes", out.bytes, "took", time.Since(begin).Round(time.Microsecond))
		}()
		next.ServeHTTP(out, r)
	})
}

// unanswered answers a request that nobody has: that of a client which is gone, or
// has said that it sends no more, and one in a session that ended meanwhile.
func unanswered(out *statusWriter, r *http.Request) {
	switch {
	case out.status != 0:
	case r.Context().Err() != nil:
		refuse(out, http.StatusBadRequest, "canceled", nil)
	case r.Header.Get(sessionIDHeader) != "":
		http.Error(out, "session not found", http.StatusNotFound) // as the SDK has it before
	}
}

// knownMethod returns a method that the server has; others are somebody's words.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodPost, http.MethodDelete, http.MethodHead, http.MethodOptions:
		return method
	}
	return "other"
}

// known returns a path that the server has; others are somebody's words.
func known(path string) string {
	switch path {
	case "/mcp", "/healthz", "/metrics":
		return path
	}
	return "other"
}

// exchange returns the exchange that a request with the header h began, nil if it
// has ended.
func (w *webServer) exchange(h http.Header) *exchange {
	x, _ := w.underWay.Load(h.Get(requestIDHeader))
	under, _ := x.(*exchange)
	return under
}

// whileWanted ends the work on a call when the request that it came in ends, which
// it does when its client goes away. The SDK goes on, for clients that could come
// back for the answer: here nothing is kept for them. When the work is done the
// next call has its place, however long the client takes over the answer.
func (w *webServer) whileWanted(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		extra := req.GetExtra()
		if extra == nil || extra.Header == nil {
			return next(ctx, method, req)
		}
		x := w.exchange(extra.Header)
		if x != nil && x.free != nil {
			defer x.free() // before the client has the answer, and can use the id again
		}
		if method != callMethod {
			return next(ctx, method, req)
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		if x == nil { // it has ended before its call could begin
			cancel()
			return next(ctx, method, req)
		}
		ctx = context.WithValue(ctx, arrivalKey{}, x.came)
		defer context.AfterFunc(x.ctx, cancel)()
		if x.leave != nil {
			defer x.leave()
		}
		return next(ctx, method, req)
	}
}

type requestIDKey struct{}

// withRequestID returns a context that knows the name of the HTTP request that a
// call came in, if it did.
func withRequestID(ctx context.Context, req *mcp.CallToolRequest) context.Context {
	if req.Extra == nil {
		return ctx
	}
	return context.WithValue(ctx, requestIDKey{}, req.Extra.Header.Get(requestIDHeader))
}

// requestLog returns log with the name of the HTTP request that ctx knows.
func requestLog(ctx context.Context, log *slog.Logger) *slog.Logger {
	if id, _ := ctx.Value(requestIDKey{}).(string); id != "" {
		return log.With("request", id)
	}
	return log
}

// A statusWriter remembers what was answered.
type statusWriter struct {
	http.ResponseWriter
	status, bytes int
}

// WriteHeader is part of http.ResponseWriter.
func (w *statusWriter) WriteHeader(status int) {
	w.status = cmp.Or(w.status, status)
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write is part of http.ResponseWriter.
func (w *statusWriter) Write(b []byte) (int, error) {
	w.status = cmp.Or(w.status, http.StatusOK)
	n, err := w.ResponseWriter.Write(b)
	w.bytes += n
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush is part of http.Flusher: events are sent as they come.
func (w *statusWriter) Flush() {
	w.status = cmp.Or(w.status, http.StatusOK)
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

type progressKey struct{}

// withProgress returns a context that knows how to tell the client how far its call
// is, if the client wants to be told.
func withProgress(ctx context.Context, req *mcp.CallToolRequest) context.Context {
	token := req.Params.GetProgressToken()
	if token == nil {
		return ctx
	}
	return context.WithValue(ctx, progressKey{}, func(done, total int) {
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total),
		})
	})
}

// progress tells the client of a call that done of total steps are done. A total of
// 0 is not known.
func progress(ctx context.Context, done, total int) {
	if tell, ok := ctx.Value(progressKey{}).(func(done, total int)); ok {
		tell(done, total)
	}
}
