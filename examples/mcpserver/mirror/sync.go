package mirror

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/mapwright/mapwright/refcheck"
)

// markerSuffix makes the name of the marker of a repository, see
// [refcheck.ReadMarker], from the place of the repository.
const markerSuffix = ".sync"

// begin returns the git directory for a call that reads, and what is to be done with
// its error at its end. It fails if the repository is not to be asked at all.
func (m *Mirror) begin() (gitDir string, end func(*error), err error) {
	before := m.look()
	if err := before.Judge(nil); err != nil {
		return "", nil, err
	}
	return m.gitDir(), func(err *error) {
		if *err != nil {
			after := m.look()
			after.Sync = max(after.Sync, before.Sync) // it may have ended since
			*err = after.Judge(*err)
		}
	}, nil
}

// look says what is at the place of the repository, and what its marker says.
func (m *Mirror) look() refcheck.Mirror {
	_, err := os.Stat(m.path)
	return refcheck.Mirror{
		Exists: !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR),
		Sync:   readMarker(m.path + markerSuffix),
	}
}

// readMarker reads a marker. One that is not there, or can not be read, says nothing.
func readMarker(file string) refcheck.Sync {
	f, err := os.Open(file)
	if err != nil {
		return refcheck.Idle
	}
	defer f.Close()
	held := isLocked(f) // before the text, which is changed under the lock
	text, err := io.ReadAll(io.LimitReader(f, 64))
	if err != nil {
		return refcheck.Idle
	}
	return refcheck.ReadMarker(string(text), held)
}
