package pathpolicy_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/mapwright/mapwright/pathpolicy"
)

func ExamplePolicy_Resolve() {
	p := pathpolicy.Policy{Repo: "handbook", Root: "docs/", Suffix: ".rst"}
	for _, requested := range []string{
		"guide",
		"docs/ops/errors",
		"docs/ops/../index.rst",
		"guide.md",
		"docs/../secrets",
		"docsecret/x",
	} {
		path, err := p.Resolve(requested)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(path)
	}
	// Output:
	// docs/guide.rst
	// docs/ops/errors.rst
	// docs/index.rst
	// "handbook": "guide.md": suffix_not_allowed (allowed .rst)
	// "handbook": "docs/../secrets": path_outside_root (root "docs/")
	// "handbook": "docsecret/x": path_outside_root (root "docs/")
}

func ExampleTable_Lookup() {
	table := pathpolicy.Table{
		{Repo: "handbook", Root: "docs/", Suffix: ".rst"},
		{Repo: "rules", Suffix: ".md"},
	}
	p, _ := table.Lookup("") // the default
	fmt.Println(p.Repo)

	_, err := table.Lookup("billing")
	fmt.Println(err)
	// Output:
	// handbook
	// "billing": repo_not_configured
}

func ExampleTable_Allow() {
	known := pathpolicy.Table{
		{Repo: "handbook", Root: "docs/", Suffix: ".rst"},
		{Repo: "rules", Suffix: ".md"},
	}
	for _, p := range known.Allow("rules", "billing", "handbook") {
		fmt.Println(p.Repo)
	}
	// Output:
	// rules
	// handbook
}

// A server also has tools that read any file.
func ExamplePolicy_ResolveFile() {
	p := pathpolicy.Policy{Repo: "handbook", Root: "docs/", Suffix: ".rst"}
	for _, requested := range []string{"Makefile", "src/../tools/run.py", "../other", "web/.env", "web/.env.example"} {
		path, err := p.ResolveFile(requested)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(path)
	}
	// Output:
	// Makefile
	// tools/run.py
	// "handbook": "../other": path_outside_root (root "")
	// "handbook": "web/.env": path_denied (.env: environment variables, often with passwords)
	// web/.env.example
}

func ExampleSecrets_Denied() {
	s := pathpolicy.Secrets{Except: []string{"tests/certs/*.pem"}}
	for _, path := range []string{"tls/server.PEM", "tests/certs/server.pem", "docs/server.pem.md", "home/.ssh/config"} {
		rule, denied := s.Denied(path)
		fmt.Printf("%s %t %q\n", path, denied, rule.Glob)
	}
	// Output:
	// tls/server.PEM true "*.pem"
	// tests/certs/server.pem false ""
	// docs/server.pem.md false ""
	// home/.ssh/config true ".ssh/**"
}

func ExampleSecrets_Exempt() {
	var s pathpolicy.Secrets
	fmt.Println(s.Exempt(".env.example"), s.Exempt(".env"), s.Exempt("main.go"))
	// Output:
	// true false false
}

// Without the paths of a commit: what a search leaves out is the deny-list.
func ExampleSecrets_Pathspecs() {
	specs := pathpolicy.Secrets{}.Pathspecs()
	fmt.Println(specs[0])
	fmt.Println(slices.Contains(specs, ":(exclude,glob,icase)**/.ssh/**"))
	// git grep -e PATTERN COMMIT -- SPECS...
	// Output:
	// :(exclude,glob,icase)**/.env
	// true
}

// With the paths of a commit: what a search leaves out is what may not be read.
func ExampleSecrets_PathspecsOf() {
	paths := []string{"README.md", "web/.env", "web/.env.example", "tls/server.pem"} // of git ls-tree
	for _, spec := range (pathpolicy.Secrets{}).PathspecsOf(slices.Values(paths)) {
		fmt.Println(spec)
	}
	// Output:
	// :(exclude,literal)web/.env
	// :(exclude,literal)tls/server.pem
}

