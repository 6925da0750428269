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
// Reading asks one git cat-file --batch, which starts with the first read, serves
// one read at a time and is replaced when it died. Resolving asks it too, if it is
// idle, and runs one git rev-parse if that finds no commit. Each process is a
// process group of its own, where the platform has them, and is killed when the
// deadline or the context of the call ends.
package mirror

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mapwright/mapwright/refcheck"
)

const (
	// DefaultTimeout bounds one call of git.
	DefaultTimeout = 10 * time.Second

	// How many processes one Mirror runs at a time: git rev-parse, which is
	// short, and those that go through a whole commit.
	maxResolvers = 4
	maxWalkers   = 2
)

// A Mirror is one git repository. Make one with [New]; its methods are safe for
// concurrent use.
type Mirror struct {
	path        string
	timeout     time.Duration
	regexMemory uint64 // bytes of git's address space for a regular expression
	maxListing  int    // entries of the listing that is kept

	closing context.Context // done when the Mirror is closed
	close   func()

	resolvers slots
	walkers   slots
	searches  slots // each of which takes a walker, more than once
	counters  slots
	reader    chan *batch // holds the idle process, nil if there is none; empty while it is in use

	listed atomic.Pointer[listing] // the last that was small enough to keep
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
		path:        abs,
		timeout:     DefaultTimeout,
		regexMemory: defaultRegexMemory,
		maxListing:  defaultMaxListing,
		resolvers:   make(slots, maxResolvers),
		walkers:     make(slots, maxWalkers),
		searches:    make(slots, maxWalkers),
		counters:    make(slots, 1),
		reader:      make(chan *batch, 1),
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
	m.resolvers.drain()
	m.walkers.drain()
	m.counters.drain()
	if b := <-m.reader; b != nil {
		b.stop()
	}
	m.reader <- nil
}

// Exists is nil if there is something at the place of the repository, whole or
// damaged. Else its error has the code [refcheck.RepoNotMirrored], or
// [refcheck.SyncInProgress] if its first copy is being made.
func (m *Mirror) Exists() error { return m.look().Judge(nil) }

// gitDir returns the argument of --git-dir. It is always given: from a working
// directory, git would search the parents too and could answer for another
// repository.
func (m *Mirror) gitDir() string {
	dotGit := filepath.Join(m.path, ".git")
	switch info, err := os.Stat(dotGit); {
	case err != nil:
		return m.path
	case info.IsDir():
		return dotGit
	}
	return linkedDir(dotGit)
}

// linkedDir returns the git directory that the file .git of a linked work tree or
// of a submodule names. A file that names none is returned itself, for git to say
// so.
func linkedDir(file string) string {
	data, err := os.ReadFile(file)
	dir, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), "gitdir: ")
	if err != nil || !ok {
		return file
	}
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(filepath.Dir(file), dir)
}

// Resolve returns the id of the commit that ref names. The ref must have passed
// [refcheck.Check]. Errors are those of [refcheck.Classify] and of
// [refcheck.Mirror.Judge], as are those of all that reads.
func (m *Mirror) Resolve(ctx context.Context, ref string) (oid string, err error) {
	gitDir, end, err := m.begin()
	if err != nil {
		return "", err
	}
	defer end(&err)
	if oid := m.lookUp(ctx, gitDir, ref); oid != "" {
		return oid, nil
	}
	if err := m.resolvers.acquire(ctx, m); err != nil {
		return "", err
	}
	defer m.resolvers.release()
	ctx, cancel := m.deadline(ctx) // of git, not of the queue before it
	defer cancel()
	if ctx.Err() != nil || m.closing.Err() != nil {
		return "", interrupted(ctx)
	}
	return revParse(ctx, gitDir, ref)
}

// minID is the length of the shortest whole id of an object.
const minID = 40

// lookUp returns the id of the commit that ref names, if the process that reads is
// idle and finds it: that takes no process of its own. Why there is none, only git
// rev-parse can tell, and of an id, which names a commit without any ref, whether the
// refs are damaged.
func (m *Mirror) lookUp(ctx context.Context, gitDir, ref string) (oid string) {
	if len(ref) >= minID && strings.Trim(ref, "0123456789abcdefABCDEF") == "" {
		return ""
	}
	select {
	case b := <-m.reader:
		err := m.readWith(ctx, gitDir, b, func(b *batch) (err error) {
			oid, err = b.commit(ref)
			if errors.Is(err, errMissing) {
				return nil
			}
			return err
		})
		if err != nil {
			return ""
		}
	default:
	}
	return oid
}

// revParse asks git for the commit of ref.
func revParse(ctx context.Context, gitDir, ref string) (string, error) {
	cmd := command(ctx, gitDir, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	var stdout, stderr capture // an id is far shorter than what is kept
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
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
