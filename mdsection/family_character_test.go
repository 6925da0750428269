package mdsection

import (
	"slices"
	"unicode"
)

// oddCharacters is what families put into places: the control characters, all
// that Unicode calls white space, and others that look like nothing.
func oddCharacters() []string {
	var chars []string
	for r := rune(0); r <= ' '; r++ {
		chars = append(chars, string(r))
	}
	for r := rune(0x7f); r <= unicode.MaxRune; r++ {
		if unicode.IsSpace(r) || r < 0xa0 {
			chars = append(chars, string(r))
		}
	}
	return slices.Concat(chars, []string{
		"\u00ad", "\u034f", "\u061c", "\u115f", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\u2800",
		"\u3164", "\ufe0f", "\ufeff", "\ufffc", "\ufffd",
		"\uffff", "\U000e0020", "\U0010ffff", "", "x", "é", "漢", "😀", "\\", "\r\n", "\t ", " \t", "\v\f", "\n\n",
	})
}

// invalidUTF8 are bytes that are not UTF-8, alone and with their neighbours.
var invalidUTF8 = []string{
	"\x80", "\xbf", "\xc0", "\xc1", "\xc2", "\xdf", "\xe0", "\xe2\x82", "\xed", "\xef\xbb", "\xf0", "\xf0\x9f\x98",
	"\xf4", "\xf5", "\xf8", "\xfe", "\xff",
	"\xc0\x80", "\xc0\xaf", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf",
	"\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80",
	"\xe9x", "x\xe9", "\xc3\xc3\xa9", "\xa9\xc3", "\xc3 ", "\xff\xff", "\x80\x80\x80\x80",
}

