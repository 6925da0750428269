package mapwright_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/mdsection"
	"github.com/mapwright/mapwright/outline"
	"github.com/mapwright/mapwright/pathpolicy"
	"github.com/mapwright/mapwright/refcheck"
	"github.com/mapwright/mapwright/rstsection"
	"github.com/mapwright/mapwright/section"
)

// These examples hold the snippets of README.md, line by line.
// TestREADMESnippets compares them.

var src = []byte(`# Guide

Read me first.

## Install – Linux

Unpack it.

## Run

Start it.
`)

func Example_mdsection() {
	m, err := mdsection.Parse(src, nil)
	if err != nil {
		log.Fatal(err) // a *section.Error: a code and its numbers
	}
	for _, s := range m.Sections {
		fmt.Printf("%d-%d level %d: %s, %d bytes\n", s.Start, s.End, s.Level, s.Title, s.Bytes)
	}
	// Output:
	// 1-12 level 1: Guide, 77 bytes
	// 5-8 level 2: Install – Linux, 33 bytes
	// 9-12 level 2: Run, 18 bytes
}

func Example_rstsection() {
	src := []byte(".. _setup:\n\nInstall\n=======\n\n.. include:: intro.txt\n")
	m, err := rstsection.Parse(src, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range m.Targets {
		if t.Section >= 0 { // else no title follows
			fmt.Printf("%s labels %q, which includes %q\n", t.Name, m.Sections[t.Section].Title, m.Includes[0].Path)
		}
	}
	// Output:
	// setup labels "Install", which includes "intro.txt"
}

func Example_outline() {
	symbols, err := outline.Scan("shape.py", []byte("class Shape:\n    def area(self):\n        return 0\n"))
	if err != nil {
		log.Fatal(err) // a *outline.NoOutline: a reason, for Python with CPython's exception and line
	}
	for _, s := range symbols {
		fmt.Println(s.Start, s.End, s.Kind, s.Name)
	}
	// Output:
	// 1 3 class Shape
	// 2 3 method Shape.area
}

func Example_section() {
	m, err := mdsection.Parse(src, nil)
	if err != nil {
		log.Fatal(err)
	}
	i, err := m.Find("install - LINUX") // case, white space and kinds of dashes do not matter
	if errors.Is(err, section.NotFound) {
		log.Fatal("no such section")
	}
	fmt.Printf("%s", m.Text(i)) // the bytes of lines 5 to 8, as they are in src
	// Output:
	// ## Install – Linux
	//
	// Unpack it.
}

func Example_budget() {
	text := "Résumé & <notes> 👩‍👩‍👧"
	fmt.Println(budget.Size(text)) // what encoding/json writes for it, quotes included
	text = text[:budget.Cut(text, 30)]
	fmt.Printf("%q\n", text) // ends before the family, which is one character of 18 bytes
	// Output:
	// 54
	// "Résumé & <notes> "
}

func Example_pathpolicy() {
	docs := pathpolicy.Policy{Repo: "handbook", Root: "docs/", Suffix: ".md"}
	path, err := docs.Resolve("guide")
	fmt.Println(path, err)
	_, err = docs.ResolveFile("deploy/server.key") // of the files that are no documents
	fmt.Println(errors.Is(err, pathpolicy.PathDenied))
	// Output:
	// docs/guide.md <nil>
	// true
}

func Example_refcheck() {
	err := refcheck.Check("main --output=x") // before git is asked
	fmt.Println(err)
	_, err = refcheck.Classify(1, nil, nil) // what git rev-parse gave: exit status, output, errors
	fmt.Println(errors.Is(err, refcheck.RefNotMirrored))
	clone := refcheck.Mirror{Exists: true, Sync: refcheck.Cloning}
	fmt.Println(clone.Judge(err)) // of half a clone, git says the same
	// Output:
	// invalid_ref: a ref must not contain a space or any of ~ ^ : ? * [ \
	// true
	// sync_in_progress: the first copy of the repository is being made
}
