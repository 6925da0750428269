package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/pathpolicy"
)

// search calls search_repo with a query and more arguments.
func search(t testing.TB, s *server, query, more string) object {
	t.Helper()
	o := askTool(t, s, &searchTool, `{"query":`+string(marshal(query))+more+`}`)
	_, exact := o["total"]
	_, atLeast := o["total_at_least"]
	if o["ok"] == true && (exact == atLeast || atLeast && o["truncation_reason"] == nil) {
		t.Errorf("%s: total and total_at_least: %.300v", query, o)
	}
	return o
}

// found lists the results as "PATH:LINE".
func found(t testing.TB, o object) string {
	t.Helper()
	results, _ := at(t, o, "results").([]any)
	lines := make([]string, len(results))
	for i, r := range results {
		lines[i] = fmt.Sprintf("%v:%v", at(t, r, "path"), at(t, r, "line"))
	}
	return strings.Join(lines, " ")
}

func TestSearch(t *testing.T) {
	s := servingFiles(t, map[string]string{
		"a.txt":                   "\ufeffneedle\nNeedle x.y\n\nneedle needle\r\n",
		"docs/top.html":           "needle\n",
		"docs/sub/deep.html":      "needle\n",
		"docs/sub/UP.HTML":        "needle\n",
		"assets/vendor/lib.js":    "needle\n",
		"node_modules/x/index.js": "needle\n",
		"app.min.js":              "needle\n",
		".env":                    "KEY=needle\n",
		".env.example":            "KEY=needle\n",
		"config/id_rsa":           "needle\n",
		"binary":                  "needle\x00",
		"latin":                   "caf\xe9 needle\n",
	})
	const usual = "docs/sub/UP.HTML:1 docs/sub/deep.html:1 docs/top.html:1"
	for _, tt := range []struct{ query, more, found string }{
		{"Needle x", "", "a.txt:2"},
		{"needle X", `,"case_sensitive":true`, ""},
		{"x.y", "", "a.txt:2"},
		{"x-y", `,"regex":true`, ""},
		{"x.y|KEY", `,"regex":true`, ".env.example:1 a.txt:2"},
		{"needle", `,"file_pattern":"docs"`, usual},
		{"needle", `,"file_pattern":"docs/"`, usual},
		{"needle", `,"file_pattern":"*.html"`, "docs/sub/deep.html:1 docs/top.html:1"},
		{"needle", `,"file_pattern":":(icase)*.html"`, usual},
		{"needle", `,"file_pattern":"docs/**/*.html"`, "docs/sub/deep.html:1"},
		{"needle", `,"file_pattern":":(glob)docs/**/*.html"`, "docs/sub/deep.html:1 docs/top.html:1"},
		{"needle", `,"file_pattern":":(exclude)docs","case_sensitive":true`, ".env.example:1 a.txt:1 a.txt:4 assets/vendor/lib.js:1 latin:1"},
		{"needle", `,"file_pattern":"*.js"`, "assets/vendor/lib.js:1"},
		{"needle", `,"file_pattern":"*.js","include_vendored":true`, "app.min.js:1 assets/vendor/lib.js:1 node_modules/x/index.js:1"},
		{"needle", `,"file_pattern":"none"`, ""},
		{"needle", `,"file_pattern":".","max_results":100,"case_sensitive":true`, ".env.example:1 a.txt:1 a.txt:4 assets/vendor/lib.js:1 " + usual + " latin:1"},
		{"KEY=", "", ".env.example:1"},
		{"  ", "", ""},
	} {
		o := search(t, s, tt.query, tt.more)
		if got := found(t, o); got != tt.found {
			t.Errorf("%s%s: found %s, want %s", tt.query, tt.more, got, tt.found)
		}
		want(t, o, "total", string(marshal(len(strings.Fields(tt.found)))))
		want(t, o, "truncated", "false")
		want(t, o, "ref", `"HEAD"`)
	}
	o := search(t, s, "needle", `,"file_pattern":"a.txt","context_lines":1`)
	want(t, o, "results.0.text", `"needle"`)
	want(t, o, "results.0.before", `null`)
	want(t, o, "results.0.after", `[{"line":2,"text":"Needle x.y"}]`)
	want(t, o, "results.2", `{"after":[{"line":5,"text":""}],"before":[{"line":3,"text":""}],"line":4,"path":"a.txt","text":"needle needle\r"}`)
	want(t, search(t, s, "needle", `,"file_pattern":"latin"`), "results.0.text", `"café needle"`)
}

// Numbers that are out of bounds are taken for the nearest that are not.
func TestSearchClamping(t *testing.T) {
	s := servingFiles(t, map[string]string{"a.txt": strings.Repeat("x\n", 20) + strings.Repeat("needle\n", maxResults+100)})
	for more, count := range map[string]int{
		`,"max_results":0`: 1, `,"max_results":-9223372036854775808`: 1, `,"max_results":501`: maxResults, `,"max_results":9223372036854775807`: maxResults,
	} {
		want(t, search(t, s, "needle", more), "count", fmt.Sprint(count))
	}
	for more, lines := range map[string]int{
		`,"context_lines":-1`: 0, `,"context_lines":11`: maxContextLines, `,"context_lines":9223372036854775807`: maxContextLines,
	} {
		o := search(t, s, "needle", `,"max_results":1`+more)
		before, _ := at(t, o, "results.0").(object)["before"].([]any)
		if len(before) != lines {
			t.Errorf("%s: %d lines", more, len(before))
		}
	}
}

func TestSearchRefusals(t *testing.T) {
	s := servingFiles(t, map[string]string{"a.txt": "x\n", ".env": "x"})
	for _, tt := range []struct{ args, code string }{
		{`"query":""`, "query_too_short"},
		{`"query":"x"`, "query_too_short"},
		{`"query":"é"`, "query_too_short"},
		{`"query":"` + long + `"`, "query_too_long"},
		{`"query":"a\nb"`, "query_multiline"},
		{`"query":"a\u0000b"`, "invalid_query"},
		{`"query":"a[","regex":true`, "invalid_regex"},
		{`"query":"xx","file_pattern":""`, "invalid_file_pattern"},
		{`"query":"xx","file_pattern":":(none)x"`, "invalid_file_pattern"},
		{`"query":"xx","file_pattern":"*/../../x"`, "invalid_file_pattern"},
		{`"query":"xx","file_pattern":"../x"`, "path_outside_root"},
		{`"query":"xx","file_pattern":"/etc"`, "path_outside_root"},
		{`"query":"xx","file_pattern":".env"`, "path_denied"},
		{`"query":"xx","file_pattern":"` + long + `"`, "invalid_file_pattern"},
		{`"query":"xx","repo":"none"`, "repo_not_configured"},
		{`"query":"xx","ref":"main"`, "invalid_argument"},
		{``, "query_too_short"},
	} {
		want(t, askTool(t, s, &searchTool, `{`+tt.args+`}`), "error", `"`+tt.code+`"`)
	}
	want(t, askTool(t, s, &searchTool, `{}`), "actual_chars", "0")
	want(t, search(t, s, "a[", ""), "total", "0")
}

// Totals and results against a plain search through the texts, on repositories in
// which the same words stand in few and in many files.
func TestSearchTotals(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	for round := range rounds {
		files := map[string]string{}
		for i := range 1 + rng.IntN(40) {
			var b strings.Builder
			for range rng.IntN(1 << rng.IntN(9)) {
				b.WriteString([]string{"alpha", "ALPHA beta", "gamma", "", "beta beta"}[rng.IntN(5)])
				b.WriteString([]string{"\n", "\r\n"}[rng.IntN(2)])
			}
			files[fmt.Sprintf("d%d/f%d.txt", i%3, i)] = b.String()
		}
		files["d1/large.txt"] = strings.Repeat("alpha\n", maxPerFile+1-round%3) // about what the first pass sees of it
		s := servingFiles(t, files)
		for range 12 {
			checkSearch(t, s, files, []string{"alpha", "beta", "gamma", "nothing"}[rng.IntN(4)], 1+rng.IntN(120))
		}
	}
}

func checkSearch(t testing.TB, s *server, files map[string]string, query string, limit int) {
	t.Helper()
	matches, inFile := 0, map[string]int{}
	for path, text := range files {
		for line := range strings.SplitSeq(strings.ToLower(text), "\n") {
			if strings.Contains(line, query) {
				matches++
				inFile[path]++
			}
		}
	}
	o := search(t, s, query, fmt.Sprintf(`,"max_results":%d`, limit))
	want(t, o, "total", fmt.Sprint(matches))
	want(t, o, "count", fmt.Sprint(min(matches, limit)))
	want(t, o, "truncated", fmt.Sprint(matches > limit))
	seen, got := map[string]bool{}, map[string]int{}
	for _, r := range at(t, o, "results").([]any) {
		path, line := at(t, r, "path").(string), int(at(t, r, "line").(float64))
		if seen[fmt.Sprint(path, line)] {
			t.Errorf("%s: %s:%d twice", query, path, line)
		}
		seen[fmt.Sprint(path, line)] = true
		got[path]++
		if text := strings.Split(files[path], "\n")[line-1]; text != at(t, r, "text") || !strings.Contains(strings.ToLower(text), query) {
			t.Errorf("%s: %s:%d is %q, not %q", query, path, line, text, at(t, r, "text"))
		}
	}
	// No file takes more than its share while another has some that are not shown.
	for path, n := range got {
		for other := range inFile {
			if n > max(1, limit/spread)+1 && got[other] < min(inFile[other], n-1) && got[other] < max(1, limit/spread) && matches > limit {
				t.Errorf("%s at most %d: %d of %s, and %d of the %d of %s", query, limit, n, path, got[other], inFile[other], other)
			}
		}
	}
}

