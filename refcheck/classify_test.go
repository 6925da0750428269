package refcheck_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/refcheck"
)

const (
	sha1   = "71aff7bb705edff79547b8fc6d12422501a4c522"
	sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

var classifyTests = []struct {
	name, why      string
	exit           int
	stdout, stderr string
	want           string // the id, or the code
}{
	{"SHA-1", "one line of 40 digits", 0, sha1 + "\n", "", sha1},
	{"SHA-256", "one line of 64 digits", 0, sha256 + "\n", "", sha256},
	{"id with a warning", "the exit code decides, not the noise", 0, sha1 + "\n", "warning: refname 'both' is ambiguous.\n", sha1},
	{"id behind a caret", "git prints this for ^main", 0, "^" + sha1 + "\n", "", "read_failed"},
	{"two ids", "git prints these for main^!", 0, sha1 + "\n^" + sha1 + "\n", "", "read_failed"},
	{"no output", "the output was lost", 0, "", "", "read_failed"},
	{"empty line", "the output was lost", 0, "\n", "", "read_failed"},
	{"no newline", "the output may be cut: 40 digits of a SHA-256", 0, sha256[:40], "", "read_failed"},
	{"41 digits", "no kind of id", 0, sha1 + "0\n", "", "read_failed"},
	{"upper case", "git prints lower case", 0, strings.ToUpper(sha1) + "\n", "", "read_failed"},
	{"no digit", "g follows f", 0, "g" + sha1[1:] + "\n", "", "read_failed"},
	{"carriage return", "not what git prints", 0, sha1 + "\r\n", "", "read_failed"},
	{"exit 1", "no such commit", 1, "", "", "ref_not_mirrored"},
	{"exit 1 with output", "exit 1 is no, whatever was printed before", 1, sha1 + "\n", "", "ref_not_mirrored"},
	{"exit 1, ambiguous", "other messages do not change exit 1", 1, "", "error: short object ID be18 is ambiguous\n", "ref_not_mirrored"},
	{"broken ref", "a damaged mirror is no unknown branch", 1, "", "warning: ignoring broken ref refs/heads/bad\n", "read_failed"},
	{"exit 128", "git itself failed", 128, "", "fatal: not a git repository: '/srv/mirrors/a.git'\n", "read_failed"},
	{"exit 128 with an id", "git itself failed", 128, sha1 + "\n", "", "read_failed"},
	{"exit 129", "a wrong call", 129, "", "usage: git rev-parse", "read_failed"},
	{"signal", "os/exec has -1 for a process that was killed", -1, "", "", "read_failed"},
	{"signal with an id", "a killed process has not said all", -1, sha1 + "\n", "", "read_failed"},
}

func TestClassify(t *testing.T) {
	for _, tt := range classifyTests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := refcheck.Classify(tt.exit, []byte(tt.stdout), []byte(tt.stderr))
			if err != nil {
				if got != "" {
					t.Errorf("id %q together with error %v", got, err)
				}
				got = outcome(t, err)
			}
			if got != tt.want {
				t.Errorf("got %s, want %s: %s", got, tt.want, tt.why)
			}
		})
	}
}

// A git that does not start has exit -1, as one that a deadline killed.
func TestClassifyNotRun(t *testing.T) {
	g := git{path: "/nonexistent/git"}
	_, err := refcheck.Classify(g.revParse("/nonexistent/repo", "main"))
	if !errors.Is(err, refcheck.ReadFailed) {
		t.Errorf("error %v, want %v", err, refcheck.ReadFailed)
	}
}

// The log needs git's words, and a client must not get them.
func TestClassifyStderr(t *testing.T) {
	const stderr = "fatal: unexpected line in /srv/mirrors/a.git/packed-refs: garbage\n"
	_, err := refcheck.Classify(128, nil, []byte(stderr))
	e, ok := errors.AsType[*refcheck.Error](err)
	if !ok {
		t.Fatalf("%T, want *Error", err)
	}
	if e.Stderr != stderr || e.Exit != 128 {
		t.Errorf("for the log: exit %d, %q", e.Exit, e.Stderr)
	}
	if got, want := e.Error(), "read_failed: git exited with 128"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	wire, jsonErr := json.Marshal(err)
	if jsonErr != nil {
		t.Fatal(jsonErr)
	}
	if want := `{"error":"read_failed","message":"git exited with 128"}`; string(wire) != want {
		t.Errorf("got  %s\nwant %s", wire, want)
	}
}
