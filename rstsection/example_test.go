package rstsection_test

import (
	"errors"
	"fmt"

	"github.com/mapwright/mapwright/rstsection"
	"github.com/mapwright/mapwright/section"
)

func Example() {
	src := []byte("=====\nGuide\n=====\n\nHello.\n\n.. _setup:\n\nInstall\n-------\n\nRun ``make``.\n")
	m, err := rstsection.Parse(src, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range m.Sections {
		fmt.Printf("%d-%d level %d: %s\n", s.Start, s.End, s.Level, s.Title)
	}
	for _, t := range m.Targets {
		fmt.Printf("%s on line %d labels %q\n", t.Name, t.Line, m.Sections[t.Section].Title)
	}
	i, err := m.Find("install")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", m.Text(i))
	// Output:
	// 1-13 level 1: Guide
	// 9-13 level 2: Install
	// setup on line 7 labels "Install"
	// "Install\n-------\n\nRun ``make``.\n"
}

func ExampleParse() {
	// The level of a title is the place of its style in the order of first use.
	m, err := rstsection.Parse([]byte("Title\n~~~~~\n\nPart\n====\n\nNext\n~~~~\n\n  Quoted\n  ~~~~~~\n"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range m.Sections {
		fmt.Println(s.Level, s.Title)
	}
	// Output:
	// 1 Title
	// 2 Part
	// 1 Next
}

func ExampleParse_dropped() {
	// A title that skips a level is none for docutils, and its text belongs to the
	// section before it. The map says so.
	m, err := rstsection.Parse([]byte("A\n=\n\nB\n-\n\nC\n=\n\nD\n~\n"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range m.Dropped {
		fmt.Printf("line %d: %s\n", d.Line, d.Reason)
	}
	// Output:
	// line 10: Title level inconsistent
}

func ExampleParse_includes() {
	m, err := rstsection.Parse([]byte(".. include:: intro.txt\n   :start-line: 3\n"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range m.Includes {
		fmt.Println(i.Line, i.Path)
	}
	// Output:
	// 1 intro.txt
}

func ExampleParse_limits() {
	_, err := rstsection.Parse([]byte("A\n=\nB\n=\nC\n=\n"), &section.Limits{MaxSections: 2})
	if e, ok := errors.AsType[*section.Error](err); ok {
		fmt.Println(e)
		fmt.Println(e.Line, errors.Is(err, section.TooManySections))
	}
	// Output:
	// line 5: too_many_sections (max 2)
	// 5 true
}
