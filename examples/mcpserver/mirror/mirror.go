// Package mirror reads files out of git repositories, at a commit, with the git
// binary.
//
// A [Mirror] is one repository: bare, or with a work tree, which is never read.
// [Mirror.Resolve] names the commit of a ref and [Mirror.ReadFile] reads a file of
// that commit; [Decode] makes text of it. Nothing is ever fetched or written.
//
// # Refusals
//
// Every error is a struct whose JSON form a server can send: a [*refcheck.Error]
// for what git and the ref are to blame for, a [*NotFoundError], a
// [*TooLargeError] or a [*BinaryError].
//
// # Processes
//
// Resolving runs one git rev-parse. Reading asks one git cat-file --batch, which
// starts with the first read, serves one read at a time and is replaced when it
// died. Each process is a process group of its own, where the platform has them,
// and is killed when the deadline or the context of the call ends.
package mirror

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/mapwright/mapwright/refcheck"
)

const (
	// DefaultTimeout bounds one call of git.
	DefaultTimeout = 10 * time.Second

	// maxResolvers is how many rev-parse processes one Mirror runs at a time,
	// so that a client which sends a thousand requests does not start as many.
	maxResolvers = 4
)

// A Mirror is one git repository. Make one with [New]; its methods are safe for
// concurrent use.
type Mirror struct {
	path    string
	timeout time.Duration

	closing context.Context // done when the Mirror is closed
	close   func()

	resolvers chan struct{} // holds a token for each rev-parse that runs
	reader    chan *batch   // holds the idle process, nil if there is none; empty while it is in use
}

// New returns the repository at path, which is a bare repository, a git
// directory, or the top of a work tree, linked ones included. It need not exist
// yet: that is looked at anew by each call.
func New(path string) (*Mirror, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	m := &Mirror{
		path:      abs,
		timeout:   DefaultTimeout,
		resolvers: make(chan struct{}, maxResolvers),
		reader:    make(chan *batch, 1),
	}
	var cancel context.CancelFunc
	m.closing, cancel = context.WithCancel(context.Background())
	m.close = sync.OnceFunc(func() { cancel(); m.drain() })
	m.reader <- nil
	return m, nil
}

// Close kills the git processes and makes calls under way and later ones fail. It
// returns when no process is left.
func (m *Mirror) Close() { m.close() }

// drain waits until each process is given back, and stops the one that is kept.
func (m *Mirror) drain() {
	for range maxResolvers {
		m.resolvers <- struct{}{}
	}
	if b := <-m.reader; b != nil {
		b.stop()
	}
	m.reader <- nil
	for range maxResolvers {
		<-m.resolvers
	}
}

// Exists is nil if there is something at the place of the repository, whole or
// damaged, and an error with the code [refcheck.RepoNotMirrored] if there is
// nothing.
func (m *Mirror) Exists() error {
	_, err := m.gitDir()
	return err
}

// gitDir returns the argument of --git-dir. It is always given: from a working
// directory, git would search the parents too and could answer for another
// repository.
func (m *Mirror) gitDir() (string, error) {
	if _, err := os.Stat(m.path); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return "", &refcheck.Error{
			Code:    refcheck.RepoNotMirrored,
			Message: "this host has no copy of the repository",
		}
	}
	// A directory, or in a linked work tree a file that git follows.
	dotGit := filepath.Join(m.path, ".git")
	if _, err := os.Stat(dotGit); err == nil {
		return dotGit, nil
	}
	return m.path, nil
}

// Resolve returns the id of the commit that ref names. The ref must have passed
// [refcheck.Check]. Errors are those of [refcheck.Classify], and
// [refcheck.RepoNotMirrored].
func (m *Mirror) Resolve(ctx context.Context, ref string) (string, error) {
	gitDir, err := m.gitDir()
	if err != nil {
		return "", err
	}
	select {
	case m.resolvers <- struct{}{}:
		defer func() { <-m.resolvers }()
	case <-ctx.Done():
		return "", interrupted(ctx)
	case <-m.closing.Done():
		return "", interrupted(m.closing)
	}
	ctx, cancel := m.deadline(ctx) // of git, not of the queue before it
	defer cancel()
	if ctx.Err() != nil || m.closing.Err() != nil {
		return "", interrupted(ctx)
	}
	return revParse(ctx, gitDir, ref)
}

// revParse asks git for the commit of ref.
func revParse(ctx context.Context, gitDir, ref string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", "--git-dir="+gitDir,
		"rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	var stdout, stderr capture // an id is far shorter than what is kept
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	prepare(cmd)
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", interrupted(ctx)
	}
	if cmd.ProcessState == nil {
		return "", failed("git could not be started", err.Error())
	}
	return refcheck.Classify(cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes())
}

// deadline returns a context that also ends with the time-out and with the
// Mirror.
func (m *Mirror) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	stop := context.AfterFunc(m.closing, cancel)
	return ctx, func() { stop(); cancel() }
}

// failed is the error of a read that git is to blame for; detail is for the log
// only.
func failed(message, detail string) *refcheck.Error {
	return &refcheck.Error{Code: refcheck.ReadFailed, Message: message, Exit: -1, Stderr: detail}
}

// interrupted is the error of a call whose context has ended.
func interrupted(ctx context.Context) *refcheck.Error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return failed("git did not answer in time", "")
	}
	return failed("reading was interrupted", "")
}
