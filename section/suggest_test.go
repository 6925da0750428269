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

// What else people do to titles: one title each, and whether the name is close.
func TestSuggestClose(t *testing.T) {
	for _, c := range []struct {
		reason, name, title string
		close               bool
	}{
		{"the beginning in Chinese", "安装", "安装指南", true},
		{"the middle in Chinese", "文件格式", "配置文件格式", true},
		{"other Chinese", "安全", "快速开始", false},
		{"the beginning in Korean", "설치", "설치하기", true},
		{"one syllable of Korean", "설", "설치하기", false},
		{"Japanese in two scripts", "設定ファイル", "設定ファイルの形式", true},
		{"no accents", "Resume", "Résumé", true},
		{"accents in another form", "Cafe\u0301", "Café", true},
		{"no points", "שלום", "שָׁלוֹם", true},
		{"vowel signs with a space are one word", "हिन्दी", "हिन्दी भाषा", true},
		{"a word too many beside one", "Installation guide", "Installation", true},
		{"and that with an error", "Instalation guide", "Installation", true},
		{"and that as a beginning", "how to install", "Installation", true},
		{"words too many beside another title", "how to install", "Uninstalling Windows", false},
		{"one of two words", "Installation guide", "Installation notes", false},
		{"two neighbours of three letters", "FQA", "FAQ", true},
		{"two neighbours of three letters, at the end", "AIP", "API", true},
		{"a letter too many of three", "APPI", "API", true},
		{"a letter too few of three", "AP", "API", false},
		{"a wrong letter of three", "APP", "API", false},
		{"two letters as a beginning", "in", "Installing", false},
		{"three letters as a beginning", "ins", "Installing", true},
		{"a wrong letter of four", "lode", "Load", false},
		{"a wrong letter of four, once", "lord", "Load", true},
		{"two wrong letters of seven", "lixemse", "License", false},
		{"two wrong letters of eight", "platfurn", "Platform", true},
		{"no space, and only the beginning", "commandline", "Command-line options", true},
		{"no space, and only the middle", "commandline", "The command-line tool", true},
		{"a short name inside of words", "and", "Commandline", false},
		{"seven letters without a space inside of words", "ommandl", "Command-line", false},
		{"a long word", strings.Repeat("x", 300), strings.Repeat("x", 299) + "y", false},
		{"long words without spaces", strings.Repeat("ab ", 80), strings.Repeat("ab", 80), false},
		{"the thirteenth word", "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 Installation", "Installation", false},
		{"the twelfth word", "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 Installation", "Installation", true},
	} {
		got, _ := document(t, c.title).suggest(c.name)
		if (len(got) == 1) != c.close {
			t.Errorf("%s: %q is close to %q: %t", c.reason, c.title, c.name, !c.close)
		}
	}
}

// Which close title comes first.
func TestSuggestOrder(t *testing.T) {
	for _, c := range []struct {
		reason, name string
		titles, want []string
	}{
		{"fewer words missing", "rate limits header", []string{"Rate limits", "Header of rate limits"}, []string{"Header of rate limits", "Rate limits"}},
		{"fewer errors", "rate limit", []string{"Rate limits", "Rate limit of calls and more"}, []string{"Rate limit of calls and more", "Rate limits"}},
		{"fewer words beside", "limits", []string{"Rate limits of calls", "Rate limits", "Limits"}, []string{"Limits", "Rate limits", "Rate limits of calls"}},
		{"one error before no space", "commandline", []string{"Command-line", "Commandlin"}, []string{"Commandlin", "Command-line"}},
		{"else the order of the document", "notes", []string{"Notes b", "Notes a"}, []string{"Notes b", "Notes a"}},
	} {
		got, _ := document(t, c.titles...).suggest(c.name)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q", c.reason, got)
		}
	}
}

// Titles that repeat are named once, so that they leave room for others.
func TestSuggestOnce(t *testing.T) {
	titles := slices.Repeat([]string{"Bug fixes", "New features"}, MaxSuggestions+10)
	got, truncated := document(t, append(titles, "Bug fixes again")...).suggest("Bug fixs")
	if want := []string{"Bug fixes", "Bug fixes again"}; truncated || !slices.Equal(got, want) {
		t.Errorf("got %q, truncated %t", got, truncated)
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
		if !slices.Equal(got, titles[:MaxSuggestions]) || truncated != (n > MaxSuggestions) {
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
		"K11.1 Words": "", "K11.1": "", "K11.0": "", "K11.9": "", "K11.x": "K11", "K11-x": "", "K11x": "", "ABCD1": "", "A1234": "", "K": "", "11": "",
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
