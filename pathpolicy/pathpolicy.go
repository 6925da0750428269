// Package pathpolicy decides which file of a repository a requested path means,
// and whether a server may read it.
//
// A [Policy] says what is served of one repository: a root, a suffix, and exceptions
// from the list of secrets. [Policy.Resolve] turns what a client asks for ("guide")
// into the path to read ("docs/guide.rst"), or refuses it with an [*Error];
// [Policy.ResolveFile] does so for any file of the repository. A [Table] holds the
// policies of a server; [Table.Lookup] refuses a repository that has none.
// [ParseFile] reads them from a file that an operator writes.
//
// The package works on text alone. It opens nothing and knows no platform: a
// path is a path of a git tree, with "/" between its components. All of it is
// safe for concurrent use as long as nobody changes a Table.
//
// # Completion
//
// A path without "/" gets the root and the suffix. A path with "/" is taken as it
// is, and only a missing suffix is added: under the root "docs" a nested page needs
// its full path, "docs/ops/errors". The policy's own suffix is recognized in any
// case (README.MD stays); the root is compared with case.
//
// # Document suffixes
//
// A path that ends with the suffix of another kind of document is refused by that
// name and not completed into "guide.md.rst", which would send the reader looking
// for a file instead of at the policy. These suffixes are known, in any case:
//
//	.md .markdown .mdown .mkd .mdx .rst .rest .txt .adoc .asciidoc .html .htm
//	.xhtml .ipynb .pdf .docx .odt .org .tex .pod .textile .wiki
//
// Any other ending is part of the name: "v1.2" becomes "docs/v1.2.md".
//
// # The border
//
// A path is anchored, then normalized, then compared with the root by components.
// So "docs/../secrets" and "docsecret/x" are outside of "docs", and
// "docs/a/../b" is inside: ".." is judged by where it leads. A root that leaves the
// repository itself ("..", "/srv") serves nothing.
//
// # Secrets
//
// A path that is on the list of [Secrets] is refused at last, with [PathDenied], the
// rule and its reason: private keys, credentials, .env files. The same list becomes
// the git pathspecs that leave these files out of a search. The list is about names
// and knows no contents: a key in a file called notes.txt is not found.
//
// # Two gates
//
// A deployment says which repositories it serves, a Table what may be read of them.
// A repository must pass both, [Table.Allow] and Lookup, in this order; one without a
// policy is refused with [RepoNotConfigured].
//
// # Names
//
// Nothing is percent-decoded, trimmed or Unicode-normalized, and bytes that are not
// UTF-8 are left alone: "%2e%2e", a full-width dot and a Windows device name are
// ordinary names, and none of them is a way out. Only a backslash and control
// characters (Unicode category Cc) are refused: the one so that an answer does not
// depend on the platform, the others because a newline would be a second request to
// git cat-file --batch.
//
// # Order of the checks
//
// A request with two faults always gets the same answer: [RepoNotConfigured],
// [MissingPath], [PathTooLong], [InvalidPath], [SuffixNotAllowed], [PathOutsideRoot],
// [PathDenied].
//
// # Directories
//
// A git tree holds symbolic links as text, so a path inside the root stays there. A
// server that reads a directory instead must open the resolved path through an
// os.Root, because there a link can lead outside. There a secret can also have a second
// name (a link, or KEYS~1.PEM on Windows) that this package does not know.
package pathpolicy

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxPathChars is the largest number of characters (code points) of a requested
// path. The path that Resolve completes may be longer.
const MaxPathChars = 4096

// Policy says what is served of one repository. The zero Policy serves every path
// of a repository without a name.
type Policy struct {
	Repo   string // the name by which requests know the repository; goes into refusals
	Root   string // folder that holds what is served, with or without a trailing "/"; empty means the repository
	Suffix string // the one suffix that is served, with its dot (".rst"); empty means any

	Secrets  Secrets  // files that are never read; zero is the default list
	Vendored Vendored // files that a search leaves out; Resolve does not look at it
}

// Resolve returns the path to read for a requested path: complete, normalized and
// inside the root. Resolving that path again gives the same path, unless completion
// made it longer than [MaxPathChars].
//
// The error is an [*Error]. Its codes are [MissingPath] for empty and white space,
// [PathTooLong], [InvalidPath], [SuffixNotAllowed], [PathOutsideRoot] and
// [PathDenied]; when a path has several faults, the first in this order is reported.
//
// Resolve is O(len(requested)).
func (p Policy) Resolve(requested string) (string, error) {
	if isBlank(requested) {
		return "", &Error{Code: MissingPath, Repo: p.Repo}
	}
	if n := utf8.RuneCountInString(requested); n > MaxPathChars {
		return "", &Error{Code: PathTooLong, Repo: p.Repo, MaxChars: MaxPathChars, ActualChars: n}
	}
	if strings.ContainsFunc(requested, isForbidden) {
		return "", &Error{Code: InvalidPath, Repo: p.Repo, RequestedPath: requested}
	}
	if !hasSuffix(requested, p.Suffix) && isDocument(requested) {
		return "", &Error{
			Code: SuffixNotAllowed, Repo: p.Repo, RequestedPath: requested,
			AllowedSuffixes: []string{p.Suffix},
		}
	}
	resolved := path.Clean(p.complete(requested))
	if !p.contains(resolved) {
		return "", &Error{Code: PathOutsideRoot, Repo: p.Repo, RequestedPath: requested, Root: new(p.Root)}
	}
	if isBlank(resolved) { // "./ " without root and suffix: a name that could not be asked for again
		return "", &Error{Code: MissingPath, Repo: p.Repo}
	}
	if rule, denied := p.Secrets.Denied(resolved); denied {
		return "", &Error{Code: PathDenied, Repo: p.Repo, RequestedPath: requested, Rule: rule}
	}
	return resolved, nil
}

// ResolveFile returns the path to read for a requested path of any file in the
// repository, where Root and Suffix do not count: normalized, inside the repository
// and no secret. Nothing is completed. Its errors are those of [Policy.Resolve] but
// [SuffixNotAllowed].
func (p Policy) ResolveFile(requested string) (string, error) {
	return Policy{Repo: p.Repo, Secrets: p.Secrets}.Resolve(requested)
}

// complete anchors a name without "/" at the root and adds a missing suffix.
func (p Policy) complete(requested string) string {
	if p.Root != "" && !strings.Contains(requested, "/") {
		requested = p.Root + "/" + requested
	}
	if !hasSuffix(requested, p.Suffix) {
		requested += p.Suffix
	}
	return requested
}

// contains reports whether a clean path names something below the root. The root
// itself is not below it, and a path that leaves the repository never is, whatever
// the root says.
func (p Policy) contains(clean string) bool {
	if clean == ".." || strings.HasPrefix(clean, "../") || strings.HasPrefix(clean, "/") {
		return false
	}
	root := path.Clean(p.Root)
	if root == "." {
		return clean != "."
	}
	return strings.HasPrefix(clean, root+"/") // with the "/": docsecret is not docs
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

func isForbidden(r rune) bool { return r == '\\' || unicode.IsControl(r) }
