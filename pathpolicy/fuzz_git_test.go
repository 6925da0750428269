package pathpolicy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/pathpolicy"
)

// FuzzPathspecs shows git a commit with the files of which names has the paths, one
// a line, and compares what it sees with what the matchers say.
func FuzzPathspecs(f *testing.F) {
	f.Add(".env\na/.env.example\nb.PEM\nb.example.pem", "a/**")
	f.Add("tests/*.pem/a.pem\ntests/b.pem", "tests/*.pem")
	f.Add("**/.ssh/known_hosts/a\n**/.env.*/a", "**/a")
	f.Add("node_modules/a\nb/node_modules/c\nnode_modulesx/a.MAP", "b/*/c")
	f.Add("vendor/a\nvendor2/a\nx/vendor/a", "vendor")
	f.Add("server.\u212aey\n\u0130d_rsa\ncaf\xe9.key", "**/*.key")
	f.Add("**/.pub\n**/a/b\n**/**/c\n*/d\n*/e/f\n*/g/*/h", "**/*/**")
	f.Add("*/d\n*/e/f\n*/g/*/h\n*/**/i\nj/k", "*/**/*")
	repo := newRepository(f)
	f.Fuzz(func(t *testing.T, names, glob string) {
		paths := treePaths(names)
		if len(paths) == 0 || len(paths) > 50 || strings.ContainsRune(glob, 0) {
			return // a process can not be given a NUL
		}
		repo.commit(t, paths)
		checkSpecs(t, &repo, glob)
		if pathpolicy.CheckGlob(glob) != nil {
			return // git takes it for something else
		}
		var matched []string
		s := pathpolicy.Secrets{Except: []string{glob}}
		for _, p := range repo.paths {
			_, before := pathpolicy.Secrets{}.Denied(p)
			_, denied := s.Denied(p)
			if before && !denied {
				matched = append(matched, p)
			}
		}
		for _, p := range matched {
			if !slices.Contains(repo.search(t, ":(glob)"+glob), p) {
				t.Errorf("%q excepts %q, and does not match it in git", glob, p)
			}
		}
	})
}

// checkSpecs compares each kind of pathspecs with its matcher.
func checkSpecs(t *testing.T, repo *repository, glob string) {
	t.Helper()
	s := pathpolicy.Secrets{Except: []string{glob}}
	v := pathpolicy.Vendored{Globs: []string{glob}}
	var unlisted, readable, own []string
	for _, p := range repo.paths {
		_, denied := s.Denied(p)
		if !denied {
			readable = append(readable, p)
		}
		if !denied && !s.Exempt(p) {
			unlisted = append(unlisted, p)
		}
		if !v.Match(p) {
			own = append(own, p)
		}
	}
	compare(t, "Secrets.Pathspecs", repo.search(t, s.Pathspecs()...), unlisted)
	compare(t, "Secrets.PathspecsOf", repo.search(t, s.PathspecsOf(slices.Values(repo.paths))...), readable)
	compare(t, "Vendored.Pathspecs", repo.search(t, v.Pathspecs()...), own)
}

// treePaths returns what can be paths of a tree, of lines.
func treePaths(lines string) []string {
	var paths []string
	for line := range strings.Lines(lines) {
		var components []string
		for c := range strings.SplitSeq(strings.Trim(line, "\n"), "/") {
			if c != "" && c != "." && c != ".." && !strings.Contains(c, "\x00") && !isDotGit(c) {
				components = append(components, c)
			}
		}
		if path := strings.Join(components, "/"); path != "" {
			paths = append(paths, path)
		}
	}
	return paths
}

// isDotGit reports the names that git refuses, as some file system would take them
// for .git.
func isDotGit(component string) bool {
	return strings.Contains(strings.ToLower(component), ".git") || strings.Contains(strings.ToLower(component), "git~")
}
