package rstsection

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mapwright/mapwright/section"
)

// This file compares this package with docutils over any number of documents.

// find returns what this package finds in a document.
func find(doc []byte) (found, error) {
	var f found
	m, err := Parse(doc, nil)
	if err != nil {
		return f, err
	}
	for _, s := range m.Sections {
		f.Sections = append(f.Sections, foundSection{s.Level, s.Title, s.Start, s.End})
	}
	for _, t := range m.Targets {
		if t.Nested {
			f.Nested.Targets = append(f.Nested.Targets, foundLine{t.Name, t.Line})
			continue
		}
		f.Targets = append(f.Targets, foundLine{t.Name, t.Line})
	}
	for _, i := range m.Includes {
		f.Includes = append(f.Includes, foundLine{i.Path, i.Line})
	}
	for _, d := range m.Dropped {
		f.Errors = append(f.Errors, foundError{d.Reason, d.Line})
	}
	return f, nil
}

// same reports whether what this package finds is what docutils finds.
func same(got, want found) bool {
	dropped, tables := errorsOf(got)
	wantDropped, wantTables := errorsOf(want)
	return slices.Equal(got.Sections, cutTitles(want.Sections)) &&
		slices.Equal(got.Targets, want.Targets) &&
		slices.Equal(got.Includes, want.Includes) &&
		slices.Equal(got.Nested.Targets, want.Nested.Targets) &&
		slices.Equal(dropped, wantDropped) &&
		(!isOld(want.Docutils) || !slices.ContainsFunc(tables, func(e foundError) bool { return !slices.Contains(wantTables, e) }))
}

// isOld reports whether a version of docutils is older than 0.22, where errors in tables
// got other lines.
func isOld(version string) bool {
	return version == "" || strings.HasPrefix(version, "0.1") || version == "0.20" || strings.HasPrefix(version, "0.20.") || strings.HasPrefix(version, "0.21")
}

// errorsOf returns the errors about titles, without the punctuation at the end
// of docutils' words, and those about tables, of which this package knows the
// ones that reach over other text.
//
// Newer versions of docutils have other words for a level that is skipped. Older
// ones also report it, in vain, for a title that they then take after all.
func errorsOf(f found) (dropped, tables []foundError) {
	for _, e := range f.Errors {
		e.Message = strings.TrimRight(e.Message, ":.")
		if strings.HasPrefix(e.Message, "Inconsistent title style") {
			e.Message = LevelInconsistent
		}
		switch {
		case e.Message == MalformedTable:
			tables = append(tables, e)
			continue
		case e.Message == LevelInconsistent && f.hasTitle(e.Line):
			continue
		}
		dropped = append(dropped, e)
	}
	return dropped, tables
}

// hasTitle reports whether the title of a section, with or without an overline, is on the
// line.
func (f found) hasTitle(line int) bool {
	return slices.ContainsFunc(f.Sections, func(s foundSection) bool { return s.Start == line || s.Start == line-1 })
}

// cutTitles cuts titles as the map does.
func cutTitles(sections []foundSection) []foundSection {
	for i := range sections {
		if title := sections[i].Title; len(title) > section.MaxTitleChars {
			b, _ := section.NewBuilder(nil, nil)
			_ = b.Add(section.Heading{Level: 1, Title: []byte(title)})
			sections[i].Title = b.Map().Sections[0].Title
		}
	}
	return sections
}

// compare runs every document through this package and through docutils, in two
// processes side by side, and fails on each difference that has no known cause.
// Documents that this package refuses and those that are no UTF-8 are left out.
func compare(t *testing.T, o oracle, docs iter.Seq[[]byte]) {
	t.Helper()
	var (
		total   counts
		mu      sync.Mutex
		workers sync.WaitGroup
		queue   = make(chan []byte)
	)
	for range 2 {
		c := newComparison(t, o)
		workers.Go(func() {
			for doc := range queue {
				c.document(doc)
			}
			mu.Lock()
			defer mu.Unlock()
			total.add(c.counts)
		})
	}
	for doc := range docs {
		if comparable(doc) {
			queue <- doc
		}
	}
	close(queue)
	workers.Wait()
	t.Log(total)
}

// counts are what was compared.
type counts struct {
	documents, sections, targets, nested, includes, differ, known int
}

func (c *counts) add(d counts) {
	c.documents += d.documents
	c.sections += d.sections
	c.targets += d.targets
	c.nested += d.nested
	c.includes += d.includes
	c.differ += d.differ
	c.known += d.known
}

func (c counts) String() string {
	return fmt.Sprintf("%d documents, %d sections, %d targets and %d nested ones, %d includes: %d differ, %d for a known cause",
		c.documents, c.sections, c.targets, c.nested, c.includes, c.differ, c.known)
}

// A comparison compares one document after the other.
type comparison struct {
	t               testing.TB
	docutils, rules *session
	counts
}

func newComparison(t testing.TB, o oracle) *comparison {
	return &comparison{t: t, docutils: o.start(t), rules: o.rules().start(t)}
}

// The differences that a comparison shows.
const maxReports = 5

func (c *comparison) document(doc []byte) {
	got, want, err := c.both(doc)
	c.documents++
	c.sections += len(want.Sections)
	c.targets += len(want.Targets)
	c.nested += len(want.Nested.Targets)
	c.includes += len(want.Includes)
	switch {
	case err == nil && same(got, want):
	case err == nil && c.isKnown(doc, got, want):
		c.known++
	default:
		if c.differ++; c.differ <= maxReports {
			c.report(doc)
		}
	}
}

// both returns what this package finds and what docutils finds. Where docutils
// itself stops, it has no opinion.
func (c *comparison) both(doc []byte) (got, want found, err error) {
	got, err = find(doc)
	if err != nil {
		return got, want, err
	}
	want, err = c.docutils.ask(doc)
	if want.Crash != "" {
		c.t.Logf("docutils stops at %s: %s", abbreviated(doc), want.Crash)
		want = got
	}
	return got, want, err
}

func (c *comparison) isKnown(doc []byte, got, want found) bool {
	known, err := isKnown(c.rules, doc, got, want)
	if err != nil {
		c.t.Error(err)
	}
	return known
}

// report shows the smallest part of a document on which the two still differ.
func (c *comparison) report(doc []byte) {
	small := minimize(doc, func(part []byte) bool {
		got, want, err := c.both(part)
		return err != nil || !same(got, want) && !c.isKnown(part, got, want)
	})
	got, want, err := c.both(small)
	c.t.Errorf("documents differ\ndocument %s\nminimal  %s\ngot      %+v\nwant     %+v (error: %v)",
		abbreviated(doc), abbreviated(small), got, want, err)
}

// comparable reports whether a document is one for both sides: UTF-8, without a
// lone carriage return.
func comparable(doc []byte) bool {
	return utf8.Valid(doc) && bytes.Count(doc, []byte("\r")) == bytes.Count(doc, []byte("\r\n"))
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
	deadline := time.Now().Add(15 * time.Second)
	try := func(part []byte) bool {
		return time.Now().Before(deadline) && comparable(part) && differs(part)
	}
	for size := -1; size != len(doc); {
		size = len(doc)
		doc = dropParts(bytes.SplitAfter(doc, []byte("\n")), try)
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
