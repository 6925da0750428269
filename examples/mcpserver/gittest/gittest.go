// Package gittest makes git repositories for tests, with the real git.
package gittest

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// environment is the one that repositories are made in: the same objects on any
// machine, whatever its owner has configured.
var environment = []string{
	"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "LC_ALL=C", "TZ=UTC",
	"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_AUTHOR_DATE=1700000000 +0000",
	"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_COMMITTER_DATE=1700000000 +0000",
}

// Git runs git in dir and returns what it prints, without the last newline. It
// skips the test where there is no git, unless ORACLES=require.
func Git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(Program(t, "git"), args...)
	cmd.Dir = dir
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "GIT_") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, environment...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// New returns the top of a work tree with one commit of files, which are given by
// path.
func New(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	Git(t, dir, "init", "-q", "-b", "main")
	Commit(t, dir, files)
	return dir
}

// Import returns a bare repository with one commit of files on main. It is for
// thousands of files, which a work tree would take long to write.
func Import(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	Git(t, dir, "init", "-q", "--bare", "-b", "main")
	var b strings.Builder
	b.WriteString("commit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\ndata 1\nc\n")
	for path, text := range files {
		fmt.Fprintf(&b, "M 100644 inline %s\ndata %d\n%s\n", path, len(text), text)
	}
	cmd := exec.Command(Program(t, "git"), "fast-import", "--quiet")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(b.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git fast-import: %v\n%s", err, out)
	}
	return dir
}

// Commit adds a commit of files to a work tree and returns its id.
func Commit(t testing.TB, dir string, files map[string]string) string {
	t.Helper()
	for path, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	Git(t, dir, "add", "-A")
	Git(t, dir, "-c", "core.autocrlf=false", "commit", "-q", "--allow-empty", "-m", "commit")
	return Git(t, dir, "rev-parse", "HEAD")
}

// RemoveObject deletes the loose object that name names, and returns its id.
func RemoveObject(t testing.TB, dir, name string) string {
	t.Helper()
	id := Git(t, dir, "rev-parse", name)
	if err := os.Remove(objectFile(t, dir, id)); err != nil {
		t.Fatal(err)
	}
	return id
}

// DamageObject cuts the file of a loose object short behind its header.
func DamageObject(t testing.TB, dir, name string) {
	t.Helper()
	file := objectFile(t, dir, Git(t, dir, "rev-parse", name))
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, info.Size()/2); err != nil {
		t.Fatal(err)
	}
}

func objectFile(t testing.TB, dir, id string) string {
	t.Helper()
	gitDir := Git(t, dir, "rev-parse", "--absolute-git-dir")
	return filepath.Join(gitDir, "objects", id[:2], id[2:])
}

//go:embed testdata/ref_fixture.sh
var fixture string

// Fixture builds the repositories of testdata/ref_fixture.sh and returns their
// folder. It takes some seconds.
func Fixture(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("building the fixture takes some seconds")
	}
	Program(t, "git")
	dir := filepath.Join(t.TempDir(), "fixture")
	cmd := exec.Command(Program(t, "bash"), "-s", dir)
	cmd.Stdin = strings.NewReader(fixture)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("ref_fixture.sh: %v\n%s", err, out)
	}
	return dir
}

// Program returns the path of a program that a test needs. Without it the test is
// skipped, or fails if ORACLES=require, so that a check can not pass by skipping.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(t, err)
	}
	return path
}

// Missing ends a test that lacks what err says.
func Missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("ORACLES") == "require" {
		t.Fatal(err)
	}
	t.Skip(err)
}
