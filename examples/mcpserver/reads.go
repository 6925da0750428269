package main

import (
	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/section"
)

// reads keeps what a batch has read: a commit for each repository until the batch
// ends, and files until the items that are about them are answered. The zero reads
// keeps nothing, which is what a single call needs.
type reads struct {
	commits map[string]got[string] // by repository
	blobs   map[fileKey]got[[]byte]
	texts   map[fileKey]got[mirror.Text]
	maps    map[fileKey]got[*section.Map]
}

// A fileKey is a file as one of its readers wants it.
type fileKey struct {
	repo, commit, path string
	limit              int // bytes
}

// got is what came of a step.
type got[T any] struct {
	value T
	err   error
}

// newReads returns the reads of a batch.
func newReads() reads {
	return reads{
		commits: map[string]got[string]{},
		blobs:   map[fileKey]got[[]byte]{},
		texts:   map[fileKey]got[mirror.Text]{},
		maps:    map[fileKey]got[*section.Map]{},
	}
}

// forget lets go of the files.
func (r *reads) forget() {
	clear(r.blobs)
	clear(r.texts)
	clear(r.maps)
}

// once returns what get gives, from kept if it is there. A nil kept keeps nothing.
func once[K comparable, T any](kept map[K]got[T], key K, get func() (T, error)) (T, error) {
	if kept == nil {
		return get()
	}
	g, ok := kept[key]
	if !ok {
		g.value, g.err = get()
		kept[key] = g
	}
	return g.value, g.err
}
