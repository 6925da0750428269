package section

import (
	"fmt"
	"strconv"
	"strings"
)

// A Code names one kind of refusal. It is an error itself, so that
// errors.Is(err, section.TooManyLines) asks for the kind. Codes are part of the
// answers of servers and are never renamed.
type Code string

// Error returns the code as it is.
func (c Code) Error() string { return string(c) }

// The codes of this package's errors.
const (
	// InconsistentLineEndings: a carriage return that is not followed by a
	// newline, in Line. Lines cannot be counted the same way by everyone.
	InconsistentLineEndings Code = "inconsistent_line_endings"
	// TooManyLines: TotalLines lines, Max are accepted. Nothing was parsed.
	TooManyLines Code = "too_many_lines"
	// TooManyTokens: more than Max block tokens, reached in Line.
	TooManyTokens Code = "too_many_tokens"
	// TooManySections: more than Max headings, reached in Line.
	TooManySections Code = "too_many_sections"
	// InvalidLineRange: a range that no text has: a start below 1, or an end
	// before its start.
	InvalidLineRange Code = "invalid_line_range"
	// RangeOutOfBounds: a range that starts after the last line, TotalLines.
	RangeOutOfBounds Code = "range_out_of_bounds"
	// TooLong: a name to look for of ActualChars code points, MaxChars are
	// accepted.
	TooLong Code = "section_too_long"
	// SectionTooLarge and AnswerTooLarge: see [TooLargeError].
	SectionTooLarge Code = "section_too_large"
	AnswerTooLarge  Code = "answer_too_large"
	// NotFound: no section has the name. See [NotFoundError].
	NotFound Code = "section_not_found"
	// Ambiguous: several sections have the name. See [AmbiguousError].
	Ambiguous Code = "ambiguous_section"
)

// An Error is a refusal with its numbers, and never with the text that was
// refused. Its JSON form is what servers send. Numbers that do not belong to
// the code are zero.
type Error struct {
	Code        Code `json:"error"`
	Max         int  `json:"max,omitempty"`
	TotalLines  int  `json:"total_lines,omitempty"`
	Line        int  `json:"line,omitempty"`
	MaxChars    int  `json:"max_chars,omitempty"`
	ActualChars int  `json:"actual_chars,omitempty"`
}

// Error says where, what and how much: "line 3: too_many_tokens (max 2)".
func (e *Error) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	b.WriteString(string(e.Code))
	var numbers []string
	for _, n := range []struct {
		name  string
		value int
	}{
		{"max ", e.Max},
		{"total lines ", e.TotalLines},
		{"max chars ", e.MaxChars},
		{"actual chars ", e.ActualChars},
	} {
		if n.value > 0 {
			numbers = append(numbers, n.name+strconv.Itoa(n.value))
		}
	}
	if len(numbers) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(numbers, ", "))
	}
	return b.String()
}

// Unwrap returns the code, for errors.Is.
func (e *Error) Unwrap() error { return e.Code }

// A NotFoundError says that no section has the name that was looked for. It
// suggests names to look for instead: titles that are close, the closest first,
// or, if there are none, the identifiers that titles open with. From [Map.Answer] it
// holds the map of the document, too; from [Map.Find] Contents is nil.
type NotFoundError struct {
	Code                 Code     `json:"error"`       // NotFound
	Suggestions          []string `json:"suggestions"` // MaxSuggestions at most, never nil
	SuggestionsTruncated bool     `json:"suggestions_truncated,omitempty"`
	*Contents
}

// Error returns the code.
func (e *NotFoundError) Error() string { return string(e.Code) }

// Unwrap returns the code, for errors.Is.
func (e *NotFoundError) Unwrap() error { return e.Code }

// An AmbiguousError lists the sections which have the name that was looked
// for: the first [MaxCandidates] of them in the order of the document.
type AmbiguousError struct {
	Code                Code        `json:"error"`
	Candidates          []Candidate `json:"candidates"`
	CandidatesTruncated bool        `json:"candidates_truncated,omitempty"` // there are more
}

// Error gives the code and the number of candidates that are listed.
func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%s (%d candidates)", e.Code, len(e.Candidates))
}

// Unwrap returns the code, for errors.Is.
func (e *AmbiguousError) Unwrap() error { return e.Code }
