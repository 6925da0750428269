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

// The git process of a search ends soon after its client goes away, and what that
// has started, too.
func TestHTTPSearchStops(t *testing.T) {
	dir := gittest.New(t, map[string]string{"guide.md": guide})
	pidFile := slowGit(t)
	w := serveOn(t, serving(t, dir), nil)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", w.url+"/mcp", strings.NewReader(callBody("search_repo", `{"query":"main"}`)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Accept": {"application/json, text/event-stream"}, "Content-Type": {"application/json"}, "Authorization": {"Bearer ann"}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if res, err := http.DefaultClient.Do(r); err == nil {
			_, _ = io.ReadAll(res.Body)
			res.Body.Close()
		}
	}()
	var pid string
	await(t, func() bool {
		text, _ := os.ReadFile(pidFile)
		pid = strings.TrimSpace(string(text))
		return pid != ""
	})
	group := func() []string { return processesOf(t, pid) }
	if len(group()) == 0 {
		t.Fatal("there is no search")
	}
	begin := time.Now()
	cancel()
	<-done
	await(t, func() bool { return len(group()) == 0 })
	t.Logf("the search of a client that went away ended after %v", time.Since(begin))
	if status, _, text := w.request(t, "POST", "/mcp", "ann", callBody("docs_get_section", `{"path":"guide"}`)); status != 200 || !strings.Contains(text, `\"ok\":true`) {
		t.Errorf("status %d, %s", status, text)
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
