package access

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A Limiter counts the calls of each identity: PerSecond on average, Burst at
// once. Set the fields before the first use. It is safe for concurrent use.
type Limiter struct {
	PerSecond float64
	Burst     int
	Now       func() time.Time // if nil, time.Now

	mu     sync.Mutex
	byName map[string]*rate.Limiter
}

// Take takes n calls for the given name: all of them, or none and then it says
// how long it is until they could be taken. More than Burst count as Burst, since
// they could never be taken.
func (l *Limiter) Take(name string, n int) (wait time.Duration, ok bool) {
	now := time.Now()
	if l.Now != nil {
		now = l.Now()
	}
	l.mu.Lock() // so that nobody counts on what is given back
	defer l.mu.Unlock()
	r := l.of(name).ReserveN(now, min(n, l.Burst))
	if wait = r.DelayFrom(now); wait == 0 {
		return 0, true
	}
	r.CancelAt(now)
	return wait, false
}

// of returns the limiter of a name. There are as many as there are names in the
// file of tokens, which the operator bounds.
func (l *Limiter) of(name string) *rate.Limiter {
	if l.byName == nil {
		l.byName = map[string]*rate.Limiter{}
	}
	r := l.byName[name]
	if r == nil {
		r = rate.NewLimiter(rate.Limit(l.PerSecond), l.Burst)
		l.byName[name] = r
	}
	return r
}
