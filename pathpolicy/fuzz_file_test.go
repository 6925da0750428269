package pathpolicy_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/pathpolicy"
)

// FuzzParseFile checks that each mistake has a place in the file, that what is
// accepted is usable, and that it can be written down and read again.
func FuzzParseFile(f *testing.F) {
	example, err := os.ReadFile("testdata/example.policy")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(example)
	for _, tt := range fileErrorTests {
		if len(tt.src) < 10_000 {
			f.Add([]byte(tt.src))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		sources, err := pathpolicy.ParseFile("f", src)
		if err != nil {
			checkFileErrors(t, src, sources, err)
			return
		}
		for _, s := range sources {
			checkSource(t, s)
		}
		again, err := pathpolicy.ParseFile("f", []byte(written(sources)))
		if err != nil || !reflect.DeepEqual(again, sources) {
			t.Errorf("%q became %+v, but that is read as %+v, %v", src, sources, again, err)
		}
	})
}

func checkFileErrors(t *testing.T, src []byte, sources []pathpolicy.Source, err error) {
	t.Helper()
	errs, ok := errors.AsType[pathpolicy.FileErrors](err)
	if !ok || len(errs) == 0 || len(errs) > 100 || sources != nil {
		t.Fatalf("%d sources, error %T: %v", len(sources), err, err)
	}
	lines := strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n")
	var last *pathpolicy.FileError
	for _, e := range errs {
		if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > utf8.RuneCountInString(lines[e.Line-1])+1 {
			t.Errorf("%v: no such place in %q", e, src)
		}
		if e.Problem == "" || e.Expected == "" || e.File != "f" {
			t.Errorf("it does not say enough: %+v", e)
		}
		if strings.ContainsAny(e.Error(), "\n\r\x1b") {
			t.Errorf("more than a line: %q", e.Error())
		}
		if last != nil && (last.Line > e.Line || last.Line == e.Line && last.Column > e.Column) {
			t.Errorf("%v stands behind %v", e, last)
		}
		last = e
	}
}

func checkSource(t *testing.T, s pathpolicy.Source) {
	t.Helper()
	p := s.Policy
	if p.Repo == "" || s.Place == "" || len(p.Suffix) < 2 {
		t.Errorf("incomplete: %+v", s)
	}
	for _, g := range append(p.Secrets.Except, p.Vendored.Globs...) {
		if err := pathpolicy.CheckGlob(g); err != nil {
			t.Error(err)
		}
	}
	got, err := p.Resolve("guide")
	if why := outside(p.Root, got); err == nil && why != "" {
		t.Errorf("%+v: guide is %q: %s", p, got, why)
	}
	if err != nil && !errors.Is(err, pathpolicy.PathDenied) && !errors.Is(err, pathpolicy.SuffixNotAllowed) {
		t.Errorf("%+v serves nothing: %v", p, err)
	}
}

// written is a policy file of sources.
func written(sources []pathpolicy.Source) string {
	var b strings.Builder
	for _, s := range sources {
		p := s.Policy
		fmt.Fprintf(&b, "repo \"%s\" {\n  place = \"%s\"\n  root = \"%s\"\n  suffix = \"%s\"\n", p.Repo, s.Place, p.Root, p.Suffix)
		for key, globs := range map[string][]string{"not_secret": p.Secrets.Except, "vendored": p.Vendored.Globs} {
			fmt.Fprintf(&b, "  %s = [", key)
			for _, g := range globs {
				fmt.Fprintf(&b, "\"%s\", ", g)
			}
			b.WriteString("]\n")
		}
		b.WriteString("}\n")
	}
	return b.String()
}
