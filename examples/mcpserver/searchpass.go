package main

import (
	"bytes"
	"context"
	"errors"

	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
)

// The reasons for which results are missing, or their number is not known.
const (
	cutByMax       = "max_results"
	cutByBytes     = "byte_budget"
	cutByTime      = "timeout"
	countLimit     = "count_limit" // more files have some than are counted
	policyFiltered = "policy_filtered"
	searchFailed   = "search_failed"
	countFailed    = "count_failed"
)

const (
	// spread is over how many files results are spread, if so many have enough.
	spread = 10
	// maxPerFile is how many lines of one file the first pass sees, if not more of them
	// can be results: hardly a file has so many, and then nothing is left to count.
	maxPerFile = 2000
	// maxCountedFiles is the most files in which lines are counted.
	maxCountedFiles = 500_000
)

// A searchPass is one search in its two passes. The first hands out lines, at most
// most of one file, and goes through the whole commit: what is not kept is still
// counted. So the second counts only what the first could not see: the files of
// which it got no more than that, or all of them if it was cut short.
type searchPass struct {
	repo   repository
	commit string
	what   mirror.Search
	limit  int // the most results
	most   int // lines of one file that the first pass sees
	share  int // of one file, while others have some

	files   []*fileMatches
	capped  map[string]int // the lines seen of files that may have more
	seen    int            // lines of all files
	reached int            // what the shares of the files add up to
	inexact string         // why seen is not to be trusted; empty while it is
}

// fileMatches are the matching lines of one file.
type fileMatches struct {
	path   string
	denied bool
	n      int
	kept   []mirror.Match
}

// search runs the passes. It returns an error where nothing was found that could
// be answered: a search that failed is never one without results.
func (p *searchPass) search(ctx context.Context) (*searchAnswer, error) {
	p.capped = map[string]int{}
	p.most = max(p.limit, maxPerFile)
	all, err := p.repo.mirror.Grep(ctx, p.commit, p.what, p.most, p.add)
	progress(ctx, 2, searchSteps)
	switch {
	case err != nil && p.seen == 0:
		return nil, err
	case errors.Is(err, mirror.SearchTimeout):
		p.inexact = cutByTime
	case err != nil:
		p.inexact = searchFailed
	case !all:
		p.count(ctx, nil)
	case len(p.capped) > 0:
		p.count(ctx, p.capped)
	}
	return p.answer(), nil
}

// add takes one line. The secrets were left out by git; what comes all the same is
// dropped, and then nobody knows what else git saw differently.
func (p *searchPass) add(m mirror.Match) bool {
	f := p.file(m.Path)
	if f.denied {
		p.inexact = policyFiltered
		return true
	}
	f.n++
	p.seen++
	if p.reached < p.limit && len(f.kept) < p.limit {
		m.Text = bytes.Clone(m.Text)
		f.kept = append(f.kept, m)
	}
	if f.n <= p.share {
		p.reached++
	}
	if f.n == p.most {
		p.capped[f.path] = f.n
	}
	return true
}

// file returns the matches of the file that git is at.
func (p *searchPass) file(path string) *fileMatches {
	if n := len(p.files); n > 0 && p.files[n-1].path == path {
		return p.files[n-1]
	}
	_, denied := p.repo.policy.Secrets.Denied(path)
	f := &fileMatches{path: path, denied: denied}
	p.files = append(p.files, f)
	return f
}

// count counts the lines of the files in only, or of all if it is nil.
func (p *searchPass) count(ctx context.Context, only map[string]int) {
	what, seen := p.what, p.seen
	if specs, ok := literal(only); ok {
		what.Pathspecs = specs
		for _, n := range only {
			seen -= n
		}
	} else {
		seen = 0
	}
	files := 0
	all, err := p.repo.mirror.CountMatches(ctx, p.commit, what, func(path string, lines int) bool {
		if _, denied := p.repo.policy.Secrets.Denied(path); denied {
			p.inexact = policyFiltered
			return true
		}
		seen += lines
		files++
		return files < maxCountedFiles
	})
	p.seen = max(p.seen, seen)
	switch {
	case errors.Is(err, mirror.SearchTimeout):
		p.inexact = cutByTime
	case err != nil:
		p.inexact = countFailed
	case !all:
		p.inexact = countLimit
	}
}

// literal returns pathspecs of some files, if there are any and they are not too
// long.
func literal(paths map[string]int) (specs []string, ok bool) {
	bytes := 0
	for path := range paths {
		specs = append(specs, ":(literal)"+path)
		bytes += len(path)
	}
	return specs, len(specs) > 0 && bytes+len(":(literal) ")*len(specs) <= maxSpecs
}

// answer chooses the results: of each file as many as make the limit full, at
// least its share while there is room, in git's order.
func (p *searchPass) answer() *searchAnswer {
	each := p.perFile()
	left := p.limit
	for _, f := range p.files {
		left -= min(len(f.kept), each)
	}
	a := &searchAnswer{Results: []searchResult{}}
	for _, f := range p.files {
		n := min(len(f.kept), each)
		if more := min(left, len(f.kept)-n, 1); more > 0 {
			n, left = n+more, left-more
		}
		for _, m := range f.kept[:n] {
			if len(a.Results) < p.limit {
				a.Results = append(a.Results, newResult(m))
			}
		}
	}
	a.Count = len(a.Results)
	if p.inexact == "" {
		a.Total = &p.seen
	} else {
		a.TotalAtLeast, a.TruncationReason = &p.seen, p.inexact
	}
	a.Truncated = a.Count < p.seen || p.inexact != ""
	if a.Truncated && a.TruncationReason == "" {
		a.TruncationReason = cutByMax
	}
	return a
}

// perFile returns the largest number of lines that can be taken of every file
// without exceeding the limit, or the share if that alone exceeds it.
func (p *searchPass) perFile() int {
	for each := p.share; ; each++ {
		taken, more := 0, false
		for _, f := range p.files {
			taken += min(len(f.kept), each+1)
			more = more || len(f.kept) > each
		}
		if !more || taken > p.limit {
			return each
		}
	}
}
