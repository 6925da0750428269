package mirror

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/refcheck"
)

// grep returns what Grep finds at HEAD, as "PATH:LINE:TEXT", and checks it with
// CountMatches.
func grep(t testing.TB, m *Mirror, s Search) ([]string, error) {
	t.Helper()
	commit, err := m.Resolve(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	lines, found := []string{}, map[string]int{}
	all, err := m.Grep(t.Context(), commit, s, 1000, func(f Match) bool {
		lines = append(lines, fmt.Sprintf("%s:%d:%s", f.Path, f.Line, f.Text))
		found[f.Path]++
		return true
	})
	if err != nil {
		return nil, err
	}
	counted := map[string]int{}
	allCounted, err := m.CountMatches(t.Context(), commit, s, func(path string, n int) bool {
		counted[path] = n
		return true
	})
	if diff := cmp.Diff(found, counted); err != nil || diff != "" || !all || !allCounted {
		t.Errorf("%+v: counted %t, %v (-found +counted):\n%s", s, allCounted, err, diff)
	}
	return lines, nil
}

func TestGrep(t *testing.T) {
	dir := gittest.New(t, map[string]string{
		"a.txt":         "one needle needle\r\ntwo\nNEEDLE (x)\n",
		"docs/b.md":     "needle. x",
		"docs/deep/c":   "\n\nneedle\n",
		"odd\na:b\"é":   "needle\n",
		"binary":        "needle\x00",
		"late":          strings.Repeat("x", 8000) + "\x00\nneedle\x00after\n",
		"latin":         "caf\xe9 needle\n",
		"utf.txt":       "NÉEDLE\n",
		"-dash":         "-e needle\n",
		"node/x.min.js": "needle\n",
	})
	m := open(t, dir)
	for _, tt := range []struct {
		s    Search
		want []string
	}{
		{Search{Pattern: "needle", Pathspecs: []string{"a.txt"}}, []string{"a.txt:1:one needle needle\r"}},
		{Search{Pattern: "needle", IgnoreCase: true, Pathspecs: []string{"a.txt"}}, []string{"a.txt:1:one needle needle\r", "a.txt:3:NEEDLE (x)"}},
		{Search{Pattern: "néedle", IgnoreCase: true}, []string{"utf.txt:1:NÉEDLE"}},
		{Search{Pattern: "needle.", Pathspecs: []string{"docs"}}, []string{"docs/b.md:1:needle. x"}},
		{Search{Pattern: "needle.|x$", Regexp: true, Pathspecs: []string{"docs"}}, []string{"docs/b.md:1:needle. x"}},
		{Search{Pattern: "(x)", Pathspecs: []string{":(exclude)docs"}}, []string{"a.txt:3:NEEDLE (x)"}},
		{Search{Pattern: "-e needle"}, []string{"-dash:1:-e needle"}},
		{Search{Pattern: "needle", Pathspecs: []string{"docs", ":(exclude,glob,icase)**/C"}}, []string{"docs/b.md:1:needle. x"}},
		{Search{Pattern: "needle", Pathspecs: []string{":(literal)odd\na:b\"é"}}, []string{"odd\na:b\"é:1:needle"}},
		{Search{Pattern: "needle", Pathspecs: []string{"late", "latin", "binary"}}, []string{"late:2:needle\x00after", "latin:1:caf\xe9 needle"}},
		{Search{Pattern: "nothing like it"}, []string{}},
		{Search{Pattern: "needle", Pathspecs: []string{"none"}}, []string{}},
	} {
		got, err := grep(t, m, tt.s)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%+v: %v (-want +got):\n%s", tt.s, err, diff)
		}
	}
}

