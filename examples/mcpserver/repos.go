package main

import (
	"context"
	"sync"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/pathpolicy"
	"github.com/mapwright/mapwright/section"
)

var reposTool = tool{
	name:  "list_repos",
	title: "List the repositories",
	description: "Lists the repositories that can be read, the default first: for each the folder (root) and the suffix of the " +
		"documents that docs_get_section serves, and the commit of its default branch (HEAD). The other tools read all " +
		"files of a repository. One whose commit can not be told has an error instead.",
	admin:   true,
	request: func() request { return &reposRequest{} },
}

// A reposRequest is a call of list_repos, which has no arguments.
type reposRequest struct{}

func (*reposRequest) params() []param     { return nil }
func (*reposRequest) place(*server) place { return place{} }

// A repoEntry is one repository in the answer.
type repoEntry struct {
	Repo    string `json:"repo"`
	Default bool   `json:"default,omitempty"`
	Root    string `json:"root"` // empty: the whole repository
	Suffix  string `json:"suffix"`
	Head    string `json:"head_commit,omitempty"`
	Error   string `json:"error,omitempty"` // why there is no head commit
}

// A repoList is the answer.
type repoList struct {
	Repos     []repoEntry `json:"repos"` // never nil
	Total     int         `json:"total"`
	Truncated bool        `json:"truncated,omitempty"` // by the size of the answer
}

// Fit cuts repositories from the end. See [section.Answer].
func (l *repoList) Fit(w section.Wire) error {
	return budget.Trim(w.Encoding, w.Max-w.Envelope, l, budget.NewList(&l.Repos, &l.Truncated))
}

func (*reposRequest) run(ctx context.Context, s *server, _ *place) (any, error) {
	l := &repoList{Repos: make([]repoEntry, len(s.table)), Total: len(s.table)}
	var wg sync.WaitGroup
	running := make(chan struct{}, maxHeads)
	for i, p := range s.table {
		running <- struct{}{}
		wg.Go(func() {
			l.Repos[i] = s.entry(ctx, p)
			<-running
		})
	}
	wg.Wait()
	if len(l.Repos) > 0 {
		l.Repos[0].Default = true
	}
	return l, nil
}

// maxHeads is how many repositories are asked for their commit at a time.
const maxHeads = 8

func (s *server) entry(ctx context.Context, p pathpolicy.Policy) repoEntry {
	e := repoEntry{Repo: p.Repo, Root: p.Root, Suffix: p.Suffix}
	at := place{Repo: p.Repo}
	repo, err := s.repository(p.Repo)
	if err == nil {
		e.Head, err = repo.commit(ctx, nil, &at)
	}
	if err != nil {
		s.report(at, err)
		e.Error, _ = wireForm(err)
	}
	return e
}
