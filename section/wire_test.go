package section_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// The JSON forms below are what clients read: a field is never renamed.

func checkWire(t *testing.T, v any, want string) {
	t.Helper()
	got, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if want = strings.ReplaceAll(want, "\n", ""); string(got) != want {
		t.Errorf("JSON form (-want +got):\n-%s\n+%s", want, got)
	}
}

// answer returns what Answer returns, the error where there is one.
func answer(m *section.Map, q section.Query) any {
	a, err := m.Answer(q)
	if err != nil {
		return err
	}
	return a
}

func TestAnswersJSON(t *testing.T) {
	long := strings.Repeat("a", section.MaxTitleChars)
	for _, tt := range []struct {
		name, reason, src string
		query             section.Query
		want              string
	}{
		{
			"empty map", "lists are never null", "",
			section.Query{},
			`{"mode":"toc","toc":[],"toc_truncated":false,"section_count":0,"includes":[]}`,
		},
		{
			"map", "the whole of it", "# A\n## B\r\n",
			section.Query{},
			`{"mode":"toc","toc":[
{"title":"A","level":1,"breadcrumb":["A"],"line_range":[1,3],"approx_bytes":10},
{"title":"B","level":2,"breadcrumb":["A","B"],"line_range":[2,3],"approx_bytes":6}
],"toc_truncated":false,"section_count":2,"includes":[]}`,
		},
		{
			"map with a depth", "only an entry that hides some says so", "# A\n## B\n# C",
			section.Query{MaxDepth: 1},
			`{"mode":"toc","toc":[
{"title":"A","level":1,"breadcrumb":["A"],"line_range":[1,2],"approx_bytes":8,"hidden_subsections":1},
{"title":"C","level":1,"breadcrumb":["C"],"line_range":[3,3],"approx_bytes":3}
],"toc_truncated":false,"section_count":3,"max_depth":1,"includes":[]}`,
		},
		{
			"map with a long title", "title_truncated is only where it was cut", "#" + long + "b",
			section.Query{},
			`{"mode":"toc","toc":[
{"title":"` + long + `","title_truncated":true,"level":1,"breadcrumb":["` + long + `"],"line_range":[1,1],"approx_bytes":4098}
],"toc_truncated":false,"section_count":1,"includes":[]}`,
		},
		{
			"section", "a page that holds all of it", "# A\n## B\ntext\n### C\n## D",
			section.Query{Section: new("b")},
			`{"mode":"section","section":"B","breadcrumb":["A","B"],"level":2,"line_range":[2,4],"include_subsections":true,
"offset":0,"content":"## B\ntext\n### C","truncated":false,
"subsections":[{"title":"C","level":3,"line_range":[4,4]}],
"neighbors":{"prev":null,"next":{"title":"D","level":2,"line_range":[5,5]}}}`,
		},
		{
			"own text", "the subsections are named, not read", "# A\n## B",
			section.Query{Section: new("a"), OwnText: true},
			`{"mode":"section","section":"A","breadcrumb":["A"],"level":1,"line_range":[1,2],"include_subsections":false,
"offset":0,"content":"# A","truncated":false,
"subsections":[{"title":"B","level":2,"line_range":[2,2]}],
"neighbors":{"prev":null,"next":null}}`,
		},
		{
			"truncated page", "it says where to go on", "# A\n" + strings.Repeat("b", 1000),
			section.Query{Section: new("a"), Offset: 2, MaxChars: 500},
			`{"mode":"section","section":"A","breadcrumb":["A"],"level":1,"line_range":[1,2],"include_subsections":true,
"offset":2,"content":"A\n` + strings.Repeat("b", 498) + `","truncated":true,"next_offset":502,"remaining_chars":502,
"subsections":[],"neighbors":{"prev":null,"next":null}}`,
		},
		{
			"long titles", "are cut in every list", "# A\n##" + long + "b\n##" + long + "c\n## D",
			section.Query{Section: new("d")},
			`{"mode":"section","section":"D","breadcrumb":["A","D"],"level":2,"line_range":[4,4],"include_subsections":true,
"offset":0,"content":"## D","truncated":false,"subsections":[],
"neighbors":{"prev":{"title":"` + long + `","title_truncated":true,"level":2,"line_range":[3,3]},"next":null}}`,
		},
		{
			"not found", "holds the map", "# A\n## B",
			section.Query{Section: new(""), MaxDepth: 1},
			`{"error":"section_not_found","suggestions":[],"toc":[
{"title":"A","level":1,"breadcrumb":["A"],"line_range":[1,2],"approx_bytes":8,"hidden_subsections":1}
],"toc_truncated":false,"section_count":2,"max_depth":1,"includes":[]}`,
		},
		{
			"ambiguous", "the candidates can be told apart", "# A\n## B\n# b",
			section.Query{Section: new("B")},
			`{"error":"ambiguous_section","candidates":[
{"title":"B","level":2,"line_range":[2,2],"breadcrumb":["A","B"]},
{"title":"b","level":1,"line_range":[3,3],"breadcrumb":["b"]}
]}`,
		},
		{
			"too long", "numbers, and not the name", "# A",
			section.Query{Section: new(long + "b")},
			`{"error":"section_too_long","max_chars":4096,"actual_chars":4097}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkWire(t, answer(mustParse(tt.src), tt.query), tt.want)
			if t.Failed() {
				t.Log(tt.reason)
			}
		})
	}
}

// TestTruncatedListsJSON looks at the flags alone.
func TestTruncatedListsJSON(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		query     section.Query
		want      string
	}{
		{"map", strings.Repeat("#\n", 501), section.Query{}, `"toc_truncated":true,"section_count":501,`},
		{"subsections", "# A\n" + strings.Repeat("##\n", 501), section.Query{Section: new("a")}, `],"subsections_truncated":true,"neighbors"`},
		{"candidates", strings.Repeat("# A\n", 51), section.Query{Section: new("a")}, `],"candidates_truncated":true}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data, err := json.Marshal(answer(mustParse(tt.src), tt.query))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(data), tt.want) {
				t.Errorf("%s is not in the JSON form", tt.want)
			}
		})
	}
}

