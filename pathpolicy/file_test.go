package pathpolicy_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/pathpolicy"
)

func TestParseFile(t *testing.T) {
	handbook := pathpolicy.Source{Place: "/srv/a.git", Policy: pathpolicy.Policy{
		Repo: "a", Root: "docs/", Suffix: ".rst",
		Secrets:  pathpolicy.Secrets{Except: []string{"tests/*.pem", "b.key"}},
		Vendored: pathpolicy.Vendored{Globs: []string{"assets/**"}},
	}}
	plain := pathpolicy.Source{Place: "../b", Policy: pathpolicy.Policy{Repo: "b/c d", Suffix: ".md"}}
	const one = `repo "a" { place = "/srv/a.git" root = "docs/" suffix = ".rst" not_secret = ["tests/*.pem", "b.key"] vendored = ["assets/**"] }`
	const two = `repo "b/c d" { place = "../b" suffix = ".md" }`
	tests := []struct {
		name, why, src string
		want           []pathpolicy.Source
	}{
		{"one line", "line ends are white space", one, []pathpolicy.Source{handbook}},
		{"two", "in the order of the file", two + "\n" + one, []pathpolicy.Source{plain, handbook}},
		{"any order", "settings have none", `repo "b/c d" { suffix = ".md" place = "../b" }`, []pathpolicy.Source{plain}},
		{"empty settings", "the same as none", `repo "b/c d" { place = "../b" suffix = ".md" root = "" vendored = [] not_secret = [] }`, []pathpolicy.Source{plain}},
		{"last comma", "a list can grow by lines", strings.ReplaceAll(one, `"]`, `",]`), []pathpolicy.Source{handbook}},
		{"CRLF", "an editor of Windows", strings.ReplaceAll(one, " ", "\r\n"), []pathpolicy.Source{handbook}},
		{"BOM", "an editor of Windows", "\ufeff" + one, []pathpolicy.Source{handbook}},
		{"comments", "to the end of the line, not in a string", "# repo \"x\" {\n" + strings.ReplaceAll(two, "../b", "../#b") + "#}", []pathpolicy.Source{
			{Place: "../#b", Policy: plain.Policy},
		}},
		{"backslash", "no escapes", strings.ReplaceAll(two, "../b", `C:\new`), []pathpolicy.Source{{Place: `C:\new`, Policy: plain.Policy}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := pathpolicy.ParseFile("f", []byte(tt.src))
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("ParseFile = %+v, %v\nwant %+v: %s", got, err, tt.want, tt.why)
			}
		})
	}
}

// good is what each repository needs.
const good = ` place = "p" suffix = ".md" `

