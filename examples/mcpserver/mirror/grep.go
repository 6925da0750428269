package mirror

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/mapwright/mapwright/refcheck"
)

// The codes of a search that git does not make.
const (
	InvalidRegex        Code = "invalid_regex"
	InvalidFilePattern  Code = "invalid_file_pattern"
	PatternTooExpensive Code = "pattern_too_expensive" // it takes more memory than there is for it
	SearchTimeout       Code = "search_timeout"
)

// A SearchError refuses a search for what is looked for, or where.
type SearchError struct {
	Code Code `json:"error"`
}

// Error returns the code.
func (e *SearchError) Error() string { return string(e.Code) }

// Unwrap returns the code, for errors.Is.
func (e *SearchError) Unwrap() error { return e.Code }

// A Search is what to look for in the files of a commit. Binary files are left
// out, by git's rule: a NUL in the first 8,000 bytes.
type Search struct {
	// Pattern is the text to find, without newlines and NULs; with Regexp it is
	// an extended regular expression of POSIX.
	Pattern    string
	Regexp     bool
	IgnoreCase bool
	// Pathspecs are git's. Without any, all files are searched.
	Pathspecs []string
}

// A Match is one line in which the pattern was found, whatever the number of
// times.
type Match struct {
	Path string
	Line int    // counted from 1
	Text []byte // of the line, at most MaxMatchText bytes around the first find; good until the next Match
	Cut  bool   // Text is not the whole line
}

const (
	// MaxMatchText is the most bytes of a line that a Match holds.
	MaxMatchText = 1000
	leadText     = MaxMatchText / 4 // of them, before what was found

	// maxMatchOutput is the most bytes of git's output that one call reads. It
	// keeps nothing of them, so this is a bound on time.
	maxMatchOutput = 256 << 20

	// regexMemory is the address space of git for a regular expression, of which
	// a few repetitions in each other would take any amount. While a pattern is
	// matched, git takes the end of memory for a line that does not match. So a
	// process that used a part of it is not believed: memory is taken in steps that
	// double, so that much less may have been used than was refused.
	defaultRegexMemory = 1 << 30
	suspectPart        = 4
)

// Turn waits until there are not too many searches, and must be given back with done.
// A search that waits for its turn before its time begins does not run out of it
// because of others.
func (m *Mirror) Turn(ctx context.Context) (done func(), err error) {
	if err := m.searches.acquire(ctx, m); err != nil {
		return nil, err
	}
	return m.searches.release, nil
}

// Grep hands matching lines to each, file by file in git's order, at most perFile
// of one file, until each returns false; all is then false, as it is when git's
// output has become too long. Only a nil error with all true says that there are
// no others.
//
// Its errors are a [*SearchError] and those with the codes [refcheck.ReadFailed],
// also for a commit of which not all files could be searched, and
// [refcheck.RepoNotMirrored]. Matches that were handed out before hold even so.
func (m *Mirror) Grep(ctx context.Context, commit string, s Search, perFile int, each func(Match) bool) (all bool, err error) {
	args := append(s.args(), "-n", "--column", "-m", strconv.Itoa(perFile))
	var match Match // whose text is overwritten by the next
	return m.grep(ctx, commit, s, args, func(out *bufio.Reader, path string) error {
		match.Path = path
		err := match.read(out)
		if err == nil && !each(match) {
			err = errEnough
		}
		return err
	})
}

// CountMatches hands the number of matching lines of each file that has any to
// each, as [Mirror.Grep] does the lines.
func (m *Mirror) CountMatches(ctx context.Context, commit string, s Search, each func(path string, lines int) bool) (all bool, err error) {
	return m.grep(ctx, commit, s, append(s.args(), "-c"), func(out *bufio.Reader, path string) error {
		text, err := out.ReadString('\n')
		if err != nil {
			return err
		}
		lines, err := strconv.Atoi(strings.TrimSuffix(text, "\n"))
		if err == nil && !each(path, lines) {
			err = errEnough
		}
		return err
	})
}

// args are git's without what differs between the passes.
func (s Search) args() []string {
	var args []string
	if s.Regexp { // a window on a pack is address space too
		args = append(args, "-c", "core.packedGitWindowSize=16m", "-c", "core.packedGitLimit=64m")
	}
	args = append(args, "grep", "-I", "-z", "--full-name", "--no-color", "--no-textconv", "--no-recurse-submodules")
	if s.IgnoreCase {
		args = append(args, "-i")
	}
	if s.Regexp { // each thread has a stack and a heap of its own, and takes a core
		return append(args, "-E", "--threads=1")
	}
	return append(args, "-F")
}

// grep runs git grep and calls record for what follows each path.
func (m *Mirror) grep(ctx context.Context, commit string, s Search, args []string, record func(out *bufio.Reader, path string) error) (all bool, err error) {
	gitDir, end, err := m.begin()
	if err != nil {
		return false, err
	}
	defer end(&err)
	if err := m.walkers.acquire(ctx, m); err != nil { // of which the pattern is innocent
		return false, err
	}
	defer m.walkers.release()
	ctx, cancel := m.deadline(ctx)
	defer cancel()
	args = append(args, "-e", s.Pattern, commit, "--")
	o, err := stream(ctx, gitDir, m.memoryFor(s), append(args, s.Pathspecs...), func(out io.Reader) error {
		return readRecords(bufio.NewReaderSize(&bounded{out, maxMatchOutput}, outputBuffer), commit+":", record)
	})
	switch {
	case ctx.Err() != nil:
		return false, searchTimeout(ctx, interrupted(ctx))
	case o.stopped:
		return false, nil
	case err != nil && !errors.As(err, new(*refcheck.Error)):
		return false, failed("git could not search", err.Error()+": "+o.stderr)
	case err != nil:
		return false, err
	}
	return true, m.grepError(ctx, gitDir, commit, s, o)
}