func TestDocumentJSON(t *testing.T) {
	p := section.Document([]byte("# A\r\ntext"), 0, 0)
	checkWire(t, p, `{"mode":"document","max_chars":12000,"offset":0,"content":"# A\r\ntext","truncated":false}`)
	p.Encoding = "utf-8"
	checkWire(t, p, `{"mode":"document","max_chars":12000,"offset":0,"content":"# A\r\ntext","truncated":false,"encoding":"utf-8"}`)

	p = section.Document([]byte(strings.Repeat("ש", 501)), 0, 1)
	checkWire(t, p, `{"mode":"document","max_chars":500,"offset":0,"content":"`+strings.Repeat("ש", 500)+
		`","truncated":true,"next_offset":500,"remaining_chars":1}`)
}

func TestErrors(t *testing.T) {
	_, notFound := mustParse("# A").Find("B")
	_, ambiguous := mustParse("# A\n# A").Find("A")
	for _, tt := range []struct {
		err           error
		message, wire string
	}{
		{
			&section.Error{Code: section.InconsistentLineEndings, Line: 3},
			"line 3: inconsistent_line_endings", `{"error":"inconsistent_line_endings","line":3}`,
		},
		{
			&section.Error{Code: section.TooManyLines, Max: 2, TotalLines: 3},
			"too_many_lines (max 2, total lines 3)", `{"error":"too_many_lines","max":2,"total_lines":3}`,
		},
		{
			&section.Error{Code: section.TooManyTokens, Max: 2},
			"too_many_tokens (max 2)", `{"error":"too_many_tokens","max":2}`,
		},
		{
			&section.Error{Code: section.TooManyTokens, Max: 2, Line: 3},
			"line 3: too_many_tokens (max 2)", `{"error":"too_many_tokens","max":2,"line":3}`,
		},
		{
			&section.Error{Code: section.TooManySections, Max: 2, Line: 3},
			"line 3: too_many_sections (max 2)", `{"error":"too_many_sections","max":2,"line":3}`,
		},
		{
			&section.Error{Code: section.InvalidLineRange, TotalLines: 9},
			"invalid_line_range (total lines 9)", `{"error":"invalid_line_range","total_lines":9}`,
		},
		{
			&section.Error{Code: section.RangeOutOfBounds, TotalLines: 9},
			"range_out_of_bounds (total lines 9)", `{"error":"range_out_of_bounds","total_lines":9}`,
		},
		{
			&section.Error{Code: section.TooLong, MaxChars: 4096, ActualChars: 4097},
			"section_too_long (max chars 4096, actual chars 4097)", `{"error":"section_too_long","max_chars":4096,"actual_chars":4097}`,
		},
		{notFound, "section_not_found", `{"error":"section_not_found","suggestions":[]}`},
		{
			ambiguous, "ambiguous_section (2 candidates)", `{"error":"ambiguous_section","candidates":[
{"title":"A","level":1,"line_range":[1,1],"breadcrumb":["A"]},{"title":"A","level":1,"line_range":[2,2],"breadcrumb":["A"]}]}`,
		},
		{section.NotFound, "section_not_found", `"section_not_found"`},
	} {
		if got := tt.err.Error(); got != tt.message {
			t.Errorf("message is %q, want %q", got, tt.message)
		}
		checkWire(t, tt.err, tt.wire)
	}
}
