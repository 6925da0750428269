package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/access"
	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/pathpolicy"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// batchFiles are files of every kind of answer.
func batchFiles() map[string]string {
	return map[string]string{
		"guide.md": guide,
		"crlf.md":  "\uFEFF# One\r\n\r\nText.\r\n## Two\r\n",
		"mac.md":   "# One\rtext",
		"code.go":  "package main\n\nfunc main() {\n}\n",
		"wide.md":  "# Wide\n" + strings.Repeat("<\"\\>\n", 12_000),
		"huge.txt": strings.Repeat("x", maxFile+1),
		"binary":   "\x00\x01",
		".env":     "SECRET=1",
		"many.md":  strings.Repeat("# Same\n", 60),
	}
}

// batchKinds are items of every kind, each with the call of its single tool.
func batchKinds() (items []string, calls []func(s *server) answer) {
	add := func(kind, fields string) {
		items = append(items, fmt.Sprintf(`{"kind":%q,%s}`, kind, fields))
		calls = append(calls, func(s *server) answer {
			t := &sectionTool
			if kind == fileItem {
				t = &fileTool
			}
			return s.call(context.Background(), t, json.RawMessage("{"+fields+"}"))
		})
	}
	for _, fields := range []string{
		`"path":"guide"`, `"path":"guide","section":"Use"`, `"path":"guide","section":"#use"`, `"path":"guide","section":"none"`,
		`"path":"guide","section":""`, `"path":"crlf"`, `"path":"crlf","section":"two"`, `"path":"mac"`, `"path":"missing"`, `"path":""`,
		`"path":"../x"`, `"path":"guide.md","repo":"docs"`, `"path":"guide","repo":"other"`, `"path":"many","section":"same"`,
		`"path":"` + strings.Repeat("p", 5000) + `"`, `"path":"guide","section":"` + strings.Repeat("s", 5000) + `"`,
		`"path":"guide","repo":"` + strings.Repeat("r", 5000) + `"`, `"path":"guide","section":null`,
	} {
		add(sectionItem, fields)
	}
	for _, fields := range []string{
		`"path":"guide.md"`, `"path":"code.go"`, `"path":"crlf.md","lines":[1,2]`, `"path":"crlf.md","lines":[2,99]`, `"path":"guide.md","lines":[3,2]`,
		`"path":"guide.md","lines":[999,1000]`, `"path":"guide.md","lines":[1]`, `"path":"guide.md","lines":[1,2,3]`, `"path":"huge.txt"`,
		`"path":"huge.txt","lines":[1,1]`, `"path":"binary"`, `"path":".env"`, `"path":"missing"`, `"repo":"other","path":"code.go"`,
	} {
		add(fileItem, fields)
	}
	return items, calls
}

func batchArguments(items ...string) json.RawMessage {
	return json.RawMessage(`{"items":[` + strings.Join(items, ",") + `]}`)
}

// A batchReply is an answer of read_batch as a client reads it.
type batchReply struct {
	OK    bool
	Error string
	Count int
	Items []struct {
		Index   int
		Request json.RawMessage
		Commit  string `json:"resolved_commit"`
		Result  json.RawMessage
	}
	Unread []int
	Reason string `json:"unread_reason"`
}

// askBatch calls read_batch and checks what every answer promises.
func askBatch(t testing.TB, s *server, n int, args json.RawMessage) batchReply {
	t.Helper()
	tool := batchTool(access.Admin)
	a := s.call(t.Context(), &tool, args)
	if a.size > maxAnswer || a.size != budget.Size(a.text) {
		t.Errorf("%d bytes, %d were counted", budget.Size(a.text), a.size)
	}
	var r batchReply
	if err := json.Unmarshal([]byte(a.text), &r); err != nil {
		t.Fatalf("%v in %.300s", err, a.text)
	}
	if !r.OK {
		return r
	}
	if r.Count != len(r.Items) || len(r.Items)+len(r.Unread) != n || (len(r.Unread) > 0) != (r.Reason != "") {
		t.Errorf("count %d, %d items, unread %v (%s) of %d", r.Count, len(r.Items), r.Unread, r.Reason, n)
	}
	for i, item := range r.Items {
		if item.Index != i {
			t.Errorf("item %d has the index %d", i, item.Index)
		}
	}
	for i, index := range r.Unread {
		if index != len(r.Items)+i {
			t.Errorf("unread %v behind %d items", r.Unread, len(r.Items))
		}
	}
	return r
}

