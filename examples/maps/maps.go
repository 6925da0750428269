// Command maps prints the map of each file that it is given: the sections of a
// document with their lines and sizes, the symbols of source code with theirs.
//
//	go run ./examples/maps FILE...
//
// maps -h tells the rest. The command is made for thousands of files in one
// process: it prints them in the order given and goes on after one that it
// can not map.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mapwright/mapwright/section"
)

// The exit statuses.
const (
	exitOK    = 0
	exitFiles = 1 // a file has no map, or the output could not be written
	exitUsage = 2
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole command, for main and for the tests.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	opt, err := parseArgs(args, stdin)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, help())
		return exitOK
	case err != nil:
		fmt.Fprintf(stderr, "maps: %v\nmaps -h prints the help.\n", err)
		return exitUsage
	}
	out := bufio.NewWriterSize(stdout, 1<<16)
	p := &printer{out: out, stderr: stderr, json: opt.json}
	if opt.rounds > 0 {
		bench(opt, p)
	} else {
		mapFiles(opt, p)
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintf(stderr, "maps: %v\n", err)
		return exitFiles
	}
	if p.failed {
		return exitFiles
	}
	return exitOK
}

// mapFiles prints one file after the other and holds one at a time.
func mapFiles(opt *options, p *printer) {
	for _, path := range opt.paths {
		if err := mapFile(path, opt.as, p); err != nil {
			p.refusal(path, err)
		}
	}
}

// mapFile prints the map of one file. A nil as means the format of path's suffix.
func mapFile(path string, as *format, p *printer) error {
	f, src, err := load(path, as)
	if err != nil {
		return err
	}
	if f.scan != nil {
		symbols, err := f.scan(src)
		if err == nil {
			p.outline(path, f, src, symbols)
		}
		return err
	}
	m, err := f.parse(src, nil)
	if err == nil {
		p.document(path, f, m)
	}
	return err
}

// load reads one file and finds its format, like mapFile.
func load(path string, as *format) (*format, []byte, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	if as != nil {
		return as, src, nil
	}
	f := formatOf(path)
	if f == nil {
		return nil, nil, &section.Error{Code: unknownFormat}
	}
	return f, src, nil
}

// options are the command line, understood.
type options struct {
	paths  []string
	as     *format // nil: by the suffix of each file
	json   bool
	rounds int // of -bench; zero prints maps
}

// parseArgs understands the command line and reads the list of files, from
// stdin where it says so. It returns flag.ErrHelp where help is asked for.
func parseArgs(args []string, stdin io.Reader) (*options, error) {
	flags := flag.NewFlagSet("maps", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run prints errors and the help
	asJSON := flags.Bool("json", false, "")
	rounds := flags.Int("bench", 0, "")
	as := flags.String("as", "", "")
	list := flags.String("files-from", "", "")
	paths, err := parseFlags(flags, args)
	if err != nil {
		return nil, err
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })

	opt := &options{paths: paths, json: *asJSON, rounds: *rounds}
	switch {
	case given["bench"] && opt.rounds < 1:
		return nil, errors.New("-bench takes a number of rounds from 1 on")
	case given["bench"] && opt.json:
		return nil, errors.New("-bench and -json do not go together")
	}
	if given["as"] {
		if opt.as = formatNamed(*as); opt.as == nil {
			return nil, fmt.Errorf("-as %q: the formats are %s", *as, formatNames())
		}
	}
	if given["files-from"] {
		listed, err := readList(*list, stdin)
		if err != nil {
			return nil, fmt.Errorf("-files-from: %w", err)
		}
		opt.paths = append(opt.paths, listed...)
	} else if len(opt.paths) == 0 {
		return nil, errors.New("no files")
	}
	return opt, nil
}

// parseFlags returns the arguments that are no flags. Flags may stand behind
// them; behind "--" there are none.
func parseFlags(flags *flag.FlagSet, args []string) (rest []string, err error) {
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if n := len(args) - flags.NArg(); n > 0 && args[n-1] == "--" {
			return append(rest, flags.Args()...), nil
		}
		if args = flags.Args(); len(args) > 0 {
			rest, args = append(rest, args[0]), args[1:]
		}
	}
	return rest, nil
}

// readList returns the lines of the file name, or of stdin where name is "-".
// Lines may end in CRLF; empty ones are left out.
func readList(name string, stdin io.Reader) ([]string, error) {
	var (
		text []byte
		err  error
	)
	if name == "-" {
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, err
	}
	var paths []string
	for line := range strings.SplitSeq(string(text), "\n") {
		if line = strings.TrimSuffix(line, "\r"); line != "" {
			paths = append(paths, line)
		}
	}
	return paths, nil
}

// help returns what -h prints.
func help() string {
	var suffixes strings.Builder
	for _, f := range formats {
		fmt.Fprintf(&suffixes, "  %-10s %s\n", f.name, strings.Join(f.suffixes, " "))
	}
	return fmt.Sprintf(helpText, suffixes.String())
}

const helpText = `maps prints the sections of documents with their lines and sizes, and the symbols
of source files with their lines.

  maps [-json] [-as FORMAT] [-files-from LIST] [FILE...]
  maps -bench N [-as FORMAT] [-files-from LIST] [FILE...]

  -json             one JSON object for each file, on a line of its own
  -as FORMAT        read every file in this format, whatever its name
  -files-from LIST  read more paths from the file LIST, one a line, after those
                    of the command line; - is standard input
  -bench N          print no maps; read all files, then parse them N times
  -h                print this text

The format follows from the suffix of a file's name, in any case:
%s
For people, each file is a line with its name and then its sections, indented
by depth: first and last line, bytes, title. The lines of a section include its
subsections, and so do its bytes. Control characters are shown as U+FFFD. Titles
that docutils drops have a line of their own behind the sections.

With -json, a file is

  {"path":"a.md","format":"md","lines":9,"sections":[
   {"title":"A","level":1,"start":1,"end":9,"bytes":80,"parent":-1}]}

all on one line. "parent" is an index into "sections", and a title that was cut
has "title_truncated":true. A path that is not valid UTF-8 is printed with
U+FFFD; the order of the lines is that of the files.

A file in the format rst also has, all of them always but for the second,

  "targets":[{"name":"intro","line":3,"section":0}],
  "nested_targets":[{"name":"in-a-list","line":7}],
  "includes":[{"path":"notes.txt","line":9}],
  "dropped":[{"line":11,"reason":"Title level inconsistent"}]

"section" is the index of the section that a target labels, if it labels one.
Targets inside other elements, such as lists, are among the nested ones. A
dropped title makes no section, for docutils' reason.

A source file has symbols, for people its first and last line, kind and name:

  {"path":"a.py","format":"python","lines":9,"symbols":[
   {"name":"A.f","kind":"method","start":2,"end":8}]}

or a reason why it has none, with "error_type", "line" or "max":

  {"path":"a.py","no_outline":"parse_error","error_type":"SyntaxError","line":3}

Any other file without a map is

  {"path":"a.txt","error":CODE}

with the numbers of the refusal. The codes:

  unknown_format   the suffix says nothing, and there is no -as
  unreadable       there is no such file, it is a directory, ...
  any other        the parser's, such as inconsistent_line_endings with "line"

Without -json, such a file is a line on standard error.

-bench prints, for the parser and for a loop that only finds every newline in
the same texts, in turn, the bytes, the seconds and the MB/s (1 MB = 1,000,000
bytes), then the ratio of the seconds and the parser's allocations per document.
Files without a map are left out of it.

Exit status: 0 if every file has a map, 1 if one has none (the others are still
printed), 2 if the command line is wrong or LIST can not be read.
`
