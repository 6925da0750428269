package mirror

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
)

func TestDecodeAs(t *testing.T) {
	for _, tt := range []struct {
		name, data, label string
		text, encoding    string
		replaced          int
	}{
		{"Hebrew", "\xf9\xec\xe5\xed", "windows-1255", "שלום", "windows-1255", 0},
		{"labels have no case", "\xf9", "CP1255", "ש", "windows-1255", 0},
		{"and white space around them", "\xf9", " x-cp1255\n", "ש", "windows-1255", 0},
		{"Latin-1 is Windows-1252", "\x80", "iso-8859-1", "€", Windows1252, 0},
		{"several bytes for a character", "\x82\xa0", "shift_jis", "あ", "shift_jis", 0},
		{"UTF-16 without a mark", "a\x00b\x00", "utf-16le", "ab", UTF16LE, 0},
		{"a mark outranks the label", "\ufeffa", "windows-1255", "\ufeffa", UTF8BOM, 0},
		{"UTF-8", "é", "utf8", "é", UTF8, 0},
		{"UTF-8 that is none", "é\xe9\xe9!", "utf-8", "é\ufffd!", UTF8, 1},
		{"U+FFFD in the file itself", "\ufffd\xe9", "utf-8", "\ufffd\ufffd", UTF8, 1},
		{"no character", "\xd9", "windows-1255", "\ufffd", "windows-1255", 1},
	} {
		got, err := DecodeAs([]byte(tt.data), tt.label)
		if err != nil || string(got.Bytes) != tt.text || got.Encoding != tt.encoding || got.Replaced != tt.replaced {
			t.Errorf("%s: %q, %+v, %v", tt.name, got.Bytes, got, err)
		}
	}
	for _, label := range []string{"", "none", "replacement", "hz-gb-2312", strings.Repeat("x", 1<<20)} {
		if _, err := DecodeAs(nil, label); !errors.Is(err, UnknownEncoding) || !errors.Is(CheckEncoding(label), UnknownEncoding) {
			t.Errorf("%.20q: %v", label, err)
		}
	}
	if _, err := DecodeAs([]byte("a\x00"), "windows-1255"); !errors.Is(err, Binary) {
		t.Errorf("NUL: %v", err)
	}
}

func TestGuessEncoding(t *testing.T) {
	hebrew, err := charmap.Windows1255.NewEncoder().String(strings.Repeat("שלום עולם, זה קובץ בעברית\n", 20))
	if err != nil {
		t.Fatal(err)
	}
	kana, err := japanese.ShiftJIS.NewEncoder().String("これは日本語のテキストです。\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ data, want string }{
		"Hebrew": {hebrew, "windows-1255"}, "behind much ASCII": {strings.Repeat("text\n", 100_000) + hebrew, "windows-1255"},
		"Japanese": {kana, "shift_jis"}, "French": {"d\xe9j\xe0 vu\n", ""}, "UTF-8": {"é", ""}, "nothing": {"", ""},
	} {
		if got := GuessEncoding([]byte(tt.data)); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// Whatever the bytes and the label: the text is valid, and a guess can be asked for.
func FuzzDecodeAs(f *testing.F) {
	for _, tt := range decodeTests {
		for _, label := range []string{"windows-1255", "shift_jis", "utf-16be", "gb18030", "iso-2022-jp", "x-user-defined", "none"} {
			f.Add([]byte(tt.data), label)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, label string) {
		source := bytes.Clone(data)
		text, err := DecodeAs(data, label)
		if err == nil && (!utf8.Valid(text.Bytes) || text.Replaced < 0 || text.Replaced > len(text.Bytes)) {
			t.Errorf("%q: %+v", text.Bytes, text)
		}
		if errors.Is(err, UnknownEncoding) != (CheckEncoding(label) != nil) {
			t.Errorf("%q: %v", label, err)
		}
		if guess := GuessEncoding(data); guess != "" && CheckEncoding(guess) != nil {
			t.Errorf("guess %q", guess)
		}
		if !bytes.Equal(source, data) {
			t.Error("the data was changed")
		}
	})
}
