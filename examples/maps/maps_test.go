package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/section"
)

// files are the documents that the tests map. Each test has its own copies.
var files = map[string]string{
	"guide.md":   "Text before.\n\n# Guide\n\nHello.\n\n## Install\n\nSteps.\n\n## Use\n",
	"crlf.md":    "# One\r\ntext\r\n## Two\r\n",
	"bom.md":     "\ufeff# One\ntext\n",
	"plain.md":   "No heading.\n",
	"empty.md":   "",
	"oldmac.md":  "# One\rtext\r",
	"UPPER.MKD":  "# Upper\n",
	"notes.txt":  "# Notes\n",
	"markup.md":  "# A `<b>` &\u2028B\n",
	"labels.rst": ".. _top:\n\nA\n=\n\n.. include:: b.txt\n\nB\n-\n\nC\n=\n\nD\n~\n",
	"links.RST":  "no title\n",
	"control.md": "# Red \x1b[31m alert\n",
	"shapes.py":  "class Shape:\n    @property\n    def area(self):\n        return 0\n\n\ndef main(): pass\n",
	"none.PYI":   "",
	"page.j2":    "{% block a %}\n<p id=b></p>\n{% endblock %}\n",
	"site.css":   "@media x {\n  a {}\n}\n",
	"app.mjs":    "export const f = () => 1\n",
	"python2.py": "x = 1\nprint x\n",
	"oldmac.py":  "x = 1\ry = 2\r",
}

// inFiles changes into a folder that holds files.
func inFiles(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		writeFile(t, name, text)
	}
	if err := os.Mkdir("folder.md", 0o777); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// maps runs the command.
