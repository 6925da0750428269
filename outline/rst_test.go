package outline

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/rstsection"
)

func TestRST(t *testing.T) {
	long := strings.Repeat("é", 5000)
	for _, tt := range []struct {
		reason, src string
		want        []Symbol
	}{
		{"nothing", "", nil},
		{"text alone", "text\n\n- x\n", nil},
		{
			"names are dotted over ancestors",
			"Guide\n=====\n\nInstall\n-------\n\nLinux\n~~~~~\n\nUse\n---\n",
			[]Symbol{{"Guide", Heading, 1, 12}, {"Guide.Install", Heading, 4, 9}, {"Guide.Install.Linux", Heading, 7, 9}, {"Guide.Use", Heading, 10, 12}},
		},
		{
			"a heading starts at its overline",
			"====\nA\n====\n\n====\n B\n====\n",
			[]Symbol{{"A", Heading, 1, 4}, {"B", Heading, 5, 8}},
		},
		{
			"titles are source, dots in them too",
			"a.b\\_c\n======\n\n``x.y``\n-------\n",
			[]Symbol{{"a.b\\_c", Heading, 1, 6}, {"a.b\\_c.``x.y``", Heading, 4, 6}},
		},
		{
			"labels are on one line, before the heading that they label",
			".. _my-anchor:\n.. _Two  Words:\n\nA\n=\n",
			[]Symbol{{"_my-anchor", Target, 1, 1}, {"_Two Words", Target, 2, 2}, {"A", Heading, 4, 6}},
		},
		{
			"no labels: with a reference, without a name, in a list, in a comment",
			".. _site: http://x\n.. _other: site_\n.. __:\n__ x\n\n- .. _in:\n\n..\n   .. _out:\n",
			nil,
		},
		{"CRLF", "A\r\n=\r\n\r\n.. _x:\r\n", []Symbol{{"A", Heading, 1, 5}, {"_x", Target, 4, 4}}},
		{"a name is never cut", long + "\n====\n\nB\n-\n", []Symbol{{long, Heading, 1, 6}, {long + ".B", Heading, 4, 6}}},
		{"nor behind a byte order mark", "\ufeff" + long + "\n====\n", []Symbol{{long, Heading, 1, 3}}},
		{"nor behind odd white space", "\x1f" + long + "\n====\n" + long + "x\n", []Symbol{{long, Heading, 1, 4}}},
		{"not even between odd line ends", "x\v\v" + long + "\v====\v", []Symbol{{long, Heading, 1, 1}}},
	} {
		got, err := Scan("x.RST", []byte(tt.src))
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %.100q: got %v (error: %v), want %v", tt.reason, tt.src, got, err, tt.want)
		}
	}
}

func TestRSTRefusals(t *testing.T) {
	// 32 levels of long titles, and many short ones below the last.
	var deep strings.Builder
	for _, c := range "=-~^+#*'\"`:.,_;!?$%&()/<>@[]{|}" {
		deep.WriteString(strings.Repeat("x", 4000) + "\n" + strings.Repeat(string(c), 4) + "\n\n")
	}
	deep.WriteString(strings.Repeat("====\nA\n====\n\n", 1000))
	for _, tt := range []struct {
		reason, src string
		want        NoOutline
	}{
		{"a lone carriage return", "A\n=\n\rx", NoOutline{Reason: InconsistentLineEndings, Line: 3}},
		{"headings", strings.Repeat("A\n=\n", MaxSymbols+1), NoOutline{Reason: TooManySymbols, Max: MaxSymbols}},
		{"headings and labels", strings.Repeat("A\n=\n.. _a:\n\n", MaxSymbols/2+1), NoOutline{Reason: TooManySymbols, Max: MaxSymbols}},
		{"names that are too long together", deep.String(), NoOutline{Reason: TooManySymbols, Max: MaxSymbols}},
	} {
		got, err := RST([]byte(tt.src))
		if n, ok := errors.AsType[*NoOutline](err); !ok || *n != tt.want || got != nil {
			t.Errorf("%s: %d symbols, %v, want %v", tt.reason, len(got), err, &tt.want)
		}
	}
	if _, err := RST([]byte(strings.Repeat("A\n=\n", MaxSymbols))); err != nil {
		t.Errorf("%d headings: %v", MaxSymbols, err)
	}
}

// TestRSTCases compares with what docutils finds in the cases of rstsection.
func TestRSTCases(t *testing.T) {
	data, err := os.ReadFile("../rstsection/testdata/rst_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Input       string
		Sections, Targets [][]any
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		var want list
		var names []string // of the open sections
		for _, s := range c.Sections {
			level, title, start, end := int(s[0].(float64)), s[1].(string), int(s[2].(float64)), int(s[3].(float64))
			names = append(names[:level-1], title)
			want.symbols = append(want.symbols, Symbol{strings.Join(names, "."), Heading, start, end})
		}
		for _, target := range c.Targets {
			line := int(target[1].(float64))
			want.symbols = append(want.symbols, Symbol{"_" + target[0].(string), Target, line, line})
		}
		got, err := RST([]byte(c.Input))
		if err != nil || !slices.Equal(got, want.sorted()) {
			t.Errorf("%s: got %v (error: %v), want %v", c.Name, got, err, want.symbols)
		}
	}
}

// FuzzRST asserts that symbols are in order, on lines that can be read, and that
// headings are the sections of rstsection.
func FuzzRST(f *testing.F) {
	f.Add([]byte("A\n=\n\n.. _x:\n\nB\n-\n\n\tC\n"))
	f.Add([]byte("=\nA\n=\n\f- x\n\v=\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		symbols, err := RST(src)
		if err != nil {
			if _, ok := errors.AsType[*NoOutline](err); !ok || symbols != nil {
				t.Fatalf("%d symbols, %v", len(symbols), err)
			}
			return
		}
		m, err := rstsection.Parse(src, nil)
		if err != nil {
			t.Skip("over a limit that an outline does not have: ", err)
		}
		headings := 0
		for i, s := range symbols {
			if s.Start < 1 || s.End < s.Start || s.End > m.TotalLines || i > 0 && symbols[i-1].Start > s.Start {
				t.Errorf("symbol %d: %+v", i, s)
			}
			if s.Kind == Heading {
				headings++
			}
		}
		if headings != len(m.Sections) {
			t.Errorf("%d headings, %d sections", headings, len(m.Sections))
		}
	})
}
