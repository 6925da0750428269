package outline

import (
	"fmt"
	"strings"
)

// A Reason says why a file has no outline. It is an error itself, so that
// errors.Is(err, outline.ParseError) asks for it. Reasons are part of the
// answers of servers and are never renamed.
type Reason string

// Error returns the reason as it is.
func (r Reason) Error() string { return string(r) }

// The reasons.
const (
	// UnsupportedLanguage: there is no scanner for the suffix of the file.
	UnsupportedLanguage Reason = "unsupported_language"
	// ParseError: the text is not valid in its language, first noticed in Line.
	ParseError Reason = "parse_error"
	// InconsistentLineEndings: a carriage return without a newline, in Line.
	InconsistentLineEndings Reason = "inconsistent_line_endings"
	// TooManySymbols: more than Max symbols, or fewer with more than [MaxNames] bytes
	// of names; nobody knows how many.
	TooManySymbols Reason = "too_many_symbols"
)

// A NoOutline says why a file has no outline. Its JSON form is what servers
// send. Fields that do not belong to the reason are zero.
type NoOutline struct {
	Reason    Reason `json:"reason"`
	ErrorType string `json:"error_type,omitempty"` // of a ParseError: CPython's exception
	Line      int    `json:"line,omitempty"`       // counted from 1
	Max       int    `json:"max,omitempty"`
}

// Error says where, what and how much: "line 3: parse_error (SyntaxError)".
func (n *NoOutline) Error() string {
	var b strings.Builder
	if n.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", n.Line)
	}
	b.WriteString(string(n.Reason))
	if n.ErrorType != "" {
		fmt.Fprintf(&b, " (%s)", n.ErrorType)
	}
	if n.Max > 0 {
		fmt.Fprintf(&b, " (max %d)", n.Max)
	}
	return b.String()
}

// Unwrap returns the reason, for errors.Is.
func (n *NoOutline) Unwrap() error { return n.Reason }
