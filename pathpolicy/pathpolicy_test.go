package pathpolicy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/pathpolicy"
)

// Corners that the shared cases leave open.
func TestResolve(t *testing.T) {
	docs := pathpolicy.Policy{Root: "docs/", Suffix: ".md"}
	tests := []struct {
		name   string
		why    string
		policy pathpolicy.Policy
		path   string
		want   string // a path, or the code of the refusal
	}{
		{"empty", "nothing was asked for", docs, "", "missing_path"},
		{"long blank", "blank is judged before length: there is no path to be too long", docs, strings.Repeat(" ", 5000), "missing_path"},
		{"long and invalid", "length comes before everything that reads the text", docs, strings.Repeat("\\", 5000), "path_too_long"},
		{"invalid and foreign", "the text is judged before what it means", docs, "a\\b.rst", "invalid_path"},
		{"C1 control", "U+009B starts a terminal sequence, as ESC [ does", docs, "a\u009bb", "invalid_path"},
		{"Latin-1 bytes", "git stores names as bytes", docs, "caf\xe9", "docs/caf\xe9.md"},
		{"invalid bytes are characters", "each counts as one, as in utf8.RuneCountInString", pathpolicy.Policy{}, strings.Repeat("\xe9", 4097), "path_too_long"},
		{"root with slash", "the same as without", docs, "guide", "docs/guide.md"},
		{"root with dot", "roots are normalized too", pathpolicy.Policy{Root: "./docs//en/", Suffix: ".md"}, "guide", "docs/en/guide.md"},
		{"root is a dot", "the same as an empty root", pathpolicy.Policy{Root: "."}, "a/../guide", "guide"},
		{"root is a dot, parent", "the same as an empty root", pathpolicy.Policy{Root: "."}, "../guide", "path_outside_root"},
		{"root outside", "fails closed", pathpolicy.Policy{Root: "..", Suffix: ".md"}, "guide", "path_outside_root"},
		{"root outside, full path", "a path that agrees with a bad root still leaves the repository", pathpolicy.Policy{Root: "../srv"}, "../srv/x", "path_outside_root"},
		{"root absolute", "fails closed", pathpolicy.Policy{Root: "/srv"}, "/srv/x", "path_outside_root"},
		{"root with case", "git compares names as bytes", pathpolicy.Policy{Root: "Docs"}, "docs/x", "path_outside_root"},
		{"root itself", "a folder is no document", pathpolicy.Policy{Root: "docs"}, "docs/", "path_outside_root"},
		{"repository itself", "a folder is no document", pathpolicy.Policy{}, "./", "path_outside_root"},
		{"parent of the repository", "an empty root is the repository, not everything", pathpolicy.Policy{}, "..", "path_outside_root"},
		{"absolute, empty root", "an empty root is the repository, not the machine", pathpolicy.Policy{Suffix: ".md"}, "/README", "path_outside_root"},
		{"only slash, empty root", "an empty root is the repository, not the machine", pathpolicy.Policy{Suffix: ".md"}, "/", "path_outside_root"},
		{"up and down", "judged by where it leads", pathpolicy.Policy{Suffix: ".md"}, "rules/../README.md", "README.md"},
		{"own suffix in other case", "stays as it was asked for", docs, "README.MD", "docs/README.MD"},
		{"suffix in other case", "completed as the policy has it", pathpolicy.Policy{Suffix: ".MD"}, "a", "a.MD"},
		{"long s is no s", "suffixes are compared without Unicode forms", docs, "a.r\u017ft", "docs/a.r\u017ft.md"},
		{"Kelvin sign is no k", "suffixes are compared without Unicode forms", docs, "a.m\u212ad", "docs/a.m\u212ad.md"},
		{"only the foreign suffix", "names a kind of document", docs, ".rst", "suffix_not_allowed"},
		{"only the own suffix", "a hidden file, complete as it is", docs, ".md", "docs/.md"},
		{"double suffix of the policy", "one of its halves is not enough", pathpolicy.Policy{Suffix: ".html.md"}, "a.md", "suffix_not_allowed"},
		{"foreign suffix in a folder name", "only the end of the path counts", docs, "docs/a.rst/b", "docs/a.rst/b.md"},
		{"dot slash", "anchored by its slash, so not by the root", docs, "./guide", "path_outside_root"},
		{"secret", "judged where it leads", pathpolicy.Policy{}, "docs/../.ssh/id_rsa", "path_denied"},
		{"secret outside", "the border comes first", docs, "../id_rsa", "path_outside_root"},
		{"secret with the suffix", "completion can make a secret, and a document is none", pathpolicy.Policy{Suffix: ".txt"}, ".env", "path_denied"},
		{"document with the name of a secret", "documents are on the allow-list", docs, "id_rsa", "docs/id_rsa.md"},
		{"exception", "the path that is read is excepted", pathpolicy.Policy{Secrets: pathpolicy.Secrets{Except: []string{"t/*"}}}, "t/x/../a.pem", "t/a.pem"},
		{"exception left behind", "the path that is read is not excepted", pathpolicy.Policy{Secrets: pathpolicy.Secrets{Except: []string{"t/**"}}}, "t/../a.pem", "path_denied"},
		{"blank once normalized", "would not resolve to itself", pathpolicy.Policy{}, "a/../ ", "missing_path"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.policy.Resolve(tt.path)
			if e, ok := errors.AsType[*pathpolicy.Error](err); ok {
				got = string(e.Code)
			}
			if got != tt.want {
				t.Errorf("Resolve(%.50q) = %.50q, want %q: %s", tt.path, got, tt.want, tt.why)
			}
		})
	}
}

