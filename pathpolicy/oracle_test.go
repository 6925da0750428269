package pathpolicy_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// oracle finds a program that the tests compare with, and skips the test if it is
// missing. CI sets ORACLES=require, so that it cannot pass by skipping.
func oracle(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("ORACLES") == "require" {
		t.Fatal(err)
	}
	t.Skip(err)
	return ""
}

// deniedByReference asks testdata/path_secret_rules.py for the rule that denies each
// path; an empty one denies nothing.
func deniedByReference(t testing.TB, paths []string) []string {
	t.Helper()
	const program = `
import os, sys
sys.path.insert(0, "testdata")
sys.dont_write_bytecode = True
import path_secret_rules
for path in sys.stdin.buffer.read().split(b"\0")[:-1]:
    sys.stdout.buffer.write((path_secret_rules.denied(os.fsdecode(path)) or "").encode() + b"\0")
`
	cmd := exec.Command(oracle(t, "python3"), "-X", "utf8", "-c", program)
	cmd.Stdin = strings.NewReader(zeroed(paths))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("path_secret_rules.py: %v", err)
	}
	rules := unzeroed(out)
	if len(rules) != len(paths) {
		t.Fatalf("%d answers to %d paths", len(rules), len(paths))
	}
	return rules
}

// A repository is a bare one with one commit.
type repository struct {
	git, dir string
	paths    []string // of its files, sorted
}

// newRepository makes an empty one.
func newRepository(t testing.TB) repository {
	t.Helper()
	r := repository{git: oracle(t, "git"), dir: t.TempDir()}
	r.run(t, "", "init", "--quiet", "--bare", r.dir)
	return r
}

// commit puts files with the given paths in the place of all others. Of a file and a
// folder with one name, the later stays.
func (r *repository) commit(t testing.TB, paths []string) {
	t.Helper()
	var stream strings.Builder
	stream.WriteString("blob\nmark :1\ndata 2\nx\n\ncommit refs/heads/main\ncommitter A <a@example.org> 0 +0000\ndata 0\n")
	for _, p := range paths {
		fmt.Fprintf(&stream, "M 100644 :1 %s\n", quotePath(p))
	}
	r.run(t, stream.String(), "--git-dir", r.dir, "fast-import", "--quiet", "--force")
	r.paths = unzeroed(r.run(t, "", "--git-dir", r.dir, "ls-tree", "-r", "-z", "--name-only", "main"))
	slices.Sort(r.paths)
}

// search returns the files that git grep looks into, sorted.
func (r *repository) search(t testing.TB, pathspecs ...string) []string {
	t.Helper()
	args := []string{"--git-dir", r.dir, "grep", "-l", "-z", "-F", "-e", "x", "main", "--"}
	var found []string
	for _, p := range unzeroed(r.run(t, "", append(args, pathspecs...)...)) {
		found = append(found, strings.TrimPrefix(p, "main:"))
	}
	slices.Sort(found)
	return found
}

// run runs git; grep exits with 1 where it finds nothing.
func (r *repository) run(t testing.TB, stdin string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(r.git, args...)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "LC_ALL=C.UTF-8", "LANGUAGE=",
	}
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 || errs.Len() > 0) {
		t.Fatalf("git %.200q: %v\n%.1000s", args, err, errs.Bytes())
	}
	return out.Bytes()
}

// quotePath quotes a path for git fast-import.
func quotePath(path string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		if c := path[i]; c < ' ' || c == '"' || c == '\\' || c > '~' {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}

// zeroed puts a NUL behind each of all, as git's -z does.
func zeroed(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return strings.Join(all, "\x00") + "\x00"
}

func unzeroed(out []byte) []string {
	all := strings.Split(string(out), "\x00")
	return all[:len(all)-1]
}