func maps(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

const (
	guideJSON = `{"path":"guide.md","format":"md","lines":12,"sections":[` +
		`{"title":"Guide","level":1,"start":3,"end":12,"bytes":44,"parent":-1},` +
		`{"title":"Install","level":2,"start":7,"end":10,"bytes":19,"parent":0},` +
		`{"title":"Use","level":2,"start":11,"end":12,"bytes":7,"parent":0}]}` + "\n"
	plainJSON = `{"path":"plain.md","format":"md","lines":2,"sections":[]}` + "\n"
)

func TestRun(t *testing.T) {
	tests := []struct {
		name           string
		args           string
		stdin          string
		status         int
		stdout, stderr string
	}{
		{
			name: "a table for each file",
			args: "guide.md plain.md",
			stdout: "guide.md: 12 lines, 3 sections\n" +
				"   3-12  44 B  Guide\n" +
				"   7-10  19 B    Install\n" +
				"  11-12   7 B    Use\n" +
				"plain.md: 2 lines, no sections\n",
		},
		{
			name:   "an empty file has one line",
			args:   "empty.md",
			stdout: "empty.md: 1 line, no sections\n",
		},
		{
			name:   "control characters do not reach the terminal",
			args:   "control.md",
			stdout: "control.md: 2 lines, 1 section\n  1-2  18 B  Red \ufffd[31m alert\n",
		},
		{
			name: "titles that are dropped",
			args: "labels.rst",
			stdout: "labels.rst: 16 lines, 3 sections\n" +
				"   3-10  29 B  A\n" +
				"   8-10   4 B    B\n" +
				"  11-16   9 B  C\n" +
				"  line 14 makes no section: Title level inconsistent\n",
		},
		{
			name: "targets, includes and dropped titles as JSON",
			args: "-json labels.rst links.RST",
			stdout: `{"path":"labels.rst","format":"rst","lines":16,"sections":[` +
				`{"title":"A","level":1,"start":3,"end":10,"bytes":29,"parent":-1},` +
				`{"title":"B","level":2,"start":8,"end":10,"bytes":4,"parent":0},` +
				`{"title":"C","level":1,"start":11,"end":16,"bytes":9,"parent":-1}],` +
				`"targets":[{"name":"top","line":1,"section":0}],"includes":[{"path":"b.txt","line":6}],` +
				`"dropped":[{"line":14,"reason":"Title level inconsistent"}]}` + "\n" +
				`{"path":"links.RST","format":"rst","lines":2,"sections":[],"targets":[],"includes":[],"dropped":[]}` + "\n",
		},
		{
			name:   "-as rst",
			args:   "-json -as rst notes.txt",
			stdout: `{"path":"notes.txt","format":"rst","lines":2,"sections":[],"targets":[],"includes":[],"dropped":[]}` + "\n",
		},
		{
			name:   "JSON",
			args:   "-json guide.md plain.md",
			stdout: guideJSON + plainJSON,
		},
		{
			name: "JSON keeps markup readable and each object on one line",
			args: "-json markup.md",
			stdout: `{"path":"markup.md","format":"md","lines":2,"sections":[` +
				"{\"title\":\"A `<b>` &\\u2028B\",\"level\":1,\"start\":1,\"end\":2,\"bytes\":16,\"parent\":-1}]}\n",
		},
		{
			name: "carriage returns before newlines count as bytes",
			args: "-json crlf.md",
			stdout: `{"path":"crlf.md","format":"md","lines":4,"sections":[` +
				`{"title":"One","level":1,"start":1,"end":4,"bytes":21,"parent":-1},` +
				`{"title":"Two","level":2,"start":3,"end":4,"bytes":8,"parent":0}]}` + "\n",
		},
		{
			name: "a byte order mark hides no heading",
			args: "-json bom.md",
			stdout: `{"path":"bom.md","format":"md","lines":3,"sections":[` +
				`{"title":"One","level":1,"start":1,"end":3,"bytes":14,"parent":-1}]}` + "\n",
		},
		{
			name: "a suffix in any case",
			args: "-json UPPER.MKD",
			stdout: `{"path":"UPPER.MKD","format":"md","lines":2,"sections":[` +
				`{"title":"Upper","level":1,"start":1,"end":2,"bytes":8,"parent":-1}]}` + "\n",
		},
		{
			name: "-as goes before the suffix",
			args: "-as md -json notes.txt",
			stdout: `{"path":"notes.txt","format":"md","lines":2,"sections":[` +
				`{"title":"Notes","level":1,"start":1,"end":2,"bytes":8,"parent":-1}]}` + "\n",
		},
		{
			name:   "files without a map, as JSON, among others",
			args:   "-json notes.txt absent.md folder.md oldmac.md plain.md",
			status: 1,
			stdout: `{"path":"notes.txt","error":"unknown_format"}` + "\n" +
				`{"path":"absent.md","error":"unreadable"}` + "\n" +
				`{"path":"folder.md","error":"unreadable"}` + "\n" +
				`{"path":"oldmac.md","error":"inconsistent_line_endings","line":1}` + "\n" +
				plainJSON,
		},
		{
			name: "symbols, as JSON",
			args: "-json shapes.py none.PYI",
			stdout: `{"path":"shapes.py","format":"python","lines":8,"symbols":[` +
				`{"name":"Shape","kind":"class","start":1,"end":4},` +
				`{"name":"Shape.area","kind":"method","start":2,"end":4},` +
				`{"name":"main","kind":"function","start":7,"end":7}]}` + "\n" +
				`{"path":"none.PYI","format":"python","lines":1,"symbols":[]}` + "\n",
		},
		{
			name: "symbols of the languages of the web",
			args: "-json page.j2 site.css app.mjs",
			stdout: `{"path":"page.j2","format":"template","lines":4,"symbols":[` +
				`{"name":"block a","kind":"block","start":1,"end":3},` +
				`{"name":"p#b","kind":"element","start":2,"end":2}]}` + "\n" +
				`{"path":"site.css","format":"css","lines":4,"symbols":[` +
				`{"name":"@media x","kind":"at-rule","start":1,"end":3},` +
				`{"name":"a","kind":"rule","start":2,"end":2}]}` + "\n" +
				`{"path":"app.mjs","format":"javascript","lines":2,"symbols":[` +
				`{"name":"f","kind":"function","start":1,"end":1}]}` + "\n",
		},
		{
			name: "symbols, for people",
			args: "shapes.py none.PYI",
			stdout: "shapes.py: 8 lines, 3 symbols\n" +
				"  1-4  class     Shape\n" +
				"  2-4  method    Shape.area\n" +
				"  7-7  function  main\n" +
				"none.PYI: 1 line, no symbols\n",
		},
		{
			name:   "source files without symbols, as JSON",
			args:   "-json python2.py oldmac.py",
			status: 1,
			stdout: `{"path":"python2.py","no_outline":"parse_error","error_type":"SyntaxError","line":2}` + "\n" +
				`{"path":"oldmac.py","no_outline":"inconsistent_line_endings","line":1}` + "\n",
		},
		{
			name:   "source files without symbols, for people",
			args:   "python2.py",
			status: 1,
			stderr: "maps: python2.py: line 2: parse_error (SyntaxError)\n",
		},
		{
			name:   "files without a map, for people",
			args:   "notes.txt oldmac.md plain.md",
			status: 1,
			stdout: "plain.md: 2 lines, no sections\n",
			stderr: "maps: notes.txt: unknown_format\n" +
				"maps: oldmac.md: line 1: inconsistent_line_endings\n",
		},
		{
			name:   "a list follows the files of the command line",
			args:   "-json -files-from - plain.md",
			stdin:  "guide.md\n",
			stdout: plainJSON + guideJSON,
		},
		{
			name:   "a list with CRLF, empty lines and no last newline",
			args:   "-json -files-from -",
			stdin:  "guide.md\r\n\r\n\nplain.md",
			stdout: guideJSON + plainJSON,
		},
		{
			name:   "white space belongs to a path",
			args:   "-json -files-from -",
			stdin:  " plain.md\n",
			status: 1,
			stdout: `{"path":" plain.md","error":"unreadable"}` + "\n",
		},
		{
			name:   "an empty list is no mistake",
			args:   "-files-from -",
			stdout: "",
		},
		{
			name:   "a path that is no UTF-8",
			args:   "-json -files-from -",
			stdin:  "\xff.md\n",
			status: 1,
			stdout: `{"path":"\ufffd.md","error":"unreadable"}` + "\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inFiles(t)
			status, stdout, stderr := maps(test.stdin, strings.Fields(test.args)...)
			if status != test.status {
				t.Errorf("exit status %d, want %d", status, test.status)
			}
			if stdout != test.stdout {
				t.Errorf("standard output:\n%s\nwant:\n%s", stdout, test.stdout)
			}
			if stderr != test.stderr {
				t.Errorf("standard error:\n%s\nwant:\n%s", stderr, test.stderr)
			}
		})
	}
}