// The JSON of an Error is what a client sees, so every field of it is a promise.
func TestErrorJSON(t *testing.T) {
	docs := pathpolicy.Policy{Repo: "handbook", Root: "docs/", Suffix: ".rst"}
	all := pathpolicy.Policy{Repo: "rules", Suffix: ".md"}
	tests := []struct {
		name   string
		policy pathpolicy.Policy
		path   string
		want   string
	}{
		{"missing", docs, " ", `{"error":"missing_path","repo":"handbook"}`},
		{"too long", docs, strings.Repeat("é", 4097), `{"error":"path_too_long","repo":"handbook","max_chars":4096,"actual_chars":4097}`},
		{"invalid", docs, "a\x00b", `{"error":"invalid_path","repo":"handbook","requested_path":"a\u0000b"}`},
		{"suffix", docs, "guide.md", `{"error":"suffix_not_allowed","repo":"handbook","requested_path":"guide.md","allowed_suffixes":[".rst"]}`},
		{"outside", docs, "../x", `{"error":"path_outside_root","repo":"handbook","requested_path":"../x","root":"docs/"}`},
		{"denied", pathpolicy.Policy{Repo: "web"}, "a/../.env", `{"error":"path_denied","repo":"web","requested_path":"a/../.env","rule":".env","reason":"environment variables, often with passwords"}`},
		{"outside of the repository", all, "../x", `{"error":"path_outside_root","repo":"rules","requested_path":"../x","root":""}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.policy.Resolve(tt.path)
			got, jsonErr := json.Marshal(err)
			if jsonErr != nil {
				t.Fatal(jsonErr)
			}
			if string(got) != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	p := pathpolicy.Policy{Repo: "handbook", Root: "docs", Suffix: ".md"}
	tests := []struct{ name, path, want string }{
		{"missing", "", `"handbook": missing_path`},
		{"too long", strings.Repeat("a", 5000), `"handbook": path_too_long (5000 characters, max 4096)`},
		{"invalid", "a\nb", `"handbook": "a\nb": invalid_path`},
		{"suffix", "a.rst", `"handbook": "a.rst": suffix_not_allowed (allowed .md)`},
		{"outside", "src/a", `"handbook": "src/a": path_outside_root (root "docs")`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := p.Resolve(tt.path); err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// Compare with benchstat: four times the characters must cost about four times as
// much, whatever they are.
func BenchmarkResolve(b *testing.B) {
	p := pathpolicy.Policy{Root: "docs", Suffix: ".md"}
	for _, unit := range []string{"a", "a/", "a/../", "../"} {
		for _, n := range []int{1024, 4096} {
			path := strings.Repeat(unit, n/len(unit))
			b.Run(fmt.Sprintf("unit=%q/chars=%d", unit, n), func(b *testing.B) {
				b.SetBytes(int64(len(path)))
				for b.Loop() {
					p.Resolve(path)
				}
			})
		}
	}
}

// Any file of the repository, whatever is served of it as a document.
func TestResolveFile(t *testing.T) {
	p := pathpolicy.Policy{
		Repo: "a", Root: "docs", Suffix: ".md",
		Secrets: pathpolicy.Secrets{Except: []string{"docs/b.key"}},
	}
	tests := []struct{ name, path, want string }{
		{"no completion", "Makefile", "Makefile"},
		{"no suffix is foreign", "docs/a.rst", "docs/a.rst"},
		{"beside the root", "src/main.go", "src/main.go"},
		{"up and down", "docs/../src/main.go", "src/main.go"},
		{"folder", "src/", "src"},
		{"exception", "docs/b.key", "docs/b.key"},
		{"secret", "docs/c.key", "path_denied"},
		{"outside", "../src/main.go", "path_outside_root"},
		{"absolute", "/etc/passwd", "path_outside_root"},
		{"newline", "a\nb", "invalid_path"},
		{"empty", "", "missing_path"},
		{"too long", strings.Repeat("a", 4097), "path_too_long"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := p.ResolveFile(tt.path)
			if e, ok := errors.AsType[*pathpolicy.Error](err); ok {
				if got = string(e.Code); e.Repo != "a" {
					t.Errorf("%v does not name the repository", err)
				}
			}
			if got != tt.want {
				t.Errorf("ResolveFile(%.50q) = %.50q, want %q", tt.path, got, tt.want)
			}
		})
	}
}
