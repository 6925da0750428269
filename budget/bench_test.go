package budget_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/budget"
)

// texts are what documents are made of; each is repeated to the length that a
// benchmark wants.
var texts = []struct{ name, unit string }{
	{"ASCII", "The quick brown fox jumps over the lazy dog. "},
	{"Hebrew", "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם "},
	{"CJK", "的一是不了人我在有他这为之大来以个中上们"},
	{"emoji", "👩‍👧👍🏽🇮🇱❤️🏳️‍🌈"},
	{"code", "\tif a < b && s[i] != \"x\" {\n\t\treturn &T{p: &q}, nil\n\t}\n"},
	{"invalid", "\xf9\xec\xe5\xed ab "},
}

// repeat returns at least n bytes of unit, whole units only.
func repeat(unit string, n int) string {
	return strings.Repeat(unit, (n+len(unit)-1)/len(unit))
}

func BenchmarkSize(b *testing.B) {
	for _, text := range texts {
		s := repeat(text.unit, 256_000)
		b.Run("text="+text.name+"/by=Size", func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				budget.Size(s)
			}
		})
		b.Run("text="+text.name+"/by=Marshal", func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := json.Marshal(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFit compares what a page of 256,000 bytes costs with a binary search
// for the longest prefix that fits, which encodes each that it tries.
func BenchmarkFit(b *testing.B) {
	const most = 256_000
	for _, text := range texts {
		s := repeat(text.unit, 300_000)
		run := func(by string, f func()) {
			b.Run("text="+text.name+"/by="+by, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
		run("Fit", func() { budget.Plain.Fit(s, most) })
		run("Page", func() {
			if _, err := budget.Page(budget.Pager{Max: most}, s, 0, buildTextPage(s, 0)); err != nil {
				b.Fatal(err)
			}
		})
		run("search", func() { searchFit(b, s, most) })
	}
}

// searchFit is what Fit replaces.
func searchFit(b *testing.B, s string, most int) int {
	n := sort.Search(len(s), func(n int) bool {
		data, err := json.Marshal(s[:budget.CutRunes(s, n+1)])
		if err != nil {
			b.Fatal(err)
		}
		return len(data)-2 > most
	})
	return budget.Cut(s, n)
}

// BenchmarkTrim cuts a list to a half of its bytes.
func BenchmarkTrim(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		b.Run(fmt.Sprintf("items=%d", n), func(b *testing.B) {
			items := make([]string, n)
			for i := range items {
				items[i] = repeat(texts[i%len(texts)].unit, 100)
			}
			all, err := budget.Plain.SizeOf(items)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				kept := items
				if err := budget.Trim(budget.Plain, all/2, &kept, budget.NewList(&kept, nil)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBatch puts n answers that do not all fit, in the order that makes a
// batch drop most, and takes the answer.
func BenchmarkBatch(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		build := buildBatch(n)
		run := func(name string, put func(b *testing.B, batch *budget.Batch[batchAnswer])) {
			b.Run(fmt.Sprintf("%s/items=%d", name, n), func(b *testing.B) {
				for b.Loop() {
					batch, err := budget.NewBatch(budget.Nested, 64*n, n, build)
					if err != nil {
						b.Fatal(err)
					}
					put(b, batch)
				}
			})
		}
		value := repeat("a", 62)
		puts := func(b *testing.B, batch *budget.Batch[batchAnswer], i int) {
			if _, err := batch.Put(i, value); err != nil {
				b.Fatal(err)
			}
		}
		run("New", func(*testing.B, *budget.Batch[batchAnswer]) {})
		run("Put", func(b *testing.B, batch *budget.Batch[batchAnswer]) {
			for i := n - 1; i >= 0; i-- {
				puts(b, batch, i)
			}
		})
		run("Answer", func(b *testing.B, batch *budget.Batch[batchAnswer]) {
			for i := range n {
				puts(b, batch, i)
			}
			if _, err := batch.Answer(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkPage has pages of a text which goes on for 2.5 MB and for 10 MB,
// without a border in it: only a refusal reads that.
func BenchmarkPage(b *testing.B) {
	for _, tt := range []struct {
		name   string
		border budget.Border
		unit   string
	}{
		{"refused cluster", budget.Clusters, "\u0301"},
		{"split cluster", budget.Runes, "\u0301"},
		{"refused line", budget.Lines, texts[0].unit},
		{"words", budget.Clusters, texts[0].unit},
	} {
		for _, length := range []int{2_500_000, 10_000_000} {
			s := repeat(tt.unit, length)
			b.Run(fmt.Sprintf("%s/bytes=%d", tt.name, len(s)), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, err := budget.Page(budget.Pager{Max: 256_000, Border: tt.border}, s, 0, func(text string, _ int) string { return text })
					if _, refused := errors.AsType[*budget.TooLargeError](err); err != nil && !refused {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkCut cuts near 256,000 bytes and near the end. All limits of a text
// must cost the same, however long it is; one cluster and one run of flags of
// 1 MB are the worst case, which is read back to its start.
func BenchmarkCut(b *testing.B) {
	const limit = 256_001
	for _, text := range texts {
		for _, length := range []int{300_000, 10_000_000} {
			benchmarkCut(b, text.name, repeat(text.unit, length), limit)
		}
	}
	for _, script := range scripts {
		for _, length := range []int{300_000, 10_000_000} {
			s := repeat(script.unit, length)
			benchmarkCut(b, script.name, s, len(s)-1)
		}
	}
	benchmarkCut(b, "marks", "a"+repeat("\u0301", 1_000_000), limit)
	benchmarkCut(b, "marks", "a"+repeat("\u0301", 1_000_000), 999_999)
	benchmarkCut(b, "joiners", repeat("\u200d", 1_000_000), 999_999)
	benchmarkCut(b, "joined emoji", "👩"+repeat("\u200d👩", 1_000_000), 999_999)
	benchmarkCut(b, "conjunct", "\u0915"+repeat("\u094d\u0915", 1_000_000), 999_999)
	benchmarkCut(b, "flags", repeat("🇮", 1_000_000), 999_999)
}

func benchmarkCut(b *testing.B, name, s string, limit int) {
	b.Run(fmt.Sprintf("text=%s/bytes=%d/limit=%d", name, len(s), limit), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			budget.Cut(s, limit)
		}
	})
}
