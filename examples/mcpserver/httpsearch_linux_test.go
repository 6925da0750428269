package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
)

// slowGit puts a git in front of the real one whose searches do not end, and
// returns the file that has the process of one that has begun.
func slowGit(t *testing.T) (pidFile string) {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil {
		gittest.Missing(t, err)
	}
	dir := t.TempDir()
	pidFile = filepath.Join(dir, "pid")
	script := "#!/bin/sh\nfor a in \"$@\"; do [ \"$a\" = grep ] && { echo $$ >" + pidFile + ".new; mv " + pidFile + ".new " + pidFile +
		"; sleep 600 & wait; exit 1; }; done\nexec " + git + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	return pidFile
}

// gitDies is how long the git process of a search may outlive its client.
const gitDies = time.Second

// searchGroup waits until slowGit searches, and returns what of that is alive.
func searchGroup(t *testing.T, pidFile string) (group func() []string) {
	t.Helper()
	var pid string
	await(t, func() bool {
		text, _ := os.ReadFile(pidFile)
		pid = strings.TrimSpace(string(text))
		return pid != ""
	})
	group = func() []string { return processesOf(t, pid) }
	if len(group()) == 0 {
		t.Fatal("there is no search")
	}
	return group
}

// The git process of a search ends within a second after its client goes away, and
// what that has started, too: without sessions and with them, whatever version of
// the protocol the client speaks.
func TestHTTPSearchStops(t *testing.T) {
	dir := gittest.New(t, map[string]string{"guide.md": guide})
	for _, tt := range []struct {
		sessions bool
		version  string
	}{{false, ""}, {false, "2025-06-18"}, {true, "2025-06-18"}, {true, "2025-11-25"}} {
		pidFile := slowGit(t)
		w := serveOn(t, serving(t, dir), func(w *webServer) { w.stateless = !tt.sessions })
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", w.url+"/mcp", strings.NewReader(callBody("search_repo", `{"query":"main"}`)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Accept": {"application/json, text/event-stream"}, "Content-Type": {"application/json"}, "Authorization": {"Bearer ann"}}
		session := w.session(t, "ann")
		for i := 0; i < len(session); i += 2 {
			r.Header.Set(session[i], session[i+1])
		}
		if tt.version != "" {
			r.Header.Set("Mcp-Protocol-Version", tt.version)
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			if res, err := http.DefaultClient.Do(r); err == nil {
				_, _ = io.ReadAll(res.Body)
				res.Body.Close()
			}
		}()
		group := searchGroup(t, pidFile)
		begin := time.Now()
		cancel()
		awaitFor(t, gitDies, func() bool { return len(group()) == 0 })
		t.Logf("%+v: the search of a client that went away ended after %v", tt, time.Since(begin))
		<-done
		if status, _, text := w.request(t, "POST", "/mcp", "ann", callBody("docs_get_section", `{"path":"guide"}`), session...); status != 200 || !strings.Contains(text, `\"ok\":true`) {
			t.Errorf("status %d, %s", status, text)
		}
	}
}

// The same for a client at the other end of pipes that dies: nobody reads what
// would be answered.
func TestLinesSearchStops(t *testing.T) {
	dir := gittest.New(t, map[string]string{"guide.md": guide})
	binary(t) // is built with the real git
	pidFile := slowGit(t)
	c, cmd, log := startBinary(t, "--repo=docs="+dir)
	c.hello()
	c.send(callBody("search_repo", `{"query":"main"}`))
	group := searchGroup(t, pidFile)
	c.in.Close()
	c.close()
	awaitFor(t, gitDies, func() bool { return len(group()) == 0 })
	if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != exitRefused {
		t.Errorf("%v\n%s", err, log)
	}
}

// A client that only has nothing more to ask still gets its answers, and a client
// that calls its search off waits for nobody.
func TestLinesCancel(t *testing.T) {
	dir := gittest.New(t, map[string]string{"guide.md": guide})
	binary(t)
	pidFile := slowGit(t)
	c, cmd, log := startBinary(t, "--repo=docs="+dir)
	c.hello()
	c.send(callBody("search_repo", `{"query":"main"}`))
	group := searchGroup(t, pidFile)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, callLine("after", `{"path":"guide"}`))
	c.in.Close()
	awaitFor(t, gitDies, func() bool { return len(group()) == 0 })
	answered := map[any]bool{c.next().ID: true, c.next().ID: true}
	if !answered[1.0] || !answered["after"] {
		t.Errorf("answered: %v", answered)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, log)
	}
}

// processesOf returns the living processes of a process group.
func processesOf(t *testing.T, group string) []string {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var living []string
	for _, file := range stats {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, behindName, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(behindName); len(fields) > 2 && fields[0] != "Z" && fields[2] == group {
			living = append(living, filepath.Base(filepath.Dir(file)))
		}
	}
	return living
}
