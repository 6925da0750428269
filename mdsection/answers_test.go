package mdsection

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/section"
)

// Over the real files that are at hand: an answer that just fits is not changed by
// a byte, and one that is a byte too large is made to fit or refused.
func TestAnswersOfRealFiles(t *testing.T) {
	var files fileSet
	files.add(t, moduleCache(t))
	for _, dir := range filepath.SplitList(os.Getenv("MAPWRIGHT_DOCS")) {
		files.add(t, dir)
	}
	if len(files.paths) == 0 {
		missing(t, "no Markdown file at hand")
	}
	answers, largest := 0, 0
	for src := range files.contents(t) {
		m, err := Parse(src, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range queries(m) {
			largest = max(largest, checkAnswer(t, m, q))
			answers++
		}
	}
	t.Logf("%d answers of %d files, the largest has %d bytes", answers, len(files.paths), largest)
}

// queries asks for the map and for some sections.
func queries(m *section.Map) []section.Query {
	queries := []section.Query{{}, {MaxDepth: 1}}
	for i := 0; i < len(m.Sections); i += 1 + len(m.Sections)/5 {
		queries = append(queries, section.Query{Section: &m.Sections[i].Title, MaxChars: section.MaxMaxChars})
	}
	return queries
}

// checkAnswer returns the size of the answer as it is sent in a string.
func checkAnswer(t *testing.T, m *section.Map, q section.Query) int {
	t.Helper()
	answer := func() section.Answer {
		a, err := m.Answer(q)
		if refusal, ok := err.(section.Answer); ok { // two sections of one title
			return refusal
		}
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	encoded := func(a section.Answer) []byte {
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	whole := encoded(answer())
	size := budget.Size(string(whole))
	same, shorter := answer(), answer()
	if err := same.Fit(section.Wire{Max: size, Encoding: budget.Nested}); err != nil || !slices.Equal(encoded(same), whole) {
		t.Errorf("an answer of %d bytes was changed (error %v)", size, err)
	}
	if err := shorter.Fit(section.Wire{Max: size - 1, Encoding: budget.Nested}); err == nil && budget.Size(string(encoded(shorter))) >= size {
		t.Errorf("an answer of %d bytes was not made to fit in %d", size, size-1)
	}
	return size
}
