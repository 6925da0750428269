//go:build !unix

package mirror

import (
	"os"
	"os/exec"
)

// ownGroup does nothing where there are no process groups. The commands that are
// run here start no others.
func ownGroup(*exec.Cmd) {}

// killGroup kills the process.
func killGroup(p *os.Process) error { return p.Kill() }