// Each mistake by its place, by what is there and by what should be.
var fileErrorTests = []struct{ name, src, want string }{
	{"empty", "", `1:1: the file has no repository, expected repo "NAME" { ... }`},
	{"only a comment", "\n\n# repo", `3:7: the file has no repository, expected repo "NAME" { ... }`},
	{"other word", `rep "a" {`, `1:1: found "rep", expected repo "NAME" { ... }`},
	{"setting outside", `root = "a"`, `1:1: found "root", expected repo "NAME" { ... }`},
	{"second end", `repo "a" {` + good + "}\n}", `2:1: found "}", expected repo "NAME" { ... }`},
	{"name without quotes", `repo a {`, `1:6: found "a", expected the name in quotes`},
	{"no name", `repo {`, `1:6: found "{", expected the name in quotes`},
	{"no block", "repo \"a\"\n", `2:1: found the end of the file, expected "{"`},
	{"no brace", `repo "a" root`, `1:10: found "root", expected "{"`},
	{"no end", `repo "a" {` + good, `1:39: found the end of the file, expected a setting or "}"`},
	{"no end before the next", "repo \"a\" {" + good + "\nrepo \"b\" {" + good + "}", `2:1: found "repo", expected a setting or "}"`},
	{"semicolon", `repo "a" { place = "p"; }`, `1:23: found ";", expected a setting or "}"`},
	{"comma", `repo "a" { place = "p", }`, `1:23: found ",", expected a setting or "}"`},
	{"string as a setting", `repo "a" { "place" = "p" }`, `1:12: found the string "place", expected a setting or "}"`},
	{"colon", `repo "a" { place: "p" }`, `1:17: found ":", expected "="`},
	{"no equals sign", `repo "a" { place "p" }`, `1:18: found the string "p", expected "="`},
	{"value without quotes", `repo "a" { place = p }`, `1:20: found "p", expected a string in quotes or a list like ["a", "b"]`},
	{"no value", `repo "a" { place = }`, `1:20: found "}", expected a string in quotes or a list like ["a", "b"]`},
	{"unclosed string", "repo \"a\" {\n  place = \"p\n}", `2:11: found a string without a second quote, expected a string in quotes or a list like ["a", "b"]`},
	{"one quote", `repo "a" { place = "`, `1:20: found a string without a second quote, expected a string in quotes or a list like ["a", "b"]`},
	{"single quotes", `repo "a" { place = 'p' }`, `1:20: found "'", expected a string in quotes or a list like ["a", "b"]`},
	{"unclosed list", `repo "a" { vendored = ["x" }`, `1:28: found "}", expected a string in quotes or "]"`},
	{"unclosed list, comma", `repo "a" { vendored = ["x", }`, `1:29: found "}", expected a string in quotes or "]"`},
	{"no comma", `repo "a" {` + good + `vendored = ["x" "y"] }`, `1:55: found the string "y", expected "," or "]"`},
	{"two commas", `repo "a" { vendored = ["x",, "y"] }`, `1:28: found ",", expected a string in quotes or "]"`},
	{"mark in a list of lines", "repo \"a\" {" + good + "vendored = [\n\"x\",\n=,\n\"y\"\n]\n}", `3:1: found "=", expected a string in quotes or "]"`},
	{"list in a list", `repo "a" { vendored = [["x"]] }`, `1:24: found "[", expected a string in quotes or "]"`},
	{"columns are characters", `repo "é😀" {` + good + `é }`, `1:42: found "}", expected "="`},
	{"CRLF", "repo \"a\" {\r\n  x y\r\n}", `2:5: found "y", expected "="`},
	{"BOM", "\ufeffrepo a", `1:6: found "a", expected the name in quotes`},
	{"long token", "repo " + strings.Repeat("x", 100), `1:6: found "` + strings.Repeat("x", 40) + `...", expected the name in quotes`},

	{"unknown setting", `repo "a" {` + good + `rot = "docs" }`, `1:39: unknown setting "rot", expected place, root, suffix, not_secret or vendored`},
	{"setting twice", "repo \"a\" {" + good + "\n" + `place = "q" }`, `2:1: place is set already, in line 1, expected it once`},
	{"list for one", `repo "a" { suffix = ".md" place = ["p"] }`, `1:35: place has a list, expected one string in quotes`},
	{"one for a list", `repo "a" {` + good + `vendored = "x" }`, `1:50: vendored has one string, expected a list like ["a", "b"]`},
	{"no place", `repo "a" { suffix = ".md" }`, `1:6: the repository "a" has no place, expected place = "PATH"`},
	{"no suffix", `repo "a" { place = "p" }`, `1:6: the repository "a" has no suffix, expected a line like suffix = ".md"`},
	{"empty name", `repo "" {` + good + `}`, `1:7: the name is empty, expected the name by which requests know the repository`},
	{"name of two lines", "repo \"a\tb\" {" + good + `}`, `1:8: the name has a character that can not be printed, expected letters, digits or signs`},
	{"name twice", "repo \"a\" {" + good + "}\nrepo \"a\" {" + good + "}", `2:6: the repository "a" is there already, in line 1, expected another name`},
	{"blank place", `repo "a" { suffix = ".md" place = " " }`, `1:36: the place is empty, expected the path of a git repository or mirror`},
	{"NUL in the place", "repo \"a\" { suffix = \".md\" place = \"p\x00\" }", `1:37: found the control character U+0000, expected text`},
	{"root outside", `repo "a" {` + good + `root = "../docs" }`, `1:47: "../docs" is not inside the repository, or not its shortest form, expected a folder of the repository, like "docs/", or "" for all of it`},
	{"root absolute", `repo "a" {` + good + `root = "/docs" }`, `1:47: "/docs" is not inside the repository, or not its shortest form, expected a folder of the repository, like "docs/", or "" for all of it`},
	{"root with dots", `repo "a" {` + good + `root = "./docs" }`, `1:47: "./docs" is not inside the repository, or not its shortest form, expected a folder of the repository, like "docs/", or "" for all of it`},
	{"root is a dot", `repo "a" {` + good + `root = "." }`, `1:47: "." is not inside the repository, or not its shortest form, expected a folder of the repository, like "docs/", or "" for all of it`},
	{"root of Windows", `repo "a" {` + good + `root = "docs\en" }`, `1:51: found a "\", expected a folder of the repository, like "docs/", or "" for all of it, with "/"`},
	{"root with a control character", "repo \"a\" {" + good + "root = \"do\tcs\" }", `1:49: found the control character U+0009, expected text`},
	{"suffix without dot", `repo "a" { place = "p" suffix = "md" }`, `1:34: "md" is no suffix, expected one like ".md" or ".rst"`},
	{"suffix is a dot", `repo "a" { place = "p" suffix = "." }`, `1:34: "." is no suffix, expected one like ".md" or ".rst"`},
	{"suffix is a path", `repo "a" { place = "p" suffix = "./md" }`, `1:34: "./md" is no suffix, expected one like ".md" or ".rst"`},
	{"empty suffix", `repo "a" { place = "p" suffix = "" }`, `1:34: "" is no suffix, expected one like ".md" or ".rst"`},
	{"empty glob", `repo "a" {` + good + `vendored = [""] }`, `1:52: the glob is empty, expected a path of the repository, with "*" and "**"`},
	{"bracket", `repo "a" {` + good + `vendored = ["a", "é[b]"] }`, `1:58: found "[", expected "*" or "**", the only wildcards`},
	{"absolute glob", `repo "a" {` + good + `not_secret = ["/a"] }`, `1:54: found "/", expected a path from the top of the repository`},
	{"glob of a folder", `repo "a" {` + good + `not_secret = ["a/"] }`, `1:56: nothing follows "/", expected "**" for what is below a folder`},
	{"glob outside", `repo "a" {` + good + `not_secret = ["a/../b"] }`, `1:56: found the component "..", expected the name of a file or folder`},
	{"double star", `repo "a" {` + good + `not_secret = ["a/b**"] }`, `1:56: found "**" in "b**", expected "*", or "**" as a whole component`},
	{"glob of Windows", `repo "a" {` + good + `not_secret = ["a\b"] }`, `1:55: found a backslash or a control character, expected "/" and other characters`},

	{"no text", "repo \"a\" {\n  \xff", `2:3: found the byte 0xff, expected a text in UTF-8`},
	{"too large", strings.Repeat("#\n", 1<<19) + "#", `524289:1: the file has 1048577 bytes, expected at most 1048576`},
}

