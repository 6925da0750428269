package pathpolicy_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/pathpolicy"
)

func TestLookup(t *testing.T) {
	table := pathpolicy.Table{
		{Repo: "handbook", Root: "docs"},
		{Repo: "rules"},
		{Repo: "handbook", Root: "second"},
	}
	tests := []struct {
		name, why, repo string
		table           pathpolicy.Table
		root            string // of the policy found
		refusal         string // JSON; empty if a policy is found
	}{
		{name: "by name", why: "of two entries the first counts", repo: "handbook", table: table, root: "docs"},
		{name: "default", why: "the first of the table", repo: "", table: table, root: "docs"},
		{name: "unknown", why: "no permissive default", repo: "other", table: table, refusal: `{"error":"repo_not_configured","repo":"other"}`},
		{name: "other case", why: "names are compared as they are", repo: "Rules", table: table, refusal: `{"error":"repo_not_configured","repo":"Rules"}`},
		{name: "no policies", why: "there is no default either", repo: "", table: nil, refusal: `{"error":"repo_not_configured"}`},
		{name: "too long", why: "what is too long is not repeated", repo: strings.Repeat("r", 4097), table: table, refusal: `{"error":"repo_not_configured"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := tt.table.Lookup(tt.repo)
			if p.Root != tt.root {
				t.Errorf("root %q, want %q: %s", p.Root, tt.root, tt.why)
			}
			if tt.refusal == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, pathpolicy.RepoNotConfigured) {
				t.Fatalf("error %v, want %v: %s", err, pathpolicy.RepoNotConfigured, tt.why)
			}
			if got, _ := json.Marshal(err); string(got) != tt.refusal {
				t.Errorf("got  %s\nwant %s: %s", got, tt.refusal, tt.why)
			}
		})
	}
}

func TestAllow(t *testing.T) {
	table := pathpolicy.Table{{Repo: "a"}, {Repo: "b"}, {Repo: "c"}}
	tests := []struct {
		name, why string
		repos     []string
		want      []string
	}{
		{"order", "the deployment's order, not the table's", []string{"c", "a"}, []string{"c", "a"}},
		{"without a policy", "both gates must be passed", []string{"x", "b"}, []string{"b"}},
		{"twice", "a server lists a repository once", []string{"b", "a", "b"}, []string{"b", "a"}},
		{"empty name", "is the default of Lookup, not a repository", []string{""}, nil},
		{"nothing", "nothing allowed, nothing served", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range table.Allow(tt.repos...) {
				got = append(got, p.Repo)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("Allow(%q) = %q, want %q: %s", tt.repos, got, tt.want, tt.why)
			}
		})
	}
}
