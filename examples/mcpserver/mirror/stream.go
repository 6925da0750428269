package mirror

import (
	"context"
	"errors"
	"io"
	"slices"
)

// outputBuffer is how much of git's output is read at a time: what a pipe holds.
const outputBuffer = 64 << 10

// errEnough is what a reader of git's output returns when it needs no more.
var errEnough = errors.New("enough was read")

// An outcome is how a command of git ended whose output was read as it came.
type outcome struct {
	exit    int    // negative if git was killed or did not run
	stderr  string // for the log
	peak    uint64 // of its memory, in bytes; 0 where that is not known
	stopped bool   // read returned errEnough, and git was killed
}

// stream runs git and hands its output to read, which need not read all of it.
// Nothing is kept of the output but what read keeps. memory, unless zero, limits
// the address space of the process where the platform can do that.
//
// Commits are named by their ids, which git takes as such also where a branch is
// called so, without a warning.
//
// The error is that of ctx, of the start or of read. How git ended is in the
// outcome: an exit status other than 0 is no error here.
func stream(ctx context.Context, gitDir string, memory uint64, args []string, read func(io.Reader) error) (outcome, error) {
	ctx, kill := context.WithCancel(ctx)
	defer kill()
	cmd := command(ctx, gitDir, slices.Concat([]string{"-c", "core.warnAmbiguousRefs=false"}, args)...)
	var stderr capture
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return outcome{exit: -1}, err
	}
	if err := cmd.Start(); err != nil {
		return outcome{exit: -1}, failed("git could not be started", err.Error())
	}
	if memory > 0 {
		limitMemory(cmd.Process, memory)
	}
	readErr := read(out)
	interruption := ctx.Err()
	if readErr == nil {
		_, readErr = io.Copy(io.Discard, out) // so that git is not ended by a broken pipe
		interruption = ctx.Err()
	} else {
		kill()
	}
	_ = cmd.Wait() // how it ended is in ProcessState
	o := outcome{cmd.ProcessState.ExitCode(), string(stderr.Bytes()), peakMemory(cmd.ProcessState), errors.Is(readErr, errEnough)}
	switch {
	case o.stopped:
		return o, nil
	case interruption != nil:
		return o, interruption
	}
	return o, readErr
}
