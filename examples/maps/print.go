package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"unicode"

	"github.com/mapwright/mapwright/outline"
	"github.com/mapwright/mapwright/section"
)

// The refusals that are this command's own. Parsers have theirs.
const (
	unknownFormat section.Code = "unknown_format"
	unreadable    section.Code = "unreadable"
)

// A printer writes the results in the form that was asked for.
type printer struct {
	out    *bufio.Writer // keeps its first error for the end
	stderr io.Writer
	json   bool
	failed bool // a refusal was printed
}

// document prints the map of one file.
func (p *printer) document(path string, f *format, m *section.Map) {
	if !p.json {
		p.table(path, m)
		return
	}
	sections := m.Sections
	if sections == nil {
		sections = []section.Section{} // [], not null
	}
	p.object(struct {
		Path     string            `json:"path"`
		Format   string            `json:"format"`
		Lines    int               `json:"lines"`
		Sections []section.Section `json:"sections"`
		*links
	}{path, f.name, m.TotalLines, sections, linksOf(f, m)})
}

// outline prints the symbols of one file.
func (p *printer) outline(path string, f *format, src []byte, symbols []outline.Symbol) {
	lines := 1 + bytes.Count(src, []byte("\n"))
	if p.json {
		if symbols == nil {
			symbols = []outline.Symbol{} // [], not null
		}
		p.object(struct {
			Path    string           `json:"path"`
			Format  string           `json:"format"`
			Lines   int              `json:"lines"`
			Symbols []outline.Symbol `json:"symbols"`
		}{path, f.name, lines, symbols})
		return
	}
	fmt.Fprintf(p.out, "%s: %s, %s\n", printable(path), count(lines, "line"), count(len(symbols), "symbol"))
	width := len(fmt.Sprintf("%d-%[1]d", lines))
	for _, s := range symbols {
		fmt.Fprintf(p.out, "  %*s  %-8s  %s\n", width, fmt.Sprintf("%d-%d", s.Start, s.End), s.Kind, printable(s.Name))
	}
}

// links are what a format other than Markdown has beside sections. None of the
// lists is null.
type links struct {
	Targets  []target  `json:"targets"`
	Nested   []target  `json:"nested_targets,omitempty"`
	Includes []include `json:"includes"`
	Dropped  []dropped `json:"dropped"`
}

type target struct {
	Name    string `json:"name"`
	Line    int    `json:"line"`
	Section *int   `json:"section,omitempty"` // that it labels: an index into "sections"
}

type include struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

type dropped struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// linksOf returns the links of a map, nil where the format has none.
func linksOf(f *format, m *section.Map) *links {
	if !f.links {
		return nil
	}
	l := &links{Targets: []target{}, Includes: []include{}, Dropped: []dropped{}}
	for _, t := range m.Targets {
		one := target{Name: t.Name, Line: t.Line}
		if t.Section >= 0 {
			one.Section = &t.Section
		}
		if t.Nested {
			l.Nested = append(l.Nested, one)
		} else {
			l.Targets = append(l.Targets, one)
		}
	}
	for _, i := range m.Includes {
		l.Includes = append(l.Includes, include(i))
	}
	for _, d := range m.Dropped {
		l.Dropped = append(l.Dropped, dropped(d))
	}
	return l
}

// refusal prints why a file has no map.
func (p *printer) refusal(path string, err error) {
	p.failed = true
	if !p.json {
		p.out.Flush() // so that a terminal shows both streams in order
		if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathErr.Err // without the path, which is printed here
		}
		fmt.Fprintf(p.stderr, "maps: %s: %v\n", printable(path), err)
		return
	}
	if none, ok := errors.AsType[*outline.NoOutline](err); ok {
		p.object(struct {
			Path      string         `json:"path"`
			Reason    outline.Reason `json:"no_outline"`
			ErrorType string         `json:"error_type,omitempty"`
			Line      int            `json:"line,omitempty"`
			Max       int            `json:"max,omitempty"`
		}{path, none.Reason, none.ErrorType, none.Line, none.Max})
		return
	}
	refusal, ok := errors.AsType[*section.Error](err)
	if !ok {
		refusal = &section.Error{Code: unreadable}
	}
	p.object(struct {
		Path string `json:"path"`
		*section.Error
	}{path, refusal})
}

// object prints v, which can always be encoded, as one line of JSON.
func (p *printer) object(v any) {
	enc := json.NewEncoder(p.out)
	enc.SetEscapeHTML(false) // titles are full of code
	enc.Encode(v)
}

// table prints a map for people.
func (p *printer) table(path string, m *section.Map) {
	fmt.Fprintf(p.out, "%s: %s, %s\n", printable(path), count(m.TotalLines, "line"), count(len(m.Sections), "section"))
	ranges := make([]string, len(m.Sections))
	var lineWidth, sizeWidth int
	for i, s := range m.Sections {
		ranges[i] = fmt.Sprintf("%d-%d", s.Start, s.End)
		lineWidth = max(lineWidth, len(ranges[i]))
		sizeWidth = max(sizeWidth, len(strconv.Itoa(s.Bytes)))
	}
	for i, s := range m.Sections {
		indent := strings.Repeat("  ", m.Depth(i)-1)
		fmt.Fprintf(p.out, "  %*s  %*d B  %s%s\n", lineWidth, ranges[i], sizeWidth, s.Bytes, indent, printable(s.Title))
	}
	for _, d := range m.Dropped {
		fmt.Fprintf(p.out, "  line %d makes no section: %s\n", d.Line, d.Reason)
	}
}

// count writes a number of things: "no sections", "1 section", "2 sections".
func count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// printable replaces what could steer a terminal: control characters, those that
// end lines or turn the direction of text, and bytes that are no UTF-8.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
