package mdsection

import (
	"bytes"
	"slices"
	"testing"
)

// This file tests what the comparison itself is made of.

// Documents that share a process have the headings that they have alone. Most
// of these leave something open, which the next document must not see.
func TestSharedProcess(t *testing.T) {
	c := newCmark(t)
	docs := slices.Collect(chain(
		random(200, *randomSeed),
		product([]string{
			"", "x", "- x\n", "> x", "```", "> ~~~~\n", "~~~ x", "   ````````\n", "\t# h", "<pre>", "<!--", "<?x",
			"<!X", "<![CDATA[\n", "<textarea>\n",
			"<div>", "<a>", "|a|\n|-|", "[a]: b 't", "[a]:\n", "[^1]: x", "1. - > ", "\ufeff# h\n",
			"---\nx: y\n---\nT\n===", "---\n# h\n",
		}, []string{"", "\n\n\n", "\n# h\n", "\nT\n===", "\r\nT\r\n---\r\n"}),
	))
	docs = slices.DeleteFunc(docs, hasLoneCR)
	for _, c := range []cmark{c, c.withFootnotes(true)} {
		shared, err := c.headings(docs)
		if err != nil {
			t.Fatal(err)
		}
		for i, doc := range docs {
			found, err := c.run(append(cutFrontMatter(doc), "\n\n"...))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(found, shared[i]) {
				t.Errorf("%q alone has the headings %v, in line %v", doc, found, shared[i])
			}
		}
	}
}

func TestCutFrontMatter(t *testing.T) {
	for doc, want := range map[string]string{
		"":                          "",
		"---\n":                     "---\n",
		"---\nx\n":                  "---\nx\n",
		"---\nx\n---":               "\n\n\n",
		"---\n---\n":                "\n\n",
		"--- \t\r\nx\r\n---\t\r\ny": "\n\n\ny",
		"\ufeff---\nx\n---\ny":      "\n\n\ny",
		"---\nx\n ---\ny":           "---\nx\n ---\ny",
		"---\n\ufeff---\ny":         "---\n\ufeff---\ny",
		"+++\nx\n+++\n":             "+++\nx\n+++\n",
		"\n---\nx\n---\n":           "\n---\nx\n---\n",
		"---\nx\n----\n---\n---\n":  "\n\n\n\n---\n",
	} {
		if got := cutFrontMatter([]byte(doc)); string(got) != want {
			t.Errorf("front matter cut from %q: %q, want %q", doc, got, want)
		}
	}
}

func TestMinimize(t *testing.T) {
	differs := func(doc []byte) bool {
		return bytes.Contains(doc, []byte("é\n")) && bytes.Contains(doc, []byte("\xff"))
	}
	doc := []byte("# a\n\nbé\n\n- \xff c\n> d\n\n")
	if got := minimize(doc, differs); string(got) != "é\n\xff" {
		t.Errorf("%q became %q", doc, got)
	}
}
