package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// realFiles returns the text files of this repository and of the folders in
// MAPWRIGHT_DOCS.
func realFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for i, folder := range append(filepath.SplitList(os.Getenv("MAPWRIGHT_DOCS")), "../..") {
		err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if e.IsDir() {
				if e.Name() == ".git" || e.Name() == "fuzz" {
					return fs.SkipDir
				}
				return nil
			}
			info, err := e.Info()
			if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
				return err
			}
			data, err := os.ReadFile(path)
			name, _ := filepath.Rel(folder, path)
			files[fmt.Sprintf("%d/%s", i, filepath.ToSlash(name))] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// wireFiles is how many of the real files TestWire asks about.
var wireFiles = flag.Int("wire", 120, "how many real files TestWire asks about, 0 for all")

// wireBudget is a size that an answer is fitted into: the server's own, the
// smallest that the names of real files leave room in, or what lies between.
func wireBudget(r *rand.Rand) int {
	if r.IntN(2) == 0 {
		return maxAnswer
	}
	const least = 4000
	return least << r.IntN(6) * (100 + r.IntN(100)) / 100
}

// someSection returns the title of a section of a document, as JSON; if there is none,
// one that it has not.
func someSection(t testing.TB, s *server, r *rand.Rand, path string) string {
	t.Helper()
	var m struct{ TOC []struct{ Title string } }
	if err := json.Unmarshal([]byte(s.call(t.Context(), &sectionTool, json.RawMessage(`{"path":`+path+`}`)).text), &m); err != nil {
		t.Fatal(err)
	}
	if len(m.TOC) == 0 {
		return `"none"`
	}
	return string(marshal(m.TOC[r.IntN(len(m.TOC))].Title))
}

// No answer to a call about a real file takes more than its budget as it stands on
// the wire, whatever that is, and none is what the last net made of it. All tools
// are asked.
func TestWire(t *testing.T) {
	files := realFiles(t)
	names := slices.Sorted(maps.Keys(files))
	s := serving(t, gittest.New(t, files))
	var log bytes.Buffer
	s.log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	most := cmp.Or(*wireFiles, len(names))
	if testing.Short() {
		most = 30
	}
	names = names[:min(len(names), most)]
	id, err := jsonrpc.MakeID(strings.Repeat("i", maxID-2))
	if err != nil {
		t.Fatal(err)
	}
	all, fitted, largest := 0, 0, 0
	asked := map[string]bool{}
	check := func(name, arguments string) {
		t.Helper()
		asked[name] = true
		within := *s
		within.mostBytes = wireBudget(r)
		a := within.call(t.Context(), findTool(name), json.RawMessage(arguments))
		line, err := jsonrpc.EncodeMessage(&jsonrpc.Response{ID: id, Result: marshal(result(a))})
		if err != nil {
			t.Fatal(err)
		}
		const around = maxMessage - maxAnswer - len(eventStart+eventEnd)
		if len(line) > within.maxAnswer()+around || a.size > within.maxAnswer() {
			t.Errorf("%s %.200s: %d bytes, in a message of %d, of %d", name, arguments, a.size, len(line), within.maxAnswer())
		}
		if a.size > within.maxAnswer()*9/10 {
			fitted++
		}
		all, largest = all+1, max(largest, a.size)
	}
	for i, name := range names {
		path := string(marshal(name))
		check("get_repo_file", `{"path":`+path+`}`)
		check("get_repo_file", `{"path":`+path+`,"outline":true,"per_page":500}`)
		check("get_repo_file", fmt.Sprintf(`{"path":%s,"lines":[%d,1000000]}`, path, 1+r.IntN(50)))
		check("docs_get_section", `{"path":`+path+`}`)
		check("docs_get_section", `{"path":`+path+`,"whole_document":true,"max_chars":100000}`)
		check("docs_get_section", `{"path":`+path+`,"section":"introductoin"}`)
		section := someSection(t, s, r, path)
		check("docs_get_section", `{"path":`+path+`,"section":`+section+`,"max_chars":100000}`)
		if i%10 > 0 {
			continue
		}
		var items []string
		for range maxBatch {
			other := marshal(names[r.IntN(len(names))])
			items = append(items, []string{
				fmt.Sprintf(`{"kind":"file","path":%s}`, other),
				fmt.Sprintf(`{"kind":"file","path":%s,"lines":[%d,%d]}`, other, 1+r.IntN(50), 50+r.IntN(1000)),
				fmt.Sprintf(`{"kind":"section","path":%s}`, other),
				fmt.Sprintf(`{"kind":"section","path":%s,"section":%s}`, path, section),
			}[r.IntN(4)])
		}
		check("read_batch", `{"items":[`+strings.Join(items, ",")+`]}`)
		check("list_repos", `{}`)
		check("list_repo_tree", fmt.Sprintf(`{"per_page":%d,"page":%d,"include_stats":true}`, 1+r.IntN(2000), 1+r.IntN(3)))
		query := []string{"the", "func", "<", "\\u00e9\\u00e9", "  "}[r.IntN(5)]
		check("search_repo", fmt.Sprintf(`{"query":"%s","max_results":500,"context_lines":%d}`, query, r.IntN(11)))
	}
	for _, tool := range tools() {
		if !asked[tool.name] {
			t.Errorf("%s was not asked", tool.name)
		}
	}
	t.Logf("%d answers about %d of %d files, %d of them fill their budget, the largest has %d bytes", all, len(names), len(files), fitted, largest)
	if fitted < all/100 {
		t.Errorf("only %d of %d answers come near their budget", fitted, all)
	}
	if log.Len() > 0 {
		t.Errorf("the server had faults:\n%.1000s", &log)
	}
}
