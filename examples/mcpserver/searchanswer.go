package main

import (
	"strings"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/section"
)

// A searchAnswer is the answer of search_repo. It has either Total, which is exact,
// or TotalAtLeast with the reason why that is all that is known.
type searchAnswer struct {
	Count            int            `json:"count"` // of Results
	Total            *int           `json:"total,omitempty"`
	TotalAtLeast     *int           `json:"total_at_least,omitempty"`
	Truncated        bool           `json:"truncated"` // there are others, or there may be
	TruncationReason string         `json:"truncation_reason,omitempty"`
	Results          []searchResult `json:"results"` // never nil
}

// A searchResult is one line that matches.
type searchResult struct {
	Path string `json:"path"`
	sourceLine
	Before []sourceLine `json:"before,omitempty"`
	After  []sourceLine `json:"after,omitempty"`

	name string // the path as git has it, which need not be UTF-8
}

// A sourceLine is a line of a file, or the part of a long one that is shown.
type sourceLine struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	Cut  bool   `json:"text_truncated,omitempty"`
}

func newResult(m mirror.Match) searchResult {
	text := m.Snippet()
	if m.Line == 1 {
		text = strings.TrimPrefix(text, mirror.BOM) // which is no text, as in get_repo_file
	}
	return searchResult{
		Path:       strings.ToValidUTF8(m.Path, "\ufffd"),
		sourceLine: sourceLine{m.Line, text, m.Cut},
		name:       m.Path,
	}
}

// sourceLines returns lines first to last, as far as there are any.
func sourceLines(text section.Lines, first, last int) []sourceLine {
	var lines []sourceLine
	for n := max(first, 1); n <= min(last, text.Len()); n++ {
		src, _, err := text.Range(section.Range{Start: n, End: n})
		if err != nil {
			panic(err) // n is a line of the text
		}
		line := string(src)
		if n == 1 {
			line = strings.TrimPrefix(line, mirror.BOM)
		}
		cut := budget.Cut(line, mirror.MaxMatchText)
		lines = append(lines, sourceLine{n, line[:cut], cut < len(line)})
	}
	return lines
}

// Fit cuts results from the end. See [section.Answer].
func (a *searchAnswer) Fit(w section.Wire) error {
	if sizeOn(w, a) <= w.Max {
		return nil
	}
	a.Truncated = true
	if a.Total != nil { // else the reason is why there is none
		a.TruncationReason = cutByBytes
	}
	err := budget.Trim(w.Encoding, w.Max-w.Envelope, a, budget.NewList(&a.Results, nil))
	a.Count = len(a.Results)
	return err
}
