package outline

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// pyRefusedCodecs are CPython's codecs that can be declared and are not known
// here, by the reason. Others that are not known here, CPython refuses too.
var pyRefusedCodecs = map[string]string{
	"no table, or one with other characters": "cp1006 cp1125 cp1255 cp720 cp737 cp775 cp856 cp857 cp861 cp864 cp869 hp-roman8 iso8859-11 " +
		"koi8-t koi8-u kz1048 mac-arabic mac-croatian mac-farsi mac-greek mac-iceland mac-latin2 mac-romanian mac-turkish " +
		"palmos ptcp154 tis-620",
	"EBCDIC, in which other bytes end lines": "cp037 cp1026 cp1140 cp273 cp424 cp500 cp875",
	"several bytes a character": "big5 big5hkscs cp932 cp950 euc_jis_2004 euc_jisx0213 euc_jp euc_kr gb18030 gb2312 gbk hz iso2022_jp iso2022_jp_1 " +
		"iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext iso2022_kr johab shift_jis shift_jis_2004 shift_jisx0213 " +
		"utf-16 utf-16-be utf-16-le utf-32 utf-32-be utf-32-le",
	"escapes": "idna punycode raw-unicode-escape unicode-escape utf-7",
}

// pyEncodings is what py_encodings.py prints.
type pyEncodings struct {
	Codecs    map[string]string
	Bytes     map[string][]rune
	Pairs     map[string]map[string]string
	Spellings map[string][4]any // the codec, then verdicts on pySpelled
}

// pySpelled are the texts in which a spelling of an encoding is tried.
func pySpelled(spelling string) [3]string {
	line := "# coding: " + spelling + "\n"
	return [3]string{line + "x\n", line + "'\xe9'\n", "\ufeff" + line + "x\n"}
}

// pySpellings writes a name in ways that are right, wrong or nearly right.
func pySpellings(name string) []string {
	dashes := strings.ReplaceAll(name, "_", "-")
	return []string{
		name, strings.ToUpper(name), dashes, strings.ReplaceAll(name, "_", "."), strings.ReplaceAll(name, "_", "--"),
		strings.ReplaceAll(name, "_", ""), strings.ReplaceAll(name, "_", "_."), strings.Replace(name, "_", "-", 1),
		"-" + name, "_" + name, "." + name, name + "-", name + "_", name + ".", name + "-unix", dashes + "_dos", dashes + ".x", dashes + "x",
	}
}

func askEncodings(t *testing.T, o pyOracle, spellings []string) (answer pyEncodings) {
	t.Helper()
	data, err := json.Marshal(spellings)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "spellings")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := o.cmd("testdata/python/py_encodings.py", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// TestPythonEncodings compares all names of encodings that CPython 3.14 lists, what
// bytes mean in them, and ways to write the names in a declaration.
func TestPythonEncodings(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of spellings")
	}
	o := exactPyOracle(t)
	spellings := []string{"-", ".", "_", "--", "utf-8-sig", "utf--8-sig", "iso-latin-1", "iso--latin-1", "iso-latin-10", "latin-1-", "latin_1_x", "latin--1-x", "utf-16", "nope"}
	for _, c := range pyCodecs {
		for name := range strings.FieldsSeq(c.module + " " + c.aliases) {
			spellings = append(spellings, pySpellings(name)...)
		}
	}
	want := askEncodings(t, o, spellings)
	accepted := compareCodecs(t, want)
	for spelling, answers := range want.Spellings {
		codec, _ := answers[0].(string)
		for i, src := range pySpelled(spelling) {
			got := pyResult([]byte(src))
			verdict := "<nil>"
			if got.NoOutline != "" {
				verdict = fmt.Sprint([]any{got.ErrorType, max(got.Line, 1)})
			}
			if wrong, ok := answers[1+i].([]any); ok {
				answers[1+i] = []any{wrong[0], max(wrong[1].(float64), 1)} // CPython has no line for what is about the whole file
			}
			refused := codec != "" && !accepted[codec] // one that is not known here
			if want := fmt.Sprint(answers[1+i]); verdict != want && !refused {
				t.Errorf("%q: got %s, want %s (codec %q)", src, verdict, want, codec)
			}
		}
	}
	t.Logf("CPython %s: %d names, %d codecs known here, %d spellings", o.version, len(want.Codecs), len(accepted), len(want.Spellings))
}

// compareCodecs compares the codecs and returns those that are known here.
func compareCodecs(t *testing.T, want pyEncodings) (accepted map[string]bool) {
	accepted = map[string]bool{}
	refused := map[string]bool{}
	for name, codec := range want.Codecs {
		c := pyFindCodec(pyEncodingName(name))
		switch {
		case c == nil && codec != "":
			refused[codec] = true
		case c != nil:
			accepted[codec] = true
			compareBytes(t, name, c, want.Bytes[codec])
		}
	}
	for codec := range accepted {
		if refused[codec] {
			t.Errorf("%s is known by some of its names only", codec)
		}
	}
	var listed []string
	for _, names := range pyRefusedCodecs {
		listed = append(listed, strings.Fields(names)...)
	}
	for codec := range refused {
		if codec != "raw-unicode-escape" && pyHasTable(want.Bytes[codec]) { // which is Latin-1 otherwise
			t.Errorf("package charmap has %s", codec)
		}
		if usable(codec) && !slices.Contains(listed, codec) {
			t.Errorf("%s is refused and not listed", codec)
		}
	}
	for _, codec := range listed {
		if !refused[codec] {
			t.Errorf("%s is listed and not refused", codec)
		}
	}
	comparePairs(t, want.Pairs["cp949"])
	return accepted
}

// usable reports whether CPython takes a codec for source code: not those that are
// for other things than text, nor the one that refuses everything.
func usable(codec string) bool {
	return !slices.Contains([]string{"base64", "bz2", "hex", "quopri", "rot-13", "uu", "zlib", "undefined"}, codec)
}

func compareBytes(t *testing.T, name string, c *pyCodec, want []rune) {
	if len(want) != 256 {
		t.Fatalf("%s: a table of %d bytes", name, len(want))
	}
	for b, r := range want {
		text, ok := c.decode([]byte{byte(b)})
		if got, _ := utf8.DecodeRune(text); ok != (r >= 0) || ok && got != r {
			t.Errorf("%s: byte %#x is %q, %v, want %q", name, b, text, ok, r)
		}
	}
}

// pyHasTable reports whether package charmap has an encoding that extends ASCII
// with this table.
func pyHasTable(want []rune) bool {
	if len(want) != 256 || want['\n'] != '\n' {
		return false
	}
	return slices.ContainsFunc(charmap.All, func(e encoding.Encoding) bool {
		table, ok := e.(*charmap.Charmap)
		if !ok {
			return false
		}
		for b, r := range want {
			if text, ok := pySingleBytes(table)([]byte{byte(b)}); ok != (r >= 0) || ok && string(text) != string(r) {
				return false
			}
		}
		return true
	})
}

// comparePairs compares all pairs of bytes of which the first is not ASCII.
func comparePairs(t *testing.T, want map[string]string) {
	if len(want) < 10_000 {
		t.Fatalf("%d pairs", len(want))
	}
	for pair := 0x80 << 8; pair < 1<<16; pair++ {
		text, ok := pyDecodeKorean([]byte{byte(pair >> 8), byte(pair)})
		right, known := want[strconv.Itoa(pair)]
		if ok != known || ok && string(text) != right {
			t.Errorf("pair %#x is %q, %v, want %q, %v", pair, text, ok, right, known)
		}
	}
}
