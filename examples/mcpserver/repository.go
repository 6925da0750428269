package main

import (
	"context"
	"errors"
	"log/slog"
	"os/exec"

	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/pathpolicy"
	"github.com/mapwright/mapwright/refcheck"
)

const (
	maxFile    = 512_000 // bytes of a file that is read whole
	defaultRef = "HEAD"
)

// A repository is one of those that the server serves: what may be read of it,
// and its objects.
type repository struct {
	policy pathpolicy.Policy
	mirror *mirror.Mirror
}

// repository returns the one that a request names; an empty name means the
// default.
func (s *server) repository(name string) (repository, error) {
	p, err := s.table.Lookup(name)
	return repository{p, s.mirrors[p.Repo]}, err
}

// name returns the name of the repository that a request means, whether there is
// one or not.
func (s *server) name(requested string) string {
	if requested == "" && len(s.table) > 0 {
		return s.table[0].Repo
	}
	return requested
}

// read returns the text of a file, as of the commit that ref names; without a ref
// that is the default branch. It completes at with what is read.
func (r repository) read(ctx context.Context, ref *string, file string, at *place) ([]byte, error) {
	at.Ref = defaultRef
	if ref != nil {
		at.Ref = echo(*ref)
		if err := refcheck.Check(*ref); err != nil {
			return nil, err
		}
	}
	commit, err := r.mirror.Resolve(ctx, at.Ref)
	if err != nil {
		return nil, err
	}
	at.Commit = commit
	data, err := r.mirror.ReadFile(ctx, commit, file, maxFile)
	if err != nil {
		return nil, err
	}
	text, err := mirror.Decode(data)
	at.Encoding = text.Encoding
	return text.Bytes, err
}

// open returns a server of the given sources. A source that does not exist may do
// so later, so that is a warning; without git nothing can be read, ever.
func open(sources []source, log *slog.Logger) (*server, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, err
	}
	s := &server{mirrors: map[string]*mirror.Mirror{}, log: log}
	for _, src := range sources {
		m, err := mirror.New(src.path)
		if err != nil {
			return nil, err
		}
		if errors.Is(m.Exists(), refcheck.RepoNotMirrored) {
			log.Warn("there is no repository at this place yet", "repo", src.policy.Repo, "path", src.path)
		}
		s.table = append(s.table, src.policy)
		s.mirrors[src.policy.Repo] = m
	}
	return s, nil
}
