package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mapwright/mapwright/mdsection"
	"github.com/mapwright/mapwright/outline"
	"github.com/mapwright/mapwright/rstsection"
	"github.com/mapwright/mapwright/section"
)

// A format is one kind of file that has a map: of sections if it has parse, of
// symbols if it has scan.
type format struct {
	name     string // for -as and in the JSON
	parser   string // the package or function, for -bench
	suffixes []string
	parse    func(src []byte, lim *section.Limits) (*section.Map, error)
	links    bool // the format has targets and includes, and its parser drops titles
	scan     outline.Scanner
}

// try makes the map and throws it away.
func (f *format) try(src []byte) (err error) {
	if f.scan != nil {
		_, err = f.scan(src)
	} else {
		_, err = f.parse(src, nil)
	}
	return err
}

// formats is where another format is plugged in.
var formats = []*format{
	{name: "md", parser: "mdsection", suffixes: []string{".md", ".markdown", ".mdown", ".mkd"}, parse: mdsection.Parse},
	{name: "rst", parser: "rstsection", suffixes: []string{".rst"}, parse: rstsection.Parse, links: true},
	{name: "python", parser: "outline", suffixes: []string{".py", ".pyi"}, scan: outline.Python},
	{name: "template", parser: "outline", suffixes: []string{".html", ".htm", ".jinja", ".jinja2", ".j2"}, scan: outline.Template},
	{name: "css", parser: "outline", suffixes: []string{".css"}, scan: outline.CSS},
	{name: "javascript", parser: "outline", suffixes: []string{".js", ".mjs", ".cjs"}, scan: outline.JavaScript},
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
