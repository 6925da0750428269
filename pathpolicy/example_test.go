package pathpolicy_test

import (
	"encoding/json"
	"errors"
	"fmt"

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
