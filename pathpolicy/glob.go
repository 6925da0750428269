package pathpolicy

import (
	"fmt"
	"slices"
	"strings"
)

// CheckGlob returns nil for a glob that [Secrets] and [Vendored] take, and else an error
// that says what is wrong; they take no notice of such a glob, and [ParseFile] refuses
// it.
//
// Globs are those of git's :(glob) pathspecs, without "?", brackets and escapes: "*" is
// any run of characters but "/", and "**" as a whole component is any number of
// components, at the end at least one. A glob is about the whole path from the top of
// the repository, with case. One without a wildcard can also name a folder, for all that
// is below it.
func CheckGlob(glob string) error {
	if d := globDefect(glob); d != nil {
		return fmt.Errorf("glob %q, byte %d: %s, expected %s", glob, d.at, d.problem, d.expected)
	}
	return nil
}

// globDefect returns nil for a good glob.
func globDefect(glob string) *defect {
	if glob == "" {
		return &defect{0, "the glob is empty", `a path of the repository, with "*" and "**"`}
	}
	if i := strings.IndexFunc(glob, isForbidden); i >= 0 {
		return &defect{i, "found a backslash or a control character", `"/" and other characters`}
	}
	if i := strings.IndexAny(glob, "?[]"); i >= 0 {
		return &defect{i, "found " + quote(glob[i:i+1]), `"*" or "**", the only wildcards`}
	}
	at := 0
	for c := range strings.SplitSeq(glob, "/") {
		if problem, expected := componentDefect(c, at == 0, at == len(glob)); problem != "" {
			return &defect{at, problem, expected}
		}
		at += len(c) + 1
	}
	return nil
}

func componentDefect(c string, first, last bool) (problem, expected string) {
	switch {
	case c == "" && first:
		return `found "/"`, "a path from the top of the repository"
	case c == "" && last:
		return `nothing follows "/"`, `"**" for what is below a folder`
	case c == "" || c == "." || c == "..":
		return "found the component " + quote(c), "the name of a file or folder"
	case strings.Contains(c, "**") && c != "**":
		return `found "**" in ` + quote(c), `"*", or "**" as a whole component`
	}
	return "", ""
}

// matchPathspec reports whether a glob matches a path in git, which compares letter by
// letter first, also where the letters are wildcards: in a folder called "*.key", the
// glob "*.key" is every file; and a glob that begins as the name of the folder does has
// only its rest left for what is in it, so "**/*/**" does not match "**/a". That is no
// way to except a secret, so only what makes pathspecs uses it.
func matchPathspec(glob, path string) bool {
	if covers(glob, path) {
		return true
	}
	folder := path[:strings.LastIndexByte(path, '/')+1]
	if rest, ok := strings.CutPrefix(glob, folder); ok {
		return matchGlob(rest, path[len(folder):])
	}
	return matchGlob(glob, path)
}

// covers reports whether name is that of a file or of a folder above it.
func covers(name, path string) bool {
	rest, ok := strings.CutPrefix(path, name)
	return ok && (rest == "" || rest[0] == '/')
}

// matchAny reports whether one of globs matches a path.
func matchAny(globs []string, path string, match func(glob, path string) bool) bool {
	return slices.ContainsFunc(globs, func(g string) bool {
		return globDefect(g) == nil && match(g, path)
	})
}

// matchGlob reports whether a glob matches a whole path, as git does. It remembers
// the last "**" only: an earlier one can not help where the last fails. So the cost
// is O(len(glob) * len(path)).
func matchGlob(glob, path string) bool {
	if !strings.Contains(glob, "*") {
		return covers(glob, path)
	}
	var retryGlob, retryPath string // behind the last "**"
	retry := false
	for {
		component, globRest, globMore := strings.Cut(glob, "/")
		if component == "**" {
			if !globMore {
				return path != "" // the last "**" is at least one component
			}
			glob, retry = globRest, true
			retryGlob, retryPath = glob, path
			continue
		}
		name, pathRest, pathMore := strings.Cut(path, "/")
		if matchName(component, name) && globMore == pathMore {
			if !globMore {
				return true
			}
			glob, path = globRest, pathRest
			continue
		}
		// "a/**/b" needs more components of the path, and they may run out.
		_, below, more := strings.Cut(retryPath, "/")
		if !retry || !more {
			return false
		}
		retryPath = below
		glob, path = retryGlob, retryPath
	}
}

// matchName reports whether a component of a glob matches a component of a path.
// It remembers the last "*" only, as matchGlob does the last "**".
func matchName(glob, name string) bool {
	before, after, star := strings.Cut(glob, "*")
	if !star {
		return glob == name
	}
	rest, ok := strings.CutPrefix(name, before)
	for ok {
		part, more, again := strings.Cut(after, "*")
		if !again {
			return strings.HasSuffix(rest, part)
		}
		_, rest, ok = strings.Cut(rest, part)
		after = more
	}
	return false
}

// lowerASCII is strings.ToLower for ASCII alone, as git has it: the Kelvin sign is
// no k, and other bytes stay as they are.
func lowerASCII(s string) string {
	if !strings.ContainsFunc(s, isUpperASCII) {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if isUpperASCII(rune(c)) {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

func isUpperASCII(r rune) bool { return 'A' <= r && r <= 'Z' }
