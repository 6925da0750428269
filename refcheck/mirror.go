package refcheck

import (
	"errors"
	"strings"
)

// Mirror is what a server knows of a mirror beside what git says. The zero Mirror is
// one that this host does not have.
//
// git can not say it: of a clone that is under way, or that was killed, it answers
// that no ref exists, exactly as of a good mirror that does not know the name.
type Mirror struct {
	Exists bool // something is at its place, whole or damaged
	Sync   Sync
}

// Sync is what the marker of a mirror says of its synchronization. Its values are
// those of [ReadMarker].
type Sync int

const (
	Idle       Sync = iota // nothing is running
	Fetching               // a fetch into a complete mirror; readers are not disturbed
	Cloning                // the first copy is being made
	Incomplete             // the first copy was begun and not completed
)

// ReadMarker reads the marker of a mirror, a file beside it which the program that
// synchronizes the mirror holds locked as long as it runs. The text of the file is
// "clone" from before the first copy is begun until it is complete, and anything else
// later; held tells whether the file is locked. The kernel gives up the lock of a
// process that is killed, so a marker never tells of a fetch that is not running.
func ReadMarker(text string, held bool) Sync {
	clone := strings.TrimSpace(text) == "clone"
	switch {
	case clone && held:
		return Cloning
	case clone:
		return Incomplete
	case held:
		return Fetching
	}
	return Idle
}

// Judge is to be asked twice: before git is, with nil, and with the error of a reading
// that failed, when the mirror was looked at again. It returns
//   - the error as it is if that is no failure of a reading: [RefTooLong],
//     [InvalidRef], and any error without a code of this package;
//   - an [*Error] with [SyncInProgress] while the first copy is being made, and for
//     what failed, or was not there, during a fetch;
//   - one with [RepoNotMirrored] if there is no mirror, or an incomplete one;
//   - otherwise the error as it is.
//
// A new error keeps what the old one had for the log.
func (m Mirror) Judge(err error) error {
	code, failed := reading(err)
	switch {
	case err != nil && !failed:
		return err
	case m.Sync == Cloning:
		return replace(err, SyncInProgress, "the first copy of the repository is being made")
	case m.Sync == Fetching && (failed || !m.Exists): // so a first copy whose marker does not say "clone"
		return replace(err, SyncInProgress, "reading failed while a fetch was running")
	case m.Sync == Incomplete:
		return replace(err, RepoNotMirrored, "the first copy of the repository was not completed")
	case !m.Exists && code != RepoNotMirrored:
		return replace(err, RepoNotMirrored, "this host has no copy of the repository")
	}
	return err
}

// reading returns the code of a failure that the state of the mirror can explain.
func reading(err error) (Code, bool) {
	code, ok := errors.AsType[Code](err)
	switch code {
	case RefNotMirrored, NotFound, RepoNotMirrored, ReadFailed:
		return code, ok
	}
	return "", false
}

// replace returns an error with another code.
func replace(err error, code Code, message string) *Error {
	e := &Error{Code: code, Message: message}
	if old, ok := errors.AsType[*Error](err); ok {
		e.Exit, e.Stderr = old.Exit, old.Stderr
	}
	return e
}
