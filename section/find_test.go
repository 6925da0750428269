package section_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/mapwright/mapwright/section"
)

// found reports whether name finds the only section of a document.
func found(t testing.TB, title, name string) bool {
	t.Helper()
	i, err := mustParse("# " + title).Find(name)
	switch {
	case err == nil && i == 0:
		return true
	case i == -1 && errors.Is(err, section.NotFound):
		return false
	}
	t.Fatalf("Find(%+q) = %d, %v", name, i, err)
	return false
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name, reason, title, query string
		want                       bool
	}{
		{"same", "the title as it is", "Install", "Install", true},
		{"part", "a part of a title is no match", "Install on Linux", "Install", false},
		{"longer", "nor is a title a part of a name", "Install", "Install on Linux", false},
		{"white space around", "is dropped", "Install", " \tInstall\r\n", true},
		{"white space inside", "a run is one space", "Install on Linux", "Install \t on\nLinux", true},
		{"white space in the title", "is folded as well", "Install \t on   Linux", "Install on Linux", true},
		{"no white space", "a space is not nothing", "Install on", "Installon", false},
		{"no-break space", "is white space", "Install\u00a0on", "Install on", true},
		{"other spaces", "thin, ideographic and line separator are white space", "a b c d", "a\u2009b\u3000c\u2028d", true},
		{"zero width space", "is no white space for Unicode", "ab", "a\u200bb", false},
		{"markup", "the source text is compared", "`go build`", "go build", false},
		{"case", "letters are compared without case", "Install", "iNSTALL", true},
		{"case outside ASCII", "in every script that has case", "Über Δρόμος Дорога", "üBER ΔΡΌΜΟΣ дОРОГА", true},
		{"sharp s", "full folding: ß is ss", "Straße", "STRASSE", true},
		{"capital sharp s", "so is the capital one", "STRAẞE", "strasse", true},
		{"ligature", "full folding takes ligatures apart", "ﬁnd", "FIND", true},
		{"final sigma", "all sigmas are one", "ΟΔΟΣ", "οδος", true},
		{"final sigma kept", "also at the end of a word", "οδος", "οδοσ", true},
		{"dotted I", "the default folding keeps the dot", "İstanbul", "i\u0307stanbul", true},
		{"dotted I without a dot", "and is not the Turkish one", "İstanbul", "istanbul", false},
		{"dotless i", "is a letter of its own", "ısı", "isi", false},
		{"capital I", "is i, not the Turkish one", "ISI", "isi", true},
		{"Cherokee", "its small letters came later than its capitals", "ᏣᎳᎩ", "ꮳꮃꭹ", true},
		{"Cherokee capitals", "are equal to themselves", "ᏣᎳᎩ", "ᏣᎳᎩ", true},
		{"accents", "are not dropped", "Café", "Cafe", false},
		{"niqqud", "is not dropped", "שָׁלוֹם", "שלום", false},
		{"hyphen and en dash", "all dashes are equal", "2020\u20132024", "2020-2024", true},
		{"hyphen and maqaf", "the Hebrew one is a dash too", "בית־ספר", "בית-ספר", true},
		{"two dashes", "are not one", "a--b", "a\u2014b", false},
		{"dash and space", "white space around a dash counts", "a - b", "a-b", false},
		{"soft hyphen", "is no dash", "a\u00adb", "a-b", false},
		{"empty name", "matches nothing", "Install", "", false},
		{"empty title", "is not found by an empty name", "", "", false},
		{"blank name", "nor by white space", "", " \u00a0\t", false},
		{"punctuation", "is compared as it is", "What?", "What", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := found(t, tt.title, tt.query); got != tt.want {
				t.Errorf("title %+q, name %+q: found %t, want %t: %s", tt.title, tt.query, got, tt.want, tt.reason)
			}
		})
	}
}

