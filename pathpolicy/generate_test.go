package pathpolicy_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mapwright/mapwright/pathpolicy"
)

var (
	seed   = flag.Uint64("seed", 0, "seed of the random tests; 0 takes the time")
	random = flag.Int("random", 5_000, "how many paths the random tests make")
)

// newRand returns a source of random numbers that can be had again.
func newRand(t testing.TB) *rand.Rand {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("repeat with: go test ./pathpolicy -run '^%s$' -args -seed=%d -random=%d", t.Name(), s, paths())
	return rand.New(rand.NewPCG(s, 0))
}

// paths is how many paths to make.
func paths() int {
	if testing.Short() {
		return *random / 10
	}
	return *random
}

// pieces are put for the wildcards of rules, and are names by themselves.
var pieces = []string{
	"a", "b", "x", ".", "..a", "**", "-", "_", " ", "md", ".md", ".example", ".example.", ".sample.", ".pub", "env", ".env", ".env.",
	"id_rsa", ".pem", ".key", "key", ".ssh", "known_hosts", "config", ".json", ".min", ".js", "node_modules", "é", "\u212a", "\u0130",
	"\xff", "\n", "\\", "[", "]", "*", "?", ":", "!", "\"", "docs", "tests", "\x01", "\u017f",
}

// randomPath makes a path of a git tree: components that come from the rules, with
// other case or with something before or behind, and folders that have such names.
func randomPath(r *rand.Rand) string {
	var components []string
	for range 1 + r.IntN(3) {
		components = append(components, strings.Split(randomName(r), "/")...)
	}
	components = slices.DeleteFunc(components, func(c string) bool {
		return c == "" || c == "." || c == ".." || strings.EqualFold(c, ".git") // what no tree holds
	})
	if r.IntN(50) == 0 { // a folder and a file that look like globs
		components = []string{"**", ruleGlobs[r.IntN(len(ruleGlobs))], "x"}
	}
	if len(components) == 0 {
		return "a"
	}
	return strings.Join(components, "/")
}

var ruleGlobs = func() []string {
	globs := []string{"node_modules/**", "*.min.js", "*.min.css", "*.bundle.js", "*.map"}
	for _, r := range slices.Concat(pathpolicy.DenyRules(), pathpolicy.AllowRules()) {
		globs = append(globs, r.Glob)
	}
	return globs
}()

func randomName(r *rand.Rand) string {
	piece := func() string { return pieces[r.IntN(len(pieces))] }
	if r.IntN(4) == 0 {
		return piece() + piece()
	}
	var name strings.Builder
	for i, part := range strings.Split(strings.ReplaceAll(ruleGlobs[r.IntN(len(ruleGlobs))], "**", "*"), "*") {
		for range min(i, 1) * r.IntN(4) {
			name.WriteString(piece())
		}
		name.WriteString(part)
	}
	s := name.String()
	switch r.IntN(8) {
	case 0:
		s = strings.ToUpper(s)
	case 1:
		s = piece() + s
	case 2:
		s += piece()
	case 3:
		if i := r.IntN(len(s) + 1); i < len(s) {
			s = s[:i] + s[i+1:]
		}
	}
	return s
}

// randomPaths makes n different paths.
func randomPaths(r *rand.Rand, n int) []string {
	seen := map[string]bool{}
	for len(seen) < n {
		seen[randomPath(r)] = true
	}
	all := make([]string, 0, n)
	for p := range seen {
		all = append(all, p)
	}
	slices.Sort(all)
	r.Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// randomGlob makes a valid glob that is like a path: some components or parts of them
// became wildcards.
func randomGlob(r *rand.Rand, path string) string {
	for {
		components := strings.Split(path, "/")
		for i, c := range components {
			switch r.IntN(7) {
			case 0:
				components[i] = "**"
			case 1:
				components[i] = "*"
			case 2:
				components[i] = c[:r.IntN(len(c)+1)] + "*"
			case 3:
				k := r.IntN(len(c) + 1)
				components[i] = c[:k] + "*" + c[k+r.IntN(len(c)-k+1):]
			}
		}
		if r.IntN(4) == 0 {
			i := r.IntN(len(components) + 1)
			components = slices.Insert(components, i, "**")
		}
		if r.IntN(6) == 0 && len(components) > 1 {
			components = components[:len(components)-1]
		}
		glob := strings.Join(components, "/")
		if pathpolicy.CheckGlob(glob) == nil {
			return glob
		}
		path = "a/b/x"
	}
}
