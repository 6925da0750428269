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
	maxFile    = 512_000    // bytes of a file that is answered whole, or of a document
	maxRead    = 10_000_000 // bytes of a file that little is returned of: a range, an outline
	defaultRef = "HEAD"
)

// A repository is one of those that the server serves: what may be read of it,
// and its objects.
type repository struct {
	policy  pathpolicy.Policy
	mirror  *mirror.Mirror
	lines   *lineIndex
	secrets *secretList
	reads   reads
}

// repository returns the one that a request names; an empty name means the
// default.
func (s *server) repository(name string) (repository, error) {
	p, err := s.table.Lookup(name)
	return repository{p, s.mirrors[p.Repo], s.lines[p.Repo], s.secrets[p.Repo], s.reads}, err
}

// name returns the name of the repository that a request means, whether there is
// one or not.
func (s *server) name(requested string) string {
	if requested == "" && len(s.table) > 0 {
		return s.table[0].Repo
	}
	return requested
}

// A gate is what of a repository a tool serves.
type gate int

const (
	documents gate = iota // the files of the policy
	allFiles              // the whole repository
)

// locate returns the repository that a request names and the path in it that
// requested means. Every tool that takes a path asks here, and nowhere else: the
// gate of a tool is all that differs between them. It puts the path into at.
func (s *server) locate(name, requested string, g gate, at *place) (repository, string, error) {
	repo, err := s.repository(name)
	if err != nil {
		return repo, "", err
	}
	file, err := repo.resolvePath(requested, g)
	if err == nil {
		at.Path = file
	}
	return repo, file, err
}

// resolvePath returns the path that requested means behind a gate.
func (r repository) resolvePath(requested string, g gate) (string, error) {
	if g == allFiles {
		return r.policy.ResolveFile(requested)
	}
	return r.policy.Resolve(requested)
}

// commit returns the id of the commit that ref names; without a ref that is the
// default branch. Every tool asks here. It completes at with what is read.
func (r repository) commit(ctx context.Context, ref *string, at *place) (string, error) {
	at.Ref = defaultRef
	if ref != nil {
		at.Ref = echo(*ref)
		if err := refcheck.Check(*ref); err != nil {
			return "", err
		}
	}
	commit, err := once(r.reads.commits, r.policy.Repo+"\x00"+at.Ref, func() (string, error) {
		return r.mirror.Resolve(ctx, at.Ref)
	})
	at.Commit = commit
	return commit, err
}

// file returns the bytes of a file, if there are at most limit.
func (r repository) file(ctx context.Context, key fileKey) ([]byte, error) {
	return once(r.reads.blobs, key, func() ([]byte, error) {
		return r.mirror.ReadFile(ctx, key.commit, key.path, key.limit)
	})
}

// document is the key of a file that is read as a document.
func (r repository) document(commit, file string) fileKey {
	return fileKey{r.policy.Repo, commit, file, maxFile}
}

// read returns the text of a document.
func (r repository) read(ctx context.Context, ref *string, file string, at *place) ([]byte, error) {
	commit, err := r.commit(ctx, ref, at)
	if err != nil {
		return nil, err
	}
	key := r.document(commit, file)
	text, err := once(r.reads.texts, key, func() (mirror.Text, error) {
		data, err := r.file(ctx, key)
		if err != nil {
			return mirror.Text{}, err
		}
		return mirror.Decode(data)
	})
	at.Encoding = text.Encoding
	return text.Bytes, err
}

// open returns a server of the given sources. A source that does not exist may do
// so later, so that is a warning; without git nothing can be read, ever.
func open(sources []source, log *slog.Logger) (*server, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, err
	}
	s := &server{mirrors: map[string]*mirror.Mirror{}, lines: map[string]*lineIndex{}, secrets: map[string]*secretList{}, log: log, searchTime: defaultSearchTime}
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
		s.lines[src.policy.Repo] = newLineIndex(m, log)
		s.secrets[src.policy.Repo] = new(secretList)
	}
	return s, nil
}
