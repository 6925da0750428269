//go:build unix

package main

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// readerGone returns a channel that is closed when nobody can read any more what
// is written to out, if out is a pipe or a socket, and what stops looking for it.
func readerGone(out io.Writer) (gone <-chan struct{}, stop func()) {
	const interval = 50 * time.Millisecond
	file, ok := out.(*os.File)
	if !ok {
		return nil, func() {}
	}
	conn, err := file.SyscallConn()
	if err != nil {
		return nil, func() {}
	}
	found, done := make(chan struct{}), make(chan struct{})
	go func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			if hungUp(conn) {
				close(found)
				return
			}
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	}()
	return found, func() { close(done) }
}

// hungUp asks for nothing but the conditions that are always told: an error, which
// a pipe has whose reader is gone, and the end of a connection.
func hungUp(conn interface{ Control(func(fd uintptr)) error }) bool {
	var seen bool
	err := conn.Control(func(fd uintptr) {
		look := []unix.PollFd{{Fd: int32(fd)}}
		n, err := unix.Poll(look, 0)
		seen = err == nil && n > 0 && look[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
	})
	return err == nil && seen
}
