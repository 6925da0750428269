package outline

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// pythonsFolder returns the folder with the Pythons whose libraries are compared,
// one below it for each version: MAPWRIGHT_PYTHONS, or where pyenv keeps them.
func pythonsFolder(t testing.TB) string {
	t.Helper()
	home, _ := os.UserHomeDir()
	folder := cmp.Or(os.Getenv("MAPWRIGHT_PYTHONS"), filepath.Join(home, ".pyenv", "versions"))
	if _, err := os.Stat(folder); err != nil {
		pyMissing(t, err)
	}
	return folder
}

// fixtureLines returns the lines of a compressed file without the first, which
// says what they are.
func fixtureLines(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "python", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	s := bufio.NewScanner(z)
	for s.Scan() {
		lines = append(lines, s.Text())
	}
	if err := s.Err(); err != nil || len(lines) < 2 {
		t.Fatal(name, err)
	}
	return lines[1:]
}

// A pyFile is what CPython 3.14.10 says about a file of a library.
type pyFile struct {
	path, sum string
	want      pyAnswer // without symbols
	symbols   string   // the hash of its symbols, "" if it is refused
}

func pyFiles(t testing.TB) (files []pyFile) {
	for _, line := range fixtureLines(t, "py314_files.tsv.gz") {
		fields := strings.Split(line, "\t")
		f := pyFile{path: fields[0], sum: fields[1]}
		if fields[2] == "ok" {
			f.symbols = fields[4]
		} else {
			f.want = pyAnswer{NoOutline: string(ParseError), ErrorType: fields[2]}
			f.want.Line, _ = strconv.Atoi(fields[3])
		}
		files = append(files, f)
	}
	return files
}

// A pyTally counts how two sides compare.
type pyTally struct {
	accepted, refused int // by CPython
	verdict, errType  int // differences
	line, symbols     int
	absent, loneCR    int
}

// TestPythonFiles compares the libraries of the Pythons 2.7.18, 3.11.7, 3.12.1
// and 3.13.0 with what CPython 3.14.10 said about each of their files.
func TestPythonFiles(t *testing.T) {
	folder := pythonsFolder(t)
	files := pyFiles(t)
	var (
		n    pyTally
		lock sync.Mutex
		wait sync.WaitGroup
		next = make(chan pyFile)
	)
	for range 2 {
		wait.Go(func() {
			for f := range next {
				src, err := os.ReadFile(filepath.Join(folder, f.path))
				sum := sha256.Sum256(src)
				if err != nil || hex.EncodeToString(sum[:])[:12] != f.sum {
					lock.Lock()
					n.absent++
					lock.Unlock()
					continue
				}
				got := pyResult(src)
				lock.Lock()
				n.compareFile(t, f, got)
				lock.Unlock()
			}
		})
	}
	for i, f := range files {
		if !testing.Short() || i%32 == 0 {
			next <- f
		}
	}
	close(next)
	wait.Wait()
	t.Logf("%+v of %d files", n, len(files))
	if n.absent > 0 {
		pyMissing(t, strconv.Itoa(n.absent)+" files of the libraries are not there, or others")
	}
	n.judge(t)
}

// compareFile counts and reports how a file is different.
func (n *pyTally) compareFile(t *testing.T, f pyFile, got pyAnswer) {
	switch {
	case got.NoOutline == string(InconsistentLineEndings):
		n.loneCR++
	case f.symbols != "":
		n.accepted++
		if got.NoOutline != "" {
			n.verdict++
			t.Errorf("%s is refused: %+v", f.path, got)
		} else if pySymbolsHash(got.Symbols) != f.symbols {
			n.symbols++
			t.Errorf("%s has other symbols", f.path)
		}
	default:
		n.refused++
		switch {
		case got.NoOutline == "":
			n.verdict++
			t.Errorf("%s is accepted, want %+v", f.path, f.want)
		case got.ErrorType != f.want.ErrorType:
			n.errType++
			t.Logf("%s: %+v, want %+v", f.path, got, f.want)
		case got.Line != max(f.want.Line, 1): // CPython has no line for an unknown encoding
			n.line++
			t.Logf("%s: %+v, want %+v", f.path, got, f.want)
		}
	}
}

// pySymbolsHash is the hash in the table: of [[name,start,end],...] in JSON that
// is ASCII.
func pySymbolsHash(symbols []pySymbol) string {
	data, err := json.Marshal(symbols)
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	for _, r := range string(data) {
		if r < 0x80 {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteToASCII(string(r))
		if r > 0xffff {
			r -= 0x10000
			quoted = `"\u` + strconv.FormatInt(int64(0xd800+r>>10), 16) + `\u` + strconv.FormatInt(int64(0xdc00+r&0x3ff), 16) + `"`
		} else if !strings.Contains(quoted, `\u`) { // \x80 to \xff
			quoted = `"\u00` + strconv.FormatInt(int64(r), 16) + `"`
		}
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])[:16]
}
