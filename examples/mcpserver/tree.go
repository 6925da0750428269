package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/section"
)

const (
	defaultPaths = 1000 // on a page of a tree
	maxPaths     = 5000
)

var treeTool = tool{
	name:  "list_repo_tree",
	title: "List the files",
	description: "Lists the paths of all files of a git repository, or of those below a folder (path), in git's order. There " +
		"are more while page * per_page is less than total. With include_stats each path comes with its size in bytes and its " +
		"number of lines; lines are counted in the background, so lines_commit_sha says at which commit they are right, and " +
		"both are null until they were counted. Symbolic links and submodules are listed and not followed. An answer names " +
		"the commit that was read; give it as ref to list the same state again, on every page.",
	admin:   true,
	request: func() request { return &treeRequest{} },
}

// A treeRequest holds the arguments of list_repo_tree.
type treeRequest struct {
	Repo, Path    string
	Ref           *string
	Page, PerPage *int
	IncludeStats  bool
}

func (r *treeRequest) params() []param {
	return []param{
		{"repo", &r.Repo, "Name of the repository. Without it the first of those that the server serves."},
		{"ref", &r.Ref, "Branch, tag or commit id to list. Without it the default branch (HEAD). Expressions such as main~1 " +
			"are refused."},
		{"path", &r.Path, "Folder to list, from the top of the repository. Without it the whole repository."},
		{"page", &r.Page, fmt.Sprintf("Which page. Clamped to 1..%d.", maxPage)},
		{"per_page", &r.PerPage, fmt.Sprintf("Paths on a page, %d without it. Clamped to 1..%d.", defaultPaths, maxPaths)},
		{"include_stats", &r.IncludeStats, "Adds entries, which are parallel to paths: path, size, lines, lines_commit_sha, and " +
			"where they apply kind (symlink, submodule) and denied (the file can not be read)."},
	}
}

func (r *treeRequest) place(s *server) place {
	return place{Repo: echo(s.name(r.Repo)), Path: echo(r.Path)}
}

// A treePage is the answer.
type treePage struct {
	Paths   []string    `json:"paths"`            // never nil
	Entries []treeEntry `json:"entries,omitzero"` // parallel to Paths; nil without include_stats
	// Counting says that lines are being counted, so that asking later tells more.
	Counting bool `json:"counting_lines,omitempty"`
	listPage
}

// A treeEntry is one path with its numbers.
type treeEntry struct {
	Path   string      `json:"path"`
	Kind   mirror.Kind `json:"kind,omitempty"` // none for a file
	Denied bool        `json:"denied,omitempty"`
	Size   *int64      `json:"size"`             // nil for a submodule
	Lines  *int        `json:"lines"`            // nil where they were not counted
	Commit *string     `json:"lines_commit_sha"` // in which the file has that many lines
}

// Fit refuses a page that does not fit. See [section.Answer].
func (p *treePage) Fit(w section.Wire) error { return p.fit(w, p) }

func (r *treeRequest) run(ctx context.Context, s *server, at *place) (any, error) {
	repo, folder, err := r.locate(s, at)
	if err != nil {
		return nil, err
	}
	commit, err := repo.commit(ctx, r.Ref, at)
	if err != nil {
		return nil, err
	}
	p := &treePage{Paths: []string{}, listPage: newPage(r.Page, r.PerPage, defaultPaths, maxPaths)}
	var listed []mirror.Entry
	err = repo.mirror.Tree(ctx, commit, folder, func(e mirror.Entry) {
		if p.Total++; p.has(p.Total) {
			listed = append(listed, e)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, e := range listed {
		p.Paths = append(p.Paths, strings.ToValidUTF8(e.Path, "\ufffd"))
	}
	if r.IncludeStats {
		if p.Counting = repo.lines.want(commit); p.Counting && s.oneCall {
			p.Counting = repo.lines.wait(ctx, commit)
		}
		p.Entries = repo.entries(commit, listed)
	}
	return p, nil
}

// locate returns the repository and the folder, which is empty for the whole
// repository.
func (r *treeRequest) locate(s *server, at *place) (repository, string, error) {
	if isTop(r.Path) {
		at.Path = ""
		repo, err := s.repository(r.Repo)
		return repo, "", err
	}
	return s.locate(r.Repo, r.Path, allFiles, at)
}

// entries adds to what was listed at a commit what is known of the lines.
func (r repository) entries(commit string, listed []mirror.Entry) []treeEntry {
	entries := make([]treeEntry, len(listed))
	for i, e := range listed {
		entry := treeEntry{Path: strings.ToValidUTF8(e.Path, "\ufffd"), Kind: e.Kind}
		_, entry.Denied = r.policy.Secrets.Denied(e.Path)
		if e.Size != mirror.NoSize {
			entry.Size = &e.Size
		}
		if lines, at, ok := r.lines.of(e, commit); ok {
			entry.Lines, entry.Commit = &lines, &at
		}
		entries[i] = entry
	}
	return entries
}