func TestParseFileErrors(t *testing.T) {
	for _, tt := range fileErrorTests {
		t.Run(tt.name, func(t *testing.T) {
			sources, err := pathpolicy.ParseFile("f", []byte(tt.src))
			if sources != nil {
				t.Errorf("sources together with an error: %+v", sources)
			}
			if got := fmt.Sprint(err); got != "f:"+tt.want {
				t.Errorf("got  %s\nwant f:%s", got, tt.want)
			}
			if _, ok := errors.AsType[*pathpolicy.FileError](err); !ok {
				t.Errorf("%T holds no FileError", err)
			}
		})
	}
}

// A file is mended in one go: a mistake does not hide the others, nor is it told twice.
func TestParseFileAllErrors(t *testing.T) {
	const src = `repo "a" {
  rot = "docs/"
  place = p
  suffix: ".md"
  "root" = "docs/"
  vendored = ["x/" "y"]
  not_secret = [
    "a"
    "b",
    "c"
  ]
  suffix = = ".md"
  place = "p
  place =
  root = "../x"; suffix = "md"
}
repo "b" {
  root = "/"
  vendored = ["x/", "y", "[z]"]
}
repos "f" {
  rot = "q"
  suffix: ".md"
}
repo c {
  place = " "
}
root = ""
repo "d" {
  place
  vendored = ["a"
  suffix = "x"
repo "e" {
`
	const want = `f:2:3: unknown setting "rot", expected place, root, suffix, not_secret or vendored
f:3:11: found "p", expected a string in quotes or a list like ["a", "b"]
f:4:9: found ":", expected "="
f:5:3: found the string "root", expected a setting or "}"
f:6:18: nothing follows "/", expected "**" for what is below a folder
f:6:20: found the string "y", expected "," or "]"
f:9:5: found the string "b", expected "," or "]"
f:12:12: found "=", expected a string in quotes or a list like ["a", "b"]
f:13:11: found a string without a second quote, expected a string in quotes or a list like ["a", "b"]
f:15:3: found "root", expected a string in quotes or a list like ["a", "b"]
f:15:11: "../x" is not inside the repository, or not its shortest form, expected a folder of the repository, like "docs/", or "" for all of it
f:15:16: found ";", expected a setting or "}"
f:15:28: "md" is no suffix, expected one like ".md" or ".rst"
f:17:6: the repository "b" has no place, expected place = "PATH"
f:17:6: the repository "b" has no suffix, expected a line like suffix = ".md"
f:18:11: "/" is not inside the repository, or not its shortest form, expected a folder of the repository, like "docs/", or "" for all of it
f:19:18: nothing follows "/", expected "**" for what is below a folder
f:19:27: found "[", expected "*" or "**", the only wildcards
f:21:1: found "repos", expected repo "NAME" { ... }
f:22:3: unknown setting "rot", expected place, root, suffix, not_secret or vendored
f:23:9: found ":", expected "="
f:25:6: found "c", expected the name in quotes
f:26:12: the place is empty, expected the path of a git repository or mirror
f:28:1: found "root", expected repo "NAME" { ... }
f:31:3: found "vendored", expected "="
f:32:3: found "suffix", expected a string in quotes or "]"
f:32:13: "x" is no suffix, expected one like ".md" or ".rst"
f:33:1: found "repo", expected a setting or "}"
f:34:1: found the end of the file, expected a setting or "}"`
	if _, err := pathpolicy.ParseFile("f", []byte(src)); fmt.Sprint(err) != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	_, err := pathpolicy.ParseFile("f", []byte(strings.Repeat("repo\n", 1000)))
	if errs, ok := errors.AsType[pathpolicy.FileErrors](err); !ok || len(errs) != 100 || errs[99].Line != 101 {
		t.Errorf("a file of mistakes: %.200v", err)
	}
}
