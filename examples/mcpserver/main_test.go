package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/pathpolicy"
)

var update = flag.Bool("update", false, "rewrite the snapshots in testdata")

// programs is where binary builds.
var programs string

func TestMain(m *testing.M) {
	flag.Parse()
	var err error
	if programs, err = os.MkdirTemp("", "mcpserver"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(programs)
	os.Exit(status)
}

var build = sync.OnceValues(func() (string, error) {
	file := filepath.Join(programs, "mcpserver")
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go build: %w\n%s", err, out)
	}
	return file, err
})

// binary returns the built program.
func binary(t testing.TB) string {
	t.Helper()
	gittest.Program(t, "git")
	file, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// serving returns a server of one repository, called docs, with the suffix .md.
func serving(t testing.TB, path string) *server {
	t.Helper()
	s, err := open([]source{{pathpolicy.Policy{Repo: "docs", Suffix: ".md"}, path}}, discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// servingFiles returns a server of one repository with the given files at HEAD.
func servingFiles(t testing.TB, files map[string]string) *server {
	t.Helper()
	return serving(t, gittest.New(t, files))
}

// object is a JSON object as encoding/json decodes it.
type object = map[string]any

// ask calls docs_get_section and checks what holds for every answer.
func ask(t testing.TB, s *server, args string) object {
	t.Helper()
	return askTool(t, s, &sectionTool, args)
}

// askTool calls a tool and checks what holds for every answer.
func askTool(t testing.TB, s *server, tool *tool, args string) object {
	t.Helper()
	a := s.call(t.Context(), tool, json.RawMessage(args))
	return checked(t, a.text, args)
}

// checked returns an answer as an object.
func checked(t testing.TB, text, args string) object {
	t.Helper()
	var o object
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatalf("%.200s: %v in %.200s", args, err, text)
	}
	code, refused := o["error"].(string)
	switch {
	case !strings.HasPrefix(text, fmt.Sprintf(`{"ok":%t`, !refused)):
		t.Errorf("%.200s: the answer does not begin with ok: %.200s", args, text)
	case refused && code == "":
		t.Errorf("%.200s: a refusal without a code: %.200s", args, text)
	case budget.Size(text) > maxAnswer:
		t.Errorf("%.200s: %d bytes", args, budget.Size(text))
	}
	dec := json.NewDecoder(strings.NewReader(text))
	if name := repeatedName(t, dec); name != "" {
		t.Errorf("%.200s: two fields %q in %.200s", args, name, text)
	}
	return o
}

// repeatedName reads one value and returns a name that an object in it has twice.
func repeatedName(t testing.TB, dec *json.Decoder) string {
	t.Helper()
	token, err := dec.Token()
	if err != nil {
		t.Fatal(err)
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return ""
	}
	seen := map[string]bool{}
	for dec.More() {
		if delim == '{' {
			name, err := dec.Token()
			if err != nil {
				t.Fatal(err)
			}
			if seen[name.(string)] {
				return name.(string)
			}
			seen[name.(string)] = true
		}
		if name := repeatedName(t, dec); name != "" {
			return name
		}
	}
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	return ""
}

// at returns a field in a field in an object, by a path such as "toc.1.title".
func at(t testing.TB, v any, path string) any {
	t.Helper()
	for key := range strings.SplitSeq(path, ".") {
		switch parent := v.(type) {
		case object:
			v = parent[key]
		case []any:
			i := 0
			if _, err := fmt.Sscan(key, &i); err != nil || i >= len(parent) {
				t.Fatalf("no %s in %v", path, v)
			}
			v = parent[i]
		default:
			return nil
		}
	}
	return v
}

// want fails unless a field of an answer is as given, both in JSON.
func want(t testing.TB, o object, path, value string) {
	t.Helper()
	if got := string(marshal(at(t, o, path))); got != value {
		t.Errorf("%s = %.300s, want %s\nin %.600s", path, got, value, marshal(o))
	}
}

// An outcome is what a run of the program left.
type outcome struct {
	status   int
	out, err string
}

// runProgram runs the program in this process.
func runProgram(t testing.TB, stdin string, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	status := run(context.Background(), args, streams{io.NopCloser(strings.NewReader(stdin)), &out, &errs})
	return outcome{status, out.String(), errs.String()}
}

// discard is the logger of a test that reads no log.
var discard = slog.New(slog.DiscardHandler)

func textLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }
