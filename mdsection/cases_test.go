package mdsection

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// A knownCase is one of testdata/md_cases.json; the README there has the fields.
type knownCase struct {
	Name       string         `json:"name"`
	Input      string         `json:"input"`
	Parts      []repeatedText `json:"input_parts"`
	GFM6       []heading      `json:"gfm6"`
	GFM13      []heading      `json:"gfm13"`
	TitleLines []int          `json:"title_line_gfm13"`
}

// A repeatedText is written as [text, times].
type repeatedText string

func (r *repeatedText) UnmarshalJSON(data []byte) error {
	var text string
	var times int
	if err := json.Unmarshal(data, &[]any{&text, &times}); err != nil {
		return err
	}
	*r = repeatedText(strings.Repeat(text, times))
	return nil
}

// UnmarshalJSON reads a heading from [level, start, end].
func (h *heading) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&h.Level, &h.Start, &h.End})
}

func (k knownCase) document() []byte {
	doc := []byte(k.Input)
	for _, part := range k.Parts {
		doc = append(doc, part...)
	}
	return doc
}

func knownCases(t testing.TB) []knownCase {
	t.Helper()
	data, err := os.ReadFile("testdata/md_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []knownCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestKnownCases(t *testing.T) {
	for _, k := range knownCases(t) {
		t.Run(k.Name, func(t *testing.T) {
			checkKnown(t, k.document(), false, k.GFM13)
			checkKnown(t, k.document(), true, k.GFM6)
		})
	}
}

func checkKnown(t *testing.T, doc []byte, gfm6 bool, want []heading) {
	t.Helper()
	got, err := headings(doc, gfm6, false)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%s\ngfm6 %t: headings %v (error: %v), want %v", abbreviated(doc), gfm6, got, err, want)
	}
}

// A title starts behind the link reference definitions of its paragraph.
func TestKnownTitleLines(t *testing.T) {
	for _, k := range knownCases(t) {
		lines := strings.Split(string(k.document()), "\n")
		for i, line := range k.TitleLines {
			m, err := Parse(k.document(), nil)
			if err != nil {
				t.Fatal(err)
			}
			s := m.Sections[i]
			want := strings.Join(strings.Fields(strings.Join(lines[line-1:s.HeadingEnd-1], " ")), " ")
			if s.Title != want {
				t.Errorf("%s: title %q, want %q", k.Name, s.Title, want)
			}
		}
	}
}

// The values in the file are what the program says today.
func TestKnownCasesAreTrue(t *testing.T) {
	c := newCmark(t)
	cases := knownCases(t)
	var docs [][]byte
	for _, k := range cases {
		docs = append(docs, k.document())
	}
	says, err := c.headings(docs)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range cases {
		want := k.GFM13
		if c.gfm6 {
			want = k.GFM6
		}
		if !slices.Equal(says[i], want) {
			t.Errorf("%s: the program says %v, the file %v", k.Name, says[i], want)
		}
	}
}
