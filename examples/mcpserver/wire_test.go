package main

import (
	"bytes"
	"encoding/json"
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

// No answer to a call about a real file takes more than its budget as it
// stands on the wire, and none is what the last net made of it.
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
	most := 300
	if testing.Short() {
		most = 30
	}
	names = names[:min(len(names), most)]
	all, largest := 0, 0
	check := func(name, arguments string) {
		t.Helper()
		a := s.call(t.Context(), findTool(name), json.RawMessage(arguments))
		line, err := jsonrpc.EncodeMessage(&jsonrpc.Response{ID: jsonrpc.ID{}, Result: marshal(result(a))})
		if err != nil {
			t.Fatal(err)
		}
		const around = 512 // the message around the text, with the largest id
		if len(line) > maxAnswer+around {
			t.Errorf("%s %.200s: %d bytes", name, arguments, len(line))
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
		if i%10 > 0 {
			continue
		}
		var items []string
		for range maxBatch {
			items = append(items, fmt.Sprintf(`{"kind":"file","path":%s}`, marshal(names[r.IntN(len(names))])))
		}
		check("read_batch", `{"items":[`+strings.Join(items, ",")+`]}`)
	}
	check("list_repos", `{}`)
	check("list_repo_tree", `{"per_page":1000,"include_stats":true}`)
	for _, query := range []string{"the", "func", "<", "\\u00e9\\u00e9", "  "} {
		check("search_repo", `{"query":"`+query+`","max_results":500,"context_lines":10}`)
	}
	t.Logf("%d answers about %d files, the largest of %d bytes", all, len(files), largest)
	if log.Len() > 0 {
		t.Errorf("the server had faults:\n%.1000s", &log)
	}
}
