//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package mirror

import "os"

// isLocked reports false: there is no flock(2) here.
func isLocked(*os.File) bool { return false }
