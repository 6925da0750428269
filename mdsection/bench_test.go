package mdsection

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// corpus returns the Markdown files of the module cache and of the folders in
// MAPWRIGHT_DOCS that can be parsed.
func corpus(tb testing.TB) (documents [][]byte, size int64) {
	tb.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		tb.Fatal(err)
	}
	folders := append(filepath.SplitList(os.Getenv("MAPWRIGHT_DOCS")), strings.TrimSpace(string(out)))
	for _, folder := range folders {
		_ = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".md" {
				return nil
			}
			src, err := os.ReadFile(path)
			if _, refused := Parse(src, nil); err == nil && refused == nil {
				documents = append(documents, src)
				size += int64(len(src))
			}
			return nil
		})
	}
	return documents, size
}

// BenchmarkCorpus compares Parse with finding the newlines, with goldmark's
// block parsers alone (what a heading needs of it), and with cmark-gfm as a
// process, on the same documents.
func BenchmarkCorpus(b *testing.B) {
	documents, size := corpus(b)
	if size == 0 {
		b.Skip("no Markdown file in the module cache or in MAPWRIGHT_DOCS")
	}
	b.Logf("%d documents, %d bytes", len(documents), size)
	run := func(name string, parse func(src []byte)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, src := range documents {
					parse(src)
				}
			}
			b.ReportMetric(float64(len(documents)), "documents")
		})
	}
	run("newlines", func(src []byte) {
		for n := 0; n >= 0; n = bytes.IndexByte(src, '\n') {
			src = src[min(n+1, len(src)):]
		}
	})
	run("mdsection", func(src []byte) {
		if _, err := Parse(src, nil); err != nil {
			b.Fatal(err)
		}
	})
	blocks := parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200))...),
	)
	run("goldmark-blocks", func(src []byte) { blocks.Parse(text.NewReader(src)) })
	b.Run("cmark-gfm", func(b *testing.B) { benchmarkCmark(b, slices.Concat(documents...)) })
}

// benchmarkCmark reports the time that the process needs for itself, not the
// time that it waits for its input.
func benchmarkCmark(b *testing.B, src []byte) {
	path, err := exec.LookPath("cmark-gfm")
	if err != nil {
		b.Skip(err)
	}
	var used time.Duration
	for b.Loop() {
		cmd := exec.Command(path, "-e", "table", "-e", "strikethrough", "-e", "autolink", "-e", "tagfilter", "-e", "tasklist")
		cmd.Stdin = bytes.NewReader(src)
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		used += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	b.ReportMetric(float64(used.Nanoseconds())/float64(b.N), "cpu-ns/op")
	b.ReportMetric(float64(len(src))*float64(b.N)/1e6/used.Seconds(), "cpu-MB/s")
}
