package mdsection

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mapwright/mapwright/section"
)

func TestRendered(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"plain", "# Plain title", "Plain title"},
		{"code span", "# `get_repo_file` and ``a ` b``", "get_repo_file and a ` b"},
		{"emphasis", "# *a* __b__ ***c*** ~~d~~ snake_case_name", "a b c d snake_case_name"},
		{"link", "# [text *here*](http://x 'title') <http://y.z>", "text here http://y.z"},
		{"URL alone", "# GET http://x.y/__init__.py *now*", "GET http://x.y/__init__.py now"},
		{"image", "# ![Logo](logo.png) Name", "Logo Name"},
		{"escapes", `# \* \[x\] &amp; &#35; \&amp;`, "* [x] & # &amp;"},
		{"raw HTML", `# <a id="x"></a>Title <b>bold</b>`, "Title bold"},
		{"reference that is defined", "# [1.0] and [a][B C]\n\n[1.0]: /x\n[b  c]: /y", "1.0 and a"},
		{"reference that is not", "# [Unreleased] and [a][b]", "[Unreleased] and [a][b]"},
		{"definition in a quote", "# [a]\n\n> [a]: /x", "a"},
		{"definition before an underline", "[a]: /x\n[a]\n===", "a"},
		{"definition alone before an underline", "# [a]\n\n[a]: /x\n===", "a"},
		{"block syntax in a title", "# - *a*", "- a"},
		{"number in a title", "# 1. `a`", "1. a"},
		{"several lines", "a\n*b*\n===", "a\nb"},
		{"as long as is rendered", "# *" + strings.Repeat("中", maxRendered-2) + "*", strings.Repeat("中", maxRendered-2)},
		{"longer than is rendered", "# *" + strings.Repeat("a", maxRendered) + "*", "*" + strings.Repeat("a", maxRendered) + "*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := (&titles{src: []byte(c.src)}).Rendered()
			if want := []string{c.want}; !slices.Equal(got, want) {
				t.Errorf("%q: got %q, want %q", c.src, got, want)
			}
		})
	}
}

func TestAnchors(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"words", "# Install on Linux", []string{"install-on-linux"}},
		{"punctuation goes", "# What's new? (v1.2)", []string{"whats-new-v12"}},
		{"each space counts", "# a & b -- c", []string{"a--b----c"}},
		{"other scripts stay", "# Привет, мир\n# 你好 世界\n# שָׁלוֹם", []string{"привет-мир", "你好-世界", "שָׁלוֹם"}},
		{"markup goes, its text stays", "# `a_b` *c* [d](e)", []string{"a_b-c-d"}},
		{"images leave their space", "# ![logo](x) Title", []string{"-title"}},
		{"equal ones are numbered", "# x\n# x\n# X", []string{"x", "x-1", "x-2"}},
		{"a number that is taken", "# x\n# x\n# x-1\n# x", []string{"x", "x-1", "x-1-1", "x-2"}},
		{"nested headings count", "# x\n\n> # x\n\n- x\n  ===\n\n# x", []string{"x", "x-3"}},
		{"several lines run together", "a\nb\n===", []string{"ab"}},
		{"nothing left", "# !\n# ?", []string{"", "-1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := (&titles{src: []byte(c.src)}).Anchors(); !slices.Equal(got, c.want) {
				t.Errorf("%q: got %q, want %q", c.src, got, c.want)
			}
		})
	}
}

// Names are compared with a title's source first, then with its rendered form,
// then with anchors.
func TestFind(t *testing.T) {
	src := []byte("# `code` *x*\n\n## code\n\n## code x y\n\n## a–B  c\n\n# Same\n\n# *Same*\n\n# code\n\n> # Quoted\n")
	m, err := Parse(src, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, query string
		want        int
		err         section.Code
	}{
		{"source", "`code` *x*", 0, ""},
		{"rendered", "code x", 0, ""},
		{"rendered, normalized", "  CODE \t x ", 0, ""},
		{"anchor", "#code-x", 0, ""},
		{"anchor of the second equal title", "#code-1", 6, ""},
		{"anchor, percent-encoded", "#a%E2%80%93b--c", -1, section.NotFound}, // a dash is no part of an anchor
		{"anchor without a dash", "#ab--c", 3, ""},
		{"two sources", "code", -1, section.Ambiguous},
		{"a source wins over a rendered title", "same", 4, ""},
		{"anchor, in another case and with space around it", " #Code-X ", 0, ""},
		{"an anchor is no title", "code-x", -1, section.NotFound},
		{"a nested heading is no section", "Quoted", -1, section.NotFound},
		{"an anchor without a name", "#", -1, section.NotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := m.Find(c.query)
			if got != c.want || (c.err == "") != (err == nil) || c.err != "" && !errors.Is(err, c.err) {
				t.Errorf("Find(%q) = %d, %v, want %d, %q", c.query, got, err, c.want, c.err)
			}
		})
	}
}

// A map may be asked by several goroutines, and reads the document once more
// when the first of them asks.
func TestFindConcurrently(t *testing.T) {
	m, err := Parse([]byte("# *a*\n\n# *b*\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if i, err := m.Find("b"); i != 1 || err != nil {
				t.Errorf("Find = %d, %v", i, err)
			}
		})
	}
	wg.Wait()
}
