package main

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/mdsection"
	"github.com/mapwright/mapwright/rstsection"
	"github.com/mapwright/mapwright/section"
)

var sectionTool = tool{
	name:  "docs_get_section",
	title: "Read a section of a document",
	description: "Reads a document of a git repository, Markdown or reStructuredText, by its map. Without section it answers the map: " +
		"the headings with their breadcrumbs, line ranges and sizes, and the files that it includes. With section it answers one section, in pages: " +
		"while truncated is true, ask again with offset set to next_offset. An answer names the commit that was " +
		"read, as soon as that is known; give it as ref to read the same state again. Nothing is fetched.",
	required: []string{"path"},
	request: func() request {
		return &sectionRequest{IncludeSubsections: true, MaxChars: section.DefaultMaxChars}
	},
}

// A sectionRequest holds the arguments of docs_get_section.
type sectionRequest struct {
	Repo, Path         string
	Ref, Section       *string // an empty one is not the same as none
	IncludeSubsections bool
	MaxChars, Offset   int
	MaxDepth           *int
	WholeDocument      bool
}

func (r *sectionRequest) params() []param {
	return []param{
		{"repo", &r.Repo, "Name of the repository. Without it the first of those that the server serves."},
		{"path", &r.Path, "Path of the document. A name without a slash is completed with the folder and the suffix of the " +
			"documents (guide means docs/guide.md where they lie in docs/); a path with a slash is taken from the top of " +
			"the repository, and only a missing suffix is added."},
		{"ref", &r.Ref, "Branch, tag or commit id to read. Without it the default branch (HEAD). Expressions such as main~1 " +
			"are refused."},
		{"section", &r.Section, "Title of the section, whole, as the map gives it or as a reader sees it, or the #anchor of " +
			"its heading; case, white space and the kind of dashes do not matter. An identifier that a title opens with, " +
			"such as K11, is enough. Without it the answer is the map."},
		{"include_subsections", &r.IncludeSubsections, "With section: whether the text of its subsections is part of the " +
			"content. If false, the content ends before the first of them."},
		{"max_chars", &r.MaxChars, fmt.Sprintf("With section or whole_document: the most characters of a page, in Unicode code "+
			"points. Clamped to %d..%d.", section.MinMaxChars, section.MaxMaxChars)},
		{"offset", &r.Offset, "With section or whole_document: where the page starts, in code points from the start of the " +
			"section or document. Clamped to its length."},
		{"max_depth", &r.MaxDepth, fmt.Sprintf("Keeps the entries of the map whose breadcrumb has at most so many titles, each "+
			"with the number of headings hidden below it. Clamped to 1..%d.", section.MaxDepthLimit)},
		{"whole_document", &r.WholeDocument, "Answers the text from line 1, in pages, without a map; also for a document of " +
			"which no map can be made. Not with section or max_depth."},
	}
}

func (r *sectionRequest) place(s *server) place {
	return place{Repo: echo(s.name(r.Repo)), Path: echo(r.Path)}
}

// run takes the request through the packages, one after the other. The order of
// the lines is the order of the checks, so a request with two faults always gets
// the same answer, and one with a fault in its form reaches no repository.
func (r *sectionRequest) run(ctx context.Context, s *server, at *place) (any, error) {
	if err := r.checkForm(); err != nil {
		return nil, err
	}
	repo, file, err := s.locate(r.Repo, r.Path, documents, at)
	if err != nil {
		return nil, err
	}
	text, err := repo.read(ctx, r.Ref, file, at)
	if err != nil {
		return nil, err
	}
	if r.WholeDocument {
		return r.document(text, at), nil
	}
	parse, err := parserFor(file)
	if err != nil {
		return nil, err
	}
	m, err := once(repo.reads.maps, repo.document(at.Commit, file), func() (*section.Map, error) {
		return parse(text, nil)
	})
	if err != nil {
		return nil, err
	}
	return m.Answer(r.query())
}

// A modeError refuses arguments that ask for two different answers.
type modeError struct {
	Code string `json:"error"`
}

// Error returns the code.
func (e *modeError) Error() string { return e.Code }

func (r *sectionRequest) checkForm() error {
	switch {
	case r.WholeDocument && r.Section != nil:
		return &modeError{"section_and_whole_document"}
	case r.WholeDocument && r.MaxDepth != nil:
		return &modeError{"max_depth_and_whole_document"}
	case r.Section == nil:
		return nil
	}
	if chars := utf8.RuneCountInString(*r.Section); chars > section.MaxNameChars { // Find would say so, too
		return &section.Error{Code: section.TooLong, MaxChars: section.MaxNameChars, ActualChars: chars}
	}
	return nil
}

// query is the request in the words of package section, for which zero is not a
// number to clamp but the default.
func (r *sectionRequest) query() section.Query {
	q := section.Query{
		Section:  r.Section,
		OwnText:  !r.IncludeSubsections,
		MaxChars: max(r.MaxChars, 1),
		Offset:   r.Offset,
	}
	if r.MaxDepth != nil {
		q.MaxDepth = max(*r.MaxDepth, 1)
	}
	return q
}

// document pages through the whole text. The encoding tells of a byte order mark,
// so it is not part of the content; a section is its source byte for byte and
// keeps it.
func (r *sectionRequest) document(text []byte, at *place) *section.DocumentPage {
	p := section.Document(bytes.TrimPrefix(text, []byte(mirror.BOM)), r.Offset, max(r.MaxChars, 1))
	p.Encoding, at.Encoding = at.Encoding, ""
	return p
}

// A parser makes the map of a document.
type parser func(src []byte, lim *section.Limits) (*section.Map, error)

// A formatError refuses the map of a document for whose format there is no parser.
type formatError struct {
	Code   string `json:"error"` // "unsupported_format"
	Suffix string `json:"suffix"`
}

// Error gives the code and the suffix.
func (e *formatError) Error() string { return e.Code + " (" + e.Suffix + ")" }

func parserFor(file string) (parser, error) {
	switch suffix := strings.ToLower(path.Ext(file)); suffix {
	case ".md", ".markdown", ".mdown", ".mkd":
		return mdsection.Parse, nil
	case ".rst":
		return rstsection.Parse, nil
	default:
		return nil, &formatError{"unsupported_format", suffix}
	}
}
