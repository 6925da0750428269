package mdsection

import (
	"iter"
	"strings"
)

// afterTag are lines that show whether an HTML block is open.
var afterTag = []string{
	"\n# h\n",
	"\nT\n===\n",
	"\n===\n",
	"\n\n# h\n",
}

// htmlRefusedFamily is family a: a tag that starts a block of type 7 only if it
// does not interrupt a paragraph, after a paragraph that the line leafFamily or goes
// on with.
func htmlRefusedFamily() iter.Seq[[]byte] {
	before := []string{
		"", "x\n", "x\n\n", "[a]: b\n", "|a|\n|-|\n", "# x\n", "***\n",
		"- x\n", "* x\n", "+ x\n", "1. x\n", "2) x\n", "-\tx\n", "- x\ny\n", "- x\n  y\n", "- x\n\n",
		"- x\n\n  y\n", "- # x\n", "- ***\n", "-     x\n", "- ```\n", "- <b>\n", "-\n", "- [a]: b\n",
		"- |a|\n  |-|\n", "- [ ] x\n", "- x\n  - y\n", "- x\n  ***\n",
		"> x\n", ">x\n", ">\tx\n", "> x\ny\n", "> x\n> y\n", "> x\n\n", "> # x\n", ">     x\n",
		"> ```\n", "> <b>\n", ">\n", "> x\n>\n", "> [a]: b\n", "> |a|\n> |-|\n", "> > x\n", "> > x\n> y\n",
		"> - x\n", "> - x\n> y\n", "- > x\n", "- > x\n  y\n", "- - x\n", "1. > - x\n", "[^1]: x\n",
	}
	inside := []string{"", " ", "   ", "    ", "\t", "  ", "> ", ">", "- "}
	tags := []string{
		"<a>", "</a>", "<a b>", "<a b='c'/>", "</a >", "<a>x", "<a b=c d>", "<del", "<x-y>", "</pre>", "<textarea>",
		"<source>", "<!x>", "<? x", "<b:c>",
	}
	return product(before, inside, tags, append([]string{"\n- y\n# h\n"}, afterTag...))
}

// blockTags are the names of HTML block types 1 and 6, and some that are in one
// version only or in none.
var blockTags = strings.Fields(`
	pre script style textarea
	address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
	fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link
	main menu menuitem nav noframes ol optgroup option p param section source summary table tbody td tfoot th thead
	title tr track ul
	search meta img video a PRE Script dIV TextArea sOURCE h7 h di divs p1 x-p title- 1p`)

// htmlStartFamily is family b: every tag in every form and context. The forms are
// alone in their line; family b2 has what may follow.
func htmlStartFamily() iter.Seq[[]byte] {
	contexts := []string{
		"", "x\n", "   ", "x\n   ", "    ", "> ", "> x\n", "> x\n> ", "- ", "- x\n", "- x\n  ", "|a|\n|-|\n",
		"[a]: b\n",
	}
	forms := []string{
		"<@>", "</@>", "<@", "</@", "<@/>", "</@/>", "<@ />", "<@/", "<@ x", "<@ x>", "<@ x='y'>", "<@\tx", "<@\v>",
		"<@\f/", "<@x>", "<@-", "< @>", "</ @>", "<@>x", "<@></@>", "<@\n>", "<@ x=\"y\nz\">", "<\\@>", "&lt;@>",
	}
	var tags []string
	for _, form := range forms {
		tags = append(tags, each(form, blockTags...)...)
	}
	return product(contexts, tags, append([]string{"\n\n</div>\n# h\n"}, afterTag...))
}

// htmlEndFamily is family b2: what ends the blocks that do not end at an empty line,
// and in which line.
func htmlEndFamily() iter.Seq[[]byte] {
	contexts := []string{"", "x\n", "> ", "- ", "  - x\n\n    "}
	starts := []string{
		"<pre>", "<script x", "<style", "<textarea>", "<PRE>", "<!--", "<!-->", "<!--->", "<!---->", "<!-", "<?", "<?>",
		"<!X", "<!x", "<!X>", "<!1", "<!", "<![CDATA[", "<![cdata[", "<![CDATA", "<![CDATA[]]>", "<![ CDATA[",
	}
	ends := []string{
		"</pre>", "</PRE>", "</script>", "</style>", "</textarea>", "</pre", "</ pre>", "</pre >", "<pre>", "</div>",
		"-->", "--", "->", "-- >", "--!>", "?>", "?", "? >", ">", "]]>", "]]", "]>", "] ]>", "x-->y", "\x00-->",
		"\n-->",
	}
	var joined []string
	for _, end := range ends {
		joined = append(joined, end, "\n"+end, "\n\n"+end, "\n  "+end, "\n> "+end, "x\ny"+end)
	}
	return product(contexts, starts, joined, []string{"\n# h\n", "\n  # h\n", "\n===\n", ""})
}
