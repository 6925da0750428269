package mdsection

import (
	"bufio"
	"bytes"
	"html"
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	goldmark "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/mapwright/mapwright/section"
)

// titles answers what a reader sees of the titles of one document. Nobody asks
// in most documents, so it reads the document again when somebody does.
type titles struct {
	parser Parser
	src    []byte

	once     sync.Once
	index    index
	rendered []string

	anchorsOnce sync.Once
	anchors     []string
}

// An index has all headings of a document, those inside containers too, and
// the labels of its link reference definitions.
type index struct {
	headings []indexed
	labels   map[string]bool // in goldmark's normal form
}

// An indexed is the source of a heading's title, with its line ends.
type indexed struct {
	title    string
	topLevel bool
}

// Rendered returns the text of each section's title without inline markup. The
// first call takes time linear in the document.
func (t *titles) Rendered() []string {
	t.once.Do(t.read)
	return t.rendered
}

// Anchors returns the fragment by which GitHub links to each section's
// heading. All headings of a document count when equal ones are numbered.
func (t *titles) Anchors() []string {
	t.once.Do(t.read)
	t.anchorsOnce.Do(func() {
		var anchors section.Anchors
		for _, h := range t.index.headings {
			anchor := anchors.Next(t.index.plain(h.title, false))
			if h.topLevel {
				t.anchors = append(t.anchors, anchor)
			}
		}
	})
	return t.anchors
}

// read fills the index and renders the titles. The document has passed its limits
// before, and passes without any as well.
func (t *titles) read() {
	t.index.labels = map[string]bool{}
	none := section.Limits{MaxLines: math.MaxInt, MaxTokens: math.MaxInt, MaxSections: math.MaxInt}
	var s scanner
	if err := s.begin(t.parser, t.src, &none); err == nil {
		s.index = &t.index
		_ = s.scan()
	}
	for _, h := range t.index.headings {
		if h.topLevel {
			t.rendered = append(t.rendered, t.index.plain(h.title, true))
		}
	}
}

func (x *index) addHeading(title []byte, topLevel bool) {
	x.headings = append(x.headings, indexed{string(bytes.TrimSpace(title)), topLevel})
}

// addDefinitions notes the labels of the definitions that paragraph starts with.
func (x *index) addDefinitions(paragraph []byte) {
	for len(paragraph) > 0 && paragraph[0] == '[' {
		n := definition(paragraph)
		if n == 0 {
			return
		}
		label := paragraph[1 : linkLabel(paragraph)-1]
		x.labels[util.ToLinkReference(label)] = true
		paragraph = paragraph[n:]
	}
}

// inline parses inline markup alone: every text is one paragraph.
var inline = parser.NewParser(
	parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1000)),
	parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
		util.Prioritized(extension.NewLinkifyParser(), 999))...), // so that a URL keeps its underscores
)

// known tells goldmark which link references are defined.
type known struct {
	parser.Context
	labels map[string]bool
}

// Reference finds any label that the document defines.
func (k known) Reference(label string) (parser.Reference, bool) {
	return parser.NewReference([]byte(label), nil, nil), k.labels[label]
}

// maxRendered is the length in characters of the longest title whose markup is
// rendered: goldmark's time is quadratic in some titles. Names of this length
// are not typed.
const maxRendered = 256

// plain returns title without its inline markup. The text of an image is seen
// by a reader, but is no part of an anchor.
func (x *index) plain(title string, images bool) string {
	if len(title) > maxRendered && utf8.RuneCountInString(title) > maxRendered || !strings.ContainsAny(title, "\\`*_[<&~") {
		return title
	}
	src := []byte(title)
	doc := inline.Parse(text.NewReader(src), parser.WithContext(known{parser.NewContext(), x.labels}))
	var b strings.Builder
	w := bufio.NewWriterSize(&b, len(title)+1)
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		return writeText(w, n, src, images), nil
	})
	_ = w.Flush()
	return html.UnescapeString(b.String())
}

// writeText writes the text of one node, in HTML.
func writeText(w util.BufWriter, n ast.Node, src []byte, images bool) ast.WalkStatus {
	switch n := n.(type) {
	case *ast.Text:
		if n.IsRaw() {
			goldmark.DefaultWriter.RawWrite(w, n.Segment.Value(src))
		} else {
			goldmark.DefaultWriter.Write(w, n.Segment.Value(src))
		}
		if n.SoftLineBreak() || n.HardLineBreak() {
			_ = w.WriteByte('\n')
		}
	case *ast.String:
		goldmark.DefaultWriter.Write(w, n.Value)
	case *ast.AutoLink:
		goldmark.DefaultWriter.RawWrite(w, n.Label(src))
	case *ast.CodeSpan:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			goldmark.DefaultWriter.RawWrite(w, c.(*ast.Text).Segment.Value(src))
		}
		return ast.WalkSkipChildren
	case *ast.Image:
		if !images {
			return ast.WalkSkipChildren
		}
	}
	return ast.WalkContinue
}
