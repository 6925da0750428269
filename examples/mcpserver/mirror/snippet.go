package mirror

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Snippet returns the text as valid UTF-8: as it is, without the halves of
// characters that cutting a line has left, or as Windows-1252 where it is no
// UTF-8. Unlike [Decode] it knows nothing of the rest of the file.
func (m Match) Snippet() string {
	text := m.Text
	if m.Cut {
		text = wholeRunes(text)
	}
	if utf8.Valid(text) {
		return string(text)
	}
	return string(decoded(m.Text, charmap.Windows1252))
}

// wholeRunes returns text without a character that began before it and without
// one that ends behind it.
func wholeRunes(text []byte) []byte {
	for n := 0; n < utf8.UTFMax-1 && len(text) > 0 && !utf8.RuneStart(text[0]); n++ {
		text = text[1:]
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return text[:len(text)-n]
			}
			break
		}
	}
	return text
}
