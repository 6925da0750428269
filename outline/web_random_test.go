package outline

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var (
	webRandom = flag.Int("web-random", 3000, "how many random style sheets, scripts and templates to compare")
	webSeed   = flag.Uint64("web-seed", 1, "seed of the random style sheets, scripts and templates")
)

// webRandomTexts makes texts by a function that gets a generator.
func webRandomTexts(t *testing.T, make func(r *rand.Rand) string) []string {
	t.Helper()
	n := *webRandom
	if testing.Short() {
		n = min(n, 300)
	}
	t.Logf("-web-random %d -web-seed %d", n, *webSeed)
	r := rand.New(rand.NewPCG(*webSeed, 0))
	texts := []string{}
	for range n {
		texts = append(texts, make(r))
	}
	return texts
}

// webCompareTexts compares a scanner with its oracle on texts, of which the
// oracle must be able to read some percentage.
func webCompareTexts(t *testing.T, scan Scanner, oracle webOracle, texts []string, percent int, kinds ...Kind) {
	t.Helper()
	var read, symbols, differ int
	for i, want := range oracle.askTexts(t, texts) {
		found, err := scan([]byte(texts[i]))
		if err != nil {
			t.Fatal(err)
		}
		webCheck(t, []byte(texts[i]), found)
		if want.Error != "" {
			continue
		}
		read++
		symbols += len(want.Symbols)
		got := webSymbols(found)
		if len(kinds) > 0 {
			got = webOfKinds(found, kinds...)
		}
		if got = want.withoutAmbiguous(got); !slices.Equal(got, want.Symbols) {
			t.Errorf("%q\n%s%s", texts[i], texts[i], webDiff(got, want.Symbols))
			if differ++; differ == 10 {
				t.Fatal("stopped at 10 texts that differ")
			}
		}
	}
	t.Logf("%d texts that the oracle can read, %d symbols", read, symbols)
	if read*100 < len(texts)*percent {
		t.Errorf("the oracle can read only %d of %d texts", read, len(texts))
	}
}

// webPick returns one of what it gets.
func webPick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

func TestCSSRandom(t *testing.T) {
	texts := webRandomTexts(t, func(r *rand.Rand) string { return cssRandomBlocks(r, 0) })
	webCompareTexts(t, CSS, webCSSOracle(t), texts, 70)
}

// cssRandomBlocks returns rules and declarations with all that may look like
// one, but no semicolon behind a rule, which postcss takes for a part of that.
func cssRandomBlocks(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range 1 + r.IntN(4) {
		b.WriteString(webPick(r, "", "", " ", "\n", "/* { */", "/* \n */ "))
		switch r.IntN(5) {
		case 0:
			b.WriteString(webPick(r, "@import url(a{b);", "@charset ';{';", "@layer a, b;", "@media x;", "@x (;{}) y;"))
		case 1:
			if depth > 0 {
				b.WriteString(webPick(r, "a:b", "--x:{a:b;c}", "--y:a{b}c", "a:url(x;y{)", "a:'{;}'", "a:b(;{})", "--z: [;{}]", "a:b!x") + ";")
			}
		default:
			b.WriteString(cssRandomPrelude(r, depth))
			b.WriteString("{")
			if depth < 3 && r.IntN(3) > 0 {
				b.WriteString(cssRandomBlocks(r, depth+1))
			}
			b.WriteString("}")
		}
	}
	return b.String()
}

func cssRandomPrelude(r *rand.Rand, depth int) string {
	first := webPick(r, ".a", "a:hover", "#b", "*", "[c]", "@media (d)", "@supports (e:f)", "@keyframes g", "@-X-KeyFrames h", "@font-face",
		"@layer", "::i", "\\{j", "&", ".k\\;", ":is(l,m)", "50%", "from", "\\61 c")
	if depth > 0 && first == "a:hover" {
		first = "&:hover"
	}
	var b strings.Builder
	b.WriteString(first)
	for range r.IntN(4) {
		b.WriteString(webPick(r, " ", "\n", "\t ", "/**/", " /*{*/ ", ",", ", ", ">", " > "))
		b.WriteString(webPick(r, ".a", "b", "[c='{ ;  }']", "[d=\"}\\\"{\"]", ":not(.e)", "(f: 1)", "\\}", "é", "url(x)", "+", "~"))
	}
	b.WriteString(webPick(r, "", "", " ", "\n", "/**/"))
	return b.String()
}

