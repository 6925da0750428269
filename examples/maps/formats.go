package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mapwright/mapwright/mdsection"
	"github.com/mapwright/mapwright/rstsection"
	"github.com/mapwright/mapwright/section"
)

// A format is one kind of document that has a map.
type format struct {
	name     string // for -as and in the JSON
	parser   string // the package, for -bench
	suffixes []string
	parse    func(src []byte, lim *section.Limits) (*section.Map, error)
	links    bool // the format has targets and includes, and its parser drops titles
}

// formats is where another format is plugged in.
var formats = []*format{
	{"md", "mdsection", []string{".md", ".markdown", ".mdown", ".mkd"}, mdsection.Parse, false},
	{"rst", "rstsection", []string{".rst", ".rest"}, rstsection.Parse, true},
}

// formatOf returns the format that path's suffix stands for, nil if none.
func formatOf(path string) *format {
	suffix := strings.ToLower(filepath.Ext(path))
	for _, f := range formats {
		if slices.Contains(f.suffixes, suffix) {
			return f
		}
	}
	return nil
}

// formatNamed returns the format called name, nil if there is none.
func formatNamed(name string) *format {
	for _, f := range formats {
		if f.name == name {
			return f
		}
	}
	return nil
}

// formatNames lists the names for a message.
func formatNames() string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}
