package refcheck_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mapwright/mapwright/refcheck"
)

var seed = flag.Uint64("seed", 0, "seed of TestCheckRandom; 0 takes the time")

// Corners that the shared cases leave open.
func TestCheck(t *testing.T) {
	tests := []struct{ name, why, ref, want string }{
		{"at the limit", "the limit is in characters, not in bytes", strings.Repeat("é", 4096), "ok"},
		{"over the limit", "the limit is in characters, not in bytes", strings.Repeat("é", 4097), "ref_too_long"},
		{"long and invalid bytes", "each byte counts as one character; length comes first", strings.Repeat("\xff", 4097), "ref_too_long"},
		{"NUL", "no process can be given one", "\x00", "invalid_ref"},
		{"lone slash", "two empty components", "/", "invalid_ref"},
		{"lock alone", "a component that ends with .lock, and begins with a dot", ".lock", "invalid_ref"},
		{"lock in other case", "git compares bytes", "a.LOCK", "ok"},
		{"dash in a component", "only at the very beginning it could be an option", "a/-b", "ok"},
		{"at in a component", "only the whole name is special", "a/@", "ok"},
		{"at twice", "only the whole name is special", "@@", "ok"},
		{"dot at the end of a component", "git refuses it at the end of the name only", "a./b", "ok"},
		{"C1 control", "git refuses those of ASCII only", "a\u0085b", "ok"},
		{"no-break space", "git refuses the space of ASCII only", "a\u00a0b", "ok"},
		{"replacement character", "it is valid UTF-8 when someone sends it", "a\ufffdb", "ok"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := outcome(t, refcheck.Check(tt.ref)); got != tt.want {
				t.Errorf("Check(%.50q): %s, want %s: %s", tt.ref, got, tt.want, tt.why)
			}
		})
	}
}

// Each ASCII character in each place where it could mean something else.
func TestCheckASCII(t *testing.T) {
	g := newGit(t)
	var names []string
	for _, place := range []string{"%c", "%cb", "a%cb", "a%c", "a/%cb", "a%c/b", "a.%c", "a@%c", "@%c"} {
		for c := rune(1); c < 0x80; c++ { // Check refuses NUL, and git cannot be given it
			names = append(names, fmt.Sprintf(place, c))
		}
	}
	compare(t, names, g.acceptsInOneProcess(t, names))
}

// The same with git check-ref-format itself, one process for each character.
func TestCheckFormat(t *testing.T) {
	g := newGit(t)
	var names []string
	for c := rune(1); c < 0x80; c++ {
		names = append(names, fmt.Sprintf("a%cb", c))
	}
	compare(t, names, g.acceptsOneByOne(names))
}

// Random names from the pieces that the rules are about.
func TestCheckRandom(t *testing.T) {
	g := newGit(t)
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("repeat with: go test ./refcheck -run TestCheckRandom -args -seed=%d", s)
	names := randomNames(rand.New(rand.NewPCG(s, 0)), 30_000)
	compare(t, names, g.acceptsInOneProcess(t, names))
	few := names[:100]
	compare(t, few, g.acceptsOneByOne(few))
}

func randomNames(r *rand.Rand, n int) []string {
	pieces := []string{
		"a", "b", "HEAD", "-", "@", "{", "}", "@{", "/", ".", "..", ".lock", "lock", "[", "]", "*", "?",
		"~", "^", ":", "\\", "\x01", "\x1f", "\x7f", "é", "\u00a0", "\u0085", "😀", "\xe9", "\xff", "'", "\"", "$",
	}
	names := make([]string, n)
	for i := range names {
		for range 1 + r.IntN(7) {
			p := pieces[r.IntN(len(pieces))]
			if r.IntN(2) == 0 {
				p = "a" // else hardly any name would be good
			}
			names[i] += p
		}
	}
	return names
}

// compare holds Check against git and the three rules that git does not have.
func compare(t *testing.T, names []string, accepted map[string]bool) {
	t.Helper()
	good := 0
	for _, ref := range names {
		want := accepted[ref] && utf8.ValidString(ref) && ref[0] != '-' && ref != "@"
		if err := refcheck.Check(ref); (err == nil) != want {
			t.Errorf("Check(%q) = %v, git accepts: %t", ref, err, accepted[ref])
		}
		if want {
			good++
		}
	}
	t.Logf("%d names, %d of them good", len(names), good)
	if good == 0 || good == len(names) {
		t.Error("a comparison with only one answer shows nothing")
	}
}

// acceptsInOneProcess asks git show-ref --exclude-existing, which judges each line of
// its input by the same function as git check-ref-format and prints those that pass.
// It takes the last word of a line, without a final ^{}; such names it cannot be
// asked about, and they are asked one by one.
func (g git) acceptsInOneProcess(t *testing.T, names []string) map[string]bool {
	t.Helper()
	const prefix = "refs/heads/"
	repo := t.TempDir()
	if exit, _, stderr := g.run("", "init", "--quiet", "--bare", repo); exit != 0 {
		t.Fatalf("git init: exit %d\n%s", exit, stderr)
	}
	var lines strings.Builder
	var others []string
	for _, name := range names {
		if strings.ContainsAny(name, " \t\n\r") || strings.HasSuffix(name, "^{}") {
			others = append(others, name)
			continue
		}
		lines.WriteString(prefix + name + "\n")
	}
	exit, stdout, stderr := g.run(lines.String(), "--git-dir", repo, "show-ref", "--exclude-existing")
	if exit != 0 {
		t.Fatalf("git show-ref: exit %d\n%.500s", exit, stderr)
	}
	accepted := g.acceptsOneByOne(others)
	for line := range bytes.Lines(stdout) {
		accepted[strings.TrimPrefix(strings.TrimSuffix(string(line), "\n"), prefix)] = true
	}
	return accepted
}

// acceptsOneByOne asks git check-ref-format, with a few processes at a time.
func (g git) acceptsOneByOne(names []string) map[string]bool {
	var (
		wg       sync.WaitGroup
		mu       sync.Mutex
		slots    = make(chan struct{}, 4)
		accepted = make(map[string]bool)
	)
	for _, name := range names {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			ok := g.acceptsRef(name)
			mu.Lock()
			defer mu.Unlock()
			accepted[name] = ok
		})
	}
	wg.Wait()
	return accepted
}
