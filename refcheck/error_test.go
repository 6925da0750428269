package refcheck_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/refcheck"
)

func TestHTTPStatus(t *testing.T) {
	want := map[refcheck.Code]int{
		refcheck.RefTooLong:      http.StatusBadRequest,
		refcheck.InvalidRef:      http.StatusBadRequest,
		refcheck.RefNotMirrored:  http.StatusNotFound,
		refcheck.ReadFailed:      http.StatusInternalServerError,
		refcheck.NotFound:        http.StatusNotFound,
		refcheck.RepoNotMirrored: http.StatusNotFound,
		refcheck.SyncInProgress:  http.StatusServiceUnavailable,
		"of another package":     http.StatusInternalServerError,
	}
	for c, status := range want {
		if got := c.HTTPStatus(); got != status {
			t.Errorf("%s: status %d, want %d", c, got, status)
		}
	}
	for _, c := range refcheck.Codes() {
		if _, ok := want[c]; !ok {
			t.Errorf("%s: this test does not know its status", c)
		}
	}
}

// A constant that is not in Codes has no status of its own.
func TestCodesAreComplete(t *testing.T) {
	declared, listed := declaredCodes(t), refcheck.Codes()
	slices.Sort(declared)
	slices.Sort(listed)
	if !slices.Equal(declared, listed) {
		t.Errorf("declared %q\nlisted   %q", declared, listed)
	}
	listed[0] = "changed"
	if slices.Contains(refcheck.Codes(), "changed") {
		t.Error("Codes returns its own memory")
	}
}

// declaredCodes finds the constants of type Code in the source of the package.
func declaredCodes(t *testing.T) []refcheck.Code {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var codes []refcheck.Code
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.CONST {
				codes = append(codes, codesOf(t, d)...)
			}
		}
	}
	return codes
}

// codesOf reads the two forms X Code = "x" and X = Code("x").
func codesOf(t *testing.T, d *ast.GenDecl) []refcheck.Code {
	t.Helper()
	var codes []refcheck.Code
	for _, spec := range d.Specs {
		s := spec.(*ast.ValueSpec)
		for _, value := range s.Values {
			isCode := isIdent(s.Type, "Code")
			if call, ok := value.(*ast.CallExpr); ok && isIdent(call.Fun, "Code") {
				isCode, value = true, call.Args[0]
			}
			if !isCode {
				continue
			}
			lit, ok := value.(*ast.BasicLit)
			if !ok {
				t.Fatalf("%v: the value of a Code must be a string literal", s.Names)
			}
			code, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			codes = append(codes, refcheck.Code(code))
		}
	}
	return codes
}

func isIdent(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// The JSON of an Error is what a client sees, so every field of it is a promise.
func TestErrorJSON(t *testing.T) {
	tests := []struct {
		name string
		err  error
		json string
		text string
	}{
		{
			"too long", refcheck.Check(strings.Repeat("a", 5000)),
			`{"error":"ref_too_long","max_chars":4096,"actual_chars":5000}`,
			`ref_too_long (5000 characters, max 4096)`,
		},
		{
			"invalid", refcheck.Check("a..b"),
			`{"error":"invalid_ref","message":"a ref must not contain \"..\""}`,
			`invalid_ref: a ref must not contain ".."`,
		},
		{
			"of a caller", &refcheck.Error{Code: refcheck.SyncInProgress},
			`{"error":"sync_in_progress"}`,
			`sync_in_progress`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := json.Marshal(tt.err)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.json {
				t.Errorf("got  %s\nwant %s", got, tt.json)
			}
			if tt.err.Error() != tt.text {
				t.Errorf("got  %s\nwant %s", tt.err, tt.text)
			}
		})
	}
}

// Each way that a ref can be bad has a message of its own, which does not repeat it.
func TestMessages(t *testing.T) {
	seen := make(map[string]string)
	for _, ref := range []string{
		"", "caf\xe9", "-x", "@", "a..b", "a\tb", "a b", "a.", "a@{0}", "a//b", "a/.b", "a.lock",
	} {
		e, ok := errors.AsType[*refcheck.Error](refcheck.Check(ref))
		if !ok || e.Message == "" {
			t.Errorf("Check(%q): no message", ref)
			continue
		}
		if other, twice := seen[e.Message]; twice {
			t.Errorf("%q and %q: both %s", ref, other, e.Message)
		}
		seen[e.Message] = ref
	}
}
