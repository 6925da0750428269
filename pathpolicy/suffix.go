package pathpolicy

import "strings"

// documentSuffixes are the formats that people write documents in. Suffixes of
// programs and data are missing on purpose: "node.js" is a good title of a page.
// The package comment repeats the list.
var documentSuffixes = [...]string{
	".md", ".markdown", ".mdown", ".mkd", ".mdx",
	".rst", ".rest", ".txt", ".adoc", ".asciidoc",
	".html", ".htm", ".xhtml", ".ipynb", ".pdf",
	".docx", ".odt", ".org", ".tex", ".pod",
	".textile", ".wiki",
}

// isDocument reports whether a path ends with the suffix of a known document format.
func isDocument(path string) bool {
	for _, s := range documentSuffixes {
		if hasSuffix(path, s) {
			return true
		}
	}
	return false
}

// hasSuffix is strings.HasSuffix without regard to case. As it compares as many
// bytes as the suffix has, no longer Unicode form of a letter can equal an ASCII
// one ("ſ" folds to "s", but takes two bytes).
func hasSuffix(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}