// places have a hole for a character: families e and g. Each is a place where a
// rule asks what kind of character stands there.
var places = slices.Concat(
	// alone, before and after the marks of blocks
	[]string{
		"@", "@\n", "@# h\n", "# @h\n", "#@\n", "#@h\n", "# h@#\n", "# h #@\n", "#\t@\n", "######@h\n", " @# h\n",
		"T\n@===\n", "T\n===@\n", "T\n==@=\n", "T\n=== @\n", "T\n---@\n", "T\n-@-\n", "T@\n===\n", "@T\n===\n",
		"T\n@\n===\n", "@\n===\n", "T\n-@\n",
		"*@*@*\n===\n", "***@\n===\n", "@***\n===\n", "- - -@\n===\n", "___@x\n===\n",
		"```@\n# h\n", "```@x\n# h\n", "``` x@y\n# h\n", "```x@`\n# h\n", "~~~@~\n# h\n", "~~~x@\n# h\n",
		"@```\n# h\n", "``@`\n# h\n", "~~~ x @ y ~~~\n# h\n",
		"```\n# h\n```@\n# i\n", "```\n# h\n@```\n# i\n", "~~~\n# h\n~~~ @\n# i\n", "```\n@\n# h\n```\n# i\n",
		"```\n# h\n`@``\n# i\n",
		"x\n```@\n# h\n", "x\n~~~@\n# h\n",
	},
	// containers
	[]string{
		">@# h\nT\n===\n", "@> T\n===\n", "> T\n@===\n", "> T\n>@===\n===\n", ">@\n===\n", "> T\n>@\nU\n===\n",
		">@    T\n===\n",
		"-@# h\nT\n===\n", "-@x\nT\n===\n", "-@\nT\n===\n", "-@\n  T\n===\n", "-@\n===\n", "x\n-@\n===\n",
		"x\n*@\n===\n", "x\n*@y\n===\n", "*@\n===\n", "@- x\n===\n", "- x\n@y\n===\n",
		"- x\n\n@ y\n===\n", "- x\n\n @T\n===\n", "-  @x\n  T\n===\n", "-\n @x\n===\n", "-\n@\n  T\n===\n",
		"- x\n@\n  T\n===\n", "1.@T\n===\n", "1@. T\n===\n", "@1. T\n===\n", "1)@\nT\n===\n", "x\n1.@y\n===\n",
		"-@- T\n===\n", "-@```\n# h\n", "-@[a]: b\n===\n", "- [@] T\n===\n", "- [ ]@T\n===\n", "-@[ ] T\n===\n",
		"- [x]@\n===\n", "- [ ]@[a]: b\n\n\n  T\n===\n", "- [ ]@# h\nT\n===\n",
		"[^@]: x\ny\n===\n", "[^1@]: x\ny\n===\n", "[^1]:@x\ny\n===\n", "[^1]@: x\ny\n===\n", "[@^1]: x\ny\n===\n",
		"@[^1]: x\ny\n===\n",
		"@    # h\n", "    @# h\n", "   @ x\n===\n",
	},
	// HTML
	[]string{
		"<div@\n# h\n", "<div@x\n# h\n", "<@div>\n# h\n", "</div@\n# h\n", "</@div>\n# h\n", "</div@>\n# h\n",
		"<div@>\n# h\n", "<div/@\n# h\n", "<div@/>\n# h\n", "<di@v>\n# h\n", "@<div>\n# h\n", "<div>@\n# h\n",
		"<div>\n@\n# h\n", "x\n<div@\n# h\n", "<pre@\n\n# h\n", "<pre@x\n\n# h\n", "<@pre>\n\n# h\n",
		"<textarea@\n\n# h\n", "<script@>\n\n# h\n", "<style\n\n# h\n@</style>\n# i\n",
		"<pre>\n# h\n</pre@>\n# i\n", "<pre>\n# h\n</@pre>\n# i\n", "<pre>\n# h\n<@/pre>\n# i\n",
		"<pre>\n# h\n@</pre>\n# i\n", "<pre>\n# h\nx@</pre>\n# i\n", "<pre>\n# h\n</pre>@\n# i\n",
		"<pre>@</pre>\n# h\n", "<pre>x@y\n# h\n</pre>@z\n# i\n",
		"<!--@\n# h\n-->\n# i\n", "<!--\n# h\n@-->\n# i\n", "<!--\n# h\nx@y-->\n# i\n", "<!--\n# h\n-@->\n# i\n",
		"<!--\n# h\n--@>\n# i\n", "<!--\n# h\n-->@\n# i\n", "<!-@-\n# h\n", "<@!--\n# h\n", "<!--@-->\n# h\n",
		"<!@-->\n# h\n",
		"<?@\n# h\n?>\n# i\n", "<?\n# h\n@?>\n# i\n", "<?\n# h\nx@y?>\n# i\n", "<?\n# h\n?@>\n# i\n", "<@?x\n# h\n",
		"<?@?>\n# h\n",
		"<!X@\n# h\n>\n# i\n", "<!X\n# h\n@>\n# i\n", "<!X\n# h\nx@y>\n# i\n", "<!@X\n# h\n", "<!X@>\n# h\n",
		"<!X\n@\n# h\n>\n# i\n",
		"<![CDATA[@\n# h\n]]>\n# i\n", "<![CDATA[\n# h\n@]]>\n# i\n", "<![CDATA[\n# h\nx@y]]>\n# i\n",
		"<![CDATA[\n# h\n]@]>\n# i\n", "<![CDATA@[\n# h\n", "<![@CDATA[\n# h\n",
		"<a@>\n# h\n", "<a>@\n# h\n", "<@a>\n# h\n", "</a@>\n# h\n", "</@a>\n# h\n", "</a>@\n# h\n", "<a@b>\n# h\n",
		"<a b@>\n# h\n", "<a b@c>\n# h\n", "<a @>\n# h\n", "<a @b>\n# h\n", "<a b=@>\n# h\n", "<a b@=c>\n# h\n",
		"<a b=@c>\n# h\n", "<a b=c@>\n# h\n", "<a b=c@d>\n# h\n", "<a b='@'>\n# h\n", "<a b='c@d'>\n# h\n",
		"<a b=\"@\">\n# h\n", "<a b=\"c@d\">\n# h\n", "<a b=@'c'>\n# h\n", "<a b='c'@>\n# h\n", "<a b='c'@d>\n# h\n",
		"<a b='c' @d>\n# h\n",
		"<a@/>\n# h\n", "<a /@>\n# h\n", "<a/>@\n# h\n", "<a>@x\n# h\n", "<a> @ \n# h\n", "@<a>\n# h\n",
		"<a-@>\n# h\n", "<a :@>\n# h\n", "<a b:@>\n# h\n",
	},
	// tables
	[]string{
		"a@\n-|\n===\n", "@a\n-|\n===\n", "|@|\n|-|\n===\n", "@|a|\n|-|\n===\n", "|a|@\n|-|\n===\n",
		"|a@|\n|-|\n===\n", "|a@b|\n|-|\n===\n", "a@|b\n-|-\n===\n", "a|@b\n-|-\n===\n", "|@a|b|\n|-|-|\n===\n",
		"|a|@|b|\n|-|-|-|\n===\n",
		"|a|@b\n|-|\n===\n", "|a|@b\n|-|-|\n===\n", "|a@\n|-|\n===\n", "|a\\@|\n|-|\n===\n", "|\\@|\n|-|-|\n===\n",
		"x@y\n|a|\n|-|\n===\n", "x\n@|a|\n|-|\n===\n",
		"|a|\n@|-|\n===\n", "|a|\n|@-|\n===\n", "|a|\n|-@|\n===\n", "|a|\n|-|@\n===\n", "|a|\n|-@-|\n===\n",
		"|a|\n|:@-|\n===\n", "|a|\n|-@:|\n===\n", "a\n@-\n===\n", "a\n-@\n===\n", "a|b\n-@|-\n===\n",
		"a|b\n-|@-\n===\n", "a\n@:-\n===\n", "|a|\n|-|@x\n===\n",
		"a\n:-@\n===\n", "a\n:@-:\n===\n", "|a|\n|-\n@\n===\n", "|a|\n|-|\n@\n===\n", "|a|\n|-|\n@x\n===\n",
		"|a|\n|-|\n|@|\n===\n", "|a|\n|-|\n|x@y|\n===\n", "|a|\n|-|\nx@y\n===\n", "|a|\n|-|\n|@\n===\n",
		"|a|\n|-|\n@|\n===\n", "|a|\n|-|\n|x|@\n===\n", "|a|\n|-|\n|x|@y\n===\n",
		"|a|\n|-|\nx\\@\n===\n", "|a|\n|-|\n@# h\n", "|a|\n|-|\n@===\n===\n", "|a|\n|-|\nx\n@\ny\n===\n",
	},
	// link reference definitionFamily
	[]string{
		"@[a]: b\n===\n", "[@]: b\n===\n", "[@a]: b\n===\n", "[a@b]: c\n===\n", "[\\@]: b\n===\n", "[a]@: b\n===\n",
		"[a]:@b\n===\n", "[a]: @b\n===\n", "[a]: @\nb\n===\n", "[a]:\n@b\n===\n", "[a]: b@\n===\n", "[a]: b@c\n===\n",
		"[a]: b@\nT\n===\n",
		"[a]: b(@)\n===\n", "[a]: b(@\n===\n", "[a]: b@)\n===\n", "[a]: b\\@c\n===\n", "[a]: \\@\n===\n",
		"[a]: <@>\n===\n", "[a]: <b@c>\n===\n", "[a]: <b\\@c>\n===\n", "[a]: <b@\n===\n", "[a]: <b>@\n===\n",
		"[a]: @<b>\n===\n", "[a]: <b>@'t'\n===\n",
		"[a]: b @'t'\n===\n", "[a]: b@'t'\n===\n", "[a]: b\n@'t'\n===\n", "[a]: b@\n't'\n===\n", "[a]: b '@'\n===\n",
		"[a]: b 't@u'\n===\n", "[a]: b 't\\@'\n===\n", "[a]: b 't'@\n===\n", "[a]: b 't'@x\n===\n",
		"[a]: b 't' @\n===\n", "[a]: b\n't'@\n===\n",
		"[a]: b \"@\"\n===\n", "[a]: b \"t@u\"\n===\n", "[a]: b \"t\\@u\"\n===\n", "[a]: b \"t\"@\nT\n===\n",
		"[a]: b \"t\n@u\"\n===\n", "[a]: b \"t\n@\nu\"\n===\n", "[a]: b (@)\n===\n", "[a]: b (t@u)\n===\n",
		"[a]: b (t\\@u)\n===\n", "[a]: b (t)@\n===\n", "[a]: b\n(t@u)\n===\n", "[a]: b\n\"t@u\" x\n===\n",
		"[a]: b\n@[c]: d\n===\n", "[a]: b\n@\n===\n", "[a]: b\n@T\n===\n", "[a\n@]: b\n===\n", "[a\n@b]: c\n===\n",
		"[a]: b\n@===\n", "[a]: b\n===@\n===\n", "[a]:@\n===\n", "[a]: b 't@u\n[c]: d\n===\n",
		"> [a]:@b\n===\n", "> [a]: b\n@[c]: d\n> ===\n", "- [a]: b\n@\n\n  T\n===\n", "- [a]: b@\n\n\n  T\n===\n",
	},
	// front matter
	[]string{
		"---@\nx: y\n---\n# h\n", "---\nx: y\n---@\n# h\n", "@---\nx: y\n---\n# h\n", "---\nx: y\n@---\n# h\n",
		"---\n@\n---\n# h\n",
	},
)
