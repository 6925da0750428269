package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/pathpolicy"
	"golang.org/x/text/encoding/unicode"
)

const guide = "# Guide\n\nHello <b>&.\n\n## Install\n\ngo get it\n\n### Linux\n\napt\n\n## Use\n\nx\n"

func TestMapAndSections(t *testing.T) {
	dir := gittest.New(t, map[string]string{"guide.md": guide})
	commit := gittest.Git(t, dir, "rev-parse", "HEAD")
	s := serving(t, dir)

	o := ask(t, s, `{"path":"guide"}`)
	want(t, o, "repo", `"docs"`)
	want(t, o, "path", `"guide.md"`)
	want(t, o, "ref", `"HEAD"`)
	want(t, o, "resolved_commit", `"`+commit+`"`)
	want(t, o, "encoding", `"utf-8"`)
	want(t, o, "mode", `"toc"`)
	want(t, o, "section_count", `4`)
	want(t, o, "toc.2.breadcrumb", `["Guide","Install","Linux"]`)
	want(t, o, "toc.2.line_range", `[9,12]`)

	o = ask(t, s, `{"path":"guide.md","section":" install","ref":"main"}`)
	want(t, o, "ref", `"main"`)
	want(t, o, "mode", `"section"`)
	want(t, o, "section", `"Install"`)
	want(t, o, "content", `"## Install\n\ngo get it\n\n### Linux\n\napt\n"`)
	want(t, o, "truncated", `false`)
	want(t, o, "subsections.0.title", `"Linux"`)
	want(t, o, "neighbors.next.title", `"Use"`)

	o = ask(t, s, `{"path":"guide","section":"Install","include_subsections":false,"ref":"`+commit[:10]+`"}`)
	want(t, o, "content", `"## Install\n\ngo get it\n"`)
	want(t, o, "include_subsections", `false`)
	want(t, o, "ref", `"`+commit[:10]+`"`)
	want(t, o, "resolved_commit", `"`+commit+`"`)

	o = ask(t, s, `{"path":"guide","max_depth":1}`)
	want(t, o, "max_depth", `1`)
	want(t, o, "toc.0.hidden_subsections", `3`)

	o = ask(t, s, `{"path":"guide","whole_document":true}`)
	want(t, o, "mode", `"document"`)
	want(t, o, "content", string(marshal(guide)))
	want(t, o, "encoding", `"utf-8"`)
}

// Pages by max_chars and offset give the text, for a section and for a document.
func TestPaging(t *testing.T) {
	text := "# Long\n\n" + strings.Repeat("é<&\"\n👩‍👩‍👧 ", 500)
	s := servingFiles(t, map[string]string{"long.md": text})
	for _, mode := range []string{`"section":"Long"`, `"whole_document":true`} {
		var read strings.Builder
		pages := 0
		for offset := 0; ; pages++ {
			o := ask(t, s, fmt.Sprintf(`{"path":"long","max_chars":500,%s,"offset":%d}`, mode, offset))
			read.WriteString(at(t, o, "content").(string))
			if at(t, o, "truncated") != true {
				break
			}
			next := int(at(t, o, "next_offset").(float64))
			if next <= offset {
				t.Fatalf("next_offset %d after %d", next, offset)
			}
			offset = next
		}
		if read.String() != text || pages < 8 {
			t.Errorf("%s: %d pages do not give the text", mode, pages)
		}
	}
}

// Zero and numbers out of range are clamped, not taken for an absent argument.
func TestClamping(t *testing.T) {
	text := "# A\n" + strings.Repeat("x", 20_000) + "\n## B\n### C\n"
	s := servingFiles(t, map[string]string{"a.md": text})
	for args, chars := range map[string]float64{
		`"max_chars":0`:                   500,
		`"max_chars":-5`:                  500,
		`"max_chars":1`:                   500,
		`"max_chars":600.0`:               600,
		`"max_chars":null`:                12_000,
		`"offset":0`:                      12_000,
		`"max_chars":1000000`:             100_000,
		`"max_chars":9223372036854775807`: 100_000,
	} {
		o := ask(t, s, `{"path":"a","whole_document":true,`+args+`}`)
		if got := at(t, o, "max_chars"); got != chars {
			t.Errorf("%s: max_chars %v, want %v", args, got, chars)
		}
	}
	for args, depth := range map[string]string{
		`"max_depth":0`: "1", `"max_depth":-1`: "1", `"max_depth":2`: "2", `"max_depth":1000`: "64", `"max_depth":null`: "null",
	} {
		want(t, ask(t, s, `{"path":"a",`+args+`}`), "max_depth", depth)
	}
	o := ask(t, s, `{"path":"a","section":"A","max_chars":0}`)
	want(t, o, "next_offset", `500`)
	o = ask(t, s, `{"path":"a","section":"A","offset":-7}`)
	want(t, o, "offset", `0`)
	o = ask(t, s, `{"path":"a","section":"A","offset":9223372036854775807}`)
	want(t, o, "content", `""`)
	want(t, o, "truncated", `false`)
}

func TestEncodings(t *testing.T) {
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("# Café\nx\n")
	if err != nil {
		t.Fatal(err)
	}
	s := servingFiles(t, map[string]string{
		"mark.md":   "\ufeff# Café\nx\n",
		"utf16.md":  utf16,
		"latin1.md": "# Caf\xe9\nx\n",
		"utf8.md":   "# Café\nx\n",
	})
	for path, encoding := range map[string]string{
		"mark": "utf-8-sig", "utf16": "utf-16le", "latin1": "windows-1252", "utf8": "utf-8",
	} {
		o := ask(t, s, `{"path":"`+path+`"}`)
		want(t, o, "encoding", `"`+encoding+`"`)
		want(t, o, "toc.0.title", `"Café"`)

		o = ask(t, s, `{"path":"`+path+`","section":"Café"}`)
		want(t, o, "encoding", `"`+encoding+`"`)
		content := "# Café\nx\n"
		if path == "mark" { // byte for byte
			content = "\ufeff" + content
		}
		want(t, o, "content", string(marshal(content)))

		o = ask(t, s, `{"path":"`+path+`","whole_document":true}`)
		want(t, o, "encoding", `"`+encoding+`"`)
		want(t, o, "content", `"# Café\nx\n"`)
	}
}

func TestOddDocuments(t *testing.T) {
	s := servingFiles(t, map[string]string{
		"empty.md":        "",
		"bare.md":         "no heading\n",
		"crlf.md":         "# One\r\n\r\ntext\r\n\r\nTwo\r\n===\r\nmore\r\n",
		"README.MD":       "# Upper\n",
		"rules/naming.md": "# Nested\n",
	})
	o := ask(t, s, `{"path":"empty"}`)
	want(t, o, "toc", `[]`)
	want(t, o, "section_count", `0`)
	o = ask(t, s, `{"path":"empty","whole_document":true}`)
	want(t, o, "content", `""`)
	want(t, ask(t, s, `{"path":"bare"}`), "toc", `[]`)
	want(t, ask(t, s, `{"path":"bare","section":"no heading"}`), "error", `"section_not_found"`)

	o = ask(t, s, `{"path":"crlf","section":"One"}`)
	want(t, o, "content", `"# One\r\n\r\ntext\r\n\r"`)
	o = ask(t, s, `{"path":"crlf","section":"Two"}`)
	want(t, o, "content", `"Two\r\n===\r\nmore\r\n"`)

	want(t, ask(t, s, `{"path":"README.MD"}`), "toc.0.title", `"Upper"`)
	want(t, ask(t, s, `{"path":"rules/naming"}`), "toc.0.title", `"Nested"`)
	want(t, ask(t, s, `{"path":"rules/../rules/naming"}`), "path", `"rules/naming.md"`)
}

