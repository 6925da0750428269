//go:build unix

package refcheck_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/mapwright/mapwright/refcheck"
)

// look returns what there is at the place of a mirror and at that of its marker.
func look(t testing.TB, repo string) refcheck.Mirror {
	t.Helper()
	var m refcheck.Mirror
	_, err := os.Stat(repo)
	m.Exists = !errors.Is(err, fs.ErrNotExist)
	marker, err := os.Open(repo + ".sync")
	if err != nil {
		return m
	}
	defer marker.Close()
	text, err := os.ReadFile(marker.Name())
	if err != nil {
		t.Fatal(err)
	}
	held := syscall.Flock(int(marker.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) != nil
	m.Sync = refcheck.ReadMarker(string(text), held)
	return m
}

// asked asks for main and says what a client would get, and what git alone would say.
func asked(t *testing.T, g git, repo string) (client, alone string) {
	t.Helper()
	_, err := refcheck.Classify(g.revParse(repo, "main"))
	alone = outcome(t, err)
	if before := look(t, repo).Judge(nil); before != nil {
		return outcome(t, before), alone
	}
	if err != nil {
		err = look(t, repo).Judge(err)
	}
	return outcome(t, err), alone
}

// A first copy, from its beginning over its death to its success. git answers for the
// half of a mirror as for one that has no such branch.
func TestClone(t *testing.T) {
	g := newGit(t)
	dir := t.TempDir()
	source, repo := filepath.Join(dir, "source"), filepath.Join(dir, "a.git")
	for _, args := range [][]string{
		{"init", "--quiet", "-b", "main", source},
		{"-C", source, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "--allow-empty", "-m", "c"},
	} {
		if exit, _, stderr := g.run("", args...); exit != 0 {
			t.Fatalf("git %q: %s", args, stderr)
		}
	}
	check := func(when, client, alone string) {
		t.Helper()
		gotClient, gotAlone := asked(t, g, repo)
		if gotClient != client || gotAlone != alone {
			t.Errorf("%s: %s, want %s; git alone: %s, want %s", when, gotClient, client, gotAlone, alone)
		}
	}
	check("before", "repo_not_mirrored", "read_failed")

	mark(t, repo, "clone\n")
	kill := halfWay(t, dir, "clone", "--mirror", "file://"+source, repo)
	check("while the first copy is made", "sync_in_progress", "ref_not_mirrored")
	kill()
	check("after it was killed", "repo_not_mirrored", "ref_not_mirrored")

	if err := os.RemoveAll(repo); err != nil {
		t.Fatal(err)
	}
	if exit, _, stderr := g.run("", "clone", "--quiet", "--mirror", "file://"+source, repo); exit != 0 {
		t.Fatalf("git clone: %s", stderr)
	}
	mark(t, repo, "")
	check("after it was made", "ok", "ok")

	kill = halfWay(t, dir, "--git-dir", repo, "fetch", "origin")
	check("while a fetch runs", "ok", "ok")
	if err := os.WriteFile(filepath.Join(repo, "packed-refs"), []byte("garbage\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	check("while a fetch runs and the mirror is damaged", "sync_in_progress", "read_failed")
	kill()
	check("after it was killed", "read_failed", "read_failed")
}

// A mirror that is deleted while it is read is no branch that was not fetched, and no
// damaged mirror either once somebody looks again.
func TestDeletedMirror(t *testing.T) {
	g := newGit(t)
	repo := filepath.Join(t.TempDir(), "a.git")
	if exit, _, stderr := g.run("", "init", "--quiet", "--bare", repo); exit != 0 {
		t.Fatalf("git init: %s", stderr)
	}
	if err := look(t, repo).Judge(nil); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(repo); err != nil {
		t.Fatal(err)
	}
	_, err := refcheck.Classify(g.revParse(repo, "main"))
	if !errors.Is(err, refcheck.ReadFailed) {
		t.Errorf("git: %v, want %v", err, refcheck.ReadFailed)
	}
	if err := look(t, repo).Judge(err); !errors.Is(err, refcheck.RepoNotMirrored) {
		t.Errorf("%v, want %v", err, refcheck.RepoNotMirrored)
	}
}

func mark(t *testing.T, repo, text string) {
	t.Helper()
	if err := os.WriteFile(repo+".sync", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// halfWay runs git under a lock of the marker, with a server that begins and never
// answers, and returns when that has begun. kill ends all of it.
func halfWay(t *testing.T, dir string, args ...string) (kill func()) {
	t.Helper()
	begun, never := filepath.Join(dir, "begun"), filepath.Join(dir, "never")
	for _, fifo := range []string{begun, never} {
		os.Remove(fifo)
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := filepath.Join(dir, "server")
	script := "#!/bin/sh\necho >'" + begun + "'\nexec cat '" + never + "'\n"
	if err := os.WriteFile(server, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	i := 1 // behind the subcommand
	if args[0] == "--git-dir" {
		i = 3
	}
	args = append(append(args[:i:i], "--quiet", "--upload-pack", server), args[i:]...)
	cmd := exec.Command(oracle(t, "flock"), append([]string{filepath.Join(dir, "a.git.sync"), "git"}, args...)...)
	cmd.Env = environment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	kill = func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-ended
		waitForLock(t, cmd.Args[1])
	}
	t.Cleanup(func() {
		select {
		case <-ended:
		default:
			kill()
		}
	})
	answered := make(chan error, 1)
	go func() { _, err := os.ReadFile(begun); answered <- err }() // waits until somebody writes
	select {
	case err := <-answered:
		if err != nil {
			t.Fatal(err)
		}
	case <-ended:
		t.Fatalf("git %q ended before it asked its server", args)
	}
	return kill
}

// waitForLock returns when nobody holds the marker: the last process of a group that
// was killed may end later than the first.
func waitForLock(t *testing.T, marker string) {
	t.Helper()
	f, err := os.Open(marker)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH); err != nil {
		t.Error(err)
	}
}
