package refcheck

import (
	"bytes"
	"strconv"
)

// Classify reads the outcome of
//
//	git --git-dir DIR rev-parse --verify --quiet --end-of-options REF^{commit}
//
// for a ref that passed [Check]. It returns the id of the commit, 40 or 64 lower-case
// hexadecimal digits, or an [*Error] with
//   - [RefNotMirrored] for exit 1: no commit of that name is in this mirror. So it is
//     for a tag of a tree, for an abbreviation that fits two commits, and for a ref
//     whose commit is missing;
//   - [ReadFailed] for exit 1 when git also reports a broken ref, for exit 0 with
//     anything but the one line of an id, and for every other exit: 128 is a damaged
//     repository or none, and a negative one, as os/exec has it, a process that a
//     signal ended (a deadline, mostly) or that never started.
//
// Output is taken as git wrote it, with its newline, and may be nil. What git said on
// stderr is in [Error.Stderr] for the log and nowhere else. Classify keeps no
// reference to its arguments.
func Classify(exit int, stdout, stderr []byte) (oid string, err error) {
	if exit == 0 {
		if id, ok := bytes.CutSuffix(stdout, []byte("\n")); ok && isObjectID(id) {
			return string(id), nil
		}
	}
	e := &Error{Code: ReadFailed, Message: failure(exit), Exit: exit, Stderr: string(stderr)}
	if exit == 1 && !reportsBrokenRef(stderr) {
		e.Code, e.Message = RefNotMirrored, "the mirror knows no commit of this name; it knows only its last fetch"
	}
	return "", e
}

// failure says how reading failed, in words that tell a client nothing about the
// machine.
func failure(exit int) string {
	switch {
	case exit < 0:
		return "git did not run to its end"
	case exit == 0:
		return "git printed something other than one commit"
	case exit == 1:
		return "the mirror has a broken ref of this name"
	}
	return "git exited with " + strconv.Itoa(exit)
}

// reportsBrokenRef finds the warning about a loose ref file that is empty or holds no
// id, which git prints even with --quiet. No ref can imitate it, as none has a space.
func reportsBrokenRef(stderr []byte) bool {
	return bytes.Contains(stderr, []byte("ignoring broken ref"))
}

// isObjectID reports whether s is the whole id of a SHA-1 or a SHA-256 repository.
// With an expression like ^main, git exits with 0 and prints an id behind a caret.
func isObjectID(s []byte) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
