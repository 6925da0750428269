package mirror

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

var decodeTests = []struct {
	name, data     string
	text, encoding string // no encoding: binary
}{
	{"empty", "", "", UTF8},
	{"ASCII", "abc\r\n", "abc\r\n", UTF8},
	{"UTF-8", "é\u2028中", "é\u2028中", UTF8},
	{"the mark stays, so that a section is its source", "\ufeffabc", "\ufeffabc", UTF8BOM},
	{"only the mark", "\ufeff", "\ufeff", UTF8BOM},
	{"little endian", "\xff\xfea\x00\xe9\x00\n\x00", "aé\n", UTF16LE},
	{"big endian", "\xfe\xff\x00a\x00\xe9\x00\n", "aé\n", UTF16BE},
	{"a surrogate pair", "\xff\xfe\x3d\xd8\x00\xde", "😀", UTF16LE},
	{"half a surrogate pair", "\xff\xfe\x3d\xd8", "\ufffd", UTF16LE},
	{"half a unit", "\xff\xfea\x00b", "a\ufffd", UTF16LE},
	{"UTF-16 without a mark is binary, as it is for git", "a\x00b\x00", "", ""},
	{"UTF-32 has the mark of UTF-16", "\xff\xfe\x00\x00a\x00\x00\x00", "", ""},
	{"NUL", "a\x00b", "", ""},
	{"NUL behind a mark", "\ufeffa\x00b", "", ""},
	{"NUL at the last place where git looks", strings.Repeat("a", 7999) + "\x00", "", ""},
	{"NUL behind it", strings.Repeat("a", 8000) + "\x00", strings.Repeat("a", 8000) + "\x00", UTF8},
	{"Latin-1", "caf\xe9\n", "café\n", Windows1252},
	{"Windows-1252", "\x93caf\xe9\x94 \x80", "“café” €", Windows1252},
	{"a byte without a character", "\x81", "\ufffd", Windows1252},
	{"one wrong byte at the end of much UTF-8", strings.Repeat("é", 5000) + "\xff", strings.Repeat("Ã©", 5000) + "ÿ", Windows1252},
	{"a mark, and then no UTF-8", "\ufeff\xe9", "ï»¿é", Windows1252},
}

func TestDecode(t *testing.T) {
	for _, tt := range decodeTests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Decode([]byte(tt.data))
			if tt.encoding == "" {
				e, ok := errors.AsType[*BinaryError](err)
				if !ok || e.Size != len(tt.data) || !errors.Is(err, Binary) {
					t.Fatalf("error %v, want binary of %d bytes", err, len(tt.data))
				}
				return
			}
			if err != nil || string(got.Bytes) != tt.text || got.Encoding != tt.encoding {
				t.Errorf("Decode = %.40q, %q, %v; want %.40q, %q", got.Bytes, got.Encoding, err, tt.text, tt.encoding)
			}
		})
	}
}

// Whatever is decoded is valid, and what is called UTF-8 is the source.
func FuzzDecode(f *testing.F) {
	for _, tt := range decodeTests {
		f.Add([]byte(tt.data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		source := bytes.Clone(data)
		text, err := Decode(data)
		if !bytes.Equal(data, source) {
			t.Fatal("the data was changed")
		}
		if err != nil {
			return
		}
		if !utf8.Valid(text.Bytes) {
			t.Errorf("%q is not valid", text.Bytes)
		}
		if strings.HasPrefix(text.Encoding, UTF8) && !bytes.Equal(text.Bytes, data) {
			t.Errorf("%s, but %q became %q", text.Encoding, data, text.Bytes)
		}
	})
}
