package mdsection

import (
	"math"

	"github.com/mapwright/mapwright/section"
)

// A heading is what is compared: the level and the lines of the heading
// itself, first and last included.
type heading struct{ Level, Start, End int }

// headings is what this package says about src, with the block rules of gfm.6
// or gfm.13. The documents here are larger than any limit allows, on purpose.
func headings(src []byte, gfm6, footnotes bool) ([]heading, error) {
	noLimits := section.Limits{
		MaxLines:    math.MaxInt,
		MaxTokens:   math.MaxInt,
		MaxSections: math.MaxInt,
	}
	m, err := Parser{Footnotes: footnotes, gfm6: gfm6}.Parse(src, &noLimits)
	if err != nil {
		return nil, err
	}
	var hs []heading
	for _, s := range m.Sections {
		hs = append(hs, heading{s.Level, s.Start, s.HeadingEnd})
	}
	return hs, nil
}
