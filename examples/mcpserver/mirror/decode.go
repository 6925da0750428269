package mirror

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
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

const replacement = "\ufffd"

// Text is a decoded file.
type Text struct {
	Bytes    []byte // valid UTF-8
	Encoding string
	// Replaced is how many characters of Bytes are U+FFFD because the file has
	// something there that is no character in Encoding.
	Replaced int
}

// Decode makes text of the bytes of a file: by its byte order mark if it has one,
// else as UTF-8 if all of it is that, else as Windows-1252. A [*BinaryError]
// refuses what git takes for binary, a NUL in the first 8,000 bytes; in UTF-16
// it is the decoded text in which there must be none.
//
// UTF-8 is returned as it is. UTF-16 loses its mark. What is no character in
// UTF-16, and the five bytes that are none in Windows-1252, become U+FFFD.
func Decode(data []byte) (Text, error) {
	if t, ok := decodeMarked(data); ok {
		return t.unlessBinary(data)
	}
	t := Text{Bytes: data, Encoding: UTF8}
	if !utf8.Valid(data) {
		t = Text{Bytes: decoded(data, charmap.Windows1252), Encoding: Windows1252}
	}
	return t.unlessBinary(data)
}

// decodeMarked decodes what begins with a byte order mark. With the mark of UTF-8
// but bytes that are none, it is no such file.
func decodeMarked(data []byte) (t Text, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return Text{Bytes: decoded(data, unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)), Encoding: UTF16LE}, true
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return Text{Bytes: decoded(data, unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)), Encoding: UTF16BE}, true
	case bytes.HasPrefix(data, []byte(BOM)) && utf8.Valid(data):
		return Text{Bytes: data, Encoding: UTF8BOM}, true
	}
	return Text{}, false
}

// unlessBinary refuses t, the text of data, if it is none.
func (t Text) unlessBinary(data []byte) (Text, error) {
	if bytes.IndexByte(t.Bytes[:min(len(t.Bytes), 8000)], 0) >= 0 {
		return Text{}, &BinaryError{Code: Binary, Size: len(data)}
	}
	t.Replaced = bytes.Count(t.Bytes, []byte(replacement))
	if strings.HasPrefix(t.Encoding, UTF8) { // where the file can have some itself
		t.Replaced -= bytes.Count(data, []byte(replacement))
	}
	return t, nil
}

// decoded decodes data. A decoder that has an error, of which none here is known
// to have any, has decoded what comes before it.
func decoded(data []byte, e encoding.Encoding) []byte {
	text, _ := e.NewDecoder().Bytes(data)
	return text
}
