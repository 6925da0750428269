package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

var (
	loadTime  = flag.Duration("load", 0, "how long TestLoad runs; 0 is a short try")
	soakCalls = flag.Int("soak", 1000, "how many calls TestSoak makes")
)

// startHTTP starts the program over HTTP, without tokens, and stops it at the end
// of the test.
func startHTTP(t *testing.T, args ...string) *webTest {
	t.Helper()
	w, _ := startHTTPProcess(t, args...)
	return w
}

// startHTTPProcess is startHTTP for a test that has more to do with the process.
func startHTTPProcess(t *testing.T, args ...string) (*webTest, *os.Process) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	cmd := exec.Command(binary(t), append([]string{"serve", "--http", "127.0.0.1:0"}, args...)...)
	log := &syncBuffer{}
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ends with %v", err)
		}
		if strings.Contains(log.String(), "level=ERROR") {
			t.Errorf("the log has errors:\n%.2000s", log)
		}
	})
	url := regexp.MustCompile(`url=(\S+)/mcp`)
	await(t, func() bool { return url.MatchString(log.String()) })
	return &webTest{url: url.FindStringSubmatch(log.String())[1], log: log}, cmd.Process
}

// loadCalls are the calls that clients make, of every tool.
func loadCalls() []string {
	return []string{
		callBody("docs_get_section", `{"path":"README"}`),
		callBody("docs_get_section", `{"path":"README","section":"Try it"}`),
		callBody("docs_get_section", `{"path":"CHANGELOG","section":"none"}`),
		callBody("docs_get_section", `{"path":"README","whole_document":true}`),
		callBody("docs_get_section", `{"path":"missing"}`),
		callBody("get_repo_file", `{"path":"section/section.go","lines":[10,60]}`),
		callBody("list_repos", `{}`),
		callBody("list_repo_tree", `{"repo":"docs","per_page":100}`),
		callBody("read_batch", `{"items":[{"kind":"section","path":"README","section":"Packages"},{"kind":"file","path":"go.mod"}]}`),
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		pingBody,
	}
}

// A callResult is what became of one call.
type callResult struct {
	took   time.Duration
	status int
}

// post makes one call and checks that the answer is whole.
func (w *webTest) post(ctx context.Context, client *http.Client, body string) (callResult, error) {
	begin := time.Now()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url+"/mcp", strings.NewReader(body))
	if err != nil {
		return callResult{}, err
	}
	r.Header = http.Header{"Accept": {"application/json, text/event-stream"}, "Content-Type": {"application/json"}}
	res, err := client.Do(r)
	if err != nil {
		return callResult{}, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return callResult{}, err
	}
	o := callResult{time.Since(begin), res.StatusCode}
	switch o.status {
	case http.StatusTooManyRequests:
		return o, nil
	case http.StatusOK:
	default:
		return o, fmt.Errorf("status %d: %.200s", o.status, text)
	}
	_, data, _ := strings.Cut(string(text), "data: ")
	var msg struct{ Result, Error json.RawMessage }
	if err := json.Unmarshal([]byte(data), &msg); err != nil || msg.Result == nil || msg.Error != nil {
		return o, fmt.Errorf("%v in %.200s", err, text)
	}
	return o, nil
}

// memory returns the resident memory of the server, in bytes.
func (w *webTest) memory(t *testing.T) int {
	t.Helper()
	_, _, text := w.request(t, http.MethodGet, "/metrics", "", "")
	m := regexp.MustCompile(`(?m)^process_resident_memory_bytes (\S+)$`).FindStringSubmatch(text)
	if m == nil {
		t.Skip("the resident memory is not known here")
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}

// drive lets clients make calls at the same time until more says that it is
// enough, and returns the results.
func (w *webTest) drive(t *testing.T, clients int, more func() bool) []callResult {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	defer client.CloseIdleConnections()
	calls := loadCalls()
	results := make([][]callResult, clients)
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 0))
			for more() {
				o, err := w.post(t.Context(), client, calls[r.IntN(len(calls))])
				if err != nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
					return
				}
				results[i] = append(results[i], o)
			}
		})
	}
	wg.Wait()
	return slices.Concat(results...)
}

// report logs what the results say.
func report(t *testing.T, name string, all []callResult, took time.Duration) {
	t.Helper()
	var times []time.Duration
	refused := 0
	for _, o := range all {
		if o.status == http.StatusTooManyRequests {
			refused++
			continue
		}
		times = append(times, o.took)
	}
	if len(times) == 0 {
		t.Fatal("no call was answered")
	}
	slices.Sort(times)
	t.Logf("%s: %d answers in %v (%.0f/s), %d refused by rate; half within %v, 99 of 100 within %v",
		name, len(times), took.Round(time.Millisecond), float64(len(times))/took.Seconds(), refused, times[len(times)/2], times[len(times)*99/100])
}

// TestLoad lets 200 clients call at once. The rate bounds the work, so that calls
// are answered or refused, and nothing else.
//
//	go test -run='^TestLoad$' -v -load=60s ./examples/mcpserver
func TestLoad(t *testing.T) {
	w := startHTTP(t, "--repo=docs=../..", "--rate=500")
	before := w.memory(t)
	begin := time.Now()
	var started atomic.Int64
	all := w.drive(t, 200, func() bool {
		if *loadTime == 0 {
			return started.Add(1) <= 1000
		}
		return time.Since(begin) < *loadTime
	})
	report(t, "load", all, time.Since(begin))
	t.Logf("memory %d MB, then %d MB", before>>20, w.memory(t)>>20)
}

// TestSoak makes many calls and asserts that the memory does not grow with them.
//
//	go test -run='^TestSoak$' -v -soak=100000 -timeout=0 ./examples/mcpserver
func TestSoak(t *testing.T) {
	w := startHTTP(t, "--repo=docs=../..", "--rate=1000000", "--burst=1000000")
	var started atomic.Int64
	calls := func(n int) func() bool {
		started.Store(0)
		return func() bool { return started.Add(1) <= int64(n) }
	}
	w.drive(t, 8, calls(*soakCalls/4)) // what is kept once is kept by now
	before := w.memory(t)
	begin := time.Now()
	report(t, "soak", w.drive(t, 8, calls(*soakCalls)), time.Since(begin))
	after := w.memory(t)
	t.Logf("memory %d MB, then %d MB", before>>20, after>>20)
	if most := before + 32<<20; after > most {
		t.Errorf("the memory grew from %d to %d bytes", before, after)
	}
}
