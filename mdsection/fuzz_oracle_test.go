package mdsection

import (
	"slices"
	"testing"
)

// FuzzAgainstCmark asserts that headings are those of cmark-gfm, whatever the
// bytes.
func FuzzAgainstCmark(f *testing.F) {
	c := newCmark(f)
	for _, src := range seeds(f) {
		f.Add(src, false)
		f.Add(src, true)
	}
	f.Fuzz(func(t *testing.T, doc []byte, footnotes bool) {
		const most = 10_000 // more takes cmark-gfm too long
		if len(doc) > most || hasLoneCR(doc) {
			t.Skip()
		}
		compare(t, c.withFootnotes(footnotes), slices.Values([][]byte{doc}))
	})
}
