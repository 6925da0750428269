package refcheck_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/refcheck"
)

func TestReadMarker(t *testing.T) {
	tests := []struct {
		text string
		held bool
		want refcheck.Sync
	}{
		{"", false, refcheck.Idle},
		{"", true, refcheck.Fetching},
		{"fetch\n", true, refcheck.Fetching},
		{"fetch\n", false, refcheck.Idle},
		{"clone\n", true, refcheck.Cloning},
		{"clone", true, refcheck.Cloning},
		{" clone\r\n", false, refcheck.Incomplete},
		{"clone of x", false, refcheck.Idle},
		{strings.Repeat("clone", 1000), true, refcheck.Fetching},
	}
	for _, tt := range tests {
		if got := refcheck.ReadMarker(tt.text, tt.held); got != tt.want {
			t.Errorf("ReadMarker(%.20q, %t) = %d, want %d", tt.text, tt.held, got, tt.want)
		}
	}
}

// Every code in every state. A row is a state; what it does not name stays as it is.
func TestJudge(t *testing.T) {
	const (
		sync   = refcheck.SyncInProgress
		absent = refcheck.RepoNotMirrored
	)
	failures := []refcheck.Code{refcheck.RefNotMirrored, refcheck.ReadFailed, refcheck.NotFound, refcheck.RepoNotMirrored}
	tests := []struct {
		why            string
		mirror         refcheck.Mirror
		before, failed refcheck.Code // of no error, and of each failure; empty: as it is
	}{
		{"a good mirror is git's to judge", refcheck.Mirror{Exists: true}, "", ""},
		{"nothing there", refcheck.Mirror{}, absent, absent},
		{"a fetch does not disturb readers", refcheck.Mirror{Exists: true, Sync: refcheck.Fetching}, "", sync},
		{"a first copy is being made", refcheck.Mirror{Exists: true, Sync: refcheck.Cloning}, sync, sync},
		{"a first copy is about to be made", refcheck.Mirror{Sync: refcheck.Cloning}, sync, sync},
		{"a fetch of what is not there is a first copy", refcheck.Mirror{Sync: refcheck.Fetching}, sync, sync},
		{"a first copy was killed", refcheck.Mirror{Exists: true, Sync: refcheck.Incomplete}, absent, absent},
		{"a first copy failed and was removed", refcheck.Mirror{Sync: refcheck.Incomplete}, absent, absent},
	}
	for _, tt := range tests {
		if got := codeOf(tt.mirror.Judge(nil)); got != tt.before {
			t.Errorf("%s: %+v before git is asked: %q, want %q", tt.why, tt.mirror, got, tt.before)
		}
		for _, code := range failures {
			want := tt.failed
			if want == "" {
				want = code
			}
			old := &refcheck.Error{Code: code, Exit: 128, Stderr: "fatal"}
			err := tt.mirror.Judge(old)
			if got := codeOf(err); got != want {
				t.Errorf("%s: %+v after %s: %q, want %q", tt.why, tt.mirror, code, got, want)
			}
			if e, ok := errors.AsType[*refcheck.Error](err); !ok || e.Exit != 128 || e.Stderr != "fatal" {
				t.Errorf("%s: the log loses what git said: %+v", tt.why, err)
			}
		}
		for _, err := range []error{
			&refcheck.Error{Code: refcheck.RefTooLong}, &refcheck.Error{Code: refcheck.InvalidRef}, os.ErrPermission,
		} {
			if got := tt.mirror.Judge(err); got != err {
				t.Errorf("%s: %+v makes %v of %v", tt.why, tt.mirror, got, err)
			}
		}
	}
}

// An error of another package counts by the code that it wraps.
func TestJudgeWrapped(t *testing.T) {
	err := fmt.Errorf("docs/a.md: %w", refcheck.NotFound)
	if got := (refcheck.Mirror{Exists: true}).Judge(err); got != err {
		t.Errorf("%v became %v", err, got)
	}
	if got := (refcheck.Mirror{Exists: true, Sync: refcheck.Fetching}).Judge(err); !errors.Is(got, refcheck.SyncInProgress) {
		t.Errorf("%v became %v", err, got)
	}
}

func codeOf(err error) refcheck.Code {
	code, _ := errors.AsType[refcheck.Code](err)
	return code
}

// Each fixture repository: a good branch, the one that is damaged, and the id of a
// commit.
func TestDamagedMirrors(t *testing.T) {
	g := newGit(t)
	dir := fixture(t)
	_, main, _ := g.revParse(filepath.Join(dir, "main.git"), "main")
	id := strings.TrimSpace(string(main))
	tests := []struct{ repo, branch, damaged, expected, byID string }{
		{"main.git", "ok", "dangling", "ref_not_mirrored", "ok"},
		{"empty.git", "ref_not_mirrored", "HEAD", "ref_not_mirrored", "ref_not_mirrored"},
		{"missingobj.git", "ok", "gone", "ref_not_mirrored", "ok"},
		{"badpacked.git", "read_failed", "feature/x", "read_failed", "read_failed"},
		{"badref.git", "ok", "bad", "read_failed", "ok"},
		{"badhead.git", "read_failed", "HEAD", "read_failed", "read_failed"},
		{"emptyref.git", "ok", "zero", "read_failed", "ok"},
		{"corruptobj.git", "ok", "rot", "read_failed", "ok"},
		{"norefs.git", "read_failed", "feature/x", "read_failed", "read_failed"},
		{"shallow.git", "ok", "v1.0", "ref_not_mirrored", "ok"},
		{"notarepo", "read_failed", "HEAD", "read_failed", "read_failed"},
		{"deleted.git", "repo_not_mirrored", "HEAD", "repo_not_mirrored", "repo_not_mirrored"},
	}
	for _, tt := range tests {
		for ref, want := range map[string]string{"main": tt.branch, tt.damaged: tt.expected, id: tt.byID} {
			_, err := read(g, filepath.Join(dir, tt.repo), ref)
			if got := outcome(t, err); got != want {
				t.Errorf("%s, %s: %s, want %s", tt.repo, ref, got, want)
			}
			if wire, _ := json.Marshal(err); strings.Contains(string(wire), dir) {
				t.Errorf("%s, %s: a client sees %s", tt.repo, ref, wire)
			}
		}
	}
}

// A name that no process can be given: Check refuses it, and if nobody asks Check, git
// does not start, which is a failed reading and no unknown branch.
func TestArgumentTooLong(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the limit of 128 KiB is that of Linux")
	}
	g := newGit(t)
	ref := strings.Repeat("a", 140_000)
	if err := refcheck.Check(ref); !errors.Is(err, refcheck.RefTooLong) {
		t.Errorf("Check: %v", err)
	}
	exit, stdout, stderr := g.revParse(t.TempDir(), ref)
	if exit != -1 || !strings.Contains(string(stderr), "argument list too long") {
		t.Fatalf("exit %d, %s", exit, stderr)
	}
	if _, err := refcheck.Classify(exit, stdout, stderr); !errors.Is(err, refcheck.ReadFailed) {
		t.Errorf("Classify: %v", err)
	}
}
