package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mapwright/mapwright/budget"
)

// A batchItem is one item of a batch, from its arguments to its answer.
type batchItem struct {
	index int
	Kind  string
	Repo  string
	Path  string

	Section *string
	Lines   []int

	key      string  // the same for items about one file
	request  request // nil if the item is invalid
	tool     string  // whose request it is
	at       place   // what it is about, when it is answered
	invalid  error
	answered bool
}

func (b *batchItem) params(kinds []string) []param {
	all := []param{
		{"kind", &choice{&b.Kind, kinds}, "What to read: " + strings.Join(kinds, " or ") + "."},
		{"repo", &b.Repo, "Name of the repository. Without it the first of those that the server serves."},
		{"path", &b.Path, "Path to read, as the tool of that kind takes it."},
		{"section", &b.Section, "With kind section: title of the section. Without it the map."},
	}
	if slices.Contains(kinds, fileItem) {
		all = append(all, param{"lines", &b.Lines, "With kind file: range to read, [first, last]. Without it the whole file."})
	}
	return all
}

// decode reads an item. What is wrong with it concerns no other.
func (b *batchItem) decode(s *server, index int, value json.RawMessage, kinds []string) {
	b.index = index
	b.key = fmt.Sprint(index)
	if problems := b.problems(value, kinds); len(problems) > 0 {
		b.invalid = &argumentError{Code: "invalid_item", Problems: problems}
		return
	}
	b.single(s)
}

// problems sets the arguments of an item, and returns what is wrong with them.
func (b *batchItem) problems(value json.RawMessage, kinds []string) []problem {
	if value[0] != '{' {
		return []problem{{"item", "expected an object"}}
	}
	params := b.params(kinds)
	bad, _ := errors.AsType[*argumentError](decode(value, params))
	if bad == nil {
		bad = &argumentError{}
	}
	given := members(value)
	switch {
	case b.Kind == "":
		if !slices.ContainsFunc(bad.Problems, func(p problem) bool { return p.Where == "kind" }) {
			bad.add("kind", params[0].expected())
		}
	case b.Kind == sectionItem && given["lines"] != nil:
		bad.add("lines", "only for kind "+fileItem)
	case b.Kind == fileItem && given["section"] != nil:
		bad.add("section", "only for kind "+sectionItem)
	}
	return bad.Problems
}

// single makes the request of the single tool, and the key of the file it is
// about.
func (b *batchItem) single(s *server) {
	g := documents
	if b.Kind == fileItem {
		g = allFiles
		b.tool, b.request = fileTool.name, &fileRequest{Repo: b.Repo, Path: b.Path, Lines: b.Lines}
	} else {
		r := sectionTool.request().(*sectionRequest)
		r.Repo, r.Path, r.Section = b.Repo, b.Path, b.Section
		b.tool, b.request = sectionTool.name, r
	}
	if repo, file, err := s.locate(b.Repo, b.Path, g, &place{}); err == nil {
		b.key = repo.policy.Repo + "\x00" + file
	}
}

// An itemResult is the answer to one item.
type itemResult struct {
	Index   int             `json:"index"`
	Request *itemRequest    `json:"request,omitempty"` // not of an invalid item
	Commit  string          `json:"resolved_commit,omitempty"`
	Result  json.RawMessage `json:"result"` // what the single tool answers
}

// An itemRequest repeats what was asked for, but for what is too long.
type itemRequest struct {
	Kind    string  `json:"kind"`
	Repo    string  `json:"repo,omitempty"`
	Path    string  `json:"path,omitempty"`
	Section *string `json:"section,omitempty"`
	Lines   []int   `json:"lines,omitempty"`
}

// result answers the item as its tool would.
func (b *batchItem) result(ctx context.Context, s *server) itemResult {
	if b.invalid != nil {
		return itemResult{Index: b.index, Result: json.RawMessage(s.answer(place{}, nil, b.invalid).text)}
	}
	b.at = b.request.place(s)
	body, err := b.request.run(ctx, s, &b.at)
	return b.resultOf(s.answer(b.at, body, err))
}

func (b *batchItem) resultOf(a answer) itemResult {
	asked := &itemRequest{Kind: b.Kind, Repo: echo(b.Repo), Path: echo(b.Path), Lines: b.Lines}
	if len(asked.Lines) > 2 {
		asked.Lines = nil
	}
	if b.Section != nil {
		if title := echo(*b.Section); title != "" || *b.Section == "" {
			asked.Section = &title
		}
	}
	return itemResult{b.index, asked, b.at.Commit, json.RawMessage(a.text)}
}

// An itemError refuses an item whose answer does not fit in a batch, even alone.
type itemError struct {
	Code string `json:"error"` // "item_too_large"
	budget.TooLargeError
	ReadWith string `json:"read_with"` // the tool that reads it alone
}

// Error gives the code and both numbers.
func (e *itemError) Error() string { return e.Code + ": " + e.TooLargeError.Error() }

// tooLarge is the answer to an item that does not fit.
func (b *batchItem) tooLarge(s *server, large *budget.TooLargeError) itemResult {
	return b.resultOf(s.answer(b.at, nil, &itemError{"item_too_large", *large, b.tool}))
}
