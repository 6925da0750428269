package mdsection

import (
	"iter"
	"slices"
	"strings"
)

// afterDefinition are lines that show whether the paragraph before them has
// text left after its link reference definitions.
var afterDefinition = []string{
	"\n===\n",
	"\n---\n===\n",
	"\nT\n===\n",
	"\n[c]: d\n===\n",
	"\n\n===\n",
}

// definitionFamily is family d: which text before an underline is a link reference
// definition.
func definitionFamily() iter.Seq[[]byte] {
	before := []string{"", "  ", "x\n", "[x]: y\n", "[x]: y\n  ", "[x]: y\n    ", "\\"}
	untitled := []string{"[a]: b", "[a]: <b>", "[a]:\nb", "[a]: b\n[c]:\nd"}
	trailing := []string{"", " ", "\t", "\v", " x", "x", "\\"}
	return chain(
		product(labelPieces(), afterLabels, []string{"b", "<b>", ""}, afterDefinition),
		product(before, []string{"[a]:", "[a]: "}, destinationPieces(), afterDefinition),
		product(untitled, beforeTitles, titlePieces(), trailing, afterDefinition),
		product([]string{"[a]: "}, destinationPieces(), beforeTitles, titlePieces()[:4], afterDefinition),
		product(definitionLines, definitionLines, definitionLines, []string{"===\n", "T\n===\n", "-\n===\n"}),
	)
}

func labelPieces() []string {
	labels := []string{
		"[a]", "[]", "[ ]", "[\t]", "[\n]", "[\v]", "[a b]", "[a\nb]", "[\na\n]", "[a\n\nb]", "[ a ]", "[a", "a]",
		"[a]]", "[[a]", "[[a]]",
		"[a[b]", "[a\\[b]", "[a]b]", "[a\\]b]", "[\\]", "[\\\\]", "[a\\\\]", "[\\a]", "[a\\", "[^a]", "[^]", "[^\\]]",
		"[!a]", "![a]", "\\[a]", "[é]", "[ẞ]",
		"[\u00a0]", "[`]`]", "[<a]>]", "[&amp;]", "[*]", "[ ]: [a]", "[x]", "[a]\\", "[a\n===]", "[a\n- b]",
		"[a\n> b]", "[a\n# b]", "[a\n    b]",
	}
	for n := 997; n <= 1002; n++ {
		labels = append(
			labels,
			"["+strings.Repeat("x", n)+"]",
			"["+strings.Repeat("x", n-2)+"é]",
			"["+strings.Repeat("x", n-2)+"\\]]",
			"["+strings.Repeat("x", n-2)+"\\x]",
			"["+strings.Repeat("x", n-1)+"\n]",
			"["+strings.Repeat(" ", n)+"]",
			"["+strings.Repeat(" ", n-1)+"x]",
		)
	}
	return labels
}

var afterLabels = []string{
	":", ": ", ":  ", ":\t", ":\n", ": \n ", ":\n    ", ":\n\n", ":\v", ":\f", ":\n>", ":\n- ", ":\n#", " :", "\n:",
	"", "::", "\\:", ":\u00a0",
}

func destinationPieces() []string {
	destinations := []string{
		"", "b", "<>", "<b>", "<b c>", "<b\nc>", "<b\\\nc>", "<b\\>", "<b\\>>", "<b>c", "<b> c", "<b><c>", "<b<c>",
		"<b\\<c>", "<<b>", "<", ">", "<b", "<b\\",
		"<b\\\\>", "<b\tc>", "<b\vc>", "<\n>", "< >", "<\x01>", "<b>\"t\"", "<b>'t'", "b<c>", "b>", "\\<b>", "b(c)",
		"b(c", "b)c", "(b)", "()", "(", ")", "((b)", "b(c(d)e)f",
		"b(c d)", "b(c\nd)", "\\(b", "b\\(c", "b\\)c", "(b\\)", "(\\(b)", "b\\", "\\", "\\\\", "b\\ c", "b\\\n",
		"b c", "b\tc", "b\vc", "b\fc", "\x01b", "b\x01", "b\x7fc",
		"b\x00c", "é", "b\u00a0c", "b\u2028c", "\"b\"", "'b'", "b\"c\"", "b'", "#b", "[b]", "[b]: c", "&amp;", "`b`",
		"*b*", "<a href=\"x\">", "http://b.example/?c=d#e",
	}
	for n := 30; n <= 34; n++ {
		open, closed := strings.Repeat("(", n), strings.Repeat(")", n)
		destinations = append(
			destinations,
			open+"b"+closed, open+"b", open+closed, strings.Repeat("\\(", n)+"b", strings.Repeat("()", n),
		)
	}
	return destinations
}

