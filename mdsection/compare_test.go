package mdsection

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"
)

// This file compares this package with cmark-gfm over any number of documents.

// The documents that share one process, at most.
const (
	batchDocs  = 2000
	batchBytes = 1 << 20
)

// The differences that one test looks at before it gives up.
const maxDifferences = 10

// compare runs every document through this package and through cmark-gfm and
// fails on each difference. Documents with a lone carriage return, which this
// package refuses, are left out.
func compare(t *testing.T, c cmark, docs iter.Seq[[]byte]) {
	t.Helper()
	var total, found, differ int
	reported := make(map[string]bool) // minimal documents
	for batch := range batches(docs) {
		want, err := c.headings(batch)
		if err != nil {
			t.Fatal(err)
		}
		for i, doc := range batch {
			total++
			found += len(want[i])
			got, err := headings(doc, c.gfm6, c.footnotes)
			if err == nil && slices.Equal(got, want[i]) {
				continue
			}
			if small := minimal(c, doc); !reported[small] {
				reported[small] = true
				report(t, c, doc, small)
			}
			if differ++; differ == maxDifferences {
				t.Fatalf("stopped at %d differences", differ)
			}
		}
	}
	t.Logf("%d documents, %d headings", total, found)
}

// batches groups documents for one process each.
func batches(docs iter.Seq[[]byte]) iter.Seq[[][]byte] {
	return func(yield func([][]byte) bool) {
		var batch [][]byte
		size := 0
		for doc := range docs {
			if hasLoneCR(doc) {
				continue
			}
			batch = append(batch, doc)
			size += len(doc)
			if len(batch) < batchDocs && size < batchBytes {
				continue
			}
			if !yield(batch) {
				return
			}
			batch, size = nil, 0
		}
		if len(batch) > 0 {
			yield(batch)
		}
	}
}

func hasLoneCR(doc []byte) bool {
	return bytes.Count(doc, []byte("\r")) != bytes.Count(doc, []byte("\r\n"))
}

// report shows a document on which the two differ, and the smallest part of it
// on which they still do.
func report(t *testing.T, c cmark, doc []byte, small string) {
	t.Helper()
	got, want := both(c, []byte(small))
	t.Errorf("headings differ (footnotes %t)\ndocument %s\nminimal  %s\ngot      %s\nwant     %s",
		c.footnotes, abbreviated(doc), abbreviated([]byte(small)), got, want)
}

func minimal(c cmark, doc []byte) string {
	return string(minimize(doc, func(part []byte) bool {
		got, want := both(c, part)
		return got != want
	}))
}

// both returns the answers of this package and of cmark-gfm, for people.
func both(c cmark, doc []byte) (got, want string) {
	answer := func(hs []heading, err error) string {
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(hs)
	}
	asked, err := c.headings([][]byte{doc})
	want = answer(slices.Concat(asked...), err)
	got = answer(headings(doc, c.gfm6, c.footnotes))
	return got, want
}

func abbreviated(doc []byte) string {
	const most = 2000
	if len(doc) <= most {
		return fmt.Sprintf("%q", doc)
	}
	return fmt.Sprintf("%q... (%d bytes)", doc[:most], len(doc))
}

// minimize drops lines and then characters while what is left still differs,
// for some seconds at most.
func minimize(doc []byte, differs func([]byte) bool) []byte {
	deadline := time.Now().Add(5 * time.Second)
	try := func(part []byte) bool {
		return time.Now().Before(deadline) && !hasLoneCR(part) && differs(part)
	}
	for size := -1; size != len(doc); {
		size = len(doc)
		doc = dropParts(bytes.SplitAfter(doc, newline), try)
		doc = dropParts(bytes.SplitAfter(doc, nil), try)
	}
	return doc
}

// dropParts drops runs of parts, long ones first, while try agrees to what is
// left.
func dropParts(parts [][]byte, try func([]byte) bool) []byte {
	for run := max(1, len(parts)/2); run > 0; run /= 2 {
		for at := 0; at+run <= len(parts); {
			rest := slices.Concat(parts[:at], parts[at+run:])
			if try(bytes.Join(rest, nil)) {
				parts = rest
			} else {
				at += run
			}
		}
	}
	return bytes.Join(parts, nil)
}
