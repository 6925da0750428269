package pathpolicy

import (
	"slices"
	"strings"
)

// Rule is a line of a list of files.
type Rule struct {
	// Glob is in lower case and matches in any case. Without "/" it is about the
	// name of a file in any folder (".env.*"), with "/" about the end of a path
	// (".aws/credentials", ".ssh/**").
	Glob   string `json:"rule,omitempty"`
	Reason string `json:"reason,omitempty"` // what such files hold
}

// matches takes a path in lower case and its last component.
func (r Rule) matches(lower, name string) bool {
	if !strings.Contains(r.Glob, "/") {
		return matchName(r.Glob, name)
	}
	literal, _, _ := strings.Cut(r.Glob, "*") // few paths have it
	return strings.Contains(lower, literal) && matchGlob(anyDepth+r.Glob, lower)
}

// anyDepth before a glob means zero folders or more.
const anyDepth = "**/"

// pathspec is the rule as git has it, to leave out what it matches.
func (r Rule) pathspec() string { return ":(exclude,glob,icase)" + anyDepth + r.Glob }

// find returns the first rule that matches a path.
func find(rules []Rule, path string) (Rule, bool) {
	lower := lowerASCII(path)
	name := lower[strings.LastIndexByte(lower, '/')+1:]
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.matches(lower, name) })
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}

// findPathspec is find for rules that are also used as pathspecs.
func findPathspec(rules []Rule, path string) (Rule, bool) {
	r, ok := find(rules, path)
	if ok || !strings.HasPrefix(path, anyDepth) {
		return r, ok
	}
	lower := lowerASCII(path)
	i := slices.IndexFunc(rules, func(r Rule) bool { return covers(anyDepth+r.Glob, lower) })
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}

// list gives globs one reason.
func list(reason string, globs ...string) []Rule {
	rules := make([]Rule, len(globs))
	for i, g := range globs {
		rules[i] = Rule{g, reason}
	}
	return rules
}