// TestFindDashes takes each dash of Unicode.
func TestFindDashes(t *testing.T) {
	n := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.In(r, unicode.Pd, unicode.Dash) {
			continue
		}
		n++
		if !found(t, "a-b", "a"+string(r)+"b") || !found(t, "a"+string(r)+"b", "a\u2212b") {
			t.Errorf("%U is not a dash", r)
		}
	}
	if n < 20 {
		t.Errorf("%d dashes", n)
	}
}

// TestFindCases takes each letter that the standard library knows in another
// case.
func TestFindCases(t *testing.T) {
	n := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		other := unicode.SimpleFold(r)
		if other == r {
			continue
		}
		n++
		if !found(t, "x"+string(r), "X"+string(other)) {
			t.Errorf("%U is not %U", r, other)
		}
	}
	if n < 2000 {
		t.Errorf("%d letters with case", n)
	}
}

func TestFindTooLong(t *testing.T) {
	const most = section.MaxNameChars
	for _, tt := range []struct {
		name, reason, query string
		chars               int // zero if accepted
	}{
		{"at the limit", "the limit itself is accepted", strings.Repeat("a", most), 0},
		{"code points", "not bytes", strings.Repeat("ש", most), 0},
		{"over", "one too many", strings.Repeat("ש", most+1), most + 1},
		{"blank", "white space counts, whatever the content", strings.Repeat(" ", most+1), most + 1},
		{"a title inside", "and is not taken off first", "A" + strings.Repeat(" ", most), most + 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			i, err := mustParse("# A").Find(tt.query)
			if tt.chars == 0 {
				if !errors.Is(err, section.NotFound) {
					t.Errorf("error is %v: %s", err, tt.reason)
				}
				return
			}
			want := section.Error{Code: section.TooLong, MaxChars: most, ActualChars: tt.chars}
			e, ok := errors.AsType[*section.Error](err)
			if !ok || *e != want || i != -1 || !errors.Is(err, section.TooLong) {
				t.Errorf("Find = %d, %#v, want %#v: %s", i, err, want, tt.reason)
			}
		})
	}
}

func TestFindTruncatedTitle(t *testing.T) {
	title := strings.Repeat("a", section.MaxTitleChars)
	if !found(t, title+"bc", title) {
		t.Error("a title that was cut is not found by what is left of it")
	}
}

func TestFindAmbiguous(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		sections     int
		listed       int
		truncated    bool
	}{
		{"two", "both are listed", 2, 2, false},
		{"at the cap", "all are listed", section.MaxCandidates, section.MaxCandidates, false},
		{"over the cap", "one is left out, and it is said", section.MaxCandidates + 1, section.MaxCandidates, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := mustParse("# A\n" + strings.Repeat("## same\n", tt.sections))
			i, err := m.Find("Same")
			e, ok := errors.AsType[*section.AmbiguousError](err)
			if !ok || i != -1 || !errors.Is(err, section.Ambiguous) {
				t.Fatalf("Find = %d, %v", i, err)
			}
			if len(e.Candidates) != tt.listed || e.CandidatesTruncated != tt.truncated {
				t.Errorf("%d candidates, truncated %t, want %d, %t: %s", len(e.Candidates), e.CandidatesTruncated, tt.listed, tt.truncated, tt.reason)
			}
			for n, c := range e.Candidates {
				if c.LineRange[0] != n+2 {
					t.Errorf("candidate %d begins on line %d, want %d", n, c.LineRange[0], n+2)
				}
			}
		})
	}
}

// TestConcurrentReading is for the race detector.
func TestConcurrentReading(t *testing.T) {
	m := mustParse(guide)
	var readers sync.WaitGroup
	for n := range 8 {
		readers.Go(func() {
			name := m.Sections[n%len(m.Sections)].Title
			if _, err := m.Answer(section.Query{Section: &name}); err != nil {
				t.Error(err)
			}
			if _, err := m.Answer(section.Query{MaxDepth: n}); err != nil {
				t.Error(err)
			}
		})
	}
	readers.Wait()
}
