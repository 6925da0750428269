package pathpolicy

import "slices"

// Vendored says which files of a repository somebody else wrote or a program made.
// They may be read, but a search leaves them out unless it is asked to include them.
// The zero Vendored is the default list: what is below a node_modules at any depth,
// *.min.js, *.min.css, *.bundle.js and *.map, in any case.
type Vendored struct {
	// Globs are those of a repository in addition: git's :(glob), with case and with
	// the wildcards "*" and "**" only ("assets/vendor/**").
	Globs []string
}

// Match reports whether the file at a path is vendored.
func (v Vendored) Match(path string) bool {
	_, ok := findPathspec(vendoredRules, path)
	return ok || matchAny(v.Globs, path, matchPathspec)
}

// Pathspecs returns git pathspecs that leave out exactly the files that Match matches.
func (v Vendored) Pathspecs() []string {
	var specs []string
	for _, r := range vendoredRules {
		specs = append(specs, r.pathspec())
	}
	for _, g := range v.Globs {
		if globDefect(g) == nil {
			specs = append(specs, ":(exclude,glob)"+g)
		}
	}
	return specs
}

var vendoredRules = slices.Concat(
	list("installed packages", "node_modules/**"),
	list("generated", "*.min.js", "*.min.css", "*.bundle.js", "*.map"),
)
