package access_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/access"
)

var (
	ann = access.Identity{Name: "ann", Role: access.Admin}
	bob = access.Identity{Name: "bob", Role: access.Reader}
)

func TestTokens(t *testing.T) {
	hash := strings.ToUpper(strings.TrimPrefix(bob.Line("b"), "bob reader "))
	text := "\ufeff# who may call\r\n\n" + ann.Line("old") + "\r\n\t" + ann.Line("new") + "\nbob\treader  " + hash
	tokens, err := access.ParseTokens([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]access.Identity{
		"old": ann, "new": ann, "b": bob, "": {}, "OLD": {}, "old ": {}, ann.Line("old")[len("ann admin "):]: {},
	} {
		if got, ok := tokens.Lookup(token); got != want || ok != (want != access.Identity{}) {
			t.Errorf("Lookup(%q) = %v, %t", token, got, ok)
		}
	}
	if got, ok := new(access.Tokens).Lookup(""); ok {
		t.Errorf("no tokens let %v in", got)
	}
}

func TestParseTokensErrors(t *testing.T) {
	hash := ann.Line("x")[len("ann admin "):]
	for _, tt := range []struct {
		name, text string
		line       int
		what       string
	}{
		{"empty", "", 1, "no token"},
		{"comments alone", "# a\n\n# b\n", 3, "no token"},
		{"a token instead of a line", ann.Line("x") + "\nmw_SECRET\n", 2, "found 1 fields"},
		{"too many fields", ann.Line("x") + " more", 1, "found 4 fields"},
		{"unknown role", "ann root " + hash, 1, "reader or admin"},
		{"role in capitals", "ann Admin " + hash, 1, "reader or admin"},
		{"short hash", "ann admin " + hash[1:], 1, "64 hexadecimal digits"},
		{"long hash", "ann admin " + hash + "00", 1, "64 hexadecimal digits"},
		{"no hash", "ann admin " + strings.Repeat("x", 64), 1, "64 hexadecimal digits"},
		{"control character", "a\x01 admin " + hash, 1, "printed"},
		{"byte order mark inside", ann.Line("y") + "\n\ufeff" + ann.Line("x"), 2, "printed"},
		{"no UTF-8", "a\xff admin " + hash, 1, "printed"},
		{"one token for two", ann.Line("x") + "\n" + bob.Line("x"), 2, "has a line above"},
		{"two roles", ann.Line("x") + "\nann reader " + hash, 2, "another role"},
	} {
		tokens, err := access.ParseTokens([]byte(tt.text))
		e, ok := errors.AsType[*access.SyntaxError](err)
		if !ok || tokens != nil || e.Line != tt.line || !strings.Contains(e.What, tt.what) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err != nil && (strings.Contains(err.Error(), "SECRET") || strings.Contains(err.Error(), hash[:20])) {
			t.Errorf("%s: the error tells what stands there: %v", tt.name, err)
		}
	}
}

func FuzzParseTokens(f *testing.F) {
	f.Add([]byte("# c\n"+ann.Line("x")+"\r\n"), "x")
	f.Add([]byte("a b c"), "")
	f.Fuzz(func(t *testing.T, text []byte, token string) {
		tokens, err := access.ParseTokens(text)
		if e, ok := errors.AsType[*access.SyntaxError](err); err != nil && (!ok || e.Line < 1 || e.Line > strings.Count(string(text), "\n")+1) {
			t.Fatalf("%v", err)
		}
		if err != nil {
			return
		}
		id, ok := tokens.Lookup(token)
		if ok && !strings.Contains(strings.ToLower(string(text)), id.Line(token)[len(id.Name)+len(id.Role)+2:]) {
			t.Errorf("%q is let in as %v", token, id)
		}
	})
}

func TestNewToken(t *testing.T) {
	if a, b := access.NewToken(), access.NewToken(); a == b || len(a) < 26 {
		t.Errorf("tokens %q and %q", a, b)
	}
}

func TestLimiter(t *testing.T) {
	now := time.Unix(1000, 0)
	l := access.Limiter{PerSecond: 2, Burst: 5, Now: func() time.Time { return now }}
	take := func(name string, n int, wait time.Duration) {
		t.Helper()
		got, ok := l.Take(name, n)
		if got != wait || ok != (wait == 0) {
			t.Errorf("Take(%s, %d) at %v = %v, %t, want %v", name, n, now.Unix(), got, ok, wait)
		}
	}
	take("a", 3, 0)
	take("a", 4, time.Second)             // 2 are left: none of the 4 is taken
	take("a", 2, 0)                       //
	take("a", 1, 500*time.Millisecond)    //
	take("b", 5, 0)                       // of somebody else
	take("b", 100, 2500*time.Millisecond) // as many as there ever are
	now = now.Add(time.Second)
	take("a", 2, 0)
	take("a", 1, 500*time.Millisecond)
	now = now.Add(time.Hour)
	take("a", 6, 0) // the burst is the most that is saved
	take("a", 1, 500*time.Millisecond)
}

// What is refused takes nothing from others, whoever calls at the same time.
func TestLimiterConcurrently(t *testing.T) {
	now := time.Unix(1000, 0)
	const burst, calls = 100_000, 50_000
	l := access.Limiter{PerSecond: 1, Burst: burst, Now: func() time.Time { return now }}
	l.Take("a", 10)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					l.Take("a", burst-5)
				}
			}
		})
	}
	refused := 0
	for range calls {
		if _, ok := l.Take("a", 1); !ok {
			refused++
		}
	}
	close(done)
	wg.Wait()
	if refused > 0 {
		t.Errorf("%d of %d calls were refused", refused, calls)
	}
	if wait, ok := l.Take("a", burst-10-calls); !ok {
		t.Errorf("the rest waits for %v", wait)
	}
}

func ExampleParseTokens() {
	token := "correct horse battery staple"
	file := "# name role hash\n" + access.Identity{Name: "ci", Role: access.Reader}.Line(token)
	tokens, err := access.ParseTokens([]byte(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tokens.Lookup(token))
	// Output:
	// {ci reader} true
}
