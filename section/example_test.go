package section_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mapwright/mapwright/section"
)

// parse maps a text whose headings are the lines that begin with "#". It shows
// what a parser does with a Builder.
func parse(src string, lim *section.Limits) (*section.Map, error) {
	b, err := section.NewBuilder([]byte(src), lim)
	if err != nil {
		return nil, err
	}
	number, offset := 0, 0
	for line := range strings.SplitSeq(src, "\n") {
		number++
		marked := line
		if number == 1 {
			marked = strings.TrimPrefix(line, "\ufeff")
		}
		title := strings.TrimLeft(marked, "#")
		if level := len(marked) - len(title); level > 0 {
			h := section.Heading{Level: level, Start: number, End: number, Offset: offset, Title: []byte(title)}
			if err := b.Add(h); err != nil {
				return nil, err
			}
		}
		offset += len(line) + len("\n")
	}
	return b.Map(), nil
}

// mustParse is parse for the examples, whose texts are mapped without an error.
func mustParse(src string) *section.Map {
	m, err := parse(src, nil)
	if err != nil {
		panic(err)
	}
	return m
}

const guide = `# Guide
Read me first.
## Install
Use the installer.
## Run
Start the program.
# Changes
None yet.`

// Get the map of a document, then one section by its name.
func Example() {
	m := mustParse(guide) // or a parser of the packages mdsection and rstsection

	for _, s := range m.Sections {
		fmt.Printf("%d-%d %s%s\n", s.Start, s.End, strings.Repeat("  ", s.Level-1), s.Title)
	}

	i, err := m.Find("install")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", m.Text(i))
	// Output:
	// 1-6 Guide
	// 3-4   Install
	// 5-6   Run
	// 7-8 Changes
	// ## Install
	// Use the installer.
}

func ExampleNewBuilder() {
	_, err := section.NewBuilder([]byte("one\ntwo\nthree"), &section.Limits{MaxLines: 2})
	fmt.Println(err)

	_, err = section.NewBuilder([]byte("one\ntwo\rthree"), nil)
	fmt.Println(err)
	// Output:
	// too_many_lines (max 2, total lines 3)
	// line 2: inconsistent_line_endings
}