// memoryFor returns the limit of memory for a search, 0 for none.
func (m *Mirror) memoryFor(s Search) uint64 {
	if s.Regexp {
		return m.regexMemory
	}
	return 0
}

// searchTimeout is err, or the code of a search if ctx has ended in time.
func searchTimeout(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &SearchError{SearchTimeout}
	}
	return err
}

// grepError says what the end of git means, nil for a search that was whole.
func (m *Mirror) grepError(ctx context.Context, gitDir, commit string, s Search, o outcome) error {
	searched := o.exit == 0 || o.exit == 1 // something was found, or nothing
	switch {
	case s.Regexp && (o.exit < 0 || o.peak > m.regexMemory/suspectPart || outOfMemory(o.stderr)):
		return &SearchError{PatternTooExpensive}
	case searched && o.stderr == "":
		return nil
	case !searched && !m.takes(ctx, gitDir, commit, Search{Pattern: "x", Pathspecs: s.Pathspecs}):
		return &SearchError{InvalidFilePattern}
	case !searched && !m.takes(ctx, gitDir, commit, Search{Pattern: s.Pattern, Regexp: s.Regexp, IgnoreCase: s.IgnoreCase}):
		return &SearchError{InvalidRegex}
	}
	// With a lost object git ends as if there were no such file.
	return &refcheck.Error{Code: refcheck.ReadFailed, Message: "git could not search all files", Exit: o.exit, Stderr: o.stderr}
}

// outOfMemory finds the messages of the C library about a pattern.
func outOfMemory(stderr string) bool {
	return strings.Contains(stderr, "Memory exhausted") || strings.Contains(stderr, "Regular expression too big") ||
		strings.Contains(stderr, "out of memory")
}

// The ids of the empty tree, which every repository has.
const (
	emptyTree       = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
	emptyTreeSHA256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
)

// takes reports whether git makes a search, by making it where there is nothing
// to read. So it is not the repository that is asked about.
func (m *Mirror) takes(ctx context.Context, gitDir, commit string, s Search) bool {
	tree := emptyTree
	if len(commit) == len(emptyTreeSHA256) {
		tree = emptyTreeSHA256
	}
	args := append(s.args(), "-c", "-e", s.Pattern, tree, "--")
	o, err := stream(ctx, gitDir, m.memoryFor(s), append(args, s.Pathspecs...), func(io.Reader) error { return nil })
	return err == nil && (o.exit == 0 || o.exit == 1)
}

// readRecords reads records of the form "COMMIT:PATH\0...": the path, and with
// record the rest. The path of the record before is kept, as most have the same.
func readRecords(out *bufio.Reader, prefix string, record func(out *bufio.Reader, path string) error) error {
	path := ""
	for {
		field, err := readField(out)
		switch {
		case err != nil && len(field) == 0 && errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errEnough):
			return err
		case err != nil:
			return unexpectedEOF(err)
		case !bytes.HasPrefix(field, []byte(prefix)):
			return errors.New("git grep: not a path of the commit")
		}
		if field = field[len(prefix):]; string(field) != path {
			path = string(field)
		}
		if err := record(out, path); err != nil {
			return unexpectedEOF(err)
		}
	}
}

// readField reads to the next NUL and returns what comes before it, which is good
// until the next read.
func readField(out *bufio.Reader) ([]byte, error) {
	field, err := out.ReadSlice(0)
	if errors.Is(err, bufio.ErrBufferFull) { // a path of more than outputBuffer
		var rest []byte
		field = bytes.Clone(field)
		rest, err = out.ReadBytes(0)
		field = append(field, rest...)
	}
	if err != nil {
		return field, err
	}
	return field[:len(field)-1], nil
}

// read reads what follows a path: "LINE\0COLUMN\0TEXT\n". The text may be longer
// than any memory.
func (m *Match) read(out *bufio.Reader) error {
	var column int
	for _, number := range []*int{&m.Line, &column} {
		text, err := readField(out)
		if err != nil {
			return err
		}
		if *number, err = strconv.Atoi(string(text)); err != nil || *number < 1 {
			return errors.New("git grep: not a number")
		}
	}
	from := 0
	if column > MaxMatchText-leadText { // else what was found is near the start of the line
		from = column - 1 - leadText
	}
	var err error
	m.Text, m.Cut, err = readWindow(m.Text[:0], out, from)
	return err
}

// readWindow reads to the end of the line, appends MaxMatchText of its bytes from
// an offset on to text, and reports whether the line has others.
func readWindow(text []byte, out *bufio.Reader, from int) (window []byte, cut bool, err error) {
	for at := 0; ; {
		part, err := out.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return text, false, err
		}
		line := bytes.TrimSuffix(part, []byte("\n"))
		start := min(max(from-at, 0), len(line))
		end := min(max(from+MaxMatchText-at, start), len(line))
		text = append(text, line[start:end]...)
		cut = cut || start > 0 || end < len(line)
		if err == nil {
			return text, cut, nil
		}
		at += len(part)
	}
}
