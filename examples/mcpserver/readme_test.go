package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
)

func readme(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// handbook returns the repository of the README's examples.
func handbook(t testing.TB) string {
	t.Helper()
	const folder = "testdata/handbook"
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return gittest.New(t, files)
}

// words splits a command line as a shell does, as far as the README needs it.
func words(line string) (all []string) {
	var word strings.Builder
	var quote rune
	for _, c := range line + " " {
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && c == ' ':
			all = append(all, word.String())
			word.Reset()
		default:
			word.WriteRune(c)
		}
	}
	return all
}

// The examples of the README are what the program prints, and there is one for each
// tool. -update writes them anew.
func TestReadmeExamples(t *testing.T) {
	text := readme(t)
	repo := "--repo=handbook=" + handbook(t) + ",root=docs/"
	example := regexp.MustCompile(`(?m)^\$ mcpserver call (.*)\n(\{.*\})$`)
	shown := map[string]bool{}
	current := example.ReplaceAllStringFunc(text, func(block string) string {
		m := example.FindStringSubmatch(block)
		args := words(m[1])
		shown[args[0]] = true
		r := runProgram(t, "", append([]string{"call", repo}, args...)...)
		if r.status == exitUsage || r.err != "" {
			t.Errorf("%s: %+v", m[1], r)
		}
		got := strings.TrimSuffix(r.out, "\n")
		if got != m[2] && !*update {
			t.Errorf("$ mcpserver call %s\n got %s\nwant %s", m[1], got, m[2])
		}
		return "$ mcpserver call " + m[1] + "\n" + got
	})
	for _, tool := range tools() {
		if !shown[tool.name] {
			t.Errorf("%s has no example", tool.name)
		}
	}
	if *update && current != text && !t.Failed() {
		if err := os.WriteFile("README.md", []byte(current), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// What the README calls without showing the answer gets one, of the repository that
// the README is in.
func TestReadmeCalls(t *testing.T) {
	calls := regexp.MustCompile(`(?m)^(?:go run \./examples/mcpserver|mcpserver) call (.*)$`).FindAllStringSubmatch(readme(t), -1)
	if len(calls) < 10 {
		t.Errorf("there are %d", len(calls))
	}
	for _, call := range calls {
		if r := runProgram(t, "", append([]string{"call"}, words(call[1])...)...); r.status != exitOK || !strings.HasPrefix(r.out, `{"ok":true,`) {
			t.Errorf("%s: status %d, %s%.300s", call[1], r.status, r.err, r.out)
		}
	}
}

// Each flag of the program is in the README, and no other.
func TestReadmeFlags(t *testing.T) {
	known := map[string]bool{"json": true, "raw": true}
	var d deployment
	var web webFlags
	flags := newFlags("serve")
	d.register(flags)
	web.register(flags)
	flags.VisitAll(func(f *flag.Flag) { known[f.Name] = true })
	rows := regexp.MustCompile("(?m)^\\| `--.*$").FindAllString(readme(t), -1)
	shown := map[string]bool{}
	for _, m := range regexp.MustCompile("`--([a-z]+)[^|]*?`").FindAllStringSubmatch(strings.Join(rows, "\n"), -1) {
		shown[m[1]] = true
		if !known[m[1]] {
			t.Errorf("--%s is no flag", m[1])
		}
	}
	for name := range known {
		if !shown[name] {
			t.Errorf("--%s is not in the README", name)
		}
	}
}

// What the README tells clients to start, they can start.
func TestReadmeClients(t *testing.T) {
	text := readme(t)
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(text, -1)
	started := 0
	for _, block := range blocks {
		var config struct {
			McpServers, Servers map[string]struct {
				Type, Command, URL string
				Args               []string
				Headers            map[string]string
			}
			Inputs []any
		}
		dec := json.NewDecoder(strings.NewReader(block[1]))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&config); err != nil {
			t.Errorf("%v in %s", err, block[1])
		}
		for _, s := range append(valuesOf(config.McpServers), valuesOf(config.Servers)...) {
			switch {
			case s.Command == "mcpserver":
				started++
				startable(t, s.Args)
			case s.Command == "" && (s.Type != "http" || !strings.HasSuffix(s.URL, "/mcp") || !strings.HasPrefix(s.Headers["Authorization"], "Bearer ")):
				t.Errorf("%+v", s)
			}
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^claude mcp add docs -- mcpserver (.*)$`).FindAllStringSubmatch(text, -1) {
		started++
		startable(t, words(m[1]))
	}
	if started < 3 {
		t.Errorf("only %d configurations start the program", started)
	}
	for _, client := range []string{"Claude Code", "Claude Desktop", "Cursor", "VS Code", "Windsurf", "Gemini CLI", "Codex"} {
		if !strings.Contains(text, "**"+client+"**") {
			t.Errorf("%s is missing", client)
		}
	}
}

func valuesOf[K comparable, V any](m map[K]V) (all []V) {
	for _, v := range m {
		all = append(all, v)
	}
	return all
}

// startable fails unless the program takes the arguments.
func startable(t *testing.T, args []string) {
	t.Helper()
	var d deployment
	var web webFlags
	flags := newFlags("serve")
	d.register(flags)
	web.register(flags)
	if others, err := parseFlags(flags, args[1:]); args[0] != "serve" || err != nil || len(others) > 0 || web.check(flags) != nil {
		t.Errorf("%v: %v", args, err)
	}
}

// The README's line for curl gets an answer.
func TestReadmeCurl(t *testing.T) {
	line := regexp.MustCompile(`(?m)^curl (.*)$`).FindStringSubmatch(readme(t))
	if line == nil {
		t.Fatal("there is none")
	}
	w := serveTest(t, nil)
	args := words(line[1])
	var headers []string
	body := ""
	for i := 1; i < len(args); i += 2 {
		switch name, value, _ := strings.Cut(args[i+1], ": "); args[i] {
		case "-H":
			headers = append(headers, name, strings.ReplaceAll(value, "mw_...", "ann"))
		case "-d":
			body = args[i+1]
		default:
			t.Errorf("what is %s?", args[i])
		}
	}
	status, _, text := w.request(t, "POST", strings.TrimPrefix(args[0], "http://127.0.0.1:8080"), "", body, headers...)
	if status != 200 || !strings.Contains(text, `{\"ok\":true,`) {
		t.Errorf("status %d, %s", status, text)
	}
}

// readmeRows returns the rows of the README's tables whose first cell matches, by each
// of the words in that cell.
func readmeRows(t testing.TB, first string) map[string][]string {
	t.Helper()
	cell := regexp.MustCompile("^(?:" + first + ")(?:, (?:" + first + "))*$")
	rows := map[string][]string{}
	for line := range strings.SplitSeq(readme(t), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if !strings.HasPrefix(line, "| ") || !cell.MatchString(cells[0]) {
			continue
		}
		for name := range strings.SplitSeq(cells[0], ", ") {
			name = strings.Trim(name, "`")
			if rows[name] != nil {
				t.Errorf("%s has two rows", name)
			}
			rows[name] = cells[1:]
		}
	}
	return rows
}

// Each code of a refusal that is anywhere in the sources has its row in the table
// of the README, with when it comes and what to do, and no other has.
func TestReadmeCodes(t *testing.T) {
	codes := sourceCodes(t, ".", "mirror", "../../section", "../../refcheck", "../../pathpolicy")
	rows := readmeRows(t, "`[a-z_]+`")
	text := readme(t)
	ofHTTP := []string{
		"origin_not_allowed", "host_not_allowed", "admins_only", "body_too_large", "body_not_read", "invalid_body", "rate_limited",
		"server_busy", "too_many_sessions", "shutting_down",
	}
	for _, code := range ofHTTP { // they stand beside their status
		if !slices.Contains(codes, code) || !strings.Contains(text, "`"+code+"`") || rows[code] != nil {
			t.Errorf("%s is no code of HTTP, or not in the README", code)
		}
	}
	for _, code := range codes {
		if row := rows[code]; !slices.Contains(ofHTTP, code) && (len(row) != 2 || row[0] == "" || row[1] == "") {
			t.Errorf("%s has the row %q", code, row)
		}
	}
	for code := range rows {
		if !slices.Contains(codes, code) {
			t.Errorf("%s is in the README and in no source", code)
		}
	}
	for code := range hints {
		if !slices.Contains(codes, code) {
			t.Errorf("there is a hint for %s, which is in no source", code)
		}
	}
	if len(codes) < 50 {
		t.Errorf("only %d codes were found: %v", len(codes), codes)
	}
}

// sourceCodes returns the codes in the Go files of folders: constants of a type
// Code, what is first or called Code in an error, what is given to refuse, and what
// a function returns as a code.
func sourceCodes(t testing.TB, folders ...string) (codes []string) {
	t.Helper()
	add := func(e ast.Expr) {
		literal, ok := e.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return
		}
		if code, err := strconv.Unquote(literal.Value); err == nil && code != "" && !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := goparser.ParseFile(token.NewFileSet(), file, nil, goparser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				codesIn(n, add)
				return true
			})
		}
	}
	return codes
}

// codesIn gives add what can be a code in a node.
func codesIn(n ast.Node, add func(ast.Expr)) {
	switch n := n.(type) {
	case *ast.ValueSpec: // const NotFound Code = "..."
		if named, ok := n.Type.(*ast.Ident); ok && named.Name == "Code" || n.Names[0].Name == "internalError" {
			for _, v := range n.Values {
				add(v)
			}
		}
	case *ast.CompositeLit: // &modeError{"..."}, &queryError{Code: "..."}
		if named, ok := n.Type.(*ast.Ident); !ok || !strings.HasSuffix(named.Name, "Error") {
			return
		}
		for i, e := range n.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "Code" {
					add(pair.Value)
				}
			} else if i == 0 {
				add(e)
			}
		}
	case *ast.AssignStmt: // bad.Code = "..."
		if field, ok := n.Lhs[0].(*ast.SelectorExpr); ok && field.Sel.Name == "Code" {
			add(n.Rhs[0])
		}
	case *ast.CallExpr: // refuse(rw, status, "...", nil), refuseForNow(rw, wait, "...")
		if f, ok := n.Fun.(*ast.Ident); ok && strings.HasPrefix(f.Name, "refuse") && len(n.Args) > 2 {
			add(n.Args[2])
		}
	case *ast.FuncDecl: // func noSession(...) (code string, ...)
		if n.Type.Results == nil || len(n.Type.Results.List[0].Names) == 0 || n.Type.Results.List[0].Names[0].Name != "code" {
			return
		}
		ast.Inspect(n.Body, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) > 0 {
				add(r.Results[0])
			}
			return true
		})
	}
}

