package mdsection_test

import (
	"errors"
	"fmt"

	"github.com/mapwright/mapwright/mdsection"
	"github.com/mapwright/mapwright/section"
)

func Example() {
	src := []byte("# Guide\n\nHello.\n\n## Install\n\nRun `make`.\n\n## Use\n")
	m, err := mdsection.Parse(src, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range m.Sections {
		fmt.Printf("%d-%d level %d: %s\n", s.Start, s.End, s.Level, s.Title)
	}
	i, err := m.Find("install")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", m.Text(i))
	// Output:
	// 1-10 level 1: Guide
	// 5-8 level 2: Install
	// 9-10 level 2: Use
	// "## Install\n\nRun `make`.\n"
}

func ExampleParse() {
	// Only headings at the top level of the document open a section.
	m, err := mdsection.Parse([]byte("Title\n=====\n\n> # Quoted\n\n```\n# code\n```\n"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range m.Sections {
		fmt.Println(s.Title, s.Start, s.End)
	}
	// Output:
	// Title 1 9
}

func ExampleParse_limits() {
	_, err := mdsection.Parse([]byte("# A\n# B\n# C\n"), &section.Limits{MaxSections: 2})
	if e, ok := errors.AsType[*section.Error](err); ok {
		fmt.Println(e)
		fmt.Println(e.Line, errors.Is(err, section.TooManySections))
	}
	// Output:
	// line 3: too_many_sections (max 2)
	// 3 true
}

func ExampleParser_Parse() {
	src := []byte("[^1]: a note\n===\n")
	for _, footnotes := range []bool{false, true} {
		m, err := mdsection.Parser{Footnotes: footnotes}.Parse(src, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(footnotes, len(m.Sections))
	}
	// Output:
	// false 1
	// true 0
}

func ExampleParse_rendered() {
	m, err := mdsection.Parse([]byte("# The `get_file` tool\n"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"the `get_file` tool", "The get_file tool", "#the-get_file-tool"} {
		i, err := m.Find(name)
		fmt.Println(i, err)
	}
	// Output:
	// 0 <nil>
	// 0 <nil>
	// 0 <nil>
}
