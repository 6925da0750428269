package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
)

// gitChildren returns the processes that pid has started.
func gitChildren(t testing.TB, pid int) []int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var children []int
	for _, file := range stats {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, behindName, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(behindName); len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			child, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			if err != nil {
				t.Fatal(err)
			}
			children = append(children, child)
		}
	}
	return children
}

// The git process is killed in the middle of a session.
func TestGitChildIsReplaced(t *testing.T) {
	dir := gittest.New(t, map[string]string{"guide.md": guide})
	c, cmd, _ := startBinary(t, "--repo=docs="+dir)
	c.hello()
	seen := map[int]bool{}
	for range 3 {
		c.send(callLine(1, `{"path":"guide"}`))
		want(t, checked(t, c.next().Result.Content[0].Text, ""), "ok", "true")
		children := gitChildren(t, cmd.Process.Pid)
		if len(children) != 1 || seen[children[0]] {
			t.Fatalf("children %v, want a new one", children)
		}
		seen[children[0]] = true
		if err := syscall.Kill(children[0], syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
}

// A signal ends the server with status 0, and its git with it.
func TestSignals(t *testing.T) {
	dir := gittest.New(t, map[string]string{"guide.md": guide})
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		c, cmd, log := startBinary(t, "--repo=docs="+dir)
		c.hello()
		c.send(callLine(1, `{"path":"guide"}`))
		want(t, checked(t, c.next().Result.Content[0].Text, ""), "ok", "true")
		children := gitChildren(t, cmd.Process.Pid)
		if len(children) != 1 {
			t.Fatalf("children %v", children)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v\n%s", signal, err, log)
		}
		if err := syscall.Kill(children[0], 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("%v: git is still there: %v", signal, err)
		}
	}
}

// A signal does not wait for a git that hangs, nor for its request.
func TestSignalWhileReading(t *testing.T) {
	binary(t) // is built with the real git
	dir := t.TempDir()
	started := filepath.Join(dir, "started")
	if err := syscall.Mkfifo(started, 0o600); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho >'" + started + "'\nsleep 60\n"
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	c, cmd, log := startBinary(t, "--repo=docs="+t.TempDir())
	c.hello()
	c.send(callLine(1, `{"path":"guide"}`))
	if _, err := os.ReadFile(started); err != nil { // waits until git runs
		t.Fatal(err)
	}
	begin := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, log)
	}
	if took := time.Since(begin); took > mirror.DefaultTimeout/2 {
		t.Errorf("it took %v, as if it had waited for git", took)
	}
}

// The server stays small while it works in a repository with thousands of files.
func TestBigRepositoryMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	dir := bigRepository(t)
	py, files := largestPython(t, dir)
	c, cmd, _ := startBinary(t, "--repo=docs="+dir)
	c.hello()
	stats := bigCase{calls: []bigCall{{&treeTool, `{"include_stats":true,"per_page":10}`}}}
	for range 3 {
		for _, bigCase := range append(bigCases(py, files), stats) {
			for _, call := range bigCase.calls {
				c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, call.tool.name, call.args))
				want(t, checked(t, c.next().Result.Content[0].Text, call.args), "ok", "true")
			}
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.Atoi(strings.Fields(peak)[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("at most %d kB", kilobytes)
	if kilobytes > 100_000 {
		t.Errorf("the server took %d kB", kilobytes)
	}
}