// The system's own words follow the path, which is not said twice.
func TestRunUnreadable(t *testing.T) {
	inFiles(t)
	status, stdout, stderr := maps("", "absent.md", "folder.md")
	if status != exitFiles || stdout != "" {
		t.Errorf("exit status %d, standard output %q", status, stdout)
	}
	lines := strings.Split(stderr, "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "maps: absent.md: ") || !strings.HasPrefix(lines[1], "maps: folder.md: ") {
		t.Errorf("standard error:\n%s", stderr)
	}
	if strings.Count(stderr, "absent.md") != 1 {
		t.Errorf("the path is said twice:\n%s", stderr)
	}
}

func TestRunFilesFromFile(t *testing.T) {
	inFiles(t)
	writeFile(t, "list", "plain.md\nguide.md\n")
	status, stdout, stderr := maps("", "-json", "-files-from", "list")
	if status != exitOK || stdout != plainJSON+guideJSON || stderr != "" {
		t.Errorf("exit status %d, standard output:\n%s\nstandard error:\n%s", status, stdout, stderr)
	}
}

func TestRunUsage(t *testing.T) {
	tests := []struct{ args, want string }{
		{"", "no files"},
		{"-json", "no files"},
		{"-files-from absent", "-files-from: "},
		{"-as rtf guide.md", `-as "rtf": the formats are md, rst`},
		{"-bench 0 guide.md", "-bench takes"},
		{"-bench -1 guide.md", "-bench takes"},
		{"-bench x guide.md", "-bench"},
		{"-bench 1 -json guide.md", "do not go together"},
		{"-color guide.md", "-color"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			inFiles(t)
			status, stdout, stderr := maps("", strings.Fields(test.args)...)
			if status != exitUsage || stdout != "" {
				t.Errorf("exit status %d, standard output %q; want %d and nothing", status, stdout, exitUsage)
			}
			if !strings.Contains(stderr, test.want) {
				t.Errorf("standard error %q, want %q in it", stderr, test.want)
			}
		})
	}
}

