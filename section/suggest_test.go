package section

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// document returns the map of a document with the given titles.
func document(tb testing.TB, titles ...string) *Map {
	tb.Helper()
	b, err := NewBuilder([]byte(strings.Join(titles, "\n")), nil)
	if err != nil {
		tb.Fatal(err)
	}
	offset := 0
	for i, title := range titles {
		if err := b.Add(Heading{Level: 1, Start: i + 1, End: i + 1, Offset: offset, Title: []byte(title)}); err != nil {
			tb.Fatal(err)
		}
		offset += len(title) + 1
	}
	return b.Map()
}

// Names that people type for titles of real manuals, and what they meant.
func TestSuggest(t *testing.T) {
	titles := []string{
		"Installation", "Installing on Linux", "Installing on Windows", "Getting started", "Configuration file format",
		"Command-line options", "Authentication and authorization", "Rate limits", "`get_repo_file`", "Troubleshooting",
		"Frequently asked questions", "Upgrading from version 1 to version 2", "License", "Схема базы данных", "快速开始",
	}
	m := document(t, titles...)
	for _, c := range []struct {
		reason, name string
		want         []string
	}{
		{"a letter too few", "Instalation", []string{"Installation"}},
		{"two letters that changed places", "Trobuleshooting", []string{"Troubleshooting"}},
		{"two errors in a long word", "Authetication and authorisation", []string{"Authentication and authorization"}},
		{"a wrong letter in a short word", "Licence", []string{"License"}},
		{"a word is missing", "getting", []string{"Getting started"}},
		{"words are missing in the middle", "upgrading to version 2", []string{"Upgrading from version 1 to version 2"}},
		{"the beginning of a word", "config file", []string{"Configuration file format"}},
		{"another order", "linux installing", []string{"Installing on Linux"}},
		{"the closer one comes first", "installing on linus", []string{"Installing on Linux", "Installing on Windows"}},
		{"also where it is the later one", "installing on windos", []string{"Installing on Windows", "Installing on Linux"}},
		{"a word too many", "rate limits exceeded", []string{"Rate limits"}},
		{"no space", "gettingstarted", []string{"Getting started"}},
		{"a space too many", "trouble shooting", []string{"Troubleshooting"}},
		{"no hyphen", "commandline options", []string{"Command-line options"}},
		{"no underscores", "get repo file", []string{"`get_repo_file`"}},
		{"another case and another script", "СХЕМА БАЗЫ ДАНЫХ", []string{"Схема базы данных"}},
		{"a word that stands for many", "installing", []string{"Installing on Linux", "Installing on Windows"}},
		{"nothing like it", "Kubernetes", nil},
		{"short words allow no error", "rzte lts", nil},
		{"nothing", " \t", nil},
		{"punctuation alone", "!?", nil},
	} {
		t.Run(c.reason, func(t *testing.T) {
			got, truncated := m.suggest(c.name)
			if truncated || !slices.Equal(got, c.want) && len(got)+len(c.want) > 0 {
				t.Errorf("%q: got %q, want %q", c.name, got, c.want)
			}
		})
	}
}

// Where nothing is close, the identifiers are what can be asked for.
func TestSuggestIdentifiers(t *testing.T) {
	m := document(t, "K1. Scope", "Notes", "K2 Terms", "K2.1 Words", "u3", "Notes on K4")
	if got, _ := m.suggest("K9"); !slices.Equal(got, []string{"K1", "K2", "u3"}) {
		t.Errorf("got %q", got)
	}
	if got, _ := m.suggest("notes"); !slices.Equal(got, []string{"Notes", "Notes on K4"}) {
		t.Errorf("got %q", got)
	}
}

func TestSuggestTruncated(t *testing.T) {
	for _, n := range []int{MaxSuggestions, MaxSuggestions + 1} {
		titles := make([]string, n)
		for i := range titles {
			titles[i] = fmt.Sprintf("Notes %d", i)
		}
		got, truncated := document(t, titles...).suggest("notes")
		if len(got) != MaxSuggestions || truncated != (n > MaxSuggestions) || got[0] != "Notes 0" {
			t.Errorf("%d titles: %d suggestions, truncated %t", n, len(got), truncated)
		}
	}
}

// distance agrees with the definition, cell by cell, of the optimal string
// alignment distance.
func TestDistance(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	word := func() []rune {
		w := make([]rune, r.IntN(9))
		for i := range w {
			w[i] = rune('a' + r.IntN(3))
		}
		return w
	}
	for range 100_000 {
		a, b := word(), word()
		want := wholeDistance(a, b)
		for limit := range 4 {
			if got := distance(a, b, limit); got != min(want, limit+1) {
				t.Fatalf("distance(%q, %q, %d) = %d, want %d", string(a), string(b), limit, got, min(want, limit+1))
			}
		}
	}
}

func wholeDistance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j-1], d[i-1][j], d[i][j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d[i][j] = min(d[i][j], d[i-2][j-2]+1)
				}
			}
		}
	}
	return d[len(a)][len(b)]
}

func TestIdentifiersOnce(t *testing.T) {
	m := document(t, "K1. a", "k1 b", "K2 c")
	if got := m.identifiers(); !slices.Equal(got, []string{"K1", "K2"}) {
		t.Errorf("got %q", got)
	}
}

func TestIdentifier(t *testing.T) {
	for s, want := range map[string]string{
		"K11": "K11", "K11.": "K11", "K11. Scope": "K11", "K11 Scope": "K11", "k1\tx": "k1", "ABC123": "ABC123", "Ж1 x": "Ж1",
		"K11.1 Words": "", "K11.1": "", "K11.x": "K11", "K11-x": "", "K11x": "", "ABCD1": "", "A1234": "", "K": "", "11": "",
		"": "", ".": "", "K.1": "", " K1": "", "K1, x": "",
	} {
		if got := identifier(s); got != want {
			t.Errorf("identifier(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestFindIdentifier(t *testing.T) {
	m := document(t, "K1. Scope", "K10. Terms", "K11.1 Words", "U3", "k2 one", "K2. two", "K1.5", "K7. U3")
	for _, c := range []struct {
		reason, name string
		want         int
		err          Code
	}{
		{"an identifier is read as a unit", "K1", 0, ""},
		{"with its dot", " k1. ", 0, ""},
		{"a whole title comes first", "u3", 3, ""},
		{"a dot that opens a number below is no border", "K11", -1, NotFound},
		{"two titles open with it", "K2", -1, Ambiguous},
		{"more than an identifier", "K1 Sc", -1, NotFound},
		{"an identifier inside a title", "K7. U", -1, NotFound},
		{"too many digits", "K0001", -1, NotFound},
	} {
		got, err := m.Find(c.name)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !isCode(err, c.err) {
			t.Errorf("%s: Find(%q) = %d, %v, want %d, %q", c.reason, c.name, got, err, c.want, c.err)
		}
	}
}

func isCode(err error, code Code) bool {
	switch e := err.(type) {
	case *NotFoundError:
		return e.Code == code
	case *AmbiguousError:
		return e.Code == code
	}
	return false
}

// BenchmarkSuggest shows that the search is linear in the titles: the worst are
// all a little different from the name.
func BenchmarkSuggest(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		titles := make([]string, n)
		for i := range titles {
			titles[i] = fmt.Sprintf("configuration of the authentication number %d", i)
		}
		m := document(b, titles...)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.suggest(strings.Repeat("configuraton of the authenticatoin nmber ", 100))
			}
		})
	}
}
