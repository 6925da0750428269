package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	gogit "github.com/go-git/go-git/v5"
	gogitobject "github.com/go-git/go-git/v5/plumbing/object"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
)

// bigFiles is how many files a big repository has at least.
const bigFiles = 5000

var ratios = flag.Bool("ratios", false, "compare the times of the tools with those of git, on an idle machine")

// bigRepository returns the repository that MAPWRIGHT_BIG_REPO names, or one that
// is made up.
func bigRepository(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("MAPWRIGHT_BIG_REPO"); dir != "" {
		return dir
	}
	files := map[string]string{}
	for i := range bigFiles + 200 {
		text := fmt.Sprintf("import os\n\nclass C%d:\n    def run(self, x):\n        return x + %d\n", i, i)
		name := fmt.Sprintf("pkg%02d/sub%d/mod%04d.%s", i%40, i%7, i, []string{"py", "txt", "js"}[i%3])
		if i == 0 {
			text = strings.Repeat(text+"\n\ndef helper(value=None):\n    return [v for v in value or () if v]\n\n", 1500)
		}
		files[name] = strings.Repeat(text, 1+i%10)
	}
	return gittest.Import(t, files)
}

// A bigCase is one thing to do with a big repository: by the server, and by git
// alone.
type bigCase struct {
	name  string
	calls []bigCall
	git   []string
	goGit func(head *gogitobject.Commit) error // the same with go-git, for the record
	check func(t testing.TB, answers []object, printed string)
}

// A bigCall is one call of a tool.
type bigCall struct {
	tool *tool
	args string
}

// bigCases returns what to compare, in a repository with the largest Python file
// at py and so many files.
func bigCases(py string, files int) []bigCase {
	var pages []bigCall
	const perPage = 2600
	readFile := func(head *gogitobject.Commit) error {
		f, err := head.File(py)
		if err != nil {
			return err
		}
		_, err = f.Contents()
		return err
	}
	for page := 1; (page-1)*perPage < files; page++ {
		pages = append(pages, bigCall{&treeTool, fmt.Sprintf(`{"per_page":%d,"page":%d}`, perPage, page)})
	}
	return []bigCase{
		{
			"a range of lines",
			[]bigCall{{&fileTool, fmt.Sprintf(`{"path":%q,"lines":[100,200]}`, py)}},
			[]string{"cat-file", "blob", "HEAD:" + py},
			readFile,
			func(t testing.TB, answers []object, printed string) {
				lines := strings.Split(printed, "\n")
				want(t, answers[0], "content", string(marshal(strings.Join(lines[99:min(200, len(lines))], "\n"))))
			},
		},
		{
			"an outline",
			[]bigCall{{&fileTool, fmt.Sprintf(`{"path":%q,"outline":true}`, py)}},
			[]string{"cat-file", "blob", "HEAD:" + py},
			readFile,
			func(t testing.TB, answers []object, _ string) {
				if at(t, answers[0], "status") == nil && len(at(t, answers[0], "symbols").([]any)) == 0 {
					t.Error("no symbols")
				}
			},
		},
		{
			"the whole tree", pages,
			[]string{"ls-tree", "-r", "-l", "-z", "HEAD"},
			func(head *gogitobject.Commit) error {
				tree, err := head.Files()
				if err != nil {
					return err
				}
				return tree.ForEach(func(*gogitobject.File) error { return nil })
			},
			func(t testing.TB, answers []object, printed string) {
				var listed strings.Builder
				for _, o := range answers {
					for _, p := range at(t, o, "paths").([]any) {
						listed.WriteString(p.(string) + "\n")
					}
				}
				var paths strings.Builder
				for entry := range strings.SplitSeq(strings.TrimSuffix(printed, "\x00"), "\x00") {
					_, p, _ := strings.Cut(entry, "\t")
					paths.WriteString(p + "\n")
				}
				if listed.String() != paths.String() {
					t.Errorf("%d bytes of paths are listed, git prints %d", listed.Len(), paths.Len())
				}
			},
		},
		searchCase("a search, many lines", "import"),
		searchCase("a search, few lines", "c11:"),
	}
}

// searchCase searches for a word, secrets and vendored files included in neither.
func searchCase(name, word string) bigCase {
	return bigCase{
		name,
		[]bigCall{{&searchTool, fmt.Sprintf(`{"query":%q,"include_vendored":true}`, word)}},
		[]string{"grep", "-c", "-z", "-I", "-i", "-F", "-e", word, "HEAD"},
		func(head *gogitobject.Commit) error {
			tree, err := head.Files()
			if err != nil {
				return err
			}
			pattern := regexp.MustCompile("(?i)" + regexp.QuoteMeta(word))
			return tree.ForEach(func(f *gogitobject.File) error {
				lines, err := f.Lines()
				for _, line := range lines {
					pattern.MatchString(line)
				}
				return err
			})
		},
		func(t testing.TB, answers []object, printed string) {
			total := 0
			for record := range strings.SplitSeq(strings.TrimSuffix(printed, "\n"), "\n") {
				_, count, _ := strings.Cut(record, "\x00")
				n, _ := strconv.Atoi(count)
				total += n
			}
			got, exact := at(t, answers[0], "total").(float64)
			if !exact || int(got) > total { // git searches in secrets too
				t.Errorf("total %v, git counts %d", at(t, answers[0], "total"), total)
			}
		},
	}
}

