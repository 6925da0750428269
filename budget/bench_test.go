package budget_test

import (
	"encoding/json"
	"fmt"
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

// BenchmarkCut cuts near 256,000 bytes. The two lengths of a text must cost
// the same; one cluster of 1 MB is the worst case, which is read back to its
// start.
func BenchmarkCut(b *testing.B) {
	const limit = 256_001
	for _, text := range texts {
		for _, length := range []int{300_000, 10_000_000} {
			benchmarkCut(b, text.name, repeat(text.unit, length), limit)
		}
	}
	benchmarkCut(b, "marks", "a"+repeat("\u0301", 1_000_000), limit)
	benchmarkCut(b, "marks", "a"+repeat("\u0301", 1_000_000), 999_999)
	benchmarkCut(b, "joiners", repeat("\u200d", 1_000_000), 999_999)
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
