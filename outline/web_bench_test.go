//go:build unix

package outline

import (
	"bytes"
	"io"
	"math"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
	"golang.org/x/net/html"
)

// BenchmarkWebCorpus compares the scanners with finding the newlines and with
// the bare lexers of their libraries, on the files that the tests compare.
func BenchmarkWebCorpus(b *testing.B) {
	b.Run("css", func(b *testing.B) {
		files := webFiles(b, webPackages(b, webCSSPackages), ".css")
		webBenchmark(b, files, CSS, "lexer", func(src []byte) {
			for l := css.NewLexer(parse.NewInputBytes(src[:len(src):len(src)])); ; {
				if kind, _ := l.Next(); kind == css.ErrorToken {
					return
				}
			}
		})
	})
	b.Run("js", func(b *testing.B) {
		files := webFiles(b, webPackages(b, webJSPackages), ".js", ".mjs", ".cjs")
		webBenchmark(b, files, JavaScript, "lexer", func(src []byte) {
			l := jsLexer{src: src}
			for l.next(true).kind != jsEOF {
			}
		})
	})
	b.Run("html", func(b *testing.B) {
		webBenchmark(b, webTemplates(b), Template, "tokenizer", func(src []byte) {
			z := html.NewTokenizer(bytes.NewReader(src))
			for z.Next() != html.ErrorToken || z.Err() != io.EOF {
			}
		})
	})
}

func webBenchmark(b *testing.B, paths []string, scan Scanner, peer string, run func(src []byte)) {
	var texts [][]byte
	var size int64
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, src)
		size += int64(len(src))
	}
	all := func(name string, f func(src []byte)) {
		b.Run("by="+name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for _, src := range texts { // the heap grows
				f(src)
			}
			start := webCPU(b)
			for b.Loop() {
				for _, src := range texts {
					f(src)
				}
			}
			used := float64(webCPU(b) - start)
			b.ReportMetric(used/float64(b.N), "cpu-ns/op")
			b.ReportMetric(float64(size)*float64(b.N)*1e3/used, "cpu-MB/s")
		})
	}
	all("newlines", func(src []byte) { bytes.Count(src, []byte("\n")) })
	all("outline", func(src []byte) {
		if _, err := scan(src); err != nil {
			b.Fatal(err)
		}
	})
	all(peer, run)
}

// BenchmarkWebHostile shows that time is linear: the metric times-256KB says how
// often the time for 256 KB is in the time for 1 MB, of the fastest of all rounds
// each. It should be four.
func BenchmarkWebHostile(b *testing.B) {
	for _, h := range webHostiles() {
		b.Run(strings.ReplaceAll(h.name, " ", "-"), func(b *testing.B) {
			small, large := []byte(h.make(256<<10)), []byte(h.make(1<<20))
			b.SetBytes(int64(4*len(small) + len(large)))
			b.ReportAllocs()
			cpu := func(times int, src []byte) int64 {
				start := webCPU(b)
				for range times {
					_, _ = h.scan(src) // too many symbols, most often
				}
				return webCPU(b) - start
			}
			four, one := int64(math.MaxInt64), int64(math.MaxInt64)
			for b.Loop() {
				four, one = min(four, cpu(4, small)), min(one, cpu(1, large))
			}
			b.ReportMetric(float64(one)/1e6, "cpu-ms/MB")
			b.ReportMetric(4*float64(one)/float64(four), "times-256KB")
		})
	}
}

// webCPU returns the processor time that this process has used, in nanoseconds.
// Unlike the time on the wall it does not depend on what else runs.
func webCPU(b *testing.B) int64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return used.Utime.Nano() + used.Stime.Nano()
}