// Part of a long line comes back, with what was found in it.
func TestGrepLongLine(t *testing.T) {
	long := strings.Repeat("w", 300_000)
	dir := gittest.New(t, map[string]string{
		"middle": long + "needle" + long + "\nneedle\n", "start": "needle" + long, "end": long + "needle", "edge": strings.Repeat("w", MaxMatchText-6) + "needle",
	})
	m := open(t, dir)
	commit, err := m.Resolve(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	_, err = m.Grep(t.Context(), commit, Search{Pattern: "needle"}, 5, func(f Match) bool {
		got = append(got, fmt.Sprintf("%s:%d %d %d %t", f.Path, f.Line, len(f.Text), bytes.Index(f.Text, []byte("needle")), f.Cut))
		return true
	})
	want := []string{"edge:1 256 250 true", "end:1 256 250 true", "middle:1 1000 250 true", "middle:2 6 0 false", "start:1 1000 0 true"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// readWindow against slicing, whatever the buffer.
func TestReadWindow(t *testing.T) {
	for _, length := range []int{0, 1, 15, 16, 17, 999, 1000, 1001, 3000} {
		line := strings.Repeat("0123456789", length/10+1)[:length]
		for _, from := range []int{0, 1, 16, 700, 2999} {
			text, cut, err := readWindow(nil, bufio.NewReaderSize(strings.NewReader(line+"\nnext"), 16), from)
			start := min(from, length)
			end := min(start+MaxMatchText, length)
			if err != nil || string(text) != line[start:end] || cut != (end-start < length) {
				t.Errorf("%d bytes from %d: %d bytes, cut %t, %v", length, from, len(text), cut, err)
			}
		}
	}
}

// A search ends when it has enough, and then nobody says that this was all.
func TestGrepEnough(t *testing.T) {
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("f%02d", i)] = strings.Repeat("needle\n", 1000)
	}
	m := open(t, gittest.New(t, files))
	commit, err := m.Resolve(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	all, err := m.Grep(t.Context(), commit, Search{Pattern: "needle"}, 3, func(f Match) bool {
		seen[f.Path]++
		return len(seen) < 10
	})
	if err != nil || all || len(seen) != 10 || seen["f00"] != 3 {
		t.Errorf("%v, all %t, %v", seen, all, err)
	}
	n := 0
	all, err = m.CountMatches(t.Context(), commit, Search{Pattern: "needle"}, func(string, int) bool { n++; return n < 2 })
	if err != nil || all || n != 2 {
		t.Errorf("%d files, all %t, %v", n, all, err)
	}
}

// What git refuses, by its cause; and what it can not bear is never "nothing found".
func TestGrepRefusals(t *testing.T) {
	m := open(t, gittest.New(t, map[string]string{"a": strings.Repeat("w", 200_000) + " deep\n", "b": strings.Repeat("ab", 100_000) + "\n"}))
	for _, tt := range []struct {
		s    Search
		code Code
	}{
		{Search{Pattern: "a[", Regexp: true}, InvalidRegex},
		{Search{Pattern: "a(b", Regexp: true}, InvalidRegex},
		{Search{Pattern: "x", Pathspecs: []string{":(none)x"}}, InvalidFilePattern},
		{Search{Pattern: "x", Pathspecs: []string{""}}, InvalidFilePattern},
		{Search{Pattern: "x", Pathspecs: []string{"../x"}}, InvalidFilePattern},
		{Search{Pattern: "a[", Regexp: true, Pathspecs: []string{":(glob"}}, InvalidFilePattern},
		{Search{Pattern: `\w+ deep`, Regexp: true}, SearchTimeout},
		{Search{Pattern: "((a{1,200}){1,200}){1,200}", Regexp: true}, PatternTooExpensive},
	} {
		m.timeout = DefaultTimeout
		if tt.code == SearchTimeout {
			m.timeout = time.Second
		}
		_, err := grep(t, m, tt.s)
		if timeout := errors.Is(err, SearchTimeout); tt.code == PatternTooExpensive && timeout {
			continue // on a slow machine
		}
		if !errors.Is(err, tt.code) {
			t.Errorf("%+v: %v, want %s", tt.s, err, tt.code)
		}
	}
	m.timeout = time.Second
	if got, err := grep(t, m, Search{Pattern: "^(ab)+$", Regexp: true}); err != nil && !errors.Is(err, SearchTimeout) || err == nil && len(got) != 1 {
		t.Errorf("%d lines, %v", len(got), err)
	}
}

// A search that could not read all files says so.
func TestGrepLost(t *testing.T) {
	for name, lose := range map[string]func(testing.TB, string, string){
		"missing": func(t testing.TB, dir, object string) { gittest.RemoveObject(t, dir, object) },
		"damaged": gittest.DamageObject,
	} {
		for _, object := range []string{"HEAD:b", "HEAD:docs", "HEAD^{tree}"} {
			dir := gittest.New(t, map[string]string{"a": "needle\n", "b": "needle\n", "docs/c": "needle\n"})
			lose(t, dir, object)
			if got, err := grep(t, open(t, dir), Search{Pattern: "needle"}); !errors.Is(err, refcheck.ReadFailed) {
				t.Errorf("%s %s: %q, %v", name, object, got, err)
			}
		}
	}
}

// Answers that no git gives.
func TestWrongMatches(t *testing.T) {
	id := strings.Repeat("1", 40)
	for _, answer := range []string{
		"x", `x\0001\0001\000x\n`, id + `:a\000`, id + `:a\000x\0001\000x\n`, id + `:a\0001\0000\000x\n`, id + `:a\0001\0001\000x`,
	} {
		stubGit(t, "printf '"+answer+"'")
		if _, err := open(t, t.TempDir()).Grep(t.Context(), id, Search{Pattern: "x"}, 1, func(Match) bool { return true }); !errors.Is(err, refcheck.ReadFailed) {
			t.Errorf("%q: %v, want read_failed", answer, err)
		}
	}
}

// Memory that ends while a pattern is matched looks to git like a line that does
// not match. So a process that came near its limit is not believed.
func TestRegexMemory(t *testing.T) {
	m := open(t, gittest.New(t, map[string]string{"a": strings.Repeat("ab", 30_000) + "cc\n"}))
	commit, err := m.Resolve(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "linux" {
		t.Skip("the memory of a process is not limited")
	}
	m.timeout = time.Hour                   // however slow the machine is
	m.regexMemory = ownMemory(t)*2 + 60<<20 // more than this process has, which would hide it
	_, err = m.Grep(t.Context(), commit, Search{Pattern: `(.*)\1z`, Regexp: true}, 5, func(Match) bool { return true })
	if !errors.Is(err, PatternTooExpensive) {
		t.Errorf("error %v, want %s", err, PatternTooExpensive)
	}
	// What the memory of the server itself adds to that of a child is no reason.
	m.regexMemory = defaultRegexMemory
	if got, err := grep(t, m, Search{Pattern: "c{2}$", Regexp: true}); err != nil || len(got) != 1 {
		t.Errorf("%d lines, %v", len(got), err)
	}
}

// ownMemory returns the most memory that this process has had, in bytes.
func ownMemory(t testing.TB) uint64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.ParseUint(strings.Fields(peak)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}

// A git that floods is stopped, and one that hangs is killed with what it started.
func TestStream(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	stubGit(t, "echo $$ >>'"+pids+"'; exec yes")
	begin := time.Now()
	o, err := stream(t.Context(), t.TempDir(), 0, nil, func(out io.Reader) error {
		_, err := bufio.NewReader(&bounded{out, 1 << 20}).ReadString(0)
		return err
	})
	if err != nil || !o.stopped || time.Since(begin) > 20*time.Second {
		t.Errorf("%+v, %v, %v", o, err, time.Since(begin))
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = stream(ctx, t.TempDir(), 0, nil, func(out io.Reader) error {
		cancel()
		_, err := io.Copy(io.Discard, out) // ends because git does
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	data, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	for pid := range strings.FieldsSeq(string(data)) {
		if _, err := os.Stat("/proc/" + pid); err == nil {
			t.Errorf("process %s is still there", pid)
		}
	}
}

// Whatever git prints, what is handed out is bounded, and text that is cut is whole
// characters.
func FuzzMatches(f *testing.F) {
	f.Add([]byte("x:a\x001\x001\x00text\nx:b\x0012\x003\x00é\n"), 10)
	f.Add([]byte("x:a\x001\x00900\x00"+strings.Repeat("é", 900)+"\n"), 3)
	f.Add([]byte("x:a\x001\x001\x00caf\xe9\nrest"), 1)
	f.Fuzz(func(t *testing.T, out []byte, buffer int) {
		err := readRecords(bufio.NewReaderSize(bytes.NewReader(out), buffer), "x:", func(r *bufio.Reader, path string) error {
			m := Match{Path: path}
			if err := m.read(r); err != nil {
				return err
			}
			if len(m.Text) > MaxMatchText || m.Line < 1 || !utf8.ValidString(m.Snippet()) {
				t.Errorf("%+v", m)
			}
			return nil
		})
		if err == nil && len(out) > 0 && out[len(out)-1] != '\n' {
			t.Errorf("%q is whole", out)
		}
	})
}
