package rstsection

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/mapwright/mapwright/section"
)

// titles answers what a reader sees of the titles of one document, when somebody
// asks.
type titles struct {
	sections []section.Section

	once              sync.Once
	rendered, anchors []string
}

// Rendered returns the text of each section's title without inline markup. The first
// call takes time linear in the titles.
func (t *titles) Rendered() []string {
	t.once.Do(t.read)
	return t.rendered
}

// Anchors returns the fragment by which GitHub links to each section's heading.
func (t *titles) Anchors() []string {
	t.once.Do(t.read)
	return t.anchors
}

func (t *titles) read() {
	var anchors section.Anchors
	for _, s := range t.sections {
		text := plain(s.Title)
		t.rendered = append(t.rendered, text)
		t.anchors = append(t.anchors, anchors.Next(text))
	}
}

// maxRendered is the length in characters of the longest title whose markup is
// rendered: each start-string looks for its end in the rest of the title. Names of
// this length are not typed.
const maxRendered = 256

// plain returns a title without its inline markup, as docutils' astext does.
func plain(title string) string {
	if len(title) > maxRendered && utf8.RuneCountInString(title) > maxRendered || !strings.ContainsAny(title, "\\`*_|[") {
		return title
	}
	r := renderer{rest: withNULs(title)}
	for r.markup() {
	}
	return r.text + unescape(r.rest)
}
