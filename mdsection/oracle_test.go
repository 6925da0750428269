package mdsection

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// This file asks cmark-gfm for the headings of documents.

// A cmark is the reference: the cmark-gfm program with GitHub's extensions.
type cmark struct {
	program   string
	gfm6      bool // the program has the block rules of 0.29.0.gfm.6
	footnotes bool // with the footnotes extension
}

// newCmark finds the program. The environment variable CMARK_GFM names another
// one than cmark-gfm, and CMARK_GFM_VERSION says whose block rules it has: 6
// for 0.29.0.gfm.6, the default, or 13 for 0.29.0.gfm.13.
func newCmark(t testing.TB) cmark {
	t.Helper()
	version := cmp.Or(os.Getenv("CMARK_GFM_VERSION"), "6")
	if version != "6" && version != "13" {
		t.Fatalf("CMARK_GFM_VERSION is %q, want 6 or 13", version)
	}
	return cmark{
		program: oracle(t, cmp.Or(os.Getenv("CMARK_GFM"), "cmark-gfm")),
		gfm6:    version == "6",
	}
}

// oracle returns the path of a program that says what is right.
func oracle(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, err)
	}
	return path
}

// missing skips a test that lacks something it does not bring along. CI sets
// ORACLES=require, so that it cannot pass by skipping.
func missing(t testing.TB, why any) {
	t.Helper()
	if os.Getenv("ORACLES") == "require" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// withFootnotes returns the same program with the footnotes extension on or off.
func (c cmark) withFootnotes(on bool) cmark {
	c.footnotes = on
	return c
}

// headings returns the headings of each document. Many documents share one
// process, because to start one takes as long as to parse a thousand small
// documents.
func (c cmark) headings(docs [][]byte) ([][]heading, error) {
	all := make([][]heading, 0, len(docs))
	for len(all) < len(docs) {
		input, marks := join(docs[len(all):])
		found, err := c.run(input)
		if err != nil {
			return nil, err
		}
		all = append(all, split(found, marks)...)
	}
	return all, nil
}

// separator stands behind each document of a joined input. It makes documents
// independent of each other in two steps.
//
// It closes what a document leaves open. The empty line and the unindented ones
// end everything but code fences and the HTML blocks that need an end of their
// own. The second line has all these ends. Then each kind of fence is closed; if
// none is open, its marks are the text of a comment.
//
// And it shows that all is closed: if its last line is a heading at the top
// level of the document, only the document itself is open there, and what
// follows is parsed as if it were the first line. Else the documents behind it
// have to be asked again, see split.
//
// The empty line has a second use. cmark-gfm says that an underlined heading
// ends one line too far, unless the underline is the end of the input. Here it
// never is, so it is always one line too far.
var separator = "\n" +
	"<!-- --> ?> ]]> </pre> </script> </style> </textarea>\n" +
	closeFence("`") + closeFence("~") +
	"# mark\n"

func closeFence(char string) string {
	const more = 256 // than cmark-gfm counts
	return "<!--\n" + strings.Repeat(char, more) + "\n-->\n\n"
}

var byteOrderMark = []byte("\ufeff")

// join makes one input of documents. It returns the line of the mark behind
// each document. It ends before a document with a byte order mark, which is one
// only at the start of the input.
func join(docs [][]byte) (input []byte, marks []int) {
	line := 0
	for i, doc := range docs {
		doc = cutFrontMatter(doc)
		if i > 0 && bytes.HasPrefix(doc, byteOrderMark) {
			break
		}
		at := len(input)
		input = append(input, doc...)
		if len(doc) > 0 && !bytes.HasSuffix(doc, newline) {
			input = append(input, '\n')
		}
		input = append(input, separator...)
		line += bytes.Count(input[at:], newline)
		marks = append(marks, line)
	}
	return input, marks
}

var newline = []byte("\n")

// split gives each document its headings, up to the first document that is
// still open at its mark.
func split(found []heading, marks []int) [][]heading {
	var all [][]heading
	offset := 0
	for _, mark := range marks {
		n := slices.IndexFunc(found, func(h heading) bool { return h.Start >= mark })
		if n < 0 {
			n = len(found)
		}
		var own []heading
		for _, h := range found[:n] {
			own = append(own, heading{h.Level, h.Start - offset, h.End - offset})
		}
		all = append(all, own)
		if n == len(found) || found[n] != (heading{1, mark, mark}) {
			return all
		}
		found, offset = found[n+1:], mark
	}
	return all
}

// cutFrontMatter makes the lines of the front matter empty, because cmark-gfm
// does not know it.
func cutFrontMatter(doc []byte) []byte {
	lines := bytes.SplitAfter(doc, newline)
	if !isFrontMatterFence(bytes.TrimPrefix(lines[0], byteOrderMark)) {
		return doc
	}
	end := slices.IndexFunc(lines[1:], isFrontMatterFence) + 1
	if end == 0 {
		return doc
	}
	return slices.Concat(bytes.Repeat(newline, end+1), bytes.Join(lines[end+1:], nil))
}

func isFrontMatterFence(line []byte) bool {
	return string(bytes.TrimRight(line, " \t\r\n")) == "---"
}

// run returns the headings at the top level of one input.
func (c cmark) run(input []byte) ([]heading, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	args := []string{
		"--to", "xml", "--sourcepos",
		"-e", "table", "-e", "strikethrough", "-e", "autolink", "-e", "tagfilter", "-e", "tasklist",
	}
	if c.footnotes {
		args = append(args, "-e", "footnotes")
	}
	cmd := exec.CommandContext(ctx, c.program, args...)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.program, err)
	}
	return topHeadings(out)
}

// topHeadings reads the headings out of XML. An XML parser would stop at the
// control characters in it. But a line with this beginning is always what it
// looks like: in text the "<" is escaped, and only children of the document are
// indented by exactly two spaces.
func topHeadings(xml []byte) ([]heading, error) {
	var found []heading
	for line := range bytes.Lines(xml) {
		attributes, ok := bytes.CutPrefix(line, []byte("  <heading "))
		if !ok {
			continue
		}
		var h heading
		var column int
		_, err := fmt.Sscanf(string(attributes), `sourcepos="%d:%d-%d:%d" level="%d"`,
			&h.Start, &column, &h.End, &column, &h.Level)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		if h.End > h.Start {
			h.End-- // see separator
		}
		found = append(found, h)
	}
	return found, nil
}
