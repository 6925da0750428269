package mirror

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/refcheck"
)

// open returns the mirror of a repository, closed at the end of the test.
func open(t testing.TB, path string) *Mirror {
	t.Helper()
	m, err := New(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// read reads a file at HEAD.
func read(t testing.TB, m *Mirror, path string) ([]byte, error) {
	t.Helper()
	commit, err := m.Resolve(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	return m.ReadFile(t.Context(), commit, path, 1000)
}

// wantFile fails unless path holds want at HEAD.
func wantFile(t testing.TB, m *Mirror, path, want string) {
	t.Helper()
	got, err := read(t, m, path)
	if err != nil || string(got) != want {
		t.Errorf("%s = %q, %v; want %q", path, got, err, want)
	}
}

func TestReadFile(t *testing.T) {
	files := map[string]string{
		"README.md":        "# One\n",
		"empty.md":         "",
		"docs/a/b/deep.md": "deep\r\n",
		"docs/a b:c\"é.md": "odd name",
		"docs/nul.md":      "a\x00b",
		"docs-x/other.md":  "beside docs",
		"exactly.md":       strings.Repeat("x", 1000),
	}
	m := open(t, gittest.New(t, files))
	for path, want := range files {
		wantFile(t, m, path, want)
	}
}

// Everything that is not a file at the path, by what is there instead.
func TestNotFound(t *testing.T) {
	dir := gittest.New(t, map[string]string{"docs/a.md": "a"})
	if err := os.Symlink("docs/a.md", filepath.Join(dir, "link.md")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("docs", filepath.Join(dir, "linked")); err != nil {
		t.Fatal(err)
	}
	commit := gittest.Git(t, dir, "rev-parse", "HEAD")
	gittest.Git(t, dir, "update-index", "--add", "--cacheinfo", "160000,"+commit+",sub.md")
	gittest.Git(t, dir, "add", "link.md", "linked")
	gittest.Git(t, dir, "commit", "-q", "-m", "links")
	m := open(t, dir)
	for path, kind := range map[string]Kind{
		"none.md":       "",
		"docs/none.md":  "",
		"none/a.md":     "",
		"docs/a.md/x":   "",
		"docs":          "directory",
		"link.md":       "symlink",
		"linked/a.md":   "symlink",
		"sub.md":        "submodule",
		"sub.md/a.md":   "submodule",
		"":              "",
		"docs/":         "",
		"./docs/a.md":   "",
		"../docs/a.md":  "",
		"x\ndocs/a.md":  "",
		"docs/a.md\n":   "",
		"docs\x00/a.md": "",
	} {
		_, err := read(t, m, path)
		e, ok := errors.AsType[*NotFoundError](err)
		if !ok || e.Kind != kind || !errors.Is(err, refcheck.NotFound) {
			t.Errorf("%q: %v, want not_found of kind %q", path, err, kind)
		}
	}
	wantFile(t, m, "docs/a.md", "a") // and the process is still in step
}

func TestTooLarge(t *testing.T) {
	m := open(t, gittest.New(t, map[string]string{
		"large.md": strings.Repeat("x", 1001), "huge.md": strings.Repeat("x", 5<<20), "small.md": "small",
	}))
	for path, size := range map[string]int64{"large.md": 1001, "huge.md": 5 << 20} {
		_, err := read(t, m, path)
		e, ok := errors.AsType[*TooLargeError](err)
		if !ok || e.Size != size || e.Max != 1000 || !errors.Is(err, TooLarge) {
			t.Errorf("%s: %v, want too_large with %d and 1000", path, err, size)
		}
		wantFile(t, m, "small.md", "small")
	}
}

// What a repository has lost is a failure, not a file that it never had.
func TestLostObjects(t *testing.T) {
	for name, lose := range map[string]func(testing.TB, string, string){
		"missing": func(t testing.TB, dir, object string) { gittest.RemoveObject(t, dir, object) },
		"damaged": gittest.DamageObject,
	} {
		for _, object := range []string{"HEAD:docs/a.md", "HEAD:docs", "HEAD^{tree}"} {
			t.Run(name+" "+object, func(t *testing.T) {
				noise := make([]byte, 900) // that does not compress
				for i := range noise {
					noise[i] = byte(i*i*7919>>3 | 1)
				}
				dir := gittest.New(t, map[string]string{"docs/a.md": string(noise), "b.md": "b"})
				m := open(t, dir)
				wantFile(t, m, "b.md", "b")
				lose(t, dir, object)
				if _, err := read(t, m, "docs/a.md"); !errors.Is(err, refcheck.ReadFailed) {
					t.Errorf("error %v, want read_failed", err)
				}
				if object != "HEAD^{tree}" {
					wantFile(t, m, "b.md", "b")
				}
			})
		}
	}
}

func TestNoRepository(t *testing.T) {
	gittest.Program(t, "git")
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, code := range map[string]refcheck.Code{
		filepath.Join(dir, "absent"): refcheck.RepoNotMirrored,
		dir:                          refcheck.ReadFailed,
		file:                         refcheck.ReadFailed,
	} {
		m := open(t, path)
		if _, err := m.Resolve(t.Context(), "HEAD"); !errors.Is(err, code) {
			t.Errorf("Resolve(%s): %v, want %s", path, err, code)
		}
		if _, err := m.ReadFile(t.Context(), strings.Repeat("0", 40), "a.md", 10); !errors.Is(err, code) {
			t.Errorf("ReadFile(%s): %v, want %s", path, err, code)
		}
	}
}

// A repository that comes, goes and comes back is seen as it is.
func TestRepositoryAppears(t *testing.T) {
	source := gittest.New(t, map[string]string{"a.md": "a"})
	place := filepath.Join(t.TempDir(), "mirror.git")
	m := open(t, place)
	if err := m.Exists(); !errors.Is(err, refcheck.RepoNotMirrored) {
		t.Fatalf("Exists() = %v, want repo_not_mirrored", err)
	}
	gittest.Git(t, source, "clone", "-q", "--bare", ".", place)
	wantFile(t, m, "a.md", "a")
	if err := os.RemoveAll(place); err != nil {
		t.Fatal(err)
	}
	if err := m.Exists(); !errors.Is(err, refcheck.RepoNotMirrored) {
		t.Fatalf("Exists() = %v, want repo_not_mirrored", err)
	}
	gittest.Commit(t, source, map[string]string{"a.md": "b"})
	gittest.Git(t, source, "clone", "-q", "--bare", ".", place)
	wantFile(t, m, "a.md", "b")
}

// Kinds of repositories, each read at its own HEAD and never from files.
func TestLayouts(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "first", "sub/b.md": "b"})
	bare := filepath.Join(t.TempDir(), "bare.git")
	gittest.Git(t, dir, "clone", "-q", "--bare", ".", bare)
	linked := filepath.Join(t.TempDir(), "linked")
	gittest.Git(t, dir, "worktree", "add", "-q", "-b", "other", linked)
	gittest.Commit(t, linked, map[string]string{"a.md": "linked"})
	for _, tree := range []string{dir, linked} { // not committed
		if err := os.WriteFile(filepath.Join(tree, "a.md"), []byte("unsaved"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		dir:                        "first",
		filepath.Join(dir, ".git"): "first",
		bare:                       "first",
		linked:                     "linked",
		filepath.Join(linked, "."): "linked",
	} {
		wantFile(t, open(t, path), "a.md", want)
	}
}

func TestSHA256(t *testing.T) {
	dir := t.TempDir()
	gittest.Git(t, dir, "init", "-q", "-b", "main", "--object-format=sha256")
	if id := gittest.Commit(t, dir, map[string]string{"docs/a.md": "a"}); len(id) != 64 {
		t.Fatalf("id %s", id)
	}
	wantFile(t, open(t, dir), "docs/a.md", "a")
}

// The environment of the server must not lead git elsewhere, and replacements in
// the repository must not be served.
func TestEnvironment(t *testing.T) {
	other := gittest.New(t, map[string]string{"a.md": "other"})
	dir := gittest.New(t, map[string]string{"a.md": "true"})
	blob := gittest.Git(t, dir, "rev-parse", "HEAD:a.md")
	gittest.Commit(t, dir, map[string]string{"b.md": "replacement"})
	gittest.Git(t, dir, "replace", blob, gittest.Git(t, dir, "rev-parse", "HEAD:b.md"))
	for _, kv := range [][2]string{
		{"GIT_DIR", filepath.Join(other, ".git")},
		{"GIT_OBJECT_DIRECTORY", filepath.Join(other, ".git", "objects")},
		{"GIT_NAMESPACE", "x"},
		{"GIT_CONFIG_COUNT", "not a number"},
	} {
		t.Setenv(kv[0], kv[1])
	}
	wantFile(t, open(t, dir), "a.md", "true")
}

// A partial clone fails where it would have to fetch.
func TestNoLazyFetch(t *testing.T) {
	source := gittest.New(t, map[string]string{"a.md": "a"})
	gittest.Git(t, source, "config", "uploadpack.allowFilter", "true")
	place := filepath.Join(t.TempDir(), "partial.git")
	gittest.Git(t, source, "clone", "-q", "--bare", "--filter=blob:none", "file://"+filepath.ToSlash(source), place)
	if _, err := read(t, open(t, place), "a.md"); !errors.Is(err, refcheck.ReadFailed) {
		t.Errorf("error %v, want read_failed", err)
	}
}

// The process is killed under the mirror, as an operator or the system may do.
func TestRestart(t *testing.T) {
	m := open(t, gittest.New(t, map[string]string{"a.md": "a"}))
	for range 3 {
		wantFile(t, m, "a.md", "a")
		b := <-m.reader
		if b == nil {
			t.Fatal("the process was not kept")
		}
		if err := b.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		m.reader <- b
	}
	wantFile(t, m, "a.md", "a")
}

// stubGit puts a program in the place of git that runs script.
func stubGit(t testing.TB, script string) {
	t.Helper()
	gittest.Program(t, "sh")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte("#!/bin/sh\n"+script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// A git that does not answer ends with the deadline, and so does what it started,
// which holds its pipes open.
func TestDeadline(t *testing.T) {
	stubGit(t, "sleep 60 & sleep 60")
	m := open(t, t.TempDir())
	m.timeout = 50 * time.Millisecond
	for name, call := range calls(m) {
		begin := time.Now()
		err := call(t.Context())
		if e, ok := errors.AsType[*refcheck.Error](err); !ok || e.Message != "git did not answer in time" {
			t.Errorf("%s: %v, want a failure in time", name, err)
		}
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

func calls(m *Mirror) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Resolve": func(ctx context.Context) error {
			_, err := m.Resolve(ctx, "HEAD")
			return err
		},
		"ReadFile": func(ctx context.Context) error {
			_, err := m.ReadFile(ctx, strings.Repeat("0", 40), "a.md", 10)
			return err
		},
	}
}

// A call ends with its context and with the mirror, and none begins afterwards.
func TestInterrupted(t *testing.T) {
	for name, end := range map[string]func(*Mirror, context.CancelFunc){
		"context": func(_ *Mirror, cancel context.CancelFunc) { cancel() },
		"close":   func(m *Mirror, _ context.CancelFunc) { m.Close() },
	} {
		for _, method := range []string{"Resolve", "ReadFile"} {
			t.Run(name+" "+method, func(t *testing.T) {
				started := filepath.Join(t.TempDir(), "started")
				if err := exec.Command(gittest.Program(t, "mkfifo"), started).Run(); err != nil {
					t.Fatal(err)
				}
				stubGit(t, "echo >'"+started+"'; sleep 60")
				m := open(t, t.TempDir())
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				call := calls(m)[method]
				result := make(chan error)
				go func() { result <- call(ctx) }()
				if _, err := os.ReadFile(started); err != nil { // waits until the stub runs
					t.Fatal(err)
				}
				end(m, cancel)
				if err := <-result; !errors.Is(err, refcheck.ReadFailed) {
					t.Errorf("error %v, want read_failed", err)
				}
				if err := call(ctx); !errors.Is(err, refcheck.ReadFailed) {
					t.Errorf("and again: error %v, want read_failed", err)
				}
			})
		}
	}
}

// Answers that no git gives must not be taken for files.
func TestWrongAnswers(t *testing.T) {
	id := strings.Repeat("1", 40)
	for _, answer := range []string{
		"", "\n", "x\n", id + " tree\n", id + " tree x\n", id + " tree -1\n", id + " blob 3\nabc\n",
		id + " tree 3\nabc\n", id + " tree 30\nabc\n", id + " tree 3\nabcd\n", id + " tree 99999999999\n",
		id + "^{tree} ambiguous\n", id + `^{tree} missing\n`,
	} {
		stubGit(t, fmt.Sprintf("printf '%s'", strings.ReplaceAll(answer, "\n", `\n`)))
		_, err := open(t, t.TempDir()).ReadFile(t.Context(), id, "a.md", 10)
		if !errors.Is(err, refcheck.ReadFailed) {
			t.Errorf("%q: %v, want read_failed", answer, err)
		}
	}
}

func TestNoGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	m := open(t, t.TempDir())
	for name, call := range calls(m) {
		if err := call(t.Context()); !errors.Is(err, refcheck.ReadFailed) {
			t.Errorf("%s: %v, want read_failed", name, err)
		}
	}
	if _, err := Discover(t.Context(), "."); err == nil {
		t.Error("Discover found a repository")
	}
}

func TestConcurrent(t *testing.T) {
	files := map[string]string{}
	for i := range 20 {
		files[fmt.Sprintf("f%d.md", i)] = strings.Repeat(fmt.Sprintln(i), 20)
	}
	m := open(t, gittest.New(t, files))
	var wg sync.WaitGroup
	for path, want := range files {
		wg.Go(func() { wantFile(t, m, path, want) })
		wg.Go(func() {
			if _, err := read(t, m, "none.md"); !errors.Is(err, refcheck.NotFound) {
				t.Errorf("none.md: %v", err)
			}
		})
	}
	wg.Wait()
	m.Close()
	m.Close() // may be repeated
}

// Errors are sent as they are, and neither form tells what is for the log.
func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		err        error
		text, wire string
	}{
		{&NotFoundError{Code: refcheck.NotFound}, "not_found", `{"error":"not_found"}`},
		{&NotFoundError{refcheck.NotFound, "symlink"}, "not_found (symlink)", `{"error":"not_found","kind":"symlink"}`},
		{&TooLargeError{TooLarge, 2, 1}, "too_large (2 bytes, max 1)", `{"error":"too_large","size":2,"max":1}`},
		{&BinaryError{Binary, 2}, "binary (2 bytes)", `{"error":"binary","size":2}`},
		{failed("git is broken", "/srv/secret"), "read_failed: git is broken", `{"error":"read_failed","message":"git is broken"}`},
	} {
		wire, err := json.Marshal(tt.err)
		if err != nil {
			t.Fatal(err)
		}
		if string(wire) != tt.wire || tt.err.Error() != tt.text {
			t.Errorf("%T: %s, %q; want %s, %q", tt.err, wire, tt.err, tt.wire, tt.text)
		}
	}
}

func TestDiscover(t *testing.T) {
	dir := gittest.New(t, map[string]string{"docs/a.md": "a"})
	bare := filepath.Join(t.TempDir(), "bare.git")
	gittest.Git(t, dir, "clone", "-q", "--bare", ".", bare)
	linked := filepath.Join(t.TempDir(), "linked")
	gittest.Git(t, dir, "worktree", "add", "-q", "-b", "other", linked)
	t.Setenv("GIT_DIR", bare) // is not looked at
	for from, name := range map[string]string{
		dir:                            filepath.Base(dir),
		filepath.Join(dir, "docs"):     filepath.Base(dir),
		bare:                           "bare",
		filepath.Join(bare, "objects"): "bare",
		linked:                         "linked",
		filepath.Join(linked, "docs"):  "linked",
	} {
		gitDir, err := Discover(t.Context(), from)
		if err != nil {
			t.Errorf("%s: %v", from, err)
			continue
		}
		if got := Name(gitDir); got != name {
			t.Errorf("%s: name %q of %s, want %q", from, got, gitDir, name)
		}
		wantFile(t, open(t, gitDir), "docs/a.md", "a")
	}
	if gitDir, err := Discover(t.Context(), t.TempDir()); err == nil {
		t.Errorf("found %s around an empty folder", gitDir)
	}
}

// Git's messages are read, so they must not be translated.
func TestLanguage(t *testing.T) {
	t.Setenv("LANGUAGE", "de")
	t.Setenv("LC_ALL", "de_DE.UTF-8")
	t.Setenv("GIT_DIR", "/elsewhere")
	got := map[string]string{}
	for _, kv := range environment(settings) {
		name, value, _ := strings.Cut(kv, "=")
		if _, twice := got[name]; twice {
			t.Errorf("%s is set twice", name)
		}
		got[name] = value
	}
	if got["LANGUAGE"] != "" || got["LC_ALL"] != "C.UTF-8" || got["GIT_DIR"] != "" || got["PATH"] == "" {
		t.Errorf("environment %v", got)
	}
}

// The process that reads finds commits as they are now, and is kept where there is
// none of a name.
func TestLookUp(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "# A\n"})
	m := open(t, dir)
	var running *batch
	for i := range 5 {
		want := gittest.Commit(t, dir, map[string]string{"a.md": strings.Repeat("x", i)})
		switch i {
		case 2:
			gittest.Git(t, dir, "pack-refs", "--all")
		case 3:
			gittest.Git(t, dir, "gc", "-q", "--prune=now")
		}
		for _, ref := range []string{"HEAD", want[:10]} {
			if got := m.lookUp(t.Context(), m.gitDir(), ref); got != want {
				t.Errorf("%s is %q, want %s", ref, got, want)
			}
		}
		for _, ref := range []string{"none", want, strings.ToUpper(want), "HEAD:a.md"} {
			if got := m.lookUp(t.Context(), m.gitDir(), ref); got != "" {
				t.Errorf("%s is %q", ref, got)
			}
		}
		b := <-m.reader
		if m.reader <- b; running != nil && b != running {
			t.Error("the process was not kept")
		}
		running = b
	}
	b := <-m.reader // it is in use
	if got := m.lookUp(t.Context(), m.gitDir(), "HEAD"); got != "" {
		t.Errorf("found %q without the process", got)
	}
	m.reader <- b
}

// The time that a call waits for others is not git's, and a place below a file is
// no repository.
func TestQueueIsNotGit(t *testing.T) {
	dir := gittest.New(t, map[string]string{"a.md": "# A\n"})
	m, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	reader := <-m.reader // which would find the commit itself
	for range maxResolvers {
		m.resolvers <- struct{}{}
	}
	m.timeout = time.Second
	done := make(chan error, 1)
	go func() {
		_, err := m.Resolve(t.Context(), "HEAD")
		done <- err
	}()
	select {
	case err := <-done:
		t.Fatalf("did not wait for its turn: %v", err)
	case <-time.After(2 * m.timeout):
	}
	for range maxResolvers {
		<-m.resolvers
	}
	if err := <-done; err != nil {
		t.Errorf("after the queue: %v", err)
	}
	m.reader <- reader
	below, err := New(filepath.Join(dir, "a.md", "x"))
	if err != nil {
		t.Fatal(err)
	}
	if err := below.Exists(); !errors.Is(err, refcheck.RepoNotMirrored) {
		t.Errorf("below a file: %v", err)
	}
}