// Files of a work tree are not looked at: what is read is a commit.
func TestReadsCommits(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "# First\n"})
	s := serving(t, dir)
	first := at(t, ask(t, s, `{"path":"a"}`), "resolved_commit").(string)
	if err := os.WriteFile(filepath.Join(dir, "a.md"), []byte("# Unsaved\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "new.md"), []byte("# New\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	want(t, ask(t, s, `{"path":"a"}`), "toc.0.title", `"First"`)
	want(t, ask(t, s, `{"path":"new"}`), "error", `"not_found"`)
	gittest.Commit(t, dir, map[string]string{"a.md": "# Second\n"})
	want(t, ask(t, s, `{"path":"a"}`), "toc.0.title", `"Second"`)
	want(t, ask(t, s, `{"path":"a","ref":"`+first+`"}`), "toc.0.title", `"First"`)
}

func TestSeveralRepositories(t *testing.T) {
	s, err := open([]source{
		{pathpolicy.Policy{Repo: "one", Root: "docs/", Suffix: ".md"}, gittest.New(t, map[string]string{"docs/a.md": "# One\n", "b.md": "# Out\n"})},
		{pathpolicy.Policy{Repo: "two", Suffix: ".rst"}, gittest.New(t, map[string]string{"a.rst": "Two\n===\n"})},
		{pathpolicy.Policy{Repo: "three", Suffix: ".txt"}, gittest.New(t, map[string]string{"a.txt": "Three\n"})},
	}, discard)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	o := ask(t, s, `{"path":"a"}`)
	want(t, o, "repo", `"one"`)
	want(t, o, "path", `"docs/a.md"`)
	want(t, ask(t, s, `{"path":"a","repo":""}`), "repo", `"one"`)
	o = ask(t, s, `{"path":"b/../../b"}`)
	want(t, o, "error", `"path_outside_root"`)
	want(t, o, "root", `"docs/"`)
	o = ask(t, s, `{"path":"a","repo":"two","whole_document":true}`)
	want(t, o, "repo", `"two"`)
	want(t, o, "content", `"Two\n===\n"`)
	want(t, ask(t, s, `{"path":"a","repo":"two"}`), "toc.0.title", `"Two"`)
	o = ask(t, s, `{"path":"a","repo":"three"}`)
	want(t, o, "error", `"unsupported_format"`)
	want(t, o, "suffix", `".txt"`)
	want(t, ask(t, s, `{"path":"a","repo":"Two"}`), "error", `"repo_not_configured"`)

	instructions := s.instructions(tools())
	for _, line := range []string{"- one: *.md in docs/ (the default)\n", "- two: *.rst\n"} {
		if !strings.Contains(instructions, line) {
			t.Errorf("no %q in %s", line, instructions)
		}
	}
}

func TestReStructuredText(t *testing.T) {
	const text = "\ufeff====\r\n``A``\r\n====\r\n\r\n.. include:: intro.txt\r\n\r\n.. _use:\r\n\r\nUse\r\n---\r\n\r\n.. include:: <isonum.txt>\r\n"
	s, err := open([]source{{pathpolicy.Policy{Repo: "docs", Suffix: ".rst"}, gittest.New(t, map[string]string{
		"a.rst":      text,
		"bad.rst":    "A\n=\n\rx\n",
		"README.md":  "# Not served\n",
		"many.rst":   strings.Repeat(".. include:: "+strings.Repeat("x", 600)+"\n", 501),
		"sub/UP.RST": "Up\n==\n",
	})}}, discard)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	o := ask(t, s, `{"path":"a"}`)
	want(t, o, "path", `"a.rst"`)
	want(t, o, "toc.0.title", "\"``A``\"")
	want(t, o, "toc.0.line_range", `[1,13]`)
	want(t, o, "toc.1.breadcrumb", "[\"``A``\",\"Use\"]")
	want(t, o, "toc.1.level", `2`)
	want(t, o, "includes", `["intro.txt","\u003cisonum.txt\u003e"]`)
	o = ask(t, s, `{"path":"a","section":"use"}`)
	want(t, o, "content", `"Use\r\n---\r\n\r\n.. include:: \u003cisonum.txt\u003e\r\n"`)
	o = ask(t, s, `{"path":"a","section":"nothing"}`)
	want(t, o, "error", `"section_not_found"`)
	want(t, o, "includes", `["intro.txt","\u003cisonum.txt\u003e"]`)
	want(t, ask(t, s, `{"path":"sub/UP.RST"}`), "toc.0.title", `"Up"`)
	want(t, ask(t, s, `{"path":"README.md"}`), "error", `"suffix_not_allowed"`)
	o = ask(t, s, `{"path":"bad"}`)
	want(t, o, "error", `"inconsistent_line_endings"`)
	want(t, o, "line", `3`)

	o = ask(t, s, `{"path":"many"}`)
	want(t, o, "includes_truncated", `true`)
	if n := len(o["includes"].([]any)); n < 300 || n > 500 {
		t.Errorf("%d includes in an answer that has room for some", n)
	}
}
