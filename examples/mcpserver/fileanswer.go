package main

import (
	"strings"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/outline"
	"github.com/mapwright/mapwright/section"
)

// A pointer names the tool that can read what this one can not, and the arguments
// to give it.
type pointer struct {
	Tool      string           `json:"read_with"`
	Arguments sectionArguments `json:"read_with_arguments"`
}

// sectionArguments are those of docs_get_section.
type sectionArguments struct {
	Repo          string  `json:"repo"`
	Path          string  `json:"path"`
	Ref           *string `json:"ref,omitempty"` // only where one was given
	WholeDocument bool    `json:"whole_document,omitempty"`
}

// A wholeFile is all of a file.
type wholeFile struct {
	File    fileInfo `json:"file"`
	Content string   `json:"content"`

	readWith *pointer // how to read a document that does not fit
}

// A wholeFileError refuses a file that does not fit, and says how to read it.
type wholeFileError struct {
	Code section.Code `json:"error"` // section.AnswerTooLarge
	budget.TooLargeError
	*pointer
	Hint string `json:"hint"`
}

// Error gives the code and both numbers.
func (e *wholeFileError) Error() string { return string(e.Code) + ": " + e.TooLargeError.Error() }

// Fit refuses a file that does not fit. See [section.Answer].
func (f *wholeFile) Fit(w section.Wire) error {
	size := sizeOn(w, f)
	if size <= w.Max {
		return nil
	}
	hint := "read a part of it: lines, after outline for a map of the file"
	if f.readWith != nil {
		hint = "read_with pages through the text; without whole_document it answers a map"
	}
	return &wholeFileError{section.AnswerTooLarge, budget.TooLargeError{Bytes: size, Max: w.Max}, f.readWith, hint}
}

// A largeFileError refuses a whole file of which a part can be read.
type largeFileError struct {
	*mirror.TooLargeError
	Hint string `json:"hint"`
}

// A fileRange is a range of the lines of a file.
type fileRange struct {
	File             fileInfo  `json:"file"`
	Range            lineRange `json:"range"`
	TruncationReason string    `json:"truncation_reason,omitempty"`
	Content          string    `json:"content"`
}

// A lineRange is what came back of the range that was asked for.
type lineRange struct {
	Start      int  `json:"start"`
	End        int  `json:"end"` // the last line that came back, whole
	TotalLines int  `json:"total_lines"`
	Truncated  bool `json:"truncated"` // End is before the end that was asked for
}

// A lineError refuses a range of which not even the first line fits.
type lineError struct {
	Code section.Code `json:"error"` // section.AnswerTooLarge
	budget.TooLargeError
	Line int    `json:"line"`
	Hint string `json:"hint"`
}

// Error gives the code and both numbers.
func (e *lineError) Error() string { return string(e.Code) + ": " + e.TooLargeError.Error() }

// Fit ends the range earlier, on the border of a line. See [section.Answer].
func (f *fileRange) Fit(w section.Wire) error {
	if sizeOn(w, f) <= w.Max {
		return nil
	}
	whole := f.Content
	// Range.End is not made longer by becoming less.
	f.Content, f.Range.Truncated, f.TruncationReason = "", true, section.TruncatedByBudget
	bare := sizeOn(w, f)
	newline := w.Encoding.Size("\n") - w.Encoding.Size("")
	n, lines, _ := w.Encoding.FitLines(whole, w.Max-bare+newline) // whose last newline is not part of a range
	if n == len(whole) && !strings.HasSuffix(whole, "\n") {       // there is no newline to leave out
		n = strings.LastIndexByte(whole, '\n') + 1
		lines--
	}
	if n == 0 {
		line, _, _ := strings.Cut(whole, "\n")
		return &lineError{
			section.AnswerTooLarge,
			budget.TooLargeError{Bytes: bare + w.Encoding.Size(line) - w.Encoding.Size(""), Max: w.Max},
			f.Range.Start,
			"the line alone does not fit; " + searchHint,
		}
	}
	f.Content, f.Range.End = whole[:n-1], f.Range.Start+lines-1
	return nil
}

const searchHint = "search_repo with this file as file_pattern returns the part of it around what is searched for"

// An outlinePage is a page of the symbols of a file.
type outlinePage struct {
	File    fileInfo         `json:"file"`
	Symbols []outline.Symbol `json:"symbols"` // never nil
	listPage
}

// Fit refuses a page that does not fit. See [section.Answer].
func (p *outlinePage) Fit(w section.Wire) error { return p.fit(w, p) }

// A noContent answers for a file that was read and has nothing of the kind that
// was asked for. That is a status and no refusal.
type noContent struct {
	File   fileInfo `json:"file"`
	Status string   `json:"status"` // "binary" or "no_outline"
	*outline.NoOutline
	*pointer
}
