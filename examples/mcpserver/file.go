package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/outline"
	"github.com/mapwright/mapwright/section"
)

const (
	defaultSymbols = 100 // on a page of an outline
	maxSymbols     = 500
)

var fileTool = tool{
	name:  "get_repo_file",
	title: "Read a file",
	description: "Reads any text file of a git repository: whole, a range of its lines (lines), or its outline (outline), " +
		"which lists the symbols of code, templates, style sheets and reStructuredText with their lines, so that a range can " +
		"be read next. Lines are counted from 1 and ranges include both ends. A range that does not fit ends earlier: read " +
		"on from range.end + 1. A binary file has the status binary and no content, a file without an outline the status " +
		"no_outline and a reason. An answer names the commit that was read; give it as ref to read the same state again. " +
		"Nothing is fetched, and symbolic links are not followed.",
	required: []string{"path"},
	admin:    true,
	request:  func() request { return &fileRequest{} },
}

// A fileRequest holds the arguments of get_repo_file.
type fileRequest struct {
	Repo, Path    string
	Ref           *string
	Encoding      *string
	Lines         []int // nil: not a range
	Outline       bool
	Symbol        *string
	Page, PerPage *int
}

func (r *fileRequest) params() []param {
	return []param{
		{"repo", &r.Repo, "Name of the repository. Without it the first of those that the server serves."},
		{"path", &r.Path, "Path of the file from the top of the repository, with its suffix."},
		{"ref", &r.Ref, "Branch, tag or commit id to read. Without it the default branch (HEAD). Expressions such as main~1 " +
			"are refused."},
		{"encoding", &r.Encoding, "Label of the encoding to read the file in, by the WHATWG Encoding Standard (windows-1255, " +
			"shift_jis), for a file that is not UTF-8. A byte order mark outranks it. Without it a file that is not UTF-8 is " +
			"read as windows-1252, which fits any bytes and so need not be right."},
		{"lines", &r.Lines, "Range to read, [first, last]. An end behind the last line means the last line. Not with outline."},
		{"outline", &r.Outline, "Answers the symbols of the file instead of its text. Not with lines."},
		{"symbol", &r.Symbol, "With outline: keeps the symbols whose full name contains this, compared without case. The " +
			"name of a class keeps all that is defined in it."},
		{"page", &r.Page, fmt.Sprintf("With outline: which page. Clamped to 1..%d. There are more while page * per_page is less than total.", maxPage)},
		{"per_page", &r.PerPage, fmt.Sprintf("With outline: symbols on a page, %d without it. Clamped to 1..%d.", defaultSymbols, maxSymbols)},
	}
}

func (r *fileRequest) place(s *server) place {
	return place{Repo: echo(s.name(r.Repo)), Path: echo(r.Path)}
}

// run answers the request. As everywhere, the order of the lines is the order of
// the checks.
func (r *fileRequest) run(ctx context.Context, s *server, at *place) (any, error) {
	if err := r.checkForm(); err != nil {
		return nil, err
	}
	repo, file, err := s.locate(r.Repo, r.Path, allFiles, at)
	if err != nil {
		return nil, err
	}
	commit, err := repo.commit(ctx, r.Ref, at)
	if err != nil {
		return nil, err
	}
	data, err := repo.file(ctx, fileKey{repo.policy.Repo, commit, file, r.limit()})
	if err != nil {
		return nil, r.explain(err)
	}
	text, err := r.decode(data)
	info := r.describe(at, data, text)
	switch {
	case errors.As(err, new(*mirror.BinaryError)):
		return &noContent{File: info, Status: "binary"}, nil
	case err != nil:
		return nil, err
	case r.Outline:
		return r.outline(repo, info, data, text)
	}
	return r.content(repo, info, text)
}

// checkForm refuses arguments that ask for two answers, or that would have no
// effect: an argument which is accepted and dropped is a lie.
func (r *fileRequest) checkForm() error {
	switch {
	case r.Outline && r.Lines != nil:
		return &modeError{"outline_and_lines"}
	case r.Outline:
	case r.Symbol != nil:
		return &modeError{"symbol_without_outline"}
	case r.Page != nil:
		return &modeError{"page_without_outline"}
	case r.PerPage != nil:
		return &modeError{"per_page_without_outline"}
	}
	if r.Lines != nil && (len(r.Lines) != 2 || r.Lines[0] < 1 || r.Lines[1] < r.Lines[0]) {
		return &section.Error{Code: section.InvalidLineRange}
	}
	if r.Encoding != nil {
		return mirror.CheckEncoding(*r.Encoding)
	}
	return nil
}

// limit is the most bytes of a file that are read: little is returned of a large
// one where the answer is a part of it.
func (r *fileRequest) limit() int {
	if r.Outline || r.Lines != nil {
		return maxRead
	}
	return maxFile
}

