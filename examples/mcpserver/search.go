package main

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/section"
)

const (
	minQueryChars   = 2
	maxQueryChars   = 1000
	defaultResults  = 50
	maxResults      = 500
	maxContextLines = 10
	searchSteps     = 3 // of which a client is told: the files are known, and both passes

	// defaultSearchTime is for both passes together, and for the wait before them.
	defaultSearchTime = 10 * time.Second
)

var searchTool = tool{
	name:  "search_repo",
	title: "Search in the files",
	description: "Searches the lines of the text files of a git repository, at the commit of its default branch. Results are " +
		"spread over the files: no file takes all of them while others have some. count is how many came back; total is how " +
		"many lines match, exactly. Where that is not known there is total_at_least instead, and truncation_reason says why. " +
		"A long line comes back as the part around the first find. Files that hold secrets are never searched, vendored and " +
		"minified ones only with include_vendored.",
	admin:    true,
	required: []string{"query"},
	request:  func() request { return &searchRequest{MaxResults: defaultResults} },
}

// A searchRequest holds the arguments of search_repo.
type searchRequest struct {
	Repo, Query              string
	Regex, CaseSensitive     bool
	FilePattern              *string
	ContextLines, MaxResults int
	IncludeVendored          bool
}

func (r *searchRequest) params() []param {
	return []param{
		{"repo", &r.Repo, "Name of the repository. Without it the first of those that the server serves."},
		{"query", &r.Query, fmt.Sprintf("Text to find within a line, %d to %d characters, with its white space.", minQueryChars, maxQueryChars)},
		{"regex", &r.Regex, "The query is an extended regular expression of POSIX (a|b, [0-9]+, x{2}; \\w and \\b too, \\d is not)."},
		{"case_sensitive", &r.CaseSensitive, "Tells upper from lower case."},
		{"file_pattern", &r.FilePattern, "Which files to search, as one git pathspec, passed as it is: docs (a folder or a file), " +
			"*.html (at any depth), :(exclude)assets/vendor, :(icase)*.html. docs/**/*.html misses the files directly in docs; " +
			":(glob)docs/**/*.html and docs/*.html find them."},
		{"context_lines", &r.ContextLines, fmt.Sprintf("Lines to show before and after each result; they are no matches. Clamped to 0..%d.", maxContextLines)},
		{"max_results", &r.MaxResults, fmt.Sprintf("Most results to return. Clamped to 1..%d.", maxResults)},
		{"include_vendored", &r.IncludeVendored, "Searches vendored and minified files too."},
	}
}

func (r *searchRequest) place(s *server) place { return place{Repo: echo(s.name(r.Repo))} }

func (r *searchRequest) run(ctx context.Context, s *server, at *place) (any, error) {
	if err := r.checkForm(); err != nil {
		return nil, err
	}
	repo, err := s.repository(r.Repo)
	if err != nil {
		return nil, err
	}
	if err := r.checkFiles(repo); err != nil {
		return nil, err
	}
	commit, err := repo.commit(ctx, nil, at)
	if err != nil {
		return nil, err
	}
	done, err := repo.mirror.Turn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	searchCtx, cancel := context.WithTimeout(ctx, s.searchTime)
	defer cancel()
	pass, err := r.newPass(searchCtx, repo, commit)
	if err != nil {
		return nil, err
	}
	progress(ctx, 1, searchSteps)
	a, err := pass.search(searchCtx)
	if err != nil {
		return nil, err
	}
	progress(ctx, searchSteps, searchSteps)
	lines := min(max(r.ContextLines, 0), maxContextLines)
	return a, repo.addContext(ctx, commit, a.Results, lines)
}

// A queryError refuses what is searched for.
type queryError struct {
	Code        string `json:"error"`
	MinChars    int    `json:"min_chars,omitempty"`
	MaxChars    int    `json:"max_chars,omitempty"`
	ActualChars *int   `json:"actual_chars,omitempty"`
}

// Error returns the code.
func (e *queryError) Error() string { return e.Code }