var beforeTitles = []string{
	"", " ", "  ", "\t", "\n", "\n ", "\n    ", " \n", " \n \t", "\n\n", "\v", "\f", "\u00a0", "\\\n", "\n> ", "\n- ",
}

func titlePieces() []string {
	pieces := []string{"", "\"t\"", "\"t", "\"t\nu\""}
	for _, q := range []struct{ open, closed string }{{"\"", "\""}, {"'", "'"}, {"(", ")"}} {
		for _, text := range []string{
			"", "t", "t\nu", "\nt", "t\n", "t\n\nu", "t\n \nu", "t\n===", "t\n# u", "t\n- u", "t\n> u", "t\n```",
			"t\n    u", "\\" + q.closed, "t\\", "t\\\\", "\\", "\\\\" + q.closed,
			"t" + q.open + "u", "t" + q.closed + "u", "t" + q.closed + q.open + "u", "t\x00u", "t\vu", "\"", "'", "(",
			")", "(t)", "[c]: d", "t\n[c]: d",
		} {
			pieces = append(pieces, q.open+text+q.closed, q.open+text)
		}
	}
	return append(pieces, "t", "\"t'", "(t\"", "\"t\"\"u\"", "\"t\" \"u\"", "“t”", "`t`", "<t>", "[c]: d")
}

// definitionLines are lines of a paragraph of which some are definitions, some
// go on with one, and some end the paragraph.
var definitionLines = []string{
	"[a]: b\n", "[a]: b \"\n", "[a]: b '\n", "[a]: b (\n", "[a]:\n", "[a\n", "a]: b\n", "b\n", "\"\n", "\" x\n",
	"'\n", ")\n", "  \"t\"\n", "    \"t\"\n", "  [a]: b\n", "    [a]: b\n",
	"x\n", "-\n", "---\n", "- - -\n", "\n", " \n", "> x\n", "- x\n", "|a|\n", "|-|\n", "[^a]: b\n", "[a]: <b\n",
	"c>\n", "[a]: b\\\n", "<a>\n", "[a]: |\n", "-|\n",
}

// containedDefinitionFamily is family d2: the same in quotes and items, where a
// paragraph that was only definitions is gone when the next line is read.
func containedDefinitionFamily() iter.Seq[[]byte] {
	contents := []string{
		"[a]: b", "[a]: b 'c'", "[a]: b\n@[c]: d", "[a]: b\n@x", "[a]: b\n@\"t\"", "[a]:\n@b", "[a]:\nb",
		"[a]: b\n\"t\"", "[a]: b \"\n@t\"", "[a]: b \"\nt\"", "[a]", "[a]: b\n[c]: d",
		"[a]: b\n    [c]: d", "[a\n@]: b", "[a\n]: b", "[a]: b\n@\n@[c]: d", "# [a]: b", "x\n@[a]: b", "[^a]: b",
		"[a]: b\n@===", "[a]: b\n===", "[a]: b\n@---", "[a]: b\n---", "",
	}
	containers := []struct{ first, next string }{
		{"> ", "> "},
		{">", ">"},
		{"- ", "  "},
		{"1. ", "   "},
		{"10) ", "    "},
		{"-\t", "\t"},
		{"> - ", ">   "},
		{"- > ", "  > "},
		{"- - ", "    "},
		{"> > ", "> > "},
		{"- [ ] ", "  "},
		{"- [x] ", "      "},
		{"- [ ]\n  ", "  "},
		{"-\n  ", "  "},
		{"   - ", "     "},
		{"- x\n\n  ", "  "},
		{"> x\n>\n> ", "> "},
		{"[^1]: ", "    "},
		{"-     ", "      "},
	}
	var starts []string
	for _, c := range containers {
		for _, content := range contents {
			starts = append(starts, c.first+strings.ReplaceAll(content, hole, c.next))
		}
	}
	blanks := []string{"\n", "\n\n", "\n\n\n", "\n \n\n", "\n>\n", "\n  \n  \n"}
	nexts := slices.Concat(
		each("@T\n===\n", "", " ", "  ", "   ", "    ", "      ", "> ", "- ", "  - ", "\t"),
		each("@===\n", "", "  ", "> ", "    "),
		each("@[e]: f\n===\n", "", "  ", "> "),
		each("@# h\n", "", "  ", "   ", "    ", "> "),
		each("@<a>\n# h\n", "", "  ", "> "),
		each("@-\n# h\n", "", "  "),
	)
	return product(starts, blanks, nexts)
}
