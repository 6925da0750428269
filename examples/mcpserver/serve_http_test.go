package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/access"
)

// What is not safe, or makes no sense, is refused before anything is opened.
func TestServeHTTPFlags(t *testing.T) {
	for _, tt := range []struct {
		args string
		want string // in the message
	}{
		{"--http 0.0.0.0:0", "needs --tokens"},
		{"--http :0", "needs --tokens"},
		{"--http example.com:80", "needs --tokens"},
		{"--http 127.0.0.1", "expected HOST:PORT"},
		{"--http 127.0.0.1:0 --rate 0", "--rate"},
		{"--http 127.0.0.1:0 --rate -1", "--rate"},
		{"--http 127.0.0.1:0 --rate x", "invalid value"},
		{"--http 127.0.0.1:0 --burst 19", "at least 20"},
		{"--tokens file", "--tokens is for --http"},
		{"--sessions", "--sessions is for --http"},
		{"--rate 5", "--rate is for --http"},
		{"--burst 50", "--burst is for --http"},
		{"--http=", "expected HOST:PORT"},
		{"--http= --rate 5", "expected HOST:PORT"},
		{"--http 127.0.0.1:0 --tokens=", "expected a file"},
		{"--http [::1]:0 --tokens no-such-file", "no-such-file"},
	} {
		var errs bytes.Buffer
		status := run(t.Context(), append([]string{"serve"}, strings.Fields(tt.args)...), streams{io.NopCloser(strings.NewReader("")), io.Discard, &errs})
		if status != exitUsage || !strings.Contains(errs.String(), tt.want) {
			t.Errorf("%s: status %d, %s", tt.args, status, &errs)
		}
	}
}

func TestToken(t *testing.T) {
	for _, tt := range []struct {
		args   string
		role   access.Role
		status int
	}{
		{"ann", access.Reader, exitOK},
		{"ann admin", access.Admin, exitOK},
		{"ann root", "", exitUsage},
		{"", "", exitUsage},
		{"# admin", "", exitUsage},
		{"a b c", "", exitUsage},
	} {
		var out bytes.Buffer
		status := run(t.Context(), append([]string{"token"}, strings.Fields(tt.args)...), streams{nil, &out, io.Discard})
		if status != tt.status {
			t.Errorf("token %s: status %d", tt.args, status)
		}
		if status != exitOK {
			continue
		}
		m := regexp.MustCompile(`^token: (\S+)\nline:  (.*)\n$`).FindStringSubmatch(out.String())
		if m == nil {
			t.Fatalf("token %s prints %q", tt.args, &out)
		}
		tokens, err := access.ParseTokens([]byte(m[2]))
		if err != nil {
			t.Fatal(err)
		}
		if id, ok := tokens.Lookup(m[1]); !ok || id != (access.Identity{Name: "ann", Role: tt.role}) {
			t.Errorf("token %s lets %v in", tt.args, id)
		}
	}
}

// The program serves until it is told to stop, and reads its tokens again at
// SIGHUP.
func TestServeHTTP(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	file := tokensFile(t, bob)
	flag, _, _, _ := realDocument(t)
	cmd := exec.CommandContext(t.Context(), binary(t), "serve", flag, "--http", "127.0.0.1:0", "--tokens", file)
	log := &syncBuffer{}
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	url := regexp.MustCompile(`url=(\S+)/mcp`)
	await(t, func() bool { return url.MatchString(log.String()) })
	w := &webTest{url: url.FindStringSubmatch(log.String())[1]}
	status := func(token string, want int) {
		t.Helper()
		if got, _, text := w.request(t, http.MethodPost, "/mcp", token, pingBody); got != want {
			t.Errorf("%s: status %d, %s", token, got, text)
		}
	}
	status("bob", 200)
	status("ann", 401)
	if err := os.WriteFile(file, []byte(ann.Line("ann")), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	await(t, func() bool { return strings.Contains(log.String(), "tokens read again") })
	status("bob", 401)
	status("ann", 200)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, log)
	}
}

// Without a file of tokens there is nothing to read again, and the server goes on.
func TestServeHTTPHangup(t *testing.T) {
	flag, _, _, _ := realDocument(t)
	w, process := startHTTPProcess(t, flag)
	if err := process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	await(t, func() bool { return strings.Contains(w.log.String(), "no file of tokens") })
	if status, _, text := w.request(t, http.MethodPost, "/mcp", "", pingBody); status != 200 {
		t.Errorf("status %d, %s", status, text)
	}
}

// await waits until a condition of another process holds.
func await(t testing.TB, holds func() bool) {
	t.Helper()
	awaitFor(t, time.Minute, holds)
}

// awaitFor is await for what has to come true soon.
func awaitFor(t testing.TB, most time.Duration, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("it does not come true within %v", most)
		}
	}
}
