package refcheck

import "fmt"

// Code names what a reading failed on. It is an error, so that
// errors.Is(err, refcheck.RefNotMirrored) holds for an [*Error] with that code. Codes
// are part of the wire format and are never renamed.
type Code string

// The codes, with what a client can do about each. [Check] and [Classify] give the
// first four, [Mirror.Judge] the last two, and whoever reads a file NotFound.
const (
	RefTooLong      Code = "ref_too_long"      // fix the name
	InvalidRef      Code = "invalid_ref"       // fix the name; git was not asked
	RefNotMirrored  Code = "ref_not_mirrored"  // do not try other files; this mirror knows only its last fetch
	ReadFailed      Code = "read_failed"       // try later, then tell the operator
	NotFound        Code = "not_found"         // check the path; the ref exists, the file is not in its commit
	RepoNotMirrored Code = "repo_not_mirrored" // tell the operator; this host has no copy of the repository
	SyncInProgress  Code = "sync_in_progress"  // try again; a fetch is running
)

// statuses lists every code. Statuses are plain numbers, because net/http is too much
// to link for four of its names.
var statuses = [...]struct {
	code   Code
	status int
}{
	{RefTooLong, 400},
	{InvalidRef, 400},
	{RefNotMirrored, 404},
	{ReadFailed, 500},
	{NotFound, 404},
	{RepoNotMirrored, 404},
	{SyncInProgress, 503},
}

// Codes returns every code of this package, in a new slice.
func Codes() []Code {
	all := make([]Code, len(statuses))
	for i, s := range statuses {
		all[i] = s.code
	}
	return all
}

// Error returns the code as it is.
func (c Code) Error() string { return string(c) }

// HTTPStatus returns the status of an HTTP answer with this code: 400 where the
// request is at fault, 404 for what this host does not have, 500 and 503 for failures.
// A Code that is not of this package gets 500.
func (c Code) HTTPStatus() int {
	for _, s := range statuses {
		if s.code == c {
			return s.status
		}
	}
	return 500
}

// Error is why a reading failed; marshaled to JSON it is what a client gets. The
// repository, the ref and the commit are not in it: every answer about a repository
// has them, so they belong to what the caller puts around it. Of a ref that is too
// long only the length is told.
type Error struct {
	Code        Code   `json:"error"`
	Message     string `json:"message,omitempty"`      // for people; never holds output of git
	MaxChars    int    `json:"max_chars,omitempty"`    // RefTooLong, in code points
	ActualChars int    `json:"actual_chars,omitempty"` // RefTooLong, in code points

	// For the log of the operator. Stderr can hold absolute paths of this machine.
	Exit   int    `json:"-"` // git's exit code; negative if it did not run to its end
	Stderr string `json:"-"` // what git wrote to stderr, whole
}

// Error returns the code and the message on one line, and nothing of what git wrote,
// so that it may be shown to a client.
func (e *Error) Error() string {
	switch {
	case e.MaxChars > 0:
		return fmt.Sprintf("%s (%d characters, max %d)", e.Code, e.ActualChars, e.MaxChars)
	case e.Message != "":
		return fmt.Sprintf("%s: %s", e.Code, e.Message)
	}
	return string(e.Code)
}

// Unwrap returns the code, for errors.Is.
func (e *Error) Unwrap() error { return e.Code }
