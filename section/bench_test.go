package section_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// BenchmarkFind looks for a name that no title has, at n and 4n sections.
func BenchmarkFind(b *testing.B) {
	for _, title := range []string{"Install on Linux and macOS", "התקנה — על לינוקס"} {
		for _, sections := range []int{1_000, 4_000} {
			var src strings.Builder
			for i := range sections {
				fmt.Fprintf(&src, "# %s %d\n", title, i)
			}
			m := mustParse(src.String())
			b.Run(fmt.Sprintf("title=%d bytes/sections=%d", len(title), sections), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := m.Find("Nothing of the kind"); !errors.Is(err, section.NotFound) {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkBuilder adds n and 4n headings: side by side, each below the one
// before, and up and down.
func BenchmarkBuilder(b *testing.B) {
	for _, shape := range []struct {
		name  string
		level func(i int) int
	}{
		{"flat", func(int) int { return 1 }},
		{"deep", func(i int) int { return i + 1 }},
		{"saw", func(i int) int { return 1 + i%6 }},
	} {
		for _, headings := range []int{10_000, 40_000} {
			src := []byte(strings.Repeat("# A title\n", headings))
			b.Run(fmt.Sprintf("shape=%s/headings=%d", shape.name, headings), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					build(b, src, headings, shape.level)
				}
			})
		}
	}
}

func build(b *testing.B, src []byte, headings int, level func(i int) int) {
	builder, err := section.NewBuilder(src, nil)
	if err != nil {
		b.Fatal(err)
	}
	title := []byte("A title")
	for i := range headings {
		if err := builder.Add(section.Heading{Level: level(i), Start: i + 1, End: i + 1, Offset: 10 * i, Title: title}); err != nil {
			b.Fatal(err)
		}
	}
	builder.Map()
}

// BenchmarkPage reads the first and the last page of a text of n and 4n
// characters.
func BenchmarkPage(b *testing.B) {
	for _, chars := range []int{250_000, 1_000_000} {
		text := []byte(strings.Repeat("שלום ", chars/5))
		for _, offset := range []int{0, chars - section.DefaultMaxChars} {
			b.Run(fmt.Sprintf("chars=%d/offset=%d", chars, offset), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					section.Document(text, offset, 0)
				}
			})
		}
	}
}