// Broken style sheets, which postcss refuses, have tokens all the same.
func TestCSSRandomTokens(t *testing.T) {
	texts := webRandomTexts(t, cssRandomTokens)
	oracle := webNodeOracle(t, "css_tokens.js", "css-tree")
	fold := func(symbols []webSymbol) []webSymbol {
		for i, s := range symbols {
			symbols[i].Name = strings.Join(strings.Fields(s.Name), "")
		}
		slices.SortFunc(symbols, webCompareSymbols)
		return symbols
	}
	symbols := 0
	for i, want := range oracle.askTexts(t, texts) {
		symbols += len(want.Symbols)
		if got, want := fold(webScan(t, CSS, []byte(texts[i]))), fold(want.Symbols); !slices.Equal(got, want) {
			t.Errorf("%q%s", texts[i], webDiff(got, want))
		}
	}
	t.Logf("%d symbols", symbols)
}

// cssRandomTokens returns what tokens are made of in any order. Some texts have
// urls, the others what is better kept apart from them: comments, which
// css_oracle.js does not know from those in names, and escapes, of which css-tree
// takes one byte too many there.
func cssRandomTokens(r *rand.Rand) string {
	pieces := []string{
		"{", "}", "(", ")", "[", "]", ";", ":", ",", "!", "'", "\"", "<!--", "-->", "a{", "b{}", "a", "e", "1", "1e", "#", "@", "+", "-",
		".", "é", "--x", "--x:", "--", "@media", "@keyframes", "@-x-KeyFrames ", "u+1", "\n", "\r\n", " ", "\t", "\f",
	}
	if r.IntN(2) == 0 {
		pieces = append(pieces, "url(", "URL( ", "uRl(\n)", "url('", "ur", "l(", "url(a)")
	} else {
		pieces = append(pieces, "\\", "\\a ", "\\62\r\n", "\\)", "'a\\\r\nb'", "'a\\\n'", "/**/", "/* { */", "/*", "*/")
	}
	var b strings.Builder
	for range 1 + r.IntN(30) {
		b.WriteString(webPick(r, pieces...))
	}
	return b.String()
}

func TestJavaScriptRandom(t *testing.T) {
	texts := webRandomTexts(t, func(r *rand.Rand) string {
		g := jsGenerator{r: r}
		g.statements(4)
		return g.String()
	})
	webCompareTexts(t, JavaScript, webJSOracle(t), texts, 30)
}

func TestTemplateRandomJinja(t *testing.T) {
	texts := webRandomTexts(t, jinjaRandom)
	webCompareTexts(t, Template, webJinjaOracle(t), texts, 40, Block, Macro, Extends, Include, Import)
}

// jinjaRandom returns tags and text in any order.
func jinjaRandom(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(8) {
		switch r.IntN(4) {
		case 0:
			b.WriteString(webPick(r, "text", "\n", "{", "}", "%", "'", "\"", "<div id=a>", "<!--", "-->", "%}", "}}", "{ %", "{# {% block no %} #}", "{#\n-#}",
				"{% raw %}{% block no %}{{ {% endraw %}", "{%- raw -%}{#{%-endraw-%}", "{% raw x %}", "{{ '}}' }}", "{{ {'a':{}} }}", "{{ '{%' }}", "{{ x[{1:2}[1]] }}"))
		default:
			open, end := webPick(r, "{%", "{% ", "{%- ", "{%+\n"), webPick(r, "%}", " %}", " -%}", "\n+%}")
			b.WriteString(open + jinjaRandomStatement(r) + end)
		}
	}
	return b.String()
}

func jinjaRandomStatement(r *rand.Rand) string {
	value := webPick(r, "'a.html'", "\"b  c\"", "x", "x.y", "['a', \"b\"]", "a if b else 'c'", "'a' ~ b", "f(x, y='%}')", "x . with", "'a' 'b'", "{'a': 'b'}['a']", "'it\\'s'")
	switch r.IntN(10) {
	case 0, 1:
		return "block " + webPick(r, "a", "content", "b scoped", "c required")
	case 2:
		return "macro " + webPick(r, "m()", "n(a, b='%}')", "o (x)", "p(\na\n)")
	case 3:
		return webPick(r, "endblock", "endblock a", "endmacro", "endblock")
	case 4:
		return "extends " + value
	case 5:
		return "include " + value + webPick(r, "", " ignore missing", " with context", " without context", "\nignore missing without context")
	case 6:
		return "import " + value + webPick(r, " as z", " as z with context", " as with_")
	case 7:
		return "from " + value + webPick(r, " import z", " import y as z, x with context")
	}
	return webPick(r, "if x", "else", "endif", "set x = '%}'", "set y = {'a': [1, (2)]}", "blocks", "endblocks", "for a in b", "trans", "")
}

