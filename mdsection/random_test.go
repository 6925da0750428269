package mdsection

import (
	"bytes"
	"flag"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var (
	randomDocs = flag.Int("random", 20_000, "how many random documents to compare")
	randomSeed = flag.Uint64("seed", 1, "seed of the random documents")
)

func TestRandomDocuments(t *testing.T) {
	c := newCmark(t)
	n := *randomDocs
	if testing.Short() {
		n = min(n, 2000)
	}
	t.Logf("-random %d -seed %d", n, *randomSeed)
	for _, footnotes := range []bool{false, true} {
		name := "without footnotes"
		if footnotes {
			name = "with footnotes"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compare(t, c.withFootnotes(footnotes), random(n, *randomSeed))
		})
	}
}

// random yields n documents. Half of them are lines that look like Markdown,
// with container marks before them; the other half are tokens in any order.
func random(n int, seed uint64) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		r := rand.New(rand.NewPCG(seed, 0))
		for i := range n {
			doc := randomLines(r)
			if i%2 == 1 {
				doc = randomTokens(r)
			}
			if !yield(doc) {
				return
			}
		}
	}
}

// randomLines returns a document of some lines that mostly belong to a few kinds,
// so that they meet often.
func randomLines(r *rand.Rand) []byte {
	var doc bytes.Buffer
	kinds := [][]string{pick(r, tokens), pick(r, tokens), starts}
	end := pick(r, []string{"\n", "\n", "\n", "\r\n"})
	for range 2 + r.IntN(10) {
		for r.IntN(3) == 0 {
			doc.WriteString(pick(r, containerMarks))
		}
		doc.WriteString(pick(r, starts))
		for r.IntN(2) == 0 {
			doc.WriteString(pick(r, pick(r, kinds)))
		}
		doc.WriteString(end)
	}
	return doc.Bytes()
}

// randomTokens returns a document of tokens of all kinds.
func randomTokens(r *rand.Rand) []byte {
	var doc bytes.Buffer
	for range 1 + r.IntN(40) {
		doc.WriteString(pick(r, pick(r, tokens)))
		if r.IntN(3) == 0 {
			doc.WriteString("\n")
		}
	}
	return doc.Bytes()
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// tokens are what random documents are made of, by kind.
var tokens = [][]string{
	containerMarks,
	starts,
	{"\n", "\n\n", "\r\n", "\n\n\n", " \n", "\t\n"},
	{" ", "  ", "   ", "    ", "\t", "     ", " \t", "\v", "\f", "\u00a0", "\\", "x", "y z", "é"},
	{"===", "---", "=", "-", "==== ", "   ---", "    ===", "T\n===\n", "T\n---\n", "=-"},
	{"# h", "#", "## h ##", "#\t", "####### ", "# h\n"},
	{"```", "~~~", "````", "``` x", "``` `", "~~~ `", "```\n", "   ~~~"},
	{
		"<a>", "</a>", "<a b='c'>", "<a b=\"", "\">", "<a\n", ">", "<div", "<div>", "</div>", "<x-y/>",
		"<a href=b>c</a>", "<hr/>", "<h1>", "</p", "<p\t", "< div>",
	},
	{
		"<pre>", "</pre>", "<script", "</style>", "<textarea>", "</textarea>", "<source>", "<search>", "<!--", "-->",
		"<!-->", "<?", "?>", "<!X", "<!x", ">", "<![CDATA[", "<![cdata[", "]]>",
	},
	{
		"|", "|a|", "|-|", "a|b", "-|-", ":-:", "|-|-|", "|a|b|", "\\|", "||", "| - |", "|a|\n|-|\n", "a|b\n-|-\n",
		"|a|b|\n|-|\n", ":-", "|\v",
	},
	{
		"[a]: b", "[a]:", "[a]: <b>", "[", "]", "]:", "[a", "]: b", "<b c>", "\"t\"", "'t'", "(t)", "\"", "'", "(",
		")", "[a]: b \"t", "[a]: b\n", "\\]", "[]: b", "[a]: b\n===\n", "<b", "\\(",
	},
	{"[^1]: x", "[^1]:", "[^a b]: x", "[^1]: ", "[^1]", "[^"},
	{"- [ ] ", "- [x] ", "[ ] ", "* [X]\t", "- [ ]", "1. [ ] ", "- [ ] [a]: b"},
	{"\x00", "\x80", "\xff", "\xe2\x82", "\xc3", "\x1b", "\x7f", "\u2028", "\u0085", "\ufeff", "\U0001f600"},
}

// containerMarks open a container or go on with one.
var containerMarks = []string{
	"> ", ">", "- ", "* ", "+ ", "-", "1. ", "2. ", "1)", "10. ", "9) ", "-\t", ">\t", "-     ", "  ", "   ", "    ",
	"      ", "\t", " ", "> > ", "- - ", "- > ", "> - ", "- [ ] ", "[^1]: ",
	strings.Repeat("> ", 20), strings.Repeat("- ", 20), "0. ", "123456789. ", "1234567890. ",
}

// starts are what makes a line a block of its own, or look like one.
var starts = slices.Concat(
	[]string{
		"", "", "", "x", "T", "# h", "#", "===", "---", "***", "* * *", "_ _ _", "```", "~~~", "    x", "|a|", "|-|",
		"a|b", "-|-", "[a]: b", "[a]:", "<a>", "<div>", "<pre>", "<!--", "-->", "</pre>",
	},
	[]string{
		"-", "*", "1.", ">", "[^1]: x", "\"t\"", "'t", "b", "=", "--", "|", "- - -", "[a]: b 't", "[a", "- [a]: b",
		"- x", "> x", "2. x",
	},
)
