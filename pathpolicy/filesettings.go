package pathpolicy

import (
	"fmt"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

const expectedSetting = "place, root, suffix, not_secret or vendored"

// sources makes sources of the blocks and reports what is wrong with their meaning.
func (f *file) sources(blocks []*block) []Source {
	sources := make([]Source, 0, len(blocks))
	lines := make(map[string]int, len(blocks))
	for _, b := range blocks {
		if b.broken && b.Name.Quoted == "" {
			f.source("", b)
			continue
		}
		name := f.check(&b.Name, nameDefect)
		if line, twice := lines[name]; twice {
			f.add(b.Name.Pos, fmt.Sprintf("the repository %s is there already, in line %d", quote(name), line), "another name")
		} else {
			lines[name] = b.Name.Pos.Line
		}
		sources = append(sources, f.source(name, b))
	}
	return sources
}

func (f *file) source(name string, b *block) Source {
	s := Source{Policy: Policy{Repo: name}}
	lines := make(map[string]int, len(b.Settings))
	for _, set := range b.Settings {
		if b.broken && !set.Value.IsList && set.Value.One == nil {
			continue
		}
		if line, twice := lines[set.Key]; twice {
			f.add(set.Pos, fmt.Sprintf("%s is set already, in line %d", set.Key, line), "it once")
			continue
		}
		lines[set.Key] = set.Pos.Line
		switch set.Key {
		case "place":
			s.Place = f.one(set, placeDefect)
		case "root":
			s.Policy.Root = f.one(set, rootDefect)
		case "suffix":
			s.Policy.Suffix = f.one(set, suffixDefect)
		case "not_secret":
			s.Policy.Secrets.Except = f.list(set, globDefect)
		case "vendored":
			s.Policy.Vendored.Globs = f.list(set, globDefect)
		default:
			f.add(set.Pos, "unknown setting "+quote(set.Key), expectedSetting)
		}
	}
	if b.broken {
		return s
	}
	if _, ok := lines["place"]; !ok {
		f.add(b.Name.Pos, fmt.Sprintf("the repository %s has no place", quote(name)), `place = "PATH"`)
	}
	if _, ok := lines["suffix"]; !ok {
		f.add(b.Name.Pos, fmt.Sprintf("the repository %s has no suffix", quote(name)), `a line like suffix = ".md"`)
	}
	return s
}

// one returns the string of a setting.
func (f *file) one(s *setting, check func(string) *defect) string {
	if s.Value.One == nil {
		f.add(s.Value.Pos, s.Key+" has a list", "one string in quotes")
		return ""
	}
	return f.check(s.Value.One, check)
}

// list returns the strings of a setting, nil if there are none.
func (f *file) list(s *setting, check func(string) *defect) []string {
	if s.Value.One != nil {
		f.add(s.Value.Pos, s.Key+" has one string", `a list like ["a", "b"]`)
		return nil
	}
	var all []string
	for i, item := range s.Value.List {
		if i > 0 && !s.Value.List[i-1].Comma {
			f.add(item.Text.Pos, "found the string "+quote(item.Text.value()), `"," or "]"`)
		}
		all = append(all, f.check(&item.Text, check))
	}
	return all
}

// defect is what is wrong with the text of a string.
type defect struct {
	at                int // in bytes
	problem, expected string
}

func (f *file) check(t *text, check func(string) *defect) string {
	s := t.value()
	d := check(s)
	if d == nil {
		if i := strings.IndexFunc(s, unicode.IsControl); i >= 0 {
			d = &defect{i, fmt.Sprintf("found the control character %U", []rune(s[i:])[0]), "text"}
		}
	}
	if d != nil {
		at := lexer.Position{Line: t.Pos.Line, Column: t.Pos.Column + 1 + utf8.RuneCountInString(s[:d.at])}
		f.add(at, d.problem, d.expected)
	}
	return s
}

func nameDefect(s string) *defect {
	if s == "" {
		return &defect{0, "the name is empty", "the name by which requests know the repository"}
	}
	if i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) || r == utf8.RuneError }); i >= 0 {
		return &defect{i, "the name has a character that can not be printed", "letters, digits or signs"}
	}
	return nil
}

func placeDefect(s string) *defect {
	if strings.TrimSpace(s) == "" {
		return &defect{0, "the place is empty", "the path of a git repository or mirror"}
	}
	return nil
}

func rootDefect(s string) *defect {
	const expected = `a folder of the repository, like "docs/", or "" for all of it`
	folder := strings.TrimSuffix(s, "/")
	switch {
	case strings.ContainsRune(s, '\\'):
		return &defect{strings.IndexByte(s, '\\'), `found a "\"`, expected + `, with "/"`}
	case s != "" && (folder == "." || !fs.ValidPath(folder)):
		return &defect{0, quote(s) + " is not inside the repository, or not its shortest form", expected}
	}
	return nil
}

func suffixDefect(s string) *defect {
	if len(s) < 2 || s[0] != '.' || strings.ContainsAny(s, `/\`) || strings.TrimSpace(s) != s {
		return &defect{0, quote(s) + " is no suffix", `one like ".md" or ".rst"`}
	}
	return nil
}