// checkForm looks at the query and the pattern of files as texts.
func (r *searchRequest) checkForm() error {
	switch n := utf8.RuneCountInString(r.Query); {
	case n < minQueryChars:
		return &queryError{Code: "query_too_short", MinChars: minQueryChars, ActualChars: &n}
	case n > maxQueryChars:
		return &queryError{Code: "query_too_long", MaxChars: maxQueryChars, ActualChars: &n}
	case strings.Contains(r.Query, "\n"): // git would search for either line
		return &queryError{Code: "query_multiline"}
	case strings.Contains(r.Query, "\x00"): // no argument of a program can hold it
		return &queryError{Code: "invalid_query"}
	case r.FilePattern == nil:
		return nil
	case utf8.RuneCountInString(*r.FilePattern) > maxEcho || strings.Contains(*r.FilePattern, "\x00") || *r.FilePattern == "":
		return &mirror.SearchError{Code: mirror.InvalidFilePattern}
	}
	return nil
}

// checkFiles refuses a pattern that is a path outside of the repository or that of
// a secret, as every tool does. Of what other patterns match, secrets are left out.
func (r *searchRequest) checkFiles(repo repository) error {
	if r.FilePattern == nil || strings.HasPrefix(*r.FilePattern, ":") || strings.ContainsAny(*r.FilePattern, `*?[\`) || isTop(*r.FilePattern) {
		return nil
	}
	_, err := repo.resolvePath(*r.FilePattern, allFiles)
	return err
}

// isTop reports whether a path is that of the whole repository.
func isTop(p string) bool { return path.Clean(p) == "." }

// maxSpecs is the most bytes of pathspecs of one search; arguments of a process
// are limited.
const maxSpecs = 64 << 10

// newPass returns the passes of the search at a commit.
func (r *searchRequest) newPass(ctx context.Context, repo repository, commit string) (*searchPass, error) {
	p := &searchPass{repo: repo, commit: commit, limit: min(max(r.MaxResults, 1), maxResults)}
	p.share = max(1, p.limit/spread)
	p.what = mirror.Search{Pattern: r.Query, Regexp: r.Regex, IgnoreCase: !r.CaseSensitive}
	if r.FilePattern != nil {
		p.what.Pathspecs = []string{*r.FilePattern}
	}
	secrets, err := repo.secretSpecs(ctx, commit)
	if err != nil {
		return nil, err
	}
	if len(strings.Join(secrets, " ")) > maxSpecs {
		secrets, p.inexact = repo.policy.Secrets.Pathspecs(), policyFiltered // which leave out more
	}
	p.what.Pathspecs = append(p.what.Pathspecs, secrets...)
	if !r.IncludeVendored {
		p.what.Pathspecs = append(p.what.Pathspecs, repo.policy.Vendored.Pathspecs()...)
	}
	return p, nil
}

// A secretList keeps the pathspecs that leave out the secrets of the commit that
// was searched last: to judge every path of a commit takes longer than to search
// it. It is safe for concurrent use; the zero secretList has none.
type secretList struct {
	kept atomic.Pointer[commitSpecs]
}

// commitSpecs are pathspecs that hold for one commit.
type commitSpecs struct {
	commit string
	specs  []string
}

// secretSpecs returns the pathspecs that leave out exactly the secrets of a
// commit.
func (r repository) secretSpecs(ctx context.Context, commit string) ([]string, error) {
	if kept := r.secrets.kept.Load(); kept != nil && kept.commit == commit {
		return kept.specs, nil
	}
	var paths []string
	err := r.mirror.Tree(ctx, commit, "", func(e mirror.Entry) {
		if _, denied := r.policy.Secrets.Denied(e.Path); denied {
			paths = append(paths, e.Path)
		}
	})
	if err != nil {
		return nil, err
	}
	specs := r.policy.Secrets.PathspecsOf(slices.Values(paths))
	r.secrets.kept.Store(&commitSpecs{commit, specs})
	return specs, nil
}

// addContext adds to each result the lines around it.
func (r repository) addContext(ctx context.Context, commit string, results []searchResult, lines int) error {
	if lines == 0 {
		return nil
	}
	var file string
	var text section.Lines
	for i := range results {
		res := &results[i]
		if res.name != file {
			data, err := r.mirror.ReadFile(ctx, commit, res.name, maxRead)
			if err != nil {
				return err
			}
			decoded, err := mirror.Decode(data)
			if err != nil {
				return err
			}
			file, text = res.name, section.SplitLines(decoded.Bytes)
		}
		res.Before = sourceLines(text, res.Line-lines, res.Line-1)
		res.After = sourceLines(text, res.Line+1, res.Line+lines)
	}
	return nil
}
