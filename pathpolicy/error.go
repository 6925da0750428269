package pathpolicy

import (
	"fmt"
	"strings"
)

// Code names the reason of a refusal. It is an error, so that
// errors.Is(err, pathpolicy.PathOutsideRoot) holds for an [*Error] with that code.
// Codes are part of the wire format and are never renamed.
type Code string

// The codes, in the order in which the checks are made.
const (
	RepoNotConfigured Code = "repo_not_configured" // the repository has no policy
	MissingPath       Code = "missing_path"        // empty or white space
	PathTooLong       Code = "path_too_long"       // more than MaxPathChars characters
	InvalidPath       Code = "invalid_path"        // a backslash or a control character
	SuffixNotAllowed  Code = "suffix_not_allowed"  // a document, but not of the kind that is served
	PathOutsideRoot   Code = "path_outside_root"   // leads out of the root, or is the root itself
	PathDenied        Code = "path_denied"         // is on the list of secrets
)

// Error returns the code as it is.
func (c Code) Error() string { return string(c) }

// Error is a refusal; marshaled to JSON it is what a client gets. A path that is
// too long is in none of its fields.
type Error struct {
	Code            Code     `json:"error"`
	Repo            string   `json:"repo,omitempty"`
	RequestedPath   string   `json:"requested_path,omitempty"`   // InvalidPath, SuffixNotAllowed, PathOutsideRoot, PathDenied: as it was asked for
	AllowedSuffixes []string `json:"allowed_suffixes,omitempty"` // SuffixNotAllowed
	Root            *string  `json:"root,omitempty"`             // PathOutsideRoot: the policy's Root, which may be empty; else nil
	Rule                     // PathDenied: the rule of the deny-list
	MaxChars        int      `json:"max_chars,omitempty"`    // PathTooLong, in code points
	ActualChars     int      `json:"actual_chars,omitempty"` // PathTooLong, in code points
}

// Error returns one line: the place, as far as it is known, the code and what was
// allowed. Paths are quoted, so that no control character reaches a log.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Repo != "" {
		fmt.Fprintf(&b, "%q: ", e.Repo)
	}
	if e.RequestedPath != "" {
		fmt.Fprintf(&b, "%q: ", e.RequestedPath)
	}
	b.WriteString(string(e.Code))
	switch {
	case e.Root != nil:
		fmt.Fprintf(&b, " (root %q)", *e.Root)
	case e.AllowedSuffixes != nil:
		fmt.Fprintf(&b, " (allowed %s)", strings.Join(e.AllowedSuffixes, ", "))
	case e.Reason != "":
		fmt.Fprintf(&b, " (%s: %s)", e.Glob, e.Reason)
	case e.MaxChars > 0:
		fmt.Fprintf(&b, " (%d characters, max %d)", e.ActualChars, e.MaxChars)
	}
	return b.String()
}

// Unwrap returns the code, for errors.Is.
func (e *Error) Unwrap() error { return e.Code }
