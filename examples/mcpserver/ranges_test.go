package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
)

// oddFiles returns files of the Go distribution: every one that is odd in its
// lines or bytes, and some of the others.
func oddFiles(t testing.TB) map[string]string {
	t.Helper()
	files, odd, n := map[string]string{}, map[string]int{}, 0
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		gittest.Missing(t, err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || len(data) > maxFile {
			return err
		}
		kind := oddity(data)
		if n++; kind == "" && n%100 > 0 || kind != "" && odd[kind] >= 40 {
			return nil
		}
		odd[kind]++
		name, err := filepath.Rel(root, path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil || len(files) == 0 {
		gittest.Missing(t, fmt.Errorf("no sources of Go in %s: %v", root, err))
	}
	t.Logf("%v of %d files", odd, n)
	return files
}

// oddity names what is odd about a file, if anything.
func oddity(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte(mirror.BOM)):
		return "BOM"
	case bytes.IndexByte(data, 0) >= 0:
		return "binary"
	case !utf8.Valid(data):
		return "not UTF-8"
	case bytes.Contains(data, []byte("\r\n")):
		return "CRLF"
	case bytes.Contains(data, []byte("\r")):
		return "CR"
	case !bytes.HasSuffix(data, []byte("\n")):
		return "no final newline"
	}
	return ""
}

// Two ranges that meet, joined by a newline, are the file, on every file.
func TestRangesOfRealFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads hundreds of files")
	}
	t.Parallel()
	files := oddFiles(t)
	files["odd/bom-crlf"] = "\ufeffa\r\nb\r\n\r\nc"
	s := serving(t, gittest.Import(t, files))
	for path, text := range files {
		data := []byte(text)
		decoded, err := mirror.Decode(data)
		if err != nil { // binary
			want(t, askTool(t, s, &fileTool, fmt.Sprintf(`{"path":%q,"lines":[1,1]}`, path)), "status", `"binary"`)
			continue
		}
		joined := joinRanges(t, s, path, max(1, bytes.Count(data, []byte("\n"))/2))
		if decoded.Encoding == mirror.UTF8BOM {
			joined = mirror.BOM + joined // which the encoding tells of
		}
		if wanted := string(decoded.Bytes); joined != wanted || strings.HasPrefix(decoded.Encoding, mirror.UTF8) && joined != text {
			t.Errorf("%s: the ranges have %d bytes, the file %d", path, len(joined), len(text))
		}
	}
}
