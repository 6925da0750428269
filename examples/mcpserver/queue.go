package main

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// callMethod is the method of a call, the only one that is work.
const callMethod = "tools/call"

// maxAtOnce is how many calls are worked on at once. More would only be slower, all
// of them, until the last end as time-outs that no pattern or file is to blame for.
const maxAtOnce = 32

// A queue holds a place for each call that is worked on. Others wait before they
// begin, and so before their deadlines run.
type queue chan struct{}

// enter waits for a place until ctx ends. Where there is one it takes it at once,
// whatever became of ctx.
func (q queue) enter(ctx context.Context) error {
	select {
	case q <- struct{}{}:
		return nil
	default:
	}
	select {
	case q <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leave gives a place back.
func (q queue) leave() { <-q }

// patiently lets calls wait as long as their client does.
func (q queue) patiently(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == callMethod && q.enter(ctx) == nil { // else it ends as canceled
			defer q.leave()
		}
		return next(ctx, method, req)
	}
}

// shares are the places that calls of one name can have at once, so that nobody
// takes all of them.
type shares struct {
	places int // of each name

	mu     sync.Mutex
	queues map[string]queue
}

// of returns the queue for the calls of a name. There are as many as there are
// names in the file of tokens. Calls without a name are all there are, and have as
// many places as there are at all.
func (s *shares) of(name string) queue {
	if name == "" {
		return make(queue, 1)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.queues == nil {
		s.queues = map[string]queue{}
	}
	if s.queues[name] == nil {
		s.queues[name] = make(queue, s.places)
	}
	return s.queues[name]
}

type arrivalKey struct{}

// arriving notes when a call came, before it waits for anything.
func (s *server) arriving(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == callMethod {
			ctx = context.WithValue(ctx, arrivalKey{}, s.clock())
		}
		return next(ctx, method, req)
	}
}

// arrival returns when the call that ctx is of came, now if nobody noted it.
func (s *server) arrival(ctx context.Context) time.Time {
	if came, ok := ctx.Value(arrivalKey{}).(time.Time); ok {
		return came
	}
	return s.clock()
}
