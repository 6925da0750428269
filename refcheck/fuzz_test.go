package refcheck_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/refcheck"
)

// badRef says in one expression what Check says rule by rule.
var badRef = regexp.MustCompile(`^$|^-|^@$|[\x00-\x20~^:?*\[\\\x7f]|\.\.|@\{|\.$|\.lock(/|$)|(^|/)(\.|/|$)`)

func FuzzCheck(f *testing.F) {
	for _, c := range loadCases(f) {
		if ref := c.ref(f); len(ref) < 1_000 { // long seeds only slow the fuzzer down
			f.Add(ref)
		}
	}
	f.Fuzz(func(t *testing.T, ref string) {
		want := "ok"
		if len([]rune(ref)) > refcheck.MaxRefChars {
			want = "ref_too_long"
		} else if !utf8.ValidString(ref) || badRef.MatchString(ref) {
			want = "invalid_ref"
		}
		err := refcheck.Check(ref)
		if got := outcome(t, err); got != want {
			t.Fatalf("Check(%q): %s, want %s", ref, got, want)
		}
		if err != nil {
			if wire, _ := json.Marshal(err); len(wire) > 200 {
				t.Errorf("the refusal has %d bytes: it must not grow with the ref", len(wire))
			}
		}
	})
}

var oneID = regexp.MustCompile(`\A([0-9a-f]{40}|[0-9a-f]{64})\n\z`)

func FuzzClassify(f *testing.F) {
	for _, tt := range classifyTests {
		f.Add(tt.exit, []byte(tt.stdout), []byte(tt.stderr))
	}
	f.Fuzz(func(t *testing.T, exit int, stdout, stderr []byte) {
		oid, err := refcheck.Classify(exit, stdout, stderr)
		if want := exit == 0 && oneID.Match(stdout); (err == nil) != want {
			t.Fatalf("error %v, want an id: %t", err, want)
		}
		if err == nil {
			if oid+"\n" != string(stdout) {
				t.Errorf("id %q, git printed %q", oid, stdout)
			}
			return
		}
		e, ok := errors.AsType[*refcheck.Error](err)
		if !ok || oid != "" {
			t.Fatalf("id %q, error of type %T", oid, err)
		}
		if e.Code != refcheck.ReadFailed && (e.Code != refcheck.RefNotMirrored || exit != 1) {
			t.Errorf("exit %d: %s", exit, e.Code)
		}
		if e.Exit != exit || e.Stderr != string(stderr) {
			t.Errorf("for the log: exit %d, %q", e.Exit, e.Stderr)
		}
		checkSilent(t, e)
	})
}

// checkSilent makes sure that what a client sees does not depend on what git wrote:
// it is the same as with no output at all, for the same exit and code.
func checkSilent(t *testing.T, e *refcheck.Error) {
	t.Helper()
	var quiet []byte
	if e.Exit == 1 && e.Code == refcheck.ReadFailed {
		quiet = []byte("ignoring broken ref")
	}
	_, want := refcheck.Classify(e.Exit, nil, quiet)
	got, _ := json.Marshal(e)
	if wire, _ := json.Marshal(want); string(got) != string(wire) || e.Error() != want.Error() {
		t.Errorf("a client sees %s and %s, want %s", got, e, wire)
	}
}
