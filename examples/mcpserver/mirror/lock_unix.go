//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package mirror

import (
	"errors"
	"os"
	"syscall"
)

// isLocked reports whether another process holds a lock of f. It takes one for an
// instant, and closing f gives that up.
func isLocked(f *os.File) bool {
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