func ExampleBuilder_Add() {
	src := []byte("Title\n=====\ntext\n")
	b, err := section.NewBuilder(src, &section.Limits{MaxSections: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Add(section.Heading{Level: 1, Start: 1, End: 2, Offset: 0, Title: src[:5]}))
	fmt.Println(b.Add(section.Heading{Level: 1, Start: 3, End: 3, Offset: 12, Title: src[12:16]}))
	// Output:
	// <nil>
	// line 3: too_many_sections (max 1)
}

func ExampleBuilder_Grow() {
	src := []byte("= One\n= Two\n")
	b, err := section.NewBuilder(src, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	b.Grow(2, len("One")+len("Two"))
	_ = b.Add(section.Heading{Level: 1, Start: 1, End: 1, Offset: 0, Title: src[2:5]})
	_ = b.Add(section.Heading{Level: 1, Start: 2, End: 2, Offset: 6, Title: src[8:11]})
	fmt.Println(len(b.Map().Sections))
	// Output: 2
}

func ExampleBuilder_Limits() {
	b, err := section.NewBuilder(nil, &section.Limits{MaxSections: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Limits().MaxSections, b.Limits().MaxLines == section.DefaultMaxLines)
	// Output:
	// 10 true
}

func ExampleBuilder_Map() {
	b, err := section.NewBuilder([]byte("text\n"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	m := b.Map()
	fmt.Println(len(m.Sections), m.TotalLines)
	// Output:
	// 0 2
}

func ExampleBuilder_SetFrontMatter() {
	b, err := section.NewBuilder([]byte("---\ndraft: true\n---\ntext"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	b.SetFrontMatter(section.Range{Start: 1, End: 3})
	fmt.Println(b.Map().FrontMatter)
	// Output:
	// {1 3}
}

func ExampleMap_Find() {
	m := mustParse("# Set-up  guide\n# Notes\n# Notes")

	i, err := m.Find("SET\u2013UP GUIDE") // an en dash
	fmt.Println(i, err)

	_, err = m.Find("guide")
	fmt.Println(err, errors.Is(err, section.NotFound))

	_, err = m.Find("notes")
	if e, ok := errors.AsType[*section.AmbiguousError](err); ok {
		for _, c := range e.Candidates {
			fmt.Println(c.Title, c.LineRange)
		}
	}
	// Output:
	// 0 <nil>
	// section_not_found true
	// Notes [2 2]
	// Notes [3 3]
}

func ExampleMap_Text() {
	m := mustParse(guide)
	fmt.Printf("%s\n", m.Text(0))
	// Output:
	// # Guide
	// Read me first.
	// ## Install
	// Use the installer.
	// ## Run
	// Start the program.
}

func ExampleMap_OwnText() {
	m := mustParse(guide)
	fmt.Printf("%s\n", m.OwnText(0))
	// Output:
	// # Guide
	// Read me first.
}

func ExampleMap_Breadcrumb() {
	m := mustParse(guide)
	fmt.Printf("%q\n", m.Breadcrumb(2))
	// Output:
	// ["Guide" "Run"]
}

func ExampleMap_Depth() {
	m := mustParse("# One\n### Three\n## Two")
	fmt.Println(m.Depth(0), m.Depth(1), m.Depth(2))
	// Output:
	// 1 2 2
}

func ExampleMap_Source() {
	m := mustParse(guide)
	fmt.Println(string(m.Source()) == guide)
	// Output:
	// true
}

func ExampleMap_Answer() {
	m := mustParse(guide)

	toc, err := m.Answer(section.Query{MaxDepth: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	printJSON(toc)

	name := "run"
	page, err := m.Answer(section.Query{Section: &name})
	if err != nil {
		fmt.Println(err)
		return
	}
	printJSON(page)
	// Output:
	// {
	//   "mode": "toc",
	//   "toc": [
	//     {
	//       "title": "Guide",
	//       "level": 1,
	//       "breadcrumb": [
	//         "Guide"
	//       ],
	//       "line_range": [
	//         1,
	//         6
	//       ],
	//       "approx_bytes": 78,
	//       "hidden_subsections": 2
	//     },
	//     {
	//       "title": "Changes",
	//       "level": 1,
	//       "breadcrumb": [
	//         "Changes"
	//       ],
	//       "line_range": [
	//         7,
	//         8
	//       ],
	//       "approx_bytes": 19
	//     }
	//   ],
	//   "toc_truncated": false,
	//   "section_count": 4,
	//   "max_depth": 1,
	//   "includes": []
	// }
	// {
	//   "mode": "section",
	//   "section": "Run",
	//   "breadcrumb": [
	//     "Guide",
	//     "Run"
	//   ],
	//   "level": 2,
	//   "line_range": [
	//     5,
	//     6
	//   ],
	//   "include_subsections": true,
	//   "offset": 0,
	//   "content": "## Run\nStart the program.",
	//   "truncated": false,
	//   "subsections": [],
	//   "neighbors": {
	//     "prev": {
	//       "title": "Install",
	//       "level": 2,
	//       "line_range": [
	//         3,
	//         4
	//       ]
	//     },
	//     "next": null
	//   }
	// }
}

func printJSON(v any) {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", data)
}

// A reader goes on from NextOffset while the page is truncated.
func ExampleDocument() {
	text := []byte(strings.Repeat("One line of text.\n", 60))
	for offset := 0; ; {
		p := section.Document(text, offset, 500)
		fmt.Println(p.Offset, len(p.Content), p.Truncated, p.RemainingChars)
		if !p.Truncated {
			break
		}
		offset = p.NextOffset
	}
	// Output:
	// 0 500 true 580
	// 500 500 true 80
	// 1000 80 false 0
}

func ExampleSplitLines() {
	lines := section.SplitLines([]byte("one\ntwo\n"))
	text, r, err := lines.Range(section.Range{Start: 2, End: 3})
	fmt.Printf("%q %v %v\n", text, r, err)
	// Output:
	// "two\n" {2 3} <nil>
}

func ExampleLines_Len() {
	fmt.Println(section.SplitLines([]byte("one\ntwo\n")).Len(), section.SplitLines(nil).Len())
	// Output:
	// 3 1
}

func ExampleLines_Range() {
	lines := section.SplitLines([]byte("one\ntwo\nthree"))
	for _, r := range []section.Range{{Start: 2, End: 2}, {Start: 3, End: 100}, {Start: 4, End: 5}, {Start: 2, End: 1}} {
		text, got, err := lines.Range(r)
		fmt.Printf("%q %v %v\n", text, got, err)
	}
	// Output:
	// "two" {2 2} <nil>
	// "three" {3 3} <nil>
	// "" {0 0} range_out_of_bounds (total lines 3)
	// "" {0 0} invalid_line_range (total lines 3)
}

func ExampleCode_Error() {
	fmt.Println(section.TooManyLines.Error())
	// Output:
	// too_many_lines
}

func ExampleError_Error() {
	err := &section.Error{Code: section.TooManyTokens, Line: 3, Max: 2}
	fmt.Println(err)
	// Output:
	// line 3: too_many_tokens (max 2)
}

func ExampleError_Unwrap() {
	_, err := section.NewBuilder([]byte("a\rb"), nil)
	fmt.Println(errors.Is(err, section.InconsistentLineEndings))
	if e, ok := errors.AsType[*section.Error](err); ok {
		fmt.Println("line", e.Line)
	}
	// Output:
	// true
	// line 1
}

func ExampleNotFoundError_Error() {
	_, err := mustParse(guide).Find("Contents")
	fmt.Println(err)
	// Output:
	// section_not_found
}

// From Answer the error holds the map, so that the reader can choose.
func ExampleNotFoundError_Unwrap() {
	name := "Contents"
	_, err := mustParse(guide).Answer(section.Query{Section: &name, MaxDepth: 1})
	fmt.Println(errors.Is(err, section.NotFound))
	if e, ok := errors.AsType[*section.NotFoundError](err); ok {
		for _, entry := range e.TOC {
			fmt.Println(entry.Title)
		}
	}
	// Output:
	// true
	// Guide
	// Changes
}

func ExampleAmbiguousError_Error() {
	_, err := mustParse("# Notes\n# Notes").Find("Notes")
	fmt.Println(err)
	// Output:
	// ambiguous_section (2 candidates)
}

func ExampleAmbiguousError_Unwrap() {
	_, err := mustParse("# Notes\n# Notes").Find("Notes")
	fmt.Println(errors.Is(err, section.Ambiguous))
	// Output:
	// true
}