// runGit runs git in a repository and returns what it prints.
func runGit(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(gittest.Program(t, "git"), append([]string{"-c", "safe.directory=*", "--git-dir=" + dir}, args...)...)
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 { // of a search that finds nothing
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// largestPython returns the path of the largest Python file, and how many files
// there are.
func largestPython(t testing.TB, dir string) (py string, files int) {
	t.Helper()
	largest := 0
	for entry := range strings.SplitSeq(strings.TrimSuffix(runGit(t, dir, "ls-tree", "-r", "-l", "-z", "HEAD"), "\x00"), "\x00") {
		head, name, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(head)
		if size, err := strconv.Atoi(fields[3]); err == nil && path.Ext(name) == ".py" && size > largest {
			py, largest = name, size
		}
		files++
	}
	if py == "" {
		t.Skip("the repository has no Python")
	}
	return py, files
}

// TestBigRepository asks for the same as git in a repository with thousands of
// files, and compares the answers. With -ratios it compares the times as well.
func TestBigRepository(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	dir := bigRepository(t)
	py, files := largestPython(t, dir)
	if files < bigFiles {
		t.Logf("only %d files", files)
	}
	s := serving(t, dir)
	for _, c := range bigCases(py, files) {
		printed := runGit(t, dir, c.git...)
		var answers []object
		for _, call := range c.calls {
			answers = append(answers, askTool(t, s, call.tool, call.args))
		}
		c.check(t, answers, printed)
		if *ratios {
			compareTimes(t, s, dir, c)
		}
	}
}

// compareTimes measures both sides in turn, takes the shortest time of each, and
// fails where the server takes more than half again as much and 5 ms. The time of
// the processor is shown beside it, as other programs on the machine disturb it
// less; that of a git process which is kept is not in it.
func compareTimes(t testing.TB, s *server, dir string, c bigCase) {
	t.Helper()
	const rounds = 25
	longest := timing{math.MaxInt64, math.MaxInt64}
	ours, git, goGit := longest, longest, longest
	for i := range rounds {
		if i < 5 { // which are enough for the record
			goGit = goGit.min(measure(t, func() { runGoGit(t, dir, c.goGit) }))
		}
		git = git.min(measure(t, func() { runGit(t, dir, c.git...) }))
		ours = ours.min(measure(t, func() {
			for _, call := range c.calls {
				s.call(t.Context(), call.tool, json.RawMessage(call.args))
			}
		}))
	}
	t.Logf("%-22s %v, git %v, go-git %v, ratio to git %.2f", c.name, ours, git, goGit, float64(ours.wall)/float64(git.wall))
	if ours.wall > git.wall*3/2+5*time.Millisecond {
		t.Errorf("%s takes too long", c.name)
	}
}

// runGoGit opens a repository with go-git, as a command does with git, and runs f.
func runGoGit(t testing.TB, dir string, f func(head *gogitobject.Commit) error) {
	t.Helper()
	repo, err := gogit.PlainOpen(dir)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := repo.Head()
	if err != nil {
		t.Fatal(err)
	}
	head, err := repo.CommitObject(ref.Hash())
	if err != nil {
		t.Fatal(err)
	}
	if err := f(head); err != nil {
		t.Fatal(err)
	}
}

// A timing is how long something took, and how long processors worked for it.
type timing struct{ wall, cpu time.Duration }

func (t timing) min(u timing) timing { return timing{min(t.wall, u.wall), min(t.cpu, u.cpu)} }

func (t timing) String() string {
	return fmt.Sprintf("%6.1f ms (cpu %6.1f)", float64(t.wall.Microseconds())/1000, float64(t.cpu.Microseconds())/1000)
}

// measure runs f.
func measure(t testing.TB, f func()) timing {
	t.Helper()
	begin, cpu := time.Now(), cpuTime(t)
	f()
	return timing{time.Since(begin), cpuTime(t) - cpu}
}

// cpuTime returns the time that this process and those that it has waited for have
// worked.
func cpuTime(t testing.TB) time.Duration {
	t.Helper()
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if err := syscall.Getrusage(who, &usage); err != nil {
			t.Fatal(err)
		}
		sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	return sum
}
