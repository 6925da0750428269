package refcheck_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
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

// git runs the real git. Its methods need no *testing.T, because a process that did
// not start is an outcome as well: exit -1.
type git struct{ path string }

func newGit(t testing.TB) git {
	t.Helper()
	return git{oracle(t, "git")}
}

// run returns what Classify takes.
func (g git) run(stdin string, args ...string) (exit int, stdout, stderr []byte) {
	var out, errs bytes.Buffer
	cmd := exec.Command(g.path, args...)
	cmd.Env = environment()
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return -1, nil, []byte(err.Error())
	}
	return cmd.ProcessState.ExitCode(), out.Bytes(), errs.Bytes()
}

func (g git) revParse(repo, ref string) (exit int, stdout, stderr []byte) {
	return g.run("", "--git-dir", repo, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
}

func (g git) acceptsRef(ref string) bool {
	exit, _, _ := g.run("", "check-ref-format", "refs/heads/"+ref)
	return exit == 0
}

// environment is what a server gives git: nothing that redirects it, no
// configuration of this machine, no prompts, messages in English.
func environment() []string {
	env := []string{
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_NO_REPLACE_OBJECTS=1",
		"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C.UTF-8", "LANGUAGE=",
	}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "LC_ALL=") {
			env = append(env, v)
		}
	}
	return env
}

// fixtures is where fixture builds.
var fixtures string

func TestMain(m *testing.M) {
	flag.Parse()
	var err error
	if fixtures, err = os.MkdirTemp("", "refcheck"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(fixtures)
	os.Exit(status)
}

// fixture returns the folder with the repositories of testdata/ref_fixture.sh, which
// it builds once. No test may change them.
func fixture(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("building the fixture takes some seconds")
	}
	oracle(t, "bash")
	dir, err := buildFixture()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var buildFixture = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(fixtures, "repositories")
	cmd := exec.Command("bash", "testdata/ref_fixture.sh", dir)
	cmd.Env = environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("ref_fixture.sh: %w\n%s", err, out)
	}
	return dir, nil
})