func TestRunHelp(t *testing.T) {
	status, stdout, stderr := maps("", "-h")
	if status != exitOK || stderr != "" {
		t.Errorf("exit status %d, standard error %q", status, stderr)
	}
	for _, want := range []string{"-json", "-as", "-files-from", "-bench", ".mkd", "unknown_format", "unreadable", "Exit status"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the help does not name %s", want)
		}
	}
}

// brokenPipe is an output that nobody reads.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestRunBrokenOutput(t *testing.T) {
	inFiles(t)
	var stderr bytes.Buffer
	if status := run([]string{"guide.md"}, nil, brokenPipe{}, &stderr); status != exitFiles {
		t.Errorf("exit status %d, want %d", status, exitFiles)
	}
	if got, want := stderr.String(), "maps: broken pipe\n"; got != want {
		t.Errorf("standard error %q, want %q", got, want)
	}
}

func TestRunKeepsOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	const files = 2000
	var list, want strings.Builder
	for i := range files {
		name := fmt.Sprintf("%d.md", (i*7919)%files) // not in the order of names
		fmt.Fprintln(&list, name)
		if i%100 == 99 {
			fmt.Fprintf(&want, `{"path":%q,"error":"unreadable"}`+"\n", name)
			continue
		}
		text := fmt.Sprintf("# %d\n", i)
		writeFile(t, name, text)
		fmt.Fprintf(&want, `{"path":%q,"format":"md","lines":2,"sections":[{"title":"%d","level":1,"start":1,"end":2,"bytes":%d,"parent":-1}]}`+"\n",
			name, i, len(text))
	}
	status, stdout, stderr := maps(list.String(), "-json", "-files-from", "-")
	if status != exitFiles || stderr != "" {
		t.Errorf("exit status %d, standard error %q", status, stderr)
	}
	if stdout != want.String() {
		t.Error("the lines are not those of the files in their order")
	}
}

func TestRunBench(t *testing.T) {
	inFiles(t)
	status, stdout, stderr := maps("", "-bench", "3", "guide.md", "oldmac.md", "plain.md")
	if want := "maps: oldmac.md: line 1: inconsistent_line_endings\n"; status != exitFiles || stderr != want {
		t.Errorf("exit status %d, standard error %q; want %d, %q", status, stderr, exitFiles, want)
	}
	const number = `\d+\.\d+`
	size := len(files["guide.md"]) + len(files["plain.md"])
	want := fmt.Sprintf(`^2 documents, %d bytes, 3 rounds\n`+
		` +bytes +seconds +MB/s\n`+
		`mdsection +%d +N +N\n`+
		`newlines +%[2]d +N +N\n`+
		`mdsection takes N times the time of newlines and allocates N times per document\n$`, size, 3*size)
	if !regexp.MustCompile(strings.ReplaceAll(want, "N", number)).MatchString(stdout) {
		t.Errorf("standard output:\n%s\nwant a match of:\n%s", stdout, want)
	}
}

