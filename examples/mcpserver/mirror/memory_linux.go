package mirror

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitMemory limits the address space of a process that was just started. A limit
// can not be lost by that: it holds for all that is allocated afterwards, and a
// process has hardly begun to read its arguments by then. An error means that the
// process has ended already.
func limitMemory(p *os.Process, bytes uint64) {
	_ = unix.Prlimit(p.Pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}

// peakMemory returns the most memory that a process which has ended had at once,
// in bytes, or 0 if that is no more than this process has had. Linux counts what a
// process had before it became another program, and until then a child is a part
// of its parent.
func peakMemory(s *os.ProcessState) uint64 {
	child, ok := s.SysUsage().(*syscall.Rusage)
	var own syscall.Rusage
	if !ok || syscall.Getrusage(syscall.RUSAGE_SELF, &own) != nil || child.Maxrss <= own.Maxrss {
		return 0
	}
	return uint64(child.Maxrss) << 10
}
