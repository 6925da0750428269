package mdsection

import (
	"bytes"
	"hash/fnv"
	"iter"
	"strings"
)

// This file has the ways to make many documents out of few pieces.

// product yields every document that takes one piece of each list, in order.
func product(lists ...[]string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		extend(nil, lists, yield)
	}
}

func extend(doc []byte, lists [][]string, yield func([]byte) bool) bool {
	if len(lists) == 0 {
		return yield(bytes.Clone(doc))
	}
	for _, piece := range lists[0] {
		if !extend(append(doc, piece...), lists[1:], yield) {
			return false
		}
	}
	return true
}

// A hole in a place is where a filling goes.
const hole = "@"

// fill puts each filling into each place.
func fill(places, fillings []string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, place := range places {
			for _, filling := range fillings {
				if !yield([]byte(strings.ReplaceAll(place, hole, filling))) {
					return
				}
			}
		}
	}
}

// chain yields the documents of one sequence after the other.
func chain(seqs ...iter.Seq[[]byte]) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, seq := range seqs {
			for doc := range seq {
				if !yield(doc) {
					return
				}
			}
		}
	}
}

// sample yields one of about n documents: always the same ones, and without the
// pattern that each nth document of a product would have.
func sample(n uint32, docs iter.Seq[[]byte]) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for doc := range docs {
			hash := fnv.New32a()
			hash.Write(doc)
			if hash.Sum32()%n == 0 && !yield(doc) {
				return
			}
		}
	}
}

// each returns the pieces with every filling in the hole.
func each(piece string, fillings ...string) []string {
	var pieces []string
	for _, filling := range fillings {
		pieces = append(pieces, strings.ReplaceAll(piece, hole, filling))
	}
	return pieces
}
