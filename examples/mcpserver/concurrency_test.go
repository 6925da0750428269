package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
)

const (
	busyCalls = 32 // at once
	busyFiles = 40
)

// busyText is what a file holds as of the commit with a number: an answer that
// mixes two commits, or two files, can be told.
func busyText(commit, file int) string {
	return fmt.Sprintf("def f%d():\n    return 'needle %d'\n", file, commit)
}

func busyCommit(commit int) map[string]string {
	files := map[string]string{"README.md": fmt.Sprintf("# Commit %d\n", commit)}
	for i := range busyFiles {
		files[fmt.Sprintf("src/f%d.py", i)] = busyText(commit, i)
	}
	return files
}

// While commits are fetched into the mirror and its objects are packed and pruned,
// many calls at once get right answers or honest refusals.
func TestBusyMirror(t *testing.T) {
	source := gittest.New(t, busyCommit(0))
	place := filepath.Join(t.TempDir(), "mirror.git")
	gittest.Git(t, source, "clone", "-q", "--mirror", ".", place)
	var numbers sync.Map // of the commits
	numbers.Store(gittest.Git(t, source, "rev-parse", "HEAD"), 0)
	s := serving(t, place)

	rounds := 4
	if testing.Short() {
		rounds = 1
	}
	var done atomic.Bool
	var answers, refusals atomic.Int64
	var wg sync.WaitGroup
	for range busyCalls {
		wg.Go(func() {
			for n := 0; !done.Load() || n < 2; n++ {
				b := busy{t, s, &numbers}
				if b.call(rand.IntN(6)) {
					answers.Add(1)
				} else {
					refusals.Add(1)
				}
			}
		})
	}
	for i := range rounds {
		numbers.Store(gittest.Commit(t, source, busyCommit(i+1)), i+1)
		gittest.Git(t, place, "fetch", "-q", "--prune")
		gittest.Git(t, place, "gc", "-q", "--prune=now")
	}
	done.Store(true)
	wg.Wait()
	t.Logf("%d answers, %d refusals", answers.Load(), refusals.Load())
	if answers.Load() < busyCalls {
		t.Errorf("%d answers", answers.Load())
	}
}

// A busy is one of the callers.
type busy struct {
	t       testing.TB
	s       *server
	numbers *sync.Map
}

// call calls a tool and checks its answer. It reports whether that was none of the
// refusals which are honest here.
func (b busy) call(kind int) bool {
	file := rand.IntN(busyFiles)
	path := fmt.Sprintf("src/f%d.py", file)
	switch kind {
	case 0:
		o, commit, ok := b.ask(&fileTool, fmt.Sprintf(`{"path":%q,"lines":[1,3]}`, path))
		return ok && b.same(o["content"], busyText(commit, file))
	case 1:
		o, _, ok := b.ask(&fileTool, fmt.Sprintf(`{"path":%q,"outline":true}`, path))
		return ok && b.same(at(b.t, o, "symbols.0.name"), fmt.Sprintf("f%d", file))
	case 2:
		o, _, ok := b.ask(&treeTool, `{"path":"src","per_page":7,"include_stats":true}`)
		return ok && b.same(o["total"], float64(busyFiles))
	case 3:
		o, commit, ok := b.ask(&searchTool, fmt.Sprintf(`{"query":"needle %d'","max_results":5}`, 1))
		total := 0.0
		if commit == 1 {
			total = busyFiles
		}
		if least, cut := o["total_at_least"].(float64); ok && cut { // it is told that some were not read
			if least > total {
				b.t.Errorf("at least %v of %v", least, total)
			}
			return false
		}
		return ok && b.same(o["total"], total)
	case 4:
		return b.batch(file)
	}
	o, commit, ok := b.ask(&sectionTool, `{"path":"README"}`)
	return ok && b.same(at(b.t, o, "toc.0.title"), fmt.Sprintf("Commit %d", commit))
}

// ask returns an answer and the number of its commit, and false for a refusal.
func (b busy) ask(tool *tool, args string) (o object, commit int, ok bool) {
	a := b.s.call(b.t.Context(), tool, json.RawMessage(args))
	if err := json.Unmarshal([]byte(a.text), &o); err != nil {
		b.t.Error(err)
		return nil, 0, false
	}
	if a.code != "" {
		return nil, 0, b.refused(a.code, a.text)
	}
	return o, b.number(o["resolved_commit"]), true
}

// refused is false, and fails the test if the code is no honest one.
func (b busy) refused(code, text string) bool {
	switch code {
	case "read_failed", "sync_in_progress", "ref_not_mirrored", "search_timeout":
	default:
		b.t.Errorf("%.300s", text)
	}
	return false
}

// number returns that of a commit.
func (b busy) number(commit any) int {
	number, known := b.numbers.Load(commit)
	if !known { // though its number was written down before it was fetched
		b.t.Errorf("commit %v is none of the mirror", commit)
		return -1
	}
	return number.(int)
}

// batch reads two files, which must be of one commit.
func (b busy) batch(file int) bool {
	args := fmt.Sprintf(`{"items":[{"kind":"file","path":"src/f%d.py"},{"kind":"file","path":"README.md"}]}`, file)
	o := askTool(b.t, b.s, findTool("read_batch"), args)
	var commits [2]any
	for i := range commits {
		item := fmt.Sprintf("items.%d.", i)
		if code, refused := at(b.t, o, item+"result.error").(string); refused {
			return b.refused(code, string(marshal(o)))
		}
		commits[i] = at(b.t, o, item+"resolved_commit")
	}
	commit := b.number(commits[0])
	return b.same(commits[1], commits[0]) &&
		b.same(at(b.t, o, "items.0.result.content"), busyText(commit, file)) &&
		b.same(at(b.t, o, "items.1.result.content"), busyCommit(commit)["README.md"])
}

func (b busy) same(got, want any) bool {
	if got != want {
		b.t.Errorf("%.200v, want %.200v", got, want)
	}
	return true
}

// More calls at once than there are processes for them: every one is answered, and
// no answer is another's.
func TestManySearches(t *testing.T) {
	searches := 64
	if testing.Short() {
		searches = 16
	}
	files := map[string]string{}
	for i := range searches {
		files[fmt.Sprintf("f%d", i)] = strings.Repeat(fmt.Sprintf("word%dx\n", i), i+1)
	}
	s := servingFiles(t, files)
	var wg sync.WaitGroup
	for i := range searches {
		wg.Go(func() {
			o := search(t, s, fmt.Sprintf("word%dx", i), "")
			want(t, o, "total", fmt.Sprint(i+1))
		})
	}
	wg.Wait()
}
