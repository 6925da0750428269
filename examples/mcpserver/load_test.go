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
	loadTime  = flag.Duration("load", 0, "how long TestLoad runs, with 200 clients; 0 is a short try with fewer")
	soakCalls = flag.Int("soak", 400, "how many calls TestSoak makes")
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

// A loadCall is a call that a client makes, and what stands in its answer.
type loadCall struct{ body, want string }

// loadCalls are calls of every tool, and of what else a client asks.
func loadCalls() []loadCall {
	const ok = `\"ok\":true`
	tool := func(name, arguments, want string) loadCall { return loadCall{callBody(name, arguments), want} }
	return []loadCall{
		tool("docs_get_section", `{"path":"README"}`, ok),
		tool("docs_get_section", `{"path":"README","section":"Try it"}`, ok),
		tool("docs_get_section", `{"path":"CHANGELOG","section":"none"}`, `section_not_found`),
		tool("docs_get_section", `{"path":"README","whole_document":true}`, ok),
		tool("docs_get_section", `{"path":"missing"}`, `not_found`),
		tool("docs_get_section", `{"pfad":"README"}`, `invalid_argument`),
		tool("get_repo_file", `{"path":"section/section.go","lines":[10,60]}`, ok),
		tool("get_repo_file", `{"path":"go.mod"}`, ok),
		tool("get_repo_file", `{"path":"outline/testdata/python/py_mutate.py","outline":true}`, ok),
		tool("list_repos", `{}`, ok),
		tool("list_repo_tree", `{"repo":"docs","per_page":100}`, ok),
		tool("list_repo_tree", `{"path":"budget","include_stats":true}`, ok),
		tool("search_repo", `{"query":"budget","file_pattern":"*.md","max_results":20}`, ok),
		tool("search_repo", `{"query":"func (Trim|Page)","regex":true,"context_lines":2}`, ok),
		tool("read_batch", `{"items":[{"kind":"section","path":"README","section":"Packages"},{"kind":"file","path":"go.mod"}]}`, ok),
		{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `"tools":[`},
		{pingBody, `"result":{}`},
	}
}

// Every tool is called under load.
func TestLoadCalls(t *testing.T) {
	s := serving(t, "../..")
	called := map[string]bool{}
	for _, call := range loadCalls() {
		for _, tool := range tools() {
			arguments := members(members([]byte(call.body))["params"])["arguments"]
			if !strings.Contains(call.body, `"name":"`+tool.name+`"`) {
				continue
			}
			called[tool.name] = true
			if a := string(marshal(s.call(t.Context(), &tool, arguments).text)); !strings.Contains(a, call.want) {
				t.Errorf("%s: %.300s", call.body, a)
			}
		}
	}
	for _, tool := range tools() {
		if !called[tool.name] {
			t.Errorf("%s is not called", tool.name)
		}
	}
}

// A callResult is what became of one call.
type callResult struct {
	took   time.Duration
	status int
}

// post makes one call and checks that the answer is whole and the right one.
func (w *webTest) post(ctx context.Context, client *http.Client, call loadCall) (callResult, error) {
	begin := time.Now()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url+"/mcp", strings.NewReader(call.body))
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
	if err := json.Unmarshal([]byte(data), &msg); err != nil || msg.Result == nil || msg.Error != nil || !strings.Contains(data, call.want) {
		return o, fmt.Errorf("%v in %.300s, want %s", err, text, call.want)
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

// growth is the most by which the memory of the server may differ between two
// moments of the same load.
const growth = 48 << 20

// flat fails the test if the memory of the server has grown.
func (w *webTest) flat(t *testing.T, before int) {
	t.Helper()
	after := w.memory(t)
	t.Logf("memory %d MB, then %d MB", before>>20, after>>20)
	if after > before+growth {
		t.Errorf("the memory grew from %d to %d bytes", before, after)
	}
}

// TestLoad lets 200 clients call at once, mixing all tools. The rate bounds the
// work, so that calls are answered or refused by it, and nothing else. The memory
// is flat after the first fifth.
//
//	go test -run='^TestLoad$' -v -load=60s -timeout=0 ./examples/mcpserver
func TestLoad(t *testing.T) {
	w := startHTTP(t, "--repo=docs=../..", "--rate=500")
	clients, tries := 200, 300
	if *loadTime == 0 {
		clients = 40
	}
	drive := func(n int, most time.Duration) ([]callResult, time.Duration) {
		begin := time.Now()
		var started atomic.Int64
		all := w.drive(t, clients, func() bool {
			if *loadTime == 0 {
				return started.Add(1) <= int64(n)
			}
			return time.Since(begin) < most
		})
		return all, time.Since(begin)
	}
	drive(tries/5, *loadTime/5)
	before := w.memory(t)
	all, took := drive(tries, *loadTime)
	report(t, "load", all, took)
	w.flat(t, before)
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
	w.flat(t, before)
}