func ExampleDenyRules() {
	for _, r := range pathpolicy.DenyRules() {
		if strings.HasPrefix(r.Glob, "id_") {
			fmt.Println(r.Glob, "-", r.Reason)
		}
	}
	// Output:
	// id_rsa* - private key or key store
	// id_dsa* - private key or key store
	// id_ecdsa* - private key or key store
	// id_ed25519* - private key or key store
}

func ExampleAllowRules() {
	fmt.Println(pathpolicy.AllowRules()[0])
	// Output:
	// {*.example a form to fill in}
}

func ExampleVendored_Match() {
	v := pathpolicy.Vendored{Globs: []string{"third_party/**"}}
	for _, path := range []string{"web/node_modules/a/index.js", "web/app.min.js", "third_party/zlib/zlib.h", "web/app.js"} {
		fmt.Println(path, v.Match(path))
	}
	// Output:
	// web/node_modules/a/index.js true
	// web/app.min.js true
	// third_party/zlib/zlib.h true
	// web/app.js false
}

func ExampleVendored_Pathspecs() {
	for _, spec := range (pathpolicy.Vendored{Globs: []string{"third_party/**"}}).Pathspecs() {
		fmt.Println(spec)
	}
	// Output:
	// :(exclude,glob,icase)**/node_modules/**
	// :(exclude,glob,icase)**/*.min.js
	// :(exclude,glob,icase)**/*.min.css
	// :(exclude,glob,icase)**/*.bundle.js
	// :(exclude,glob,icase)**/*.map
	// :(exclude,glob)third_party/**
}

func ExampleCheckGlob() {
	fmt.Println(pathpolicy.CheckGlob("tests/**/*.key"))
	fmt.Println(pathpolicy.CheckGlob("tests/[a-f]*"))
	// Output:
	// <nil>
	// glob "tests/[a-f]*", byte 6: found "[", expected "*" or "**", the only wildcards
}

func ExampleParseFile() {
	src, err := os.ReadFile("testdata/example.policy")
	if err != nil {
		log.Fatal(err)
	}
	sources, err := pathpolicy.ParseFile("example.policy", src)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range sources {
		fmt.Println(s.Place, s.Policy.Repo, s.Policy.Root, s.Policy.Suffix, s.Policy.Secrets.Except)
	}
	// Output:
	// /srv/git/handbook.git handbook docs/ .rst []
	// ../billing billing  .md [tests/certs/*.pem tests/**/*.key]
}

// Every mistake has its place, and is a field for a program that marks it.
func ExampleFileErrors() {
	_, err := pathpolicy.ParseFile("my.policy", []byte(`repo "handbook" {
  plce = "/srv/git/handbook.git"
  suffix = ".rst"
}
repo rules {
`))
	fmt.Println(err)
	if errs, ok := errors.AsType[pathpolicy.FileErrors](err); ok {
		fmt.Println(errs[1].Line, errs[1].Column)
	}
	// Output:
	// my.policy:1:6: the repository "handbook" has no place, expected place = "PATH"
	// my.policy:2:3: unknown setting "plce", expected place, root, suffix, not_secret or vendored
	// my.policy:5:6: found "rules", expected the name in quotes
	// 2 3
}

// An Error is what a client gets.
func ExampleError() {
	p := pathpolicy.Policy{Repo: "handbook", Root: "docs/", Suffix: ".rst"}
	_, err := p.Resolve("guide.md")
	wire, _ := json.Marshal(err)
	fmt.Println(string(wire))
	// Output:
	// {"error":"suffix_not_allowed","repo":"handbook","requested_path":"guide.md","allowed_suffixes":[".rst"]}
}

// Nobody needs to parse the text of an error.
func ExampleError_Unwrap() {
	p := pathpolicy.Policy{Root: "docs/", Suffix: ".rst"}
	_, err := p.Resolve("../secrets")
	if errors.Is(err, pathpolicy.PathOutsideRoot) {
		fmt.Println("outside")
	}
	if e, ok := errors.AsType[*pathpolicy.Error](err); ok {
		fmt.Println("root:", *e.Root)
	}
	// Output:
	// outside
	// root: docs/
}