func TestTemplateRandomHTML(t *testing.T) {
	texts := webRandomTexts(t, func(r *rand.Rand) string {
		g := htmlGenerator{r: r}
		g.content(4)
		return g.b.String()
	})
	webCompareTexts(t, Template, webHTMLOracle(t), texts, 95, Element, Script, Style)
}

// An htmlGenerator writes elements that are closed, if not in the branch that
// has opened them. Conditions are not nested: the oracle does not try every
// combination of branches.
type htmlGenerator struct {
	r      *rand.Rand
	b      strings.Builder
	inside bool // a condition
}

func (g *htmlGenerator) content(depth int) {
	for range g.r.IntN(4) {
		g.b.WriteString(webPick(g.r, "", "\n", "text", "{{ x }}", "<!-- <p id=no> -->", "{# <p id=no> #}", "<br id=e>", "<input id='f'/>", "a < b", "</aside>"))
		if depth == 0 {
			continue
		}
		name := webPick(g.r, "div", "SPAN", "section", "b-c")
		shape := g.r.IntN(6)
		if g.inside && shape < 3 {
			shape += 3
		}
		switch shape {
		case 0:
			g.inside = true
			g.b.WriteString("{% if x %}")
			g.content(depth - 1)
			g.b.WriteString(webPick(g.r, "{% else %}", "{% elif y %}"))
			g.content(depth - 1)
			g.b.WriteString("{% endif %}")
			g.inside = false
		case 1: // each branch opens it
			g.b.WriteString("{% if x %}" + g.start(name) + "{% else %}" + g.start(name) + "{% endif %}")
			g.content(depth - 1)
			g.b.WriteString("</" + name + ">")
		case 2: // it may be there
			g.b.WriteString("{% if x %}" + g.start(name) + "{% endif %}")
			g.content(depth - 1)
			g.b.WriteString("{% if x %}</" + name + ">{% endif %}")
		case 3:
			g.b.WriteString(webPick(g.r, "<script>a<b</script>", "<style id=s>a{}</style\n>", "<textarea id=t><p id=no></textarea>", "<svg id=v><g id=w /><title id=y><b id=z></b></title></svg>", "<script type=x id=u><p id=no>\n</script>", "<title id=no2><p id=no></title>"))
		default:
			g.b.WriteString(g.start(name))
			g.content(depth - 1)
			g.b.WriteString("</" + name + webPick(g.r, ">", " >", "\n>"))
		}
	}
}

func (g *htmlGenerator) start(name string) string {
	return "<" + name + webPick(g.r, "", " id=a", " id='b'", " ID=\"{{ c }}-d\"", " {% if y > 1 %}id=e{% endif %}", " a='>' id = f", "\nid='g'\n", " data-id=x", " id=''", " {{ a }} id=h id=i", "/id=j/") + ">"
}

// HTML that is broken has tags all the same.
func TestTemplateRandomTags(t *testing.T) {
	texts := webRandomTexts(t, htmlRandomTags)
	webCompareTexts(t, Template, webNodeOracle(t, "html_tokens.js", "parse5"), texts, 100, Element, Script, Style)
}

// htmlRandomTags returns what tags, comments and scripts are made of in any
// order.
func htmlRandomTags(r *rand.Rand) string {
	pieces := []string{
		"<", ">", "/", "/>", "=", "'", "\"", "-", "--", "!", "?", " ", "\n", "\r\n", "\t", "\f", "a", "é", "<!", "<?", "</", "</>", "<1", "<!doctype ",
		"<!--", "-->", "<!-->", "<!--->", "--!>", "--!-", "<![CDATA[", "]]>", "<div", "<div id=a", "<DIV ID='b'", "<b-c id=\"d\">", "</div>", "</DIV >", "</div",
		"<br id=e>", "<p id=f/>", " id=g", " id", " type=x", " id=''", " id=' h  i\n'", "<noscript>", "<plaintext",
	}
	for _, raw := range []string{"iframe", "script", "SCRIPT", "style", "textarea", "title", "xmp"} {
		pieces = append(pieces, "<"+raw, "<"+raw+">", "</"+raw, "</"+raw+">")
	}
	if r.IntN(3) == 0 {
		pieces = []string{"<script>", "</script>", "<script id=a>", "</script", "<script", "<!--", "-->", "--", "-", ">", "<", "/", " ", "\n", "<a id=b>", "</scripts>", "<scripts>", "<SCRIPT/"}
	}
	var b strings.Builder
	for range 1 + r.IntN(30) {
		b.WriteString(webPick(r, pieces...))
	}
	return b.String()
}
