package main

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
)

const (
	// maxCounting bounds the counting of one commit.
	maxCounting = 10 * time.Minute
	// maxIndexed is the most files whose lines an index keeps, some 200 bytes
	// for each. The others have none.
	maxIndexed = 100_000
)

// A lineIndex knows how many lines the files of a repository have, at the commit
// for which they were counted last. Counting reads every file, so it is done in
// the background when somebody asks. It is safe for concurrent use.
type lineIndex struct {
	mirror *mirror.Mirror
	log    *slog.Logger

	mu       sync.Mutex
	commit   string             // that was counted last
	files    map[string]counted // by path
	next     string             // the commit to count, empty if there is none
	counting chan struct{}      // closed when nothing is counted any more; nil before
	closed   bool
}

// counted is the number of lines of a blob.
type counted struct {
	blob  string
	lines int // 0 for a file that is not text
}

func newLineIndex(m *mirror.Mirror, log *slog.Logger) *lineIndex {
	return &lineIndex{mirror: m, log: log}
}

// of returns the lines of a file that is listed at a commit, and a commit in which
// it has so many. That is the listed one where the file is the one that was
// counted; else the count is older, or there is none.
func (x *lineIndex) of(e mirror.Entry, commit string) (lines int, at string, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	c, ok := x.files[e.Path]
	if !ok || e.Kind != "" || c.lines == 0 {
		return 0, "", false
	}
	if c.blob == e.ID {
		return c.lines, commit, true
	}
	return c.lines, x.commit, true
}

// want has the lines at a commit counted unless they are, and reports whether
// that is still to be done. Of the commits that are wanted while another is
// counted, the last is next.
func (x *lineIndex) want(commit string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.commit == commit {
		return false
	}
	x.next = commit
	if x.counting == nil {
		x.counting = make(chan struct{})
		go x.count()
	}
	return true
}

// wait waits until nothing is counted or ctx ends, and reports whether the lines at
// a commit are not counted even so.
func (x *lineIndex) wait(ctx context.Context, commit string) bool {
	select {
	case <-x.idle():
	case <-ctx.Done():
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.commit != commit
}

// stop expects the mirror to be closed, so that counting fails.
func (x *lineIndex) stop() {
	x.mu.Lock()
	x.closed = true
	x.mu.Unlock()
}

// idle returns a channel that is closed once nothing is counted.
func (x *lineIndex) idle() <-chan struct{} {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.counting == nil {
		none := make(chan struct{})
		close(none)
		return none
	}
	return x.counting
}

// count counts what is wanted until nothing is.
func (x *lineIndex) count() {
	for {
		x.mu.Lock()
		commit, known := x.next, x.files
		x.next = ""
		if commit == "" || commit == x.commit {
			close(x.counting)
			x.counting = nil
			x.mu.Unlock()
			return
		}
		x.mu.Unlock()
		files, err := countLines(x.mirror, commit, known)
		x.mu.Lock()
		switch {
		case err == nil:
			x.commit, x.files = commit, files
		case !x.closed:
			x.log.Warn("lines were not counted", "commit", commit, "error", err)
		}
		x.mu.Unlock()
	}
}

// countLines counts the lines of the files of a commit. What is known of the same
// blob at the same path is not counted again.
func countLines(m *mirror.Mirror, commit string, known map[string]counted) (map[string]counted, error) {
	ctx, cancel := context.WithTimeout(context.Background(), maxCounting)
	defer cancel()
	files := map[string]counted{}
	var paths, blobs []string
	err := m.Tree(ctx, commit, "", func(e mirror.Entry) {
		switch c, ok := known[e.Path]; {
		case e.Kind != "" || e.Size > maxRead || len(files)+len(paths) == maxIndexed:
		case ok && c.blob == e.ID:
			files[e.Path] = c
		default:
			paths, blobs = append(paths, e.Path), append(blobs, e.ID)
		}
	})
	if err != nil {
		return nil, err
	}
	err = m.Blobs(ctx, blobs, maxRead, func(i int, data []byte) {
		files[paths[i]] = counted{blobs[i], lineCount(data)}
	})
	return files, err
}

// lineCount returns the number of lines of a file as get_repo_file tells it, 0 for
// one that is not text or that was lost.
func lineCount(data []byte) int {
	text, err := mirror.Decode(data)
	if err != nil || data == nil {
		return 0
	}
	return bytes.Count(text.Bytes, []byte("\n")) + 1
}