// Each status that is anywhere in the sources for HTTP, and each that the tests
// see, has its row in the README.
func TestReadmeStatuses(t *testing.T) {
	rows := readmeRows(t, "[0-9]+")
	var source []byte
	for _, file := range []string{"http.go", "trust.go", "sessions.go", "exchange.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, text...)
	}
	want := []int{200, 202, 204, 404, 405, 409, 415, 431} // these are the SDK's and the library's
	for _, name := range regexp.MustCompile(`http\.Status(\w+)`).FindAllSubmatch(source, -1) {
		i := slices.IndexFunc(slices.Collect(statuses), func(s int) bool {
			return strings.ReplaceAll(http.StatusText(s), " ", "") == string(name[1])
		})
		if i < 0 {
			t.Fatalf("what is %s?", name[0])
		}
		want = append(want, slices.Collect(statuses)[i])
	}
	for _, status := range want {
		if row := rows[fmt.Sprint(status)]; len(row) == 0 || row[0] == "" {
			t.Errorf("%d has no row", status)
		}
	}
	for status := range rows {
		n, _ := strconv.Atoi(status)
		if !slices.Contains(want, n) {
			t.Errorf("%d is in the README, and nowhere else", n)
		}
	}
}

// statuses are those that have a text.
func statuses(yield func(int) bool) {
	for s := 100; s < 600; s++ {
		if http.StatusText(s) != "" && !yield(s) {
			return
		}
	}
}