// Results that do not fit are cut from the end, and the total stays.
func TestSearchBudget(t *testing.T) {
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("f%02d", i)] = strings.Repeat("needle"+strings.Repeat("\x01<", 450)+"\n", 20)
	}
	s := servingFiles(t, files)
	a := s.call(t.Context(), &searchTool, json.RawMessage(`{"query":"needle","max_results":500,"context_lines":10}`))
	o := checked(t, a.text, "")
	want(t, o, "total", "600")
	want(t, o, "truncation_reason", `"byte_budget"`)
	if n := len(at(t, o, "results").([]any)); float64(n) != at(t, o, "count") || n == 0 || a.size > maxAnswer || budget.Size(a.text) != a.size {
		t.Errorf("%d results, count %v, %d bytes", n, at(t, o, "count"), a.size)
	}
}

// A search that git can not bear is refused, and one that was cut by time says so.
func TestSearchTime(t *testing.T) {
	s := servingFiles(t, map[string]string{"a": "deep\n", "b": strings.Repeat("w", 300_000) + "\n"})
	s.searchTime = 2 * time.Second
	want(t, search(t, s, `\w+ deep`, `,"regex":true,"file_pattern":"b"`), "error", `"search_timeout"`)
	o := search(t, s, `(\w+ deep)|^deep`, `,"regex":true`)
	if o["ok"] == true {
		want(t, o, "total_at_least", "1")
		want(t, o, "truncation_reason", `"timeout"`)
	} else {
		want(t, o, "error", `"search_timeout"`) // git may not have written what it found
	}
	s.searchTime = defaultSearchTime
	o = search(t, s, "((a{1,200}){1,200}){1,200}", `,"regex":true`)
	if code := o["error"]; code != "pattern_too_expensive" && code != "search_timeout" {
		t.Errorf("%v", o)
	}
}

// What the repository has lost makes a total that is not exact.
func TestSearchLost(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a": "needle\nneedle\n", "b": "needle\n"})
	gittest.RemoveObject(t, dir, "HEAD:b")
	s := serving(t, dir)
	want(t, search(t, s, "needle", ""), "error", `"read_failed"`) // the files could not be listed
	repo, err := s.repository("docs")
	if err != nil {
		t.Fatal(err)
	}
	p := &searchPass{repo: repo, commit: gittest.Git(t, dir, "rev-parse", "HEAD"), limit: 5, share: 1, what: mirror.Search{Pattern: "needle"}}
	a, err := p.search(t.Context())
	if err != nil || a.Count != 2 || a.Total != nil || *a.TotalAtLeast != 2 || a.TruncationReason != searchFailed {
		t.Errorf("%+v, %v", a, err)
	}
	p = &searchPass{repo: repo, commit: p.commit, limit: 5, share: 1, what: mirror.Search{Pattern: "nothing"}}
	if a, err := p.search(t.Context()); err == nil {
		t.Errorf("%+v", a)
	}
	p = &searchPass{repo: repo, commit: p.commit, what: mirror.Search{Pattern: "needle"}, seen: 1}
	if p.count(t.Context(), nil); p.inexact != countFailed || p.seen != 2 {
		t.Errorf("%d, %s", p.seen, p.inexact)
	}
}

// A secret that git hands out all the same is dropped, and the total with it.
func TestSearchPolicyFiltered(t *testing.T) {
	p := &searchPass{repo: repository{policy: pathpolicy.Policy{Repo: "docs"}}, limit: 5, share: 1, capped: map[string]int{}}
	p.add(mirror.Match{Path: "a", Line: 1})
	p.add(mirror.Match{Path: "x/.env", Line: 1})
	a := p.answer()
	if a.Count != 1 || a.Total != nil || *a.TotalAtLeast != 1 || a.TruncationReason != policyFiltered || !a.Truncated {
		t.Errorf("%+v", a)
	}
}

// So many secrets that they can not be named one by one: the whole list is used,
// which leaves out more, and says so.
func TestSearchManySecrets(t *testing.T) {
	files := map[string]string{"a.txt": "needle\n", ".env.example": "needle\n"}
	for i := range 3000 {
		files[fmt.Sprintf("keys/%s-%d.pem", strings.Repeat("k", 20), i)] = "needle\n"
	}
	o := search(t, servingFiles(t, files), "needle", "")
	want(t, o, "total_at_least", "1")
	want(t, o, "truncation_reason", `"policy_filtered"`)
}
