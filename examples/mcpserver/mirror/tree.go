package mirror

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/mapwright/mapwright/refcheck"
)

// A Kind says what a path of a commit names that is no file with bytes of its
// own.
type Kind string

// The kinds. A file has none, whether it is executable or not.
const (
	Directory Kind = "directory"
	Symlink   Kind = "symlink"   // its bytes are the path of the target
	Submodule Kind = "submodule" // a commit of another repository
)

// An Entry is one path of a commit.
type Entry struct {
	Path string // as git has it, which need not be UTF-8
	Kind Kind
	ID   string // of the blob; of a submodule, the commit
	Size int64  // of the blob, in bytes; -1 for a submodule
}

// NoSize is the size of what has none.
const NoSize = -1

// defaultMaxListing is the most entries of a listing that a Mirror keeps. A longer one is
// read again by every call.
const defaultMaxListing = 50_000

// A listing is what is below a tree. It can not become stale, because the id says
// what is in the tree.
type listing struct {
	id      string
	entries []Entry
}

// Tree hands every path below a folder of a commit to each, in git's order; with
// an empty path the folder is the whole commit. Below are the files of all
// subfolders, symbolic links and submodules, but not the folders themselves. A
// path that names one of these itself is an entry alone.
//
// Its errors are a [*NotFoundError] and those with the codes
// [refcheck.ReadFailed] and [refcheck.RepoNotMirrored]. After an error, what was
// handed out is not to be used: a listing is whole or it is none.
func (m *Mirror) Tree(ctx context.Context, commit, path string, each func(Entry)) (err error) {
	gitDir, end, err := m.begin()
	if err != nil {
		return err
	}
	defer end(&err)
	parent, e, err := m.find(ctx, gitDir, commit, path)
	if err != nil {
		return err
	}
	if e.mode == modeTree {
		prefix := ""
		if path != "" {
			prefix = path + "/"
		}
		return m.list(ctx, gitDir, e.id, func(e Entry) {
			e.Path = prefix + e.Path
			each(e)
		})
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	return lsTree(ctx, m, gitDir, []string{"-l", "-z", parent}, func(e Entry) {
		if e.Path == name {
			e.Path = path
			each(e)
		}
	})
}

// find returns the entry at a path and the id of the tree that it is in.
func (m *Mirror) find(ctx context.Context, gitDir, commit, path string) (parent string, e entry, err error) {
	if path == "" {
		return "", entry{modeTree, commit}, nil
	}
	err = m.withBatch(ctx, gitDir, func(b *batch) (err error) {
		parent, e, err = b.find(commit, path)
		if err == nil && e == (entry{}) {
			err = notFile(e)
		}
		return err
	})
	return parent, e, err
}

// list hands out what is below a tree, from the listing that is kept if it is
// that of this tree.
func (m *Mirror) list(ctx context.Context, gitDir, id string, each func(Entry)) error {
	if kept := m.listed.Load(); kept != nil && kept.id == id {
		for _, e := range kept.entries {
			each(e)
		}
		return nil
	}
	n, kept := 0, []Entry{}
	err := lsTree(ctx, m, gitDir, []string{"-r", "-l", "-z", id}, func(e Entry) {
		if n++; n <= m.maxListing {
			kept = append(kept, e)
		}
		each(e)
	})
	if err == nil && n <= m.maxListing {
		m.listed.Store(&listing{id, kept})
	}
	return err
}

// lsTree runs git ls-tree and hands out what it lists.
func lsTree(ctx context.Context, m *Mirror, gitDir string, args []string, each func(Entry)) error {
	if err := m.walkers.acquire(ctx, m); err != nil {
		return err
	}
	defer m.walkers.release()
	ctx, cancel := m.deadline(ctx)
	defer cancel()
	o, err := stream(ctx, gitDir, 0, append([]string{"ls-tree"}, args...), func(out io.Reader) error {
		return parseListing(bufio.NewReaderSize(out, outputBuffer), each)
	})
	switch {
	case ctx.Err() != nil:
		return interrupted(ctx)
	case err != nil && !errors.As(err, new(*refcheck.Error)):
		return failed("git could not list the files", err.Error()+": "+o.stderr)
	case err != nil:
		return err
	case o.exit != 0 || o.stderr != "": // a missing tree cuts the list short
		return &refcheck.Error{Code: refcheck.ReadFailed, Message: "git could not list the files", Exit: o.exit, Stderr: o.stderr}
	}
	return nil
}

// parseListing reads entries of the form "MODE KIND ID SIZE\tPATH\0".
func parseListing(out *bufio.Reader, each func(Entry)) error {
	for {
		line, err := out.ReadString(0)
		if err == io.EOF && line == "" {
			return nil
		}
		if err != nil {
			return unexpectedEOF(err)
		}
		head, path, _ := strings.Cut(line[:len(line)-1], "\t")
		fields := strings.Fields(head)
		if len(fields) != 4 || path == "" {
			return errors.New("not an entry of a tree")
		}
		e := Entry{path, kinds[strings.TrimLeft(fields[0], "0")], fields[2], NoSize}
		if fields[1] == "blob" {
			// git writes BAD for a blob that it has lost, and ends with 0.
			if e.Size, err = strconv.ParseInt(fields[3], 10, 64); err != nil {
				return errors.New("a file of the tree is missing")
			}
		}
		each(e)
	}
}