// explain says of a file that is too large as a whole how to read it, if there is a
// way.
func (r *fileRequest) explain(err error) error {
	large, ok := errors.AsType[*mirror.TooLargeError](err)
	if !ok || r.limit() == maxRead || large.Size > maxRead {
		return err
	}
	return &largeFileError{large, fmt.Sprintf("lines and outline read files of up to %d bytes", maxRead)}
}

func (r *fileRequest) decode(data []byte) (mirror.Text, error) {
	if r.Encoding != nil {
		return mirror.DecodeAs(data, *r.Encoding)
	}
	return mirror.Decode(data)
}

// A fileInfo says what was read, and how.
type fileInfo struct {
	Path     string `json:"path"`
	Ref      string `json:"ref"`
	Commit   string `json:"resolved_commit"`
	Size     int    `json:"size"`            // of the file in the repository, in bytes
	Lines    int    `json:"lines,omitempty"` // 0 for a binary file; text has one at least
	Encoding string `json:"encoding,omitempty"`
	// EncodingHint and EncodingGuess stand where no encoding fitted.
	EncodingHint  string `json:"encoding_hint,omitempty"`
	EncodingGuess string `json:"encoding_guess,omitempty"`
	// Replaced is how many characters of the text stand for bytes that are none
	// in the encoding.
	Replaced int `json:"replaced_characters,omitempty"`
}

// fallbackHint is what a file says that could be read in no encoding for sure.
const fallbackHint = "the file is not UTF-8 and was read as windows-1252, which fits any bytes; if characters look wrong, ask " +
	"again with the argument encoding (encoding_guess, where there is one, is no more than that)"

// describe returns what is known of a file, of which text is nothing if it could
// not be decoded.
func (r *fileRequest) describe(at *place, data []byte, text mirror.Text) fileInfo {
	info := fileInfo{Path: at.Path, Ref: at.Ref, Commit: at.Commit, Size: len(data)}
	if text.Encoding == "" {
		return info
	}
	fellBack := r.Encoding == nil && text.Encoding == mirror.Windows1252
	info.Lines = bytes.Count(text.Bytes, []byte("\n")) + 1
	info.Encoding, info.Replaced = text.Encoding, text.Replaced
	if fellBack {
		info.EncodingGuess = mirror.GuessEncoding(data)
		info.EncodingHint = fallbackHint
	}
	return info
}

// content answers the whole text or the range that was asked for.
func (r *fileRequest) content(repo repository, info fileInfo, text mirror.Text) (any, error) {
	src := text.Bytes
	if text.Encoding == mirror.UTF8BOM { // which tells of the mark
		src = bytes.TrimPrefix(src, []byte(mirror.BOM))
	}
	if r.Lines == nil {
		return &wholeFile{File: info, Content: string(src), readWith: r.readWith(repo, info, true)}, nil
	}
	asked := section.Range{Start: r.Lines[0], End: r.Lines[1]}
	lines, got, err := section.SplitLines(src).Range(asked)
	if err != nil {
		return nil, err
	}
	return &fileRange{
		File:    info,
		Range:   lineRange{got.Start, got.End, info.Lines, got.End < asked.End},
		Content: string(lines),
	}, nil
}

// outline answers a page of the symbols of a file, or why it has none.
func (r *fileRequest) outline(repo repository, info fileInfo, data []byte, text mirror.Text) (any, error) {
	symbols, err := outline.Scan(info.Path, r.source(info.Path, data, text))
	if none, ok := errors.AsType[*outline.NoOutline](err); ok {
		a := &noContent{File: info, Status: "no_outline", NoOutline: none}
		if none.Reason == outline.UnsupportedLanguage {
			a.pointer = r.readWith(repo, info, false)
		}
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	page := newPage(r.Page, r.PerPage, defaultSymbols, maxSymbols)
	a := &outlinePage{File: info, Symbols: []outline.Symbol{}, listPage: page}
	query := ""
	if r.Symbol != nil {
		query = *r.Symbol
	}
	for symbol := range outline.Filter(symbols, query) {
		if a.Total++; page.has(a.Total) {
			a.Symbols = append(a.Symbols, symbol)
		}
	}
	return a, nil
}

// source is what a scanner reads. Python says itself in which encoding a file is
// written, so that its scanner gets the bytes of the file, unless the client
// knows better; the others get text.
func (r *fileRequest) source(file string, data []byte, text mirror.Text) []byte {
	switch strings.ToLower(path.Ext(file)) {
	case ".py", ".pyi":
		if r.Encoding == nil {
			return data
		}
	}
	return bytes.TrimPrefix(text.Bytes, []byte(mirror.BOM))
}

// readWith points to docs_get_section, if its own gate serves exactly this file;
// else it is nil.
func (r *fileRequest) readWith(repo repository, info fileInfo, whole bool) *pointer {
	if served, err := repo.resolvePath(info.Path, documents); err != nil || served != info.Path {
		return nil
	}
	return &pointer{sectionTool.name, sectionArguments{repo.policy.Repo, info.Path, r.Ref, whole}}
}
