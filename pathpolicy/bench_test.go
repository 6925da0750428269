package pathpolicy_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/pathpolicy"
)

// The paths of a large repository, of which hardly any is a secret, and the longest
// names that look like one almost to their end.
func BenchmarkDenied(b *testing.B) {
	s := pathpolicy.Secrets{Except: []string{"tests/**/certs/*.pem"}}
	inputs := map[string]func(n int) string{
		"source":  func(n int) string { return strings.Repeat("lib/", n/4-4) + "module_utils.py" },
		"folders": func(n int) string { return strings.Repeat(".ssh/", n/5) },
		"name":    func(n int) string { return strings.Repeat("client_secret", n/13) },
		"stars":   func(n int) string { return strings.Repeat(".example", n/8) },
	}
	for _, name := range []string{"source", "folders", "name", "stars"} {
		for _, n := range []int{64, 1024, 4096} {
			path := inputs[name](n)
			b.Run(fmt.Sprintf("%s/bytes=%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(path)))
				b.ReportAllocs()
				for b.Loop() {
					s.Denied(path)
				}
			})
		}
	}
}

// A glob against the path that makes it look back most often.
func BenchmarkVendored(b *testing.B) {
	for _, n := range []int{1024, 4096} {
		v := pathpolicy.Vendored{Globs: []string{"**/" + strings.Repeat("a*/", 20) + "b"}}
		path := strings.Repeat("aa/", n/3) + "c"
		b.Run(fmt.Sprintf("bytes=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(path)))
			b.ReportAllocs()
			for b.Loop() {
				v.Match(path)
			}
		})
	}
}

// Files of repositories, of tokens, and of mistakes.
func BenchmarkParseFile(b *testing.B) {
	example, err := os.ReadFile("testdata/example.policy")
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{50, 200} {
		var many strings.Builder
		for i := range n {
			many.WriteString(strings.ReplaceAll(string(example), `repo "`, fmt.Sprintf(`repo "%d-`, i)))
		}
		for _, in := range []struct{ name, src string }{
			{"repositories", many.String()},
			{"list", `repo "a" { place = "p" suffix = ".md" vendored = [` + strings.Repeat(`"a",`, 200*n) + `] }`},
			{"strings", strings.Repeat(`"`, 800*n)},
			{"repo", strings.Repeat("repo ", 160*n)},
			{"comments", strings.Repeat("#\n", 400*n)},
		} {
			b.Run(fmt.Sprintf("%s/n=%d", in.name, n), func(b *testing.B) {
				b.SetBytes(int64(len(in.src)))
				b.ReportAllocs()
				for b.Loop() {
					pathpolicy.ParseFile("f", []byte(in.src))
				}
			})
		}
	}
}

// The pathspecs of a whole commit.
func BenchmarkPathspecsOf(b *testing.B) {
	var paths []string
	for i := range 5000 {
		paths = append(paths, fmt.Sprintf("lib/ansible/modules/network/group%d/module_%d.py", i%50, i))
	}
	for b.Loop() {
		pathpolicy.Secrets{}.PathspecsOf(slices.Values(paths))
	}
}
