package outline

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

func TestScannersScan(t *testing.T) {
	set := Default()
	set[".toml"] = func(src []byte) ([]Symbol, error) {
		return []Symbol{{Name: string(src), Kind: Block, Start: 1, End: 1}}, nil
	}
	for _, name := range []string{"a.toml", "dir.x/A.TOML", ".toml"} {
		symbols, err := set.Scan(name, []byte("[x]"))
		if err != nil || len(symbols) != 1 || symbols[0].Name != "[x]" {
			t.Errorf("Scan(%q) = %v, %v", name, symbols, err)
		}
	}
	for _, name := range []string{"a.tomlx", "toml", "a.toml/b", "", "a."} {
		symbols, err := set.Scan(name, nil)
		if n, ok := errors.AsType[*NoOutline](err); !ok || *n != (NoOutline{Reason: UnsupportedLanguage}) || symbols != nil {
			t.Errorf("Scan(%q) = %v, %v", name, symbols, err)
		}
	}
	if _, err := Scan("a.toml", nil); !errors.Is(err, UnsupportedLanguage) {
		t.Errorf("a scanner of one set is in another: %v", err)
	}
}

func TestFilter(t *testing.T) {
	symbols := []Symbol{{Name: "build_app"}, {Name: "build_app.straße"}, {Name: "div#main"}, {Name: "İx"}}
	for _, tt := range []struct {
		query string
		want  []string
	}{
		{"", []string{"build_app", "build_app.straße", "div#main", "İx"}},
		{"build_app", []string{"build_app", "build_app.straße"}},
		{"STRASSE", []string{"build_app.straße"}},
		{"#", []string{"div#main"}},
		{"MAIN", []string{"div#main"}},
		{"nothing", nil},
	} {
		var got []string
		for s := range Filter(symbols, tt.query) {
			got = append(got, s.Name)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("Filter(%q) = %q, want %q", tt.query, got, tt.want)
		}
	}
	for s := range Filter(symbols, "") { // a caller may stop
		if s.Name != "build_app" {
			t.Errorf("first symbol %q", s.Name)
		}
		break
	}
}

func TestListAdd(t *testing.T) {
	var l list
	for i := range MaxSymbols {
		if err := l.add(Symbol{Start: i + 1}); err != nil {
			t.Fatalf("symbol %d: %v", i+1, err)
		}
	}
	n, ok := errors.AsType[*NoOutline](l.add(Symbol{}))
	if !ok || *n != (NoOutline{Reason: TooManySymbols, Max: MaxSymbols}) {
		t.Errorf("one more: %v", n)
	}
}

func TestCheckLineEnds(t *testing.T) {
	for _, tt := range []struct {
		src  string
		line int // 0: accepted
	}{
		{"", 0},
		{"a\r\nb\n\r\n", 0},
		{"\r", 1},
		{"a\r\nb\rc\n", 2},
		{"a\n\r\r\n", 2},
		{"a\r\n\nb\r", 3},
	} {
		err := checkLineEnds([]byte(tt.src))
		n, _ := errors.AsType[*NoOutline](err)
		if (err != nil) != (tt.line > 0) || err != nil && (n.Line != tt.line || n.Reason != InconsistentLineEndings) {
			t.Errorf("checkLineEnds(%q) = %v, want line %d", tt.src, err, tt.line)
		}
	}
}

func TestNoOutlineError(t *testing.T) {
	for _, tt := range []struct {
		err  NoOutline
		want string
	}{
		{NoOutline{Reason: UnsupportedLanguage}, "unsupported_language"},
		{NoOutline{Reason: ParseError, ErrorType: "SyntaxError", Line: 3}, "line 3: parse_error (SyntaxError)"},
		{NoOutline{Reason: TooManySymbols, Max: 50000}, "too_many_symbols (max 50000)"},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
		if err := fmt.Errorf("a.py: %w", &tt.err); !errors.Is(err, tt.err.Reason) {
			t.Errorf("%v is not %v", err, tt.err.Reason)
		}
	}
}
