package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
)

// A refCase is one entry of ref_cases.json.
type refCase struct {
	Name, Repo, Ref, Expected, OID string

	Hex    string `json:"ref_hex"` // instead of Ref
	Repeat struct {
		Unit, Tail string
		N          int
	} `json:"ref_repeat"` // instead of Ref
}

// TestRefCases takes the cases of package refcheck through the server, with the
// eleven repositories in all their states and one that does not exist.
func TestRefCases(t *testing.T) {
	const file = "../../refcheck/testdata/ref_cases.json"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Cases []refCase }
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	dir := gittest.Fixture(t)
	servers := map[string]*server{}
	for _, c := range list.Cases {
		if c.Hex != "" {
			continue // not UTF-8, which no argument in JSON can hold
		}
		s := servers[c.Repo]
		if s == nil {
			s = serving(t, filepath.Join(dir, c.Repo))
			servers[c.Repo] = s
		}
		for _, g := range gatedTools(t) {
			if g.ref {
				checkRefCase(t, s, g, c, dir)
			}
		}
	}
	if len(servers) != 12 {
		t.Errorf("the cases have %d repositories", len(servers))
	}
}

// checkRefCase asks one tool for README.md at the ref of a case.
func checkRefCase(t testing.TB, s *server, g gated, c refCase, dir string) {
	t.Helper()
	ref := c.Ref + strings.Repeat(c.Repeat.Unit, c.Repeat.N) + c.Repeat.Tail
	o := g.ask(t, s, "README.md", `,"ref":`+string(marshal(ref)))
	got, _ := at(t, o, "error").(string)
	if got == "" {
		got = "ok"
		want(t, o, "resolved_commit", `"`+c.OID+`"`)
	}
	if content, ok := o["content"]; ok && content != "hello\n" {
		t.Errorf("%s %s: content %q", g.name, c.Name, content)
	}
	if got != c.Expected {
		t.Errorf("%s %s: %s, want %s", g.name, c.Name, got, c.Expected)
	}
	if text := string(marshal(o)); strings.Contains(text, dir) {
		t.Errorf("%s %s tells a path of this machine: %s", g.name, c.Name, text)
	}
}
