package mirror

import (
	"context"
	"errors"
)

// slots bound how many processes of one kind a Mirror runs at a time, so that a
// client which sends a thousand requests does not start as many.
type slots chan struct{}

// acquire waits for a slot until ctx or the mirror ends.
func (s slots) acquire(ctx context.Context, m *Mirror) error {
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return failed("all processes for this repository were busy", "")
		}
		return interrupted(ctx)
	case <-m.closing.Done():
		return interrupted(m.closing)
	}
}

func (s slots) release() { <-s }

// drain waits until every slot is free.
func (s slots) drain() {
	for range cap(s) {
		s <- struct{}{}
	}
	for range cap(s) {
		<-s
	}
}
