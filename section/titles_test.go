package section_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// fixed are titles that look as they are told to.
type fixed struct{ rendered, anchors []string }

func (f fixed) Rendered() []string { return f.rendered }
func (f fixed) Anchors() []string  { return f.anchors }

// titled returns the map of a document with the given titles, one a line.
func titled(t *testing.T, titles []string, look section.Titles) *section.Map {
	t.Helper()
	var src []byte
	var headings []section.Heading
	for i, title := range titles {
		headings = append(headings, section.Heading{Level: 1, Start: i + 1, End: i + 1, Offset: len(src), Title: []byte(title)})
		src = append(src, title+"\n"...)
	}
	b, err := section.NewBuilder(src, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headings {
		if err := b.Add(h); err != nil {
			t.Fatal(err)
		}
	}
	b.SetTitles(look)
	return b.Map()
}

func TestFindRendered(t *testing.T) {
	titles := []string{"`a`", "b", "*b*", "c", "*c*", "__c__", "#b", "*#d*", "d", "!"}
	look := fixed{
		rendered: []string{"a", "b", "B", "c", "c", "c", "#b", "#d", "d", "!"},
		anchors:  []string{"a", "b", "b-1", "c", "c-1", "é d", "b-2", "e", "d", ""},
	}
	m := titled(t, titles, look)
	for _, c := range []struct {
		reason, name string
		want         int
		err          error
	}{
		{"the source of a title", "`A`", 0, nil},
		{"a title as a reader sees it", " A ", 0, nil},
		{"a source wins over other titles that look the same", "b", 1, nil},
		{"a source wins over an anchor", "#b", 6, nil},
		{"an anchor", "#b-1", 2, nil},
		{"an anchor in another case", "#B-1", 2, nil},
		{"a title as a reader sees it wins over an anchor", "#d", 7, nil},
		{"an anchor that came from an address bar", "#%C3%A9%20d", 5, nil},
		{"a percent sign that encodes nothing", "#%", -1, section.NotFound},
		{"an anchor without the mark of one", "b-1", -1, section.NotFound},
		{"an empty anchor", "#", -1, section.NotFound},
		{"white space", " ", -1, section.NotFound},
	} {
		if got, err := m.Find(c.name); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: Find(%q) = %d, %v, want %d, %v", c.reason, c.name, got, err, c.want, c.err)
		}
	}
}

func TestFindRenderedTwice(t *testing.T) {
	m := titled(t, []string{"*c*", "__c__", "d"}, fixed{rendered: []string{"c", "c", "d"}, anchors: []string{"", "", ""}})
	_, err := m.Find("C")
	ambiguous, ok := errors.AsType[*section.AmbiguousError](err)
	if !ok {
		t.Fatalf("Find = %v", err)
	}
	var titles []string
	for _, c := range ambiguous.Candidates {
		titles = append(titles, c.Title)
	}
	if want := []string{"*c*", "__c__"}; !slices.Equal(titles, want) {
		t.Errorf("candidates %q, want %q", titles, want)
	}
}

func ExampleBuilder_SetTitles() {
	src := []byte("*One*\n")
	b, err := section.NewBuilder(src, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := b.Add(section.Heading{Level: 1, Start: 1, End: 1, Title: src}); err != nil {
		fmt.Println(err)
		return
	}
	b.SetTitles(fixed{rendered: []string{"One"}, anchors: []string{"one"}})
	m := b.Map()
	for _, name := range []string{"*one*", "one", "#one"} {
		fmt.Println(m.Find(name))
	}
	// Output:
	// 0 <nil>
	// 0 <nil>
	// 0 <nil>
}