func TestNewlines(t *testing.T) {
	for _, text := range []string{"", "\n", "a", "a\n\nb", "a\r\n"} {
		if got, want := newlines([]byte(text)), strings.Count(text, "\n"); got != want {
			t.Errorf("newlines(%q) = %d, want %d", text, got, want)
		}
	}
}

// TestRepository maps every Markdown file of this repository and checks what
// the JSON promises a reader who has only the file and the object.
func TestRepository(t *testing.T) {
	paths := markdownFiles(t, filepath.Join("..", ".."))
	if len(paths) == 0 {
		t.Fatal("no Markdown file, not even the README")
	}
	status, stdout, stderr := maps(strings.Join(paths, "\n"), "-json", "-files-from", "-")
	if status != exitOK || stderr != "" {
		t.Errorf("exit status %d, standard error:\n%s", status, stderr)
	}
	lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if len(lines) != len(paths) {
		t.Fatalf("%d lines for %d files", len(lines), len(paths))
	}
	for i, path := range paths {
		var doc struct {
			Path     string
			Lines    int
			Sections []section.Section
		}
		if err := json.Unmarshal([]byte(lines[i]), &doc); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if doc.Path != path {
			t.Fatalf("line %d is that of %s, want %s", i+1, doc.Path, path)
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Split(string(src), "\n")
		if doc.Lines != len(text) {
			t.Errorf("%s: %d lines, want %d", path, doc.Lines, len(text))
		}
		checkTiling(t, path, text, doc.Sections)
	}
}

// markdownFiles returns the Markdown files below root. Cases in testdata may be
// made to be refused, so there it takes the READMEs only.
func markdownFiles(t *testing.T, root string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		inTestdata := filepath.Base(filepath.Dir(path)) == "testdata"
		switch {
		case err != nil:
			return err
		case d.IsDir() && (inTestdata || d.Name() == ".git"):
			return fs.SkipDir
		case !d.IsDir() && filepath.Ext(path) == ".md" && (!inTestdata || d.Name() == "README.md"):
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// checkTiling checks that the sections follow each other without a gap: cut at
// every start, the text falls into pieces, and a section is the piece at its
// start and those of the deeper sections behind it.
func checkTiling(t *testing.T, path string, text []string, sections []section.Section) {
	t.Helper()
	for i, s := range sections {
		end, parent := len(text), -1
		for _, next := range sections[i+1:] {
			if next.Level <= s.Level {
				end = next.Start - 1
				break
			}
		}
		for j := range i {
			if sections[j].Level < s.Level && sections[j].End >= s.Start {
				parent = j
			}
		}
		if s.End != end || s.Parent != parent {
			t.Errorf("%s: section %d ends on line %d with parent %d, want line %d and parent %d", path, i, s.End, s.Parent, end, parent)
		}
		if i > 0 && s.Start <= sections[i-1].Start {
			t.Errorf("%s: section %d starts on line %d, not behind the one before it", path, i, s.Start)
		}
		if got := len(strings.Join(text[s.Start-1:s.End], "\n")); got != s.Bytes {
			t.Errorf("%s: section %d has %d bytes of text, the map says %d", path, i, got, s.Bytes)
		}
	}
}

// Flags may stand behind files, and behind "--" nothing is a flag.
func TestFlagsBehindFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.md", []byte("# A\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"a.md", "-json"}, 0, `{"path":"a.md"`},
		{[]string{"a.md", "-as", "md", "-json"}, 0, `{"path":"a.md"`},
		{[]string{"-json", "--", "a.md", "-as"}, 1, `{"path":"-as","error":"unreadable"}`},
		{[]string{"-json", "absent.txt", "."}, 1, `{"path":".","error":"unreadable"}`},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(tt.args, strings.NewReader(""), &stdout, &stderr); status != tt.status || !strings.Contains(stdout.String(), tt.want) {
			t.Errorf("%q: status %d, %q, %q", tt.args, status, stdout.String(), stderr.String())
		}
	}
}
