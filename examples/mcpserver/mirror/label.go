package mirror

import (
	"bytes"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding/htmlindex"
)

// UnknownEncoding is the code of an encoding that [DecodeAs] does not know.
const UnknownEncoding Code = "unknown_encoding"

// An EncodingError refuses an encoding by its name.
type EncodingError struct {
	Code Code `json:"error"` // UnknownEncoding
}

// Error returns the code.
func (e *EncodingError) Error() string { return string(e.Code) }

// Unwrap returns the code, for errors.Is.
func (e *EncodingError) Unwrap() error { return e.Code }

// CheckEncoding is nil if label is one of the WHATWG Encoding Standard that
// [DecodeAs] can decode, else an [*EncodingError].
func CheckEncoding(label string) error {
	_, err := encodingName(label)
	return err
}

// encodingName returns the name of the encoding with a label, in lower case.
func encodingName(label string) (string, error) {
	e, err := htmlindex.Get(label)
	if err != nil {
		return "", &EncodingError{UnknownEncoding}
	}
	name, err := htmlindex.Name(e)
	if err != nil || name == "replacement" { // which decodes nothing
		return "", &EncodingError{UnknownEncoding}
	}
	return name, nil
}

// DecodeAs makes text of the bytes of a file in the encoding with a label of the
// WHATWG Encoding Standard, in any case: "windows-1255", "shift_jis". As in that
// standard, a byte order mark outranks the label; Text.Encoding is the encoding
// that was used. Bytes that are no character in it become U+FFFD. Its errors are
// an [*EncodingError], and a [*BinaryError] for a NUL in the first 8,000 bytes of
// the text.
func DecodeAs(data []byte, label string) (Text, error) {
	name, err := encodingName(label)
	if err != nil {
		return Text{}, err
	}
	t, ok := decodeMarked(data)
	switch {
	case ok:
	case name == UTF8:
		t = Text{Bytes: bytes.ToValidUTF8(data, []byte(replacement)), Encoding: UTF8}
	default:
		e, _ := htmlindex.Get(name)
		t = Text{Bytes: decoded(data, e), Encoding: name}
	}
	return t.unlessBinary(data)
}

// maxGuess is how many bytes of a file its encoding is guessed by.
const maxGuess = 64 << 10

// GuessEncoding returns the label of an encoding that may be right where [Decode]
// found none that fits, empty if there is nothing better to say. It looks at the
// bytes around the first that is not UTF-8, and it can be wrong.
func GuessEncoding(data []byte) string {
	if i := invalidAt(data); i > maxGuess/2 { // what comes before tells nothing
		data = data[i-maxGuess/2:]
	}
	r := chardet.Detect(data[:min(len(data), maxGuess)])
	name, err := encodingName(r.Encoding)
	if err != nil || name == UTF8 || name == Windows1252 {
		return ""
	}
	return name
}

// invalidAt returns the offset of the first byte that is not UTF-8, or len(data).
func invalidAt(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(data)
}
