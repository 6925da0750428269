package mirror

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/mapwright/mapwright/refcheck"
)

// maxTree bounds one folder of a commit, some 400,000 names. It is a limit on
// memory and no policy: what is larger counts as damaged.
const maxTree = 16 << 20

// The modes of the entries of a tree.
const (
	modeTree      = "40000"
	modeSymlink   = "120000"
	modeSubmodule = "160000"
)

// A NotFoundError says that a commit has no file at a path. Kind tells what is
// there, or on the way there, instead.
// A symbolic link is never followed: git keeps it as the text of its target, and
// that may lie outside of the repository and of what may be read.
type NotFoundError struct {
	Code refcheck.Code `json:"error"` // refcheck.NotFound
	Kind Kind          `json:"kind,omitempty"`
}

// Error returns the code and the kind.
func (e *NotFoundError) Error() string {
	if e.Kind != "" {
		return string(e.Code) + " (" + string(e.Kind) + ")"
	}
	return string(e.Code)
}

// Unwrap returns the code, for errors.Is.
func (e *NotFoundError) Unwrap() error { return e.Code }

// ReadFile returns the bytes of the file at path, a clean path with "/", in a
// commit that [Mirror.Resolve] returned. Its errors are a [*NotFoundError], a
// [*TooLargeError] if the file has more than limit bytes, and those with the
// codes [refcheck.ReadFailed] and [refcheck.RepoNotMirrored].
//
// It walks down the trees and asks git for object ids alone. So no name of a
// file reaches git, where a newline would be a second request and "./" the end
// of the process, and an object that the repository has lost is not mistaken for
// a file that it never had.
func (m *Mirror) ReadFile(ctx context.Context, commit, path string, limit int) (data []byte, err error) {
	gitDir, end, err := m.begin()
	if err != nil {
		return nil, err
	}
	defer end(&err)
	err = m.withBatch(ctx, gitDir, func(b *batch) (err error) {
		data, err = b.file(commit, path, limit)
		return err
	})
	return data, err
}

func (b *batch) file(commit, path string, limit int) ([]byte, error) {
	_, e, err := b.find(commit, path)
	if err != nil {
		return nil, err
	}
	return b.blob(e, limit)
}

// find walks down to path and returns its entry, the zero entry if its folder has
// none of that name, and the id of the folder.
func (b *batch) find(commit, path string) (parent string, e entry, err error) {
	tree := commit + "^{tree}"
	for {
		entries, err := b.tree(tree)
		if err != nil {
			return "", entry{}, err
		}
		name, rest, below := strings.Cut(path, "/")
		e, err := find(entries, name, len(commit)/2)
		if err != nil || !below {
			return tree, e, err
		}
		if e.mode != modeTree {
			return "", entry{}, notFile(e)
		}
		tree, path = e.id, rest
	}
}

func (b *batch) tree(name string) ([]byte, error) {
	data, err := b.object(name, "tree", maxTree)
	if errors.As(err, new(*TooLargeError)) {
		return nil, errors.New("a tree is too large")
	}
	return data, err
}

func (b *batch) blob(e entry, limit int) ([]byte, error) {
	switch e.mode {
	case modeTree, modeSymlink, modeSubmodule, "":
		return nil, notFile(e)
	}
	return b.object(e.id, "blob", limit)
}

// An entry is one name in a tree; the zero entry is none.
type entry struct{ mode, id string }

// find looks a name up in the bytes of a tree: for each entry "MODE NAME\0" and
// idLen bytes of id.
func find(tree []byte, name string, idLen int) (entry, error) {
	for len(tree) > 0 {
		head, rest, ok := bytes.Cut(tree, []byte{0})
		mode, entryName, spaced := bytes.Cut(head, []byte{' '})
		if !ok || !spaced || len(rest) < idLen {
			return entry{}, errors.New("a tree is damaged")
		}
		if string(entryName) == name {
			return entry{string(mode), hex.EncodeToString(rest[:idLen])}, nil
		}
		tree = rest[idLen:]
	}
	return entry{}, nil
}

// kinds are those of the modes that are no file's.
var kinds = map[string]Kind{modeTree: Directory, modeSymlink: Symlink, modeSubmodule: Submodule}

func notFile(e entry) *NotFoundError {
	return &NotFoundError{Code: refcheck.NotFound, Kind: kinds[e.mode]}
}
