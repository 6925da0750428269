package budget_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// A sharedCase is one case of testdata/budget_cases.json, see the README there.
type sharedCase struct {
	Kind    string
	Name    string
	Text    *string
	TextB64 []byte `json:"text_b64"`
	Max     int
	N       int
	Budget  int
	Offset  int
	Items   []string
	Want    json.RawMessage
}

// text returns the bytes that the case is about.
func (c *sharedCase) text() string {
	if c.Text != nil {
		return *c.Text
	}
	return string(c.TextB64)
}

// sharedCases runs check for each case of one kind, with what it wants decoded
// into a T.
func sharedCases[T any](t *testing.T, kind string, count int, check func(t *testing.T, c *sharedCase, want T)) {
	t.Helper()
	data, err := os.ReadFile("testdata/budget_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []sharedCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range file.Cases {
		if c.Kind != kind {
			continue
		}
		n++
		t.Run(c.Name, func(t *testing.T) {
			var want T
			if err := json.Unmarshal(c.Want, &want); err != nil {
				t.Fatal(err)
			}
			check(t, &c, want)
		})
	}
	if n != count {
		t.Errorf("%d cases of kind %s, want %d", n, kind, count)
	}
}

// An officialLine is one line of the Unicode test: a text and where its
// clusters end.
type officialLine struct {
	line, text string
	ends       []int
}

func officialLines(t testing.TB) []officialLine {
	t.Helper()
	data, err := os.ReadFile("testdata/grapheme_break_17.txt")
	if err != nil {
		t.Fatal(err)
	}
	var lines []officialLine
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		l := officialLine{line: strings.TrimSpace(line)}
		for field := range strings.FieldsSeq(strings.TrimPrefix(line, "÷")) {
			switch field {
			case "÷":
				l.ends = append(l.ends, len(l.text))
			case "×":
			default:
				r, err := strconv.ParseUint(field, 16, 32)
				if err != nil {
					t.Fatalf("%s: %v", l.line, err)
				}
				l.text += string(rune(r))
			}
		}
		lines = append(lines, l)
	}
	if len(lines) != 766 {
		t.Fatalf("%d lines, want the official 766", len(lines))
	}
	return lines
}

// alphabet has one or two members of each class that the rules for clusters
// tell apart, with pieces that only matter in a sequence.
var alphabet = []string{
	"a", "א", "\r", "\n", "\x01", // Other, CR, LF, Control
	"\u0301", "\u200c", "\U0001F3FD", "\u094d", "\u200d", // Extend, ZWNJ, skin tone, Linker, ZWJ
	"\u0903", "\u0600", // SpacingMark, Prepend
	"\u1100", "\u1160", "\u11a8", "\uac00", "\uac01", // Hangul L, V, T, LV, LVT
	"\U0001F1EE", "\U0001F469", "\u0915", // Regional_Indicator, Extended_Pictographic, Consonant
}

// invalid are pieces of text that are no UTF-8.
var invalid = []string{
	"\xff", "\x80", "\xa8", "\xe2", "\xe2\x80", "\xf0\x9f\x91", // bytes alone, characters cut off
	"\xc0\xaf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf", // more bytes than the character needs
	"\xed\xa0\x80", "\xf4\x90\x80\x80", // no characters
}

// skipOtherEncoder skips a case whose numbers for invalid text are not those of
// the encoder that the test is built with (GOEXPERIMENT=jsonv2).
func skipOtherEncoder(t *testing.T, s string) {
	t.Helper()
	data, err := json.Marshal("\xff")
	if err != nil {
		t.Fatal(err)
	}
	if !utf8.ValidString(s) && string(data) != `"\ufffd"` {
		t.Skipf("this encoder writes an invalid byte as %s", data)
	}
}

// newRand returns a source whose seed is printed when the test fails.
func newRand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// randomText joins up to n random members of pieces.
func randomText(rng *rand.Rand, pieces []string, n int) string {
	var b strings.Builder
	for range rng.IntN(n + 1) {
		b.WriteString(pieces[rng.IntN(len(pieces))])
	}
	return b.String()
}

// rounds is how often a random test runs: n times, a twentieth with -short.
func rounds(n int) int {
	if testing.Short() {
		return n / 20
	}
	return n
}
