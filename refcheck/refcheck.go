// Package refcheck decides whether the name of a revision may be handed to git,
// and what git's answer to it means.
//
// [Check] judges a name before any repository is touched. [Classify] reads what
// git rev-parse said: the commit, or why there is none. [Mirror.Judge] adds what git can
// not know: that there is no mirror, or that it is being synchronized. All refuse with
// an [*Error], whose [Code] knows its HTTP status. The package runs nothing and keeps
// nothing; all of it is safe for concurrent use.
//
// # What the caller does
//
// Between the two, the caller runs
//
//	git --git-dir DIR rev-parse --verify --quiet --end-of-options REF^{commit}
//
// with DIR an absolute path, so that git does not find the repository of a parent
// directory; with LC_ALL=C.UTF-8 and an empty LANGUAGE, because Classify reads git's
// messages; with GIT_NO_REPLACE_OBJECTS=1, GIT_CONFIG_NOSYSTEM=1 and
// GIT_CONFIG_GLOBAL=/dev/null, so that the answer is that of the repository alone;
// without any other GIT_ variable of its own environment; and with a deadline.
//
// git's answer does not show that there is no mirror, or that one is being made: of a
// clone that is under way, or was killed, git says of each ref that it does not exist.
// So the caller looks at the place of the mirror and at its marker and asks
// [Mirror.Judge], before it asks git and again when a reading failed. It gives
// [RepoNotMirrored] and [SyncInProgress], of which the latter outranks every code but
// [RefTooLong] and [InvalidRef]. [NotFound] is the caller's to give when the file is not
// in the commit.
//
// # The marker
//
// A marker is a file that whoever synchronizes a mirror keeps locked with flock(2)
// meanwhile, and that holds the word "clone" until the first copy is complete:
//
//	echo clone >a.git.sync
//	flock a.git.sync sh -c 'git clone --mirror URL a.git && : >a.git.sync'
//	flock a.git.sync git -C a.git fetch --prune
//
// A lock ends with its process, so what was killed is not taken for running.
// [ReadMarker] says what the marker means. A mirror without one counts as complete, and
// what fails during its fetch is told as git told it.
//
// # What a ref is
//
// A branch, a tag, a full name below refs/ or the id of a commit, whole or
// abbreviated. Expressions (main~1, main^{tree}, main@{u}, a..b) are refused: an
// answer names the commit it was read from, so there is no need for them, and with
// some of them git exits with 0 and prints something that is no commit, or with 128 as
// if the repository were broken.
//
// # git
//
// Rules and exit codes are those of git 2.39.5, which the tests run.
package refcheck

import (
	"strings"
	"unicode/utf8"
)

// MaxRefChars is the largest number of characters (code points) of a ref. The longest
// of some 337,000 refs of public repositories had 139; from 128 KiB on Linux cannot
// start git.
const MaxRefChars = 4096

// Check reports whether a ref may be handed to git: nil, or an [*Error] with
//   - [RefTooLong] for more than [MaxRefChars] characters, whatever they are;
//   - [InvalidRef] for an empty ref, invalid UTF-8, a leading "-", "@" alone, and
//     for everything that git check-ref-format refuses as refs/heads/REF. The message
//     says what is wrong.
//
// A ref that passes need not exist. Check is O(len(ref)).
func Check(ref string) error {
	if n := utf8.RuneCountInString(ref); n > MaxRefChars {
		return &Error{Code: RefTooLong, MaxChars: MaxRefChars, ActualChars: n}
	}
	if message := defect(ref); message != "" {
		return &Error{Code: InvalidRef, Message: message}
	}
	return nil
}

// defect says what is wrong with the form of a ref, or nothing. The numbers are those
// of the rules in git-check-ref-format(1); rule 2, a ref has at least one "/", is
// always met by refs/heads/REF.
func defect(ref string) string {
	switch {
	case ref == "":
		return "a ref must not be empty"
	case !utf8.ValidString(ref): // git takes any byte from 0x80 on, but an answer in JSON could not repeat it
		return "a ref must be valid UTF-8"
	case ref[0] == '-': // git takes it below refs/heads/, but every command would read an option
		return `a ref must not begin with "-"`
	case ref == "@": // rule 9; git reads it as HEAD
		return `a ref must not be "@"`
	case strings.Contains(ref, ".."): // rule 3
		return `a ref must not contain ".."`
	case strings.ContainsFunc(ref, isControl): // rule 4
		return "a ref must not contain control characters"
	case strings.ContainsAny(ref, ` ~^:?*[\`): // rules 4, 5 and 10
		return `a ref must not contain a space or any of ~ ^ : ? * [ \`
	case strings.HasSuffix(ref, "."): // rule 7
		return `a ref must not end with "."`
	case strings.Contains(ref, "@{"): // rule 8
		return `a ref must not contain "@{"`
	}
	return componentDefect(ref)
}

// componentDefect is defect for what lies between the slashes: rules 1 and 6.
func componentDefect(ref string) string {
	for c := range strings.SplitSeq(ref, "/") {
		switch {
		case c == "":
			return `a ref must not begin or end with "/" or contain "//"`
		case c[0] == '.':
			return `no component of a ref may begin with "."`
		case strings.HasSuffix(c, ".lock"):
			return `no component of a ref may end with ".lock"`
		}
	}
	return ""
}

// isControl reports the control characters of ASCII, which are those that git
// refuses; it accepts U+0080 to U+009F, as it does any byte from 0x80 on.
func isControl(r rune) bool { return r < 0x20 || r == 0x7f }
