package mdsection

import (
	"flag"
	"iter"
	"testing"
)

var full = flag.Bool("full", false, "with the documents that take cmark-gfm minutes")

// families are documents made from rules, each around one part of the syntax
// where parsers disagree. To extend one, add a piece to its lists; to add one,
// add a row.
var families = []struct {
	name      string
	sample    uint32 // without -full, one document of about so many is run
	footnotes bool   // worth a second run with the footnotes extension
	docs      iter.Seq[[]byte]
}{
	{"a HTML that a paragraph may refuse", 2, false, htmlRefusedFamily()},
	{"b HTML block starts", 4, false, htmlStartFamily()},
	{"b2 HTML block ends", 3, false, htmlEndFamily()},
	{"c wide tables", 1, false, wideTableFamily()},
	{"c2 tables", 3, false, tableFamily()},
	{"d definitions", 30, true, definitionFamily()},
	{"d2 definitions in containers", 4, true, containedDefinitionFamily()},
	{"e white space and control characters", 1, true, fill(places, oddCharacters())},
	{"f tabs", 15, false, tabFamily()},
	{"f2 lists and quotes", 6, true, nestingFamily()},
	{"f3 items without content", 4, true, emptyItemFamily()},
	{"f4 leaves", 15, false, leafFamily()},
	{"f5 starts of documents", 2, false, documentStartFamily()},
	{"f6 long and deep", 4, true, longAndDeepFamily()},
	{"f7 footnotes and task lists", 6, true, footnoteFamily()},
	{"f8 task lists", 25, false, taskFamily()},
	{"f9 byte order marks", 1, false, markedFamily()},
	{"f10 task marks that split a character", 1, false, splitFamily()},
	{"f11 tabs in items", 1, false, tabbedItemFamily()},
	{"g invalid UTF-8", 1, true, fill(places, invalidUTF8)},
	{"h line ends", 12, true, lineEndFamily()},
}

func TestFamilies(t *testing.T) {
	c := newCmark(t)
	for _, family := range families {
		t.Run(family.name, func(t *testing.T) {
			t.Parallel()
			docs := family.docs
			switch {
			case testing.Short():
				docs = sample(20*family.sample, docs)
			case !*full:
				docs = sample(family.sample, docs)
			}
			compare(t, c, docs)
			if family.footnotes {
				compare(t, c.withFootnotes(true), docs)
			}
		})
	}
}
