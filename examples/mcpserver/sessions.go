package main

import (
	"iter"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// How many sessions there are at the same time, at most.
const (
	maxSessions     = 1000
	sessionsOfOne   = 100      // with one name, so that nobody uses up what is for all
	maxInitialize   = 16 << 10 // bytes of the message that begins one: it is kept as long
	sessionIDHeader = "Mcp-Session-Id"
)

// sessions knows whose the sessions are. The zero value has none.
type sessions struct {
	mu       sync.Mutex
	names    map[string]string // of those who began them, by their ids
	starting map[string]int    // by name, those whose id is not known yet
}

// start makes room for a session, of at most share with the same name. It reports
// how many there may be if there is none. live are the ids of all sessions: those
// that have ended are forgotten.
func (s *sessions) start(name string, share int, live iter.Seq[string]) (limit int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	goOn := map[string]string{}
	for id := range live {
		if name, known := s.names[id]; known {
			goOn[id] = name
		}
	}
	s.names = goOn
	all, own := len(s.names), s.starting[name]
	for _, n := range s.starting {
		all += n
	}
	for _, n := range s.names {
		if n == name {
			own++
		}
	}
	switch {
	case own >= share:
		return share, false
	case all >= maxSessions:
		return maxSessions, false
	}
	if s.starting == nil {
		s.starting = map[string]int{}
	}
	s.starting[name]++
	return 0, true
}

// started notes the id of a session that start has made room for, or gives the room
// back if it has none.
func (s *sessions) started(name, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.starting[name]--; s.starting[name] == 0 {
		delete(s.starting, name)
	}
	if id != "" {
		s.names[id] = name
	}
}

// has reports whether a session with the given id is one of name.
func (s *sessions) has(name, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	owner, known := s.names[id]
	return known && owner == name
}

// startSession makes room for the session that a message of the given size begins,
// until started is called after its answer. Else it refuses.
func (w *webServer) startSession(rw http.ResponseWriter, r *http.Request, size int) (started func(), ok bool) {
	if size > maxInitialize {
		refuse(rw, http.StatusServiceUnavailable, "body_too_large", map[string]any{"max": maxInitialize})
		return nil, false
	}
	name, share := identityOf(r).Name, sessionsOfOne
	if name == "" { // nobody has one
		share = maxSessions
	}
	limit, ok := w.sessions.start(name, share, w.liveSessions)
	if !ok {
		status := http.StatusServiceUnavailable
		if limit < maxSessions {
			status = http.StatusTooManyRequests
		}
		refuse(rw, status, "too_many_sessions", map[string]any{"max": limit})
		return nil, false
	}
	return func() { w.sessions.started(name, rw.Header().Get(sessionIDHeader)) }, true
}

// liveSessions are the ids of the sessions that have not ended.
func (w *webServer) liveSessions(yield func(id string) bool) {
	for _, s := range []*mcp.Server{w.readers, w.admins} {
		for session := range s.Sessions() {
			if !yield(session.ID()) {
				return
			}
		}
	}
}

// A sessionID is the id of a request, which is one in its session.
type sessionID struct {
	session string
	id      jsonrpc.ID
}

// useID keeps the id of a request until free, which is called before its answer is
// sent. It refuses the request if another one has the id.
func (w *webServer) useID(rw http.ResponseWriter, r *http.Request, key sessionID) (free func(), ok bool) {
	x := w.exchange(r.Header)
	if _, taken := w.inUse.LoadOrStore(key, x); taken {
		respond(rw, http.StatusBadRequest, []byte(usedID(key.id)))
		return nil, false
	}
	x.free = sync.OnceFunc(func() { w.inUse.Delete(key) })
	return x.free, true
}

// endWork ends the work in a session that its client ends with r. The SDK waits for
// it, and answers r then.
func (w *webServer) endWork(r *http.Request) {
	session := r.Header.Get(sessionIDHeader)
	if !w.sessions.has(identityOf(r).Name, session) {
		return // the SDK refuses it
	}
	w.inUse.Range(func(key, x any) bool {
		if key.(sessionID).session == session {
			x.(*exchange).cancel()
		}
		return true
	})
}
