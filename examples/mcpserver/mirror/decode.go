package mirror

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// A Code names why a file is not served. Codes are part of the answers of a
// server and are never renamed.
type Code string

// The codes of this package's own errors; others are those of refcheck.
const (
	TooLarge Code = "too_large" // more than Max bytes
	Binary   Code = "binary"    // not text
)

// Error returns the code as it is.
func (c Code) Error() string { return string(c) }

// A TooLargeError refuses a file of Size bytes, of which none was read.
type TooLargeError struct {
	Code Code  `json:"error"`
	Size int64 `json:"size"`
	Max  int   `json:"max"`
}

// Error gives the code and both numbers.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s (%d bytes, max %d)", e.Code, e.Size, e.Max)
}

// Unwrap returns the code, for errors.Is.
func (e *TooLargeError) Unwrap() error { return e.Code }

// A BinaryError refuses a file that is not text.
type BinaryError struct {
	Code Code `json:"error"`
	Size int  `json:"size"`
}

// Error gives the code and the size.
func (e *BinaryError) Error() string { return fmt.Sprintf("%s (%d bytes)", e.Code, e.Size) }

// Unwrap returns the code, for errors.Is.
func (e *BinaryError) Unwrap() error { return e.Code }

// The encodings that [Decode] tells. The first four are identifications. The last
// is what is left when nothing else fitted: any bytes can be read as Windows-1252,
// so a reader who sees this label should doubt the accents.
const (
	UTF8        = "utf-8"
	UTF8BOM     = "utf-8-sig"
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	Windows1252 = "windows-1252"
)

// BOM is the byte order mark of UTF-8. In a text with the encoding [UTF8BOM] it
// is still there, so that the text is the file byte for byte.
const BOM = "\ufeff"

// Text is a decoded file.
type Text struct {
	Bytes    []byte // valid UTF-8
	Encoding string
}

// Decode makes text of the bytes of a file: by its byte order mark if it has one,
// else as UTF-8 if all of it is that, else as Windows-1252. A [*BinaryError]
// refuses what git takes for binary, a NUL in the first 8,000 bytes; in UTF-16
// it is the decoded text in which there must be none.
//
// UTF-8 is returned as it is. UTF-16 loses its mark. What is no character in
// UTF-16, and the five bytes that are none in Windows-1252, become U+FFFD.
func Decode(data []byte) (Text, error) {
	t := Text{data, UTF8}
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		t = Text{decodeUTF16(data, unicode.LittleEndian), UTF16LE}
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		t = Text{decodeUTF16(data, unicode.BigEndian), UTF16BE}
	case bytes.HasPrefix(data, []byte(BOM)):
		t.Encoding = UTF8BOM
	}
	if bytes.IndexByte(t.Bytes[:min(len(t.Bytes), 8000)], 0) >= 0 {
		return Text{}, &BinaryError{Code: Binary, Size: len(data)}
	}
	if !utf8.Valid(t.Bytes) {
		return Text{decodeWindows1252(data), Windows1252}, nil
	}
	return t, nil
}

// decodeUTF16 decodes data, which begins with a mark. The decoder has no errors.
func decodeUTF16(data []byte, order unicode.Endianness) []byte {
	text, _ := unicode.UTF16(order, unicode.ExpectBOM).NewDecoder().Bytes(data)
	return text
}

// decodeWindows1252 decodes data. This decoder has no errors either.
func decodeWindows1252(data []byte) []byte {
	text, _ := charmap.Windows1252.NewDecoder().Bytes(data)
	return text
}
