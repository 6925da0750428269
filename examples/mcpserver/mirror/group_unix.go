//go:build unix

package mirror

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes cmd the leader of a process group: what git starts is killed
// with it, and a Ctrl-C in the terminal is for the server alone.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup kills a process that ownGroup prepared, and what it started. It does
// nothing once the process was waited for, as its number may be another's by then.
func killGroup(p *os.Process) error {
	if err := p.Signal(syscall.Signal(0)); err != nil {
		return err
	}
	return syscall.Kill(-p.Pid, syscall.SIGKILL)
}