// Each result is byte for byte what the single tool answers, whatever stands beside
// it.
func TestBatchEqualsSingle(t *testing.T) {
	s := serving(t, gittest.New(t, batchFiles()))
	items, calls := batchKinds()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	compared := 0
	for range 20 {
		order := r.Perm(len(items))[:1+r.IntN(maxBatch)]
		order[0] = order[len(order)-1] // duplicates share a read
		var chosen []string
		for _, i := range order {
			chosen = append(chosen, items[i])
		}
		reply := askBatch(t, s, len(order), batchArguments(chosen...))
		for n, item := range reply.Items {
			single := calls[order[n]](s).text
			if string(item.Result) != single {
				t.Errorf("item %.200s\ngot  %.500s\nwant %.500s", items[order[n]], item.Result, single)
			}
			var place struct {
				Commit string `json:"resolved_commit"`
				File   struct {
					Commit string `json:"resolved_commit"`
				}
			}
			if err := json.Unmarshal(item.Result, &place); err != nil {
				t.Fatal(err)
			}
			if item.Commit != max(place.Commit, place.File.Commit) {
				t.Errorf("commit %q beside %.200s", item.Commit, single)
			}
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("only %d items were compared", compared)
	}
}

// Items about one file share one read and one parse; no more than one file is kept.
func TestBatchReadsOnce(t *testing.T) {
	s := serving(t, gittest.New(t, batchFiles()))
	items := []string{
		`{"kind":"section","path":"guide"}`,
		`{"kind":"section","path":"crlf"}`,
		`{"kind":"section","path":"guide.md","section":"Use"}`,
		`{"kind":"file","path":"guide.md"}`,
		`{"kind":"section","path":"guide","section":"Use"}`,
		`{"kind":"section","path":"guide","repo":"docs"}`,
	}
	within := *s
	within.reads = newReads()
	parsed := make([]batchItem, len(items))
	for i, item := range items {
		parsed[i].decode(&within, i, json.RawMessage(item), []string{sectionItem, fileItem})
	}
	for i := range parsed {
		if guide := i != 1; (parsed[i].key == parsed[0].key) != guide {
			t.Errorf("item %d is in the group %q", i, parsed[i].key)
		}
	}
	for _, i := range []int{0, 2, 3, 4, 5} {
		parsed[i].result(t.Context(), &within)
	}
	if len(within.reads.blobs) != 1 || len(within.reads.texts) != 1 || len(within.reads.maps) != 1 || len(within.reads.commits) != 1 {
		t.Errorf("%d blobs, %d texts, %d maps, %d commits", len(within.reads.blobs), len(within.reads.texts), len(within.reads.maps), len(within.reads.commits))
	}
	within.reads.forget()
	if len(within.reads.blobs)+len(within.reads.texts)+len(within.reads.maps) != 0 || len(within.reads.commits) != 1 {
		t.Error("the files are kept, or the commit is not")
	}
	kept, err := budget.NewBatch(budget.Nested, maxAnswer, len(parsed), newBatchAnswer(len(parsed)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := within.answerItems(t.Context(), parsed, kept, s.clock().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n := len(within.reads.blobs) + len(within.reads.texts) + len(within.reads.maps); n != 0 || !parsed[4].answered {
		t.Errorf("a batch keeps %d of its files", n)
	}
}

// All items of a repository are read at one commit, although it moves.
func TestBatchOneCommit(t *testing.T) {
	dir := gittest.New(t, map[string]string{"guide.md": "# Old\n"})
	s := serving(t, dir)
	calls := 0
	s.now = func() time.Time { // between two items
		if calls++; calls == 3 {
			gittest.Commit(t, dir, map[string]string{"guide.md": "# New\n", "more.md": "# More\n"})
		}
		return time.Unix(0, 0)
	}
	reply := askBatch(t, s, 3, batchArguments(`{"kind":"section","path":"guide"}`, `{"kind":"section","path":"more"}`, `{"kind":"file","path":"guide.md"}`))
	for i, want := range []string{`"Old"`, `"not_found"`, `# Old\n`} {
		if !strings.Contains(string(reply.Items[i].Result), want) || reply.Items[i].Commit != reply.Items[0].Commit {
			t.Errorf("item %d at %s: %s", i, reply.Items[i].Commit, reply.Items[i].Result)
		}
	}
	if !strings.Contains(s.call(t.Context(), &sectionTool, json.RawMessage(`{"path":"more"}`)).text, `"More"`) {
		t.Error("the repository did not move")
	}
}

// What does not fit is unread, and so is all after it.
func TestBatchBudget(t *testing.T) {
	dir := gittest.New(t, batchFiles())
	s := serving(t, dir)
	wide, small := `{"kind":"file","path":"wide.md","lines":[1,8000]}`, `{"kind":"section","path":"guide"}`
	reply := askBatch(t, s, 5, batchArguments(small, wide, small, wide, small))
	if !slices.Equal(reply.Unread, []int{3, 4}) || reply.Reason != "byte_budget" {
		t.Errorf("unread %v (%s)", reply.Unread, reply.Reason)
	}
	// One that fits alone, and just so, is too large for a batch and says where to
	// read it.
	alone := func() int { return s.call(t.Context(), &fileTool, json.RawMessage(`{"path":"large.txt"}`)).size }
	text := strings.Repeat("x", 200_000)
	gittest.Commit(t, dir, map[string]string{"large.txt": text})
	gittest.Commit(t, dir, map[string]string{"large.txt": text + strings.Repeat("x", maxAnswer-alone())})
	if size := alone(); size != maxAnswer {
		t.Fatalf("%d bytes", size)
	}
	reply = askBatch(t, s, 3, batchArguments(small, `{"kind":"file","path":"large.txt"}`, small))
	if len(reply.Unread) > 0 {
		t.Fatalf("unread %v", reply.Unread)
	}
	var refusal struct {
		OK         bool
		Error      string
		Bytes, Max int
		Repo, Path string
		Ref        string
		Commit     string `json:"resolved_commit"`
		With       string `json:"read_with"`
	}
	if err := json.Unmarshal(reply.Items[1].Result, &refusal); err != nil {
		t.Fatal(err)
	}
	if refusal.OK || refusal.Error != "item_too_large" || refusal.Bytes <= refusal.Max || refusal.Max != maxAnswer ||
		refusal.With != "get_repo_file" || refusal.Repo != "docs" || refusal.Path != "large.txt" ||
		refusal.Ref != "HEAD" || len(refusal.Commit) != 40 {
		t.Errorf("%s", reply.Items[1].Result)
	}
	// What says so itself in the single tool does it here.
	reply = askBatch(t, s, 1, batchArguments(`{"kind":"file","path":"wide.md"}`))
	if !strings.Contains(string(reply.Items[0].Result), `"answer_too_large"`) {
		t.Errorf("%.300s", reply.Items[0].Result)
	}
}

// Random batches fit, and go as far as they can.
func TestBatchRandom(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("f%d.txt", i)] = strings.Repeat([]string{"plain text\n", "<\"\\>\n", "שלום\n", "\x01\x02\n"}[i%4], 200<<(i/2))
	}
	s := serving(t, gittest.New(t, files))
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	stopped := 0
	for range 60 {
		n := 1 + r.IntN(maxBatch)
		var items []string
		for range n {
			first := 1 + r.IntN(200)
			items = append(items, fmt.Sprintf(`{"kind":"file","path":"f%d.txt","lines":[%d,%d]}`, r.IntN(12), first, first+r.IntN(6000)))
		}
		reply := askBatch(t, s, n, batchArguments(items...))
		if len(reply.Unread) == 0 {
			continue
		}
		stopped++
		next := askBatch(t, s, 1, batchArguments(items[len(reply.Items)]))
		if taken := len(marshal(string(marshal(reply)))) + len(marshal(string(next.Items[0].Result))); taken < maxAnswer-1000 {
			t.Errorf("the next item would have fitted: %d bytes", taken)
		}
	}
	if stopped == 0 {
		t.Error("every batch fitted")
	}
}

// The time is looked at between items.
func TestBatchDeadline(t *testing.T) {
	s := serving(t, gittest.New(t, batchFiles()))
	small := `{"kind":"section","path":"guide"}`
	other := `{"kind":"section","path":"crlf"}`
	for _, tt := range []struct {
		step  time.Duration // of the clock, at each look
		items []string
		read  int
	}{
		{time.Second, []string{small, small, small}, 3},
		{4 * time.Second, []string{small, small, small, small}, 2},
		{4 * time.Second, []string{small, other, small, other}, 1}, // the third is read before the second
		{batchDeadline - 1, []string{small, small}, 1},
		{batchDeadline, []string{small, small}, 0},
	} {
		now := time.Unix(0, 0)
		s.now = func() time.Time {
			now = now.Add(tt.step)
			return now
		}
		reply := askBatch(t, s, len(tt.items), batchArguments(tt.items...))
		if reason := map[bool]string{true: "timeout"}[tt.read < len(tt.items)]; len(reply.Items) != tt.read || reply.Reason != reason {
			t.Errorf("%v: %d items, unread %v (%s)", tt.step, len(reply.Items), reply.Unread, reply.Reason)
		}
	}
}

// What is kept is got once, what came of it as well, and each key for itself.
func TestOnce(t *testing.T) {
	kept, calls := map[string]got[int]{}, 0
	failed := errors.New("failed")
	for range 3 {
		for _, key := range []string{"a", "b"} {
			n, err := once(kept, key, func() (int, error) {
				calls++
				return len(key) + calls, failed
			})
			if want := map[string]int{"a": 2, "b": 3}[key]; n != want || err != failed {
				t.Errorf("%s: %d, %v", key, n, err)
			}
		}
	}
	if _, _ = once(nil, "a", func() (int, error) { calls++; return 0, nil }); calls != 3 {
		t.Errorf("%d calls", calls)
	}
}

// Each repository has a commit of its own in a batch.
func TestBatchOfRepositories(t *testing.T) {
	var sources []source
	for _, name := range []string{"one", "two"} {
		sources = append(sources, source{pathpolicy.Policy{Repo: name, Suffix: ".md"}, gittest.New(t, map[string]string{"a.md": "# " + name + "\n"})})
	}
	s, err := open(sources, discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	items := []string{
		`{"kind":"section","path":"a","repo":"two"}`, `{"kind":"section","path":"a"}`, `{"kind":"file","path":"a.md","repo":"two"}`, `{"kind":"file","path":"a.md","repo":"one"}`,
	}
	reply := askBatch(t, s, len(items), batchArguments(items...))
	commit := func(i int) string { return reply.Items[i].Commit }
	if commit(0) != commit(2) || commit(1) != commit(3) || commit(0) == commit(1) {
		t.Errorf("the commits are %s, %s, %s, %s", commit(0), commit(1), commit(2), commit(3))
	}
	for i, want := range []string{`"title":"two"`, `"title":"one"`, `"content":"# two\n"`, `"content":"# one\n"`} {
		if got := string(reply.Items[i].Result); !strings.Contains(got, want) || !strings.Contains(got, commit(i)) {
			t.Errorf("item %d: %s", i, got)
		}
	}
}

// The time of a batch begins when it comes in, and not when it has a place: what
// waited for too long is not read.
func TestBatchWaits(t *testing.T) {
	items := batchArguments(`{"kind":"section","path":"guide"}`)
	overHTTP := func(s *server, q queue) (ask func() string) {
		w := serveOn(t, s, func(w *webServer) {
			w.queue = q
			w.timeouts.queue = time.Hour
		})
		return func() string {
			_, _, text := w.request(t, "POST", "/mcp", "ann", callBody("read_batch", string(items)))
			return strings.ReplaceAll(text, `\"`, `"`)
		}
	}
	overLines := func(s *server, q queue) (ask func() string) {
		cs := connectTo(t, s.overLines(tools(), q))
		return func() string {
			res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "read_batch", Arguments: items})
			if err != nil {
				return err.Error()
			}
			return textOf(t, res)
		}
	}
	for _, begin := range []func(s *server, q queue) func() string{overHTTP, overLines} {
		var now, looks atomic.Int64
		s, q := servingFiles(t, map[string]string{"guide.md": guide}), make(queue, 1)
		s.now = func() time.Time {
			looks.Add(1)
			return time.Unix(0, now.Load())
		}
		ask := begin(s, q)
		if err := q.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		answer := make(chan string, 1)
		go func() { answer <- ask() }()
		awaitFor(t, patience, func() bool { return looks.Load() == 1 }) // the call has come
		now.Add(int64(batchDeadline))
		q.leave()
		if got := within(t, "the answer", answer); !strings.Contains(got, `"count":0,"items":[],"unread":[0],"unread_reason":"timeout"`) {
			t.Errorf("got %s", got)
		}
	}
}

// What can not go in any more is not read, whichever group it is in, and what the
// deadline leaves is told apart from what did not fit.
func TestBatchFull(t *testing.T) {
	files := batchFiles()
	files["other.md"] = files["wide.md"]
	s := serving(t, gittest.New(t, files))
	const (
		small = `{"kind":"section","path":"guide"}`
		wide  = `{"kind":"file","path":"wide.md","lines":[1,6000]}` // two of them do not fit
		other = `{"kind":"file","path":"other.md","lines":[1,6000]}`
		crlf  = `{"kind":"section","path":"crlf"}`
	)
	for _, tt := range []struct {
		name   string
		items  []string
		late   int // which look at the clock is behind the deadline; 0 for none
		looks  int // at the clock, one before each item that is read
		kept   int
		reason string
	}{
		{"in its own group", []string{wide, wide, wide, small}, 0, 2, 1, "byte_budget"},
		{"in another group", []string{small, wide, other, crlf, small}, 0, 4, 2, "byte_budget"},
		{"pushed out by one before it", []string{wide, other, wide, small}, 0, 3, 1, "byte_budget"},
		{"late", []string{small, wide, crlf}, 2, 2, 1, "timeout"},
		{"late before one that was read", []string{small, other, small, wide, small, crlf}, 5, 5, 3, "timeout"},
		{"late, and nothing read", []string{small}, 1, 1, 0, "timeout"},
	} {
		looks := -1 // the first one sets the deadline
		s.now = func() time.Time {
			if looks++; tt.late > 0 && looks >= tt.late {
				return time.Unix(0, 0).Add(batchDeadline)
			}
			return time.Unix(0, 0)
		}
		reply := askBatch(t, s, len(tt.items), batchArguments(tt.items...))
		if looks != tt.looks || len(reply.Items) != tt.kept || reply.Reason != tt.reason {
			t.Errorf("%s: %d looks at the clock, %d items, unread %v (%s)", tt.name, looks, len(reply.Items), reply.Unread, reply.Reason)
		}
	}
}

// An item's request is repeated but for what is too long.
func TestBatchRequestEcho(t *testing.T) {
	s := serving(t, gittest.New(t, batchFiles()))
	reply := askBatch(t, s, 4, batchArguments(
		`{"kind":"section","path":"guide","section":"`+long+`"}`,
		`{"kind":"file","path":"guide.md","lines":[1,2`+strings.Repeat(",3", 5000)+`]}`,
		`{"kind":"file","path":"guide.md","repo":"docs","lines":[1,2]}`,
		`{"kind":"section","path":"guide","section":""}`,
	))
	for i, want := range []string{
		`{"kind":"section","path":"guide"}`,
		`{"kind":"file","path":"guide.md"}`,
		`{"kind":"file","repo":"docs","path":"guide.md","lines":[1,2]}`,
		`{"kind":"section","path":"guide","section":""}`,
	} {
		if got := string(reply.Items[i].Request); got != want {
			t.Errorf("item %d: %.300s, want %s", i, got, want)
		}
	}
}

// A bad item fails alone, and nothing of it is repeated.
func TestBatchInvalidItem(t *testing.T) {
	s := serving(t, gittest.New(t, batchFiles()))
	good := `{"kind":"section","path":"guide"}`
	for _, tt := range []struct{ item, where, what string }{
		{`{}`, "kind", "expected section or file"},
		{`{"kind":"SECRET","path":"guide"}`, "kind", "expected section or file"},
		{`{"kind":1,"path":"guide"}`, "kind", "expected section or file"},
		{`{"kind":"section","path":["SECRET"]}`, "path", "expected a string"},
		{`{"kind":"section","path":"guide","lines":[1,2]}`, "lines", "only for kind file"},
		{`{"kind":"file","path":"guide.md","section":"SECRET"}`, "section", "only for kind section"},
		{`{"kind":"section","path":"guide","lines":null}`, "lines", "only for kind file"}, // which its tool does not know
		{`{"kind":"file","path":"guide.md","section":null}`, "section", "only for kind section"},
		{`1`, "item", "expected an object"},
		{`null`, "item", "expected an object"},
		{`[]`, "item", "expected an object"},
		{`"{}"`, "item", "expected an object"},
		{`{"kind":"file","path":"guide.md","lines":[true,5]}`, "lines", "expected a list of integers"},
		{`{"kind":"file","path":"guide.md","lines":[1.5,5]}`, "lines", "expected a list of integers"},
		{`{"kind":"file","path":"guide.md","lines":["1","5"]}`, "lines", "expected a list of integers"},
		{`{"kind":"file","path":"guide.md","lines":[1,9223372036854775808]}`, "lines", "expected a list of integers"},
		{`{"kind":"file","path":"guide.md","ref":"SECRET"}`, "ref", "unknown argument"},
		{`{"kind":"file","path":"guide.md","path":"SECRET"}`, "path", "given more than once"},
		{`{"kind":"file","Path":"SECRET"}`, "Path", "unknown argument"},
	} {
		reply := askBatch(t, s, 3, batchArguments(good, tt.item, good))
		var refusal struct {
			OK       bool
			Error    string
			Problems []problem
		}
		if err := json.Unmarshal(reply.Items[1].Result, &refusal); err != nil {
			t.Fatal(err)
		}
		if refusal.OK || refusal.Error != "invalid_item" || !slices.Contains(refusal.Problems, problem{tt.where, tt.what}) {
			t.Errorf("%s: %s", tt.item, reply.Items[1].Result)
		}
		if item := string(marshal(reply.Items[1])); reply.Items[1].Request != nil || reply.Items[1].Commit != "" || strings.Contains(item, "SECRET") || strings.Contains(item, "hint") {
			t.Errorf("%s is repeated: %s", tt.item, item)
		}
		for _, i := range []int{0, 2} {
			if !strings.Contains(string(reply.Items[i].Result), `"ok":true`) {
				t.Errorf("beside %s: %s", tt.item, reply.Items[i].Result)
			}
		}
	}
}

// What is no batch at all is refused as a whole.
func TestBatchRefusals(t *testing.T) {
	s := serving(t, gittest.New(t, batchFiles()))
	for args, want := range map[string]string{
		`{}`:                        `{"ok":false,"error":"missing_items","count":0,"max":20}`,
		`{"items":[]}`:              `{"ok":false,"error":"missing_items","count":0,"max":20}`,
		`{"items":null}`:            `{"ok":false,"error":"missing_items","count":0,"max":20}`,
		`{"items":{}}`:              `"where":"items","what":"expected a list of objects"`,
		`{"items":"[]"}`:            `"where":"items","what":"expected a list of objects"`,
		`{"items":[],"ref":"main"}`: `"where":"ref","what":"unknown argument"`,
		`{"items":[],"items":[{}]}`: `"where":"items","what":"given more than once"`,
		string(batchArguments(strings.Split(strings.Repeat("{}|", 20)+"{}", "|")...)): `{"ok":false,"error":"too_many_items","count":21,"max":20}`,
	} {
		tool := batchTool(access.Admin)
		if a := s.call(t.Context(), &tool, json.RawMessage(args)); !strings.Contains(a.text, want) {
			t.Errorf("%.100s: %s", args, a.text)
		}
	}
}

// A reader has no items that are files, and is not told of them.
func TestBatchRoles(t *testing.T) {
	s := serving(t, gittest.New(t, batchFiles()))
	reader := batchTool(access.Reader)
	a := s.call(t.Context(), &reader, batchArguments(`{"kind":"file","path":"guide.md"}`, `{"kind":"section","path":"guide"}`))
	if !strings.Contains(a.text, `"what":"expected section"`) || strings.Count(a.text, `"ok":true`) != 2 {
		t.Errorf("%s", a.text)
	}
	schema := string(reader.schema())
	if strings.Contains(schema, "lines") || strings.Contains(schema, "or file.") || strings.Contains(reader.description, "get_repo_file") {
		t.Errorf("a reader is told of files: %s", schema)
	}
}

// A client that wants to know how far a call is, is told: after each item of a
// batch, and after each step of a search.
func TestProgress(t *testing.T) {
	s := serving(t, gittest.New(t, batchFiles()))
	for name, arguments := range map[string]json.RawMessage{
		"read_batch":  batchArguments(`{"kind":"section","path":"guide"}`, `{"kind":"section","path":"crlf"}`, `{"kind":"file","path":"guide.md"}`),
		"search_repo": json.RawMessage(`{"query":"main"}`),
	} {
		told := callWithProgress(t, s, name, arguments)
		if want := []string{"1/3", "2/3", "3/3"}; !slices.Equal(told, want) {
			t.Errorf("%s: told of %v, want %v", name, told, want)
		}
	}
}

// callWithProgress calls a tool of three steps and returns what the client is told
// on the way.
func callWithProgress(t *testing.T, s *server, name string, arguments json.RawMessage) (steps []string) {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.protocol(tools()).Connect(t.Context(), here, nil); err != nil {
		t.Fatal(err)
	}
	told := make(chan string, 10)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
			told <- fmt.Sprintf("%v/%v", req.Params.Progress, req.Params.Total)
		},
	})
	cs, err := client.Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer cs.Close()
	params := &mcp.CallToolParams{Name: name, Arguments: arguments}
	params.SetProgressToken("p")
	if _, err := cs.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		steps = append(steps, <-told)
	}
	return steps
}

// A batch for a client that is gone stops.
func TestBatchCanceled(t *testing.T) {
	s := serving(t, gittest.New(t, batchFiles()))
	ctx, cancel := context.WithCancel(t.Context())
	looks := 0
	s.now = func() time.Time {
		if looks++; looks == 3 {
			cancel()
		}
		return time.Unix(0, 0)
	}
	tool := batchTool(access.Admin)
	a := s.call(ctx, &tool, batchArguments(slices.Repeat([]string{`{"kind":"section","path":"guide"}`}, 10)...))
	if looks > 4 || a.code != "canceled" {
		t.Errorf("%d looks at the clock, %s", looks, a.text)
	}
}
