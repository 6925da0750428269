package mdsection

import (
	"bytes"
	"iter"
)

// lineEndFamily is family h: the other families with CRLF, and short documents in
// which each line ends in its own way.
func lineEndFamily() iter.Seq[[]byte] {
	return chain(
		crlf(sample(50, htmlRefusedFamily())),
		crlf(sample(50, htmlStartFamily())),
		crlf(sample(20, htmlEndFamily())),
		crlf(sample(20, tableFamily())),
		crlf(sample(20, definitionFamily())),
		crlf(sample(20, containedDefinitionFamily())),
		crlf(sample(10, fill(places, oddCharacters()))),
		crlf(sample(10, fill(places, invalidUTF8))),
		crlf(sample(50, tabFamily())),
		crlf(sample(50, nestingFamily())),
		crlf(sample(10, emptyItemFamily())),
		crlf(sample(50, leafFamily())),
		crlf(sample(10, documentStartFamily())),
		crlf(sample(100, footnoteFamily())),
		mixedLineEnds(product(lineEndLines, lineEndLines, []string{"===\n", "T\n===\n", "# h\n", "  T\n===\n", ""})),
	)
}

// lineEndLines are lines that something at their end decides about.
var lineEndLines = []string{
	"\n", " \n", "x\n", "x  \n", "x\\\n", "-\n", "- \n", "*\n", "+\n", "1.\n", "2)\n", ">\n", "> \n", "> -\n",
	"- -\n", "#\n", "# \n", "# h #\n", "## ##\n", "***\n", "- - -\n", "=\n", "---\n", "```\n", "``` x\n", "~~~\n",
	"~~~ x \n",
	"<a>\n", "<a> \n", "<a\n", "</a>\n", "<div\n", "<div>\n", "<pre\n", "<pre>\n", "</pre>\n", "<!--\n", "-->\n",
	"<?\n", "?>\n", "<!X\n", ">\\\n", "<![CDATA[\n", "]]>\n",
	"|a|\n", "|a\n", "a\\|\n", "|-|\n", "|-\n", "-|\n", ":-\n", "|\n", "|a|\\\n",
	"[a]: b\n", "[a]:\n", "[a\n", "]: b\n", "[a]: <b\\\n", "[a]: <b\n", "c>\n", "[a]: <b>\n", "[a]: b\\\n",
	"[a]: \\\n", "[a]: b 't'\n", "[a]: b 't\n", "u'\n", "'t'\n", "'\\\n", "[a]: b (\n", ")\n", "[a\\\n", "[]:\n",
	"- [a]: b\n", "- [ ]\n", "- [ ] x\n", "[^1]:\n", "[^1]: x\n", "    x\n", "  y\n", "\t\n",
}

// crlf yields each document with CRLF for all its line ends and with CRLF for
// the last one only.
func crlf(docs iter.Seq[[]byte]) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for doc := range docs {
			doc = bytes.ReplaceAll(doc, []byte("\r\n"), newline)
			last := bytes.LastIndexByte(doc, '\n')
			if last < 0 {
				continue
			}
			ok := yield(bytes.ReplaceAll(doc, newline, []byte("\r\n"))) &&
				yield(append(bytes.Clone(doc[:last]), append([]byte("\r"), doc[last:]...)...))
			if !ok {
				return
			}
		}
	}
}

// mixedLineEnds yields each document with every mixture of its line ends.
func mixedLineEnds(docs iter.Seq[[]byte]) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for doc := range docs {
			lines := bytes.SplitAfter(doc, newline)
			for mask := range 1 << (len(lines) - 1) {
				if !yield(withLineEnds(lines, mask)) {
					return
				}
			}
		}
	}
}

// withLineEnds joins lines, with CRLF after those whose bit is set.
func withLineEnds(lines [][]byte, mask int) []byte {
	var doc []byte
	for i, line := range lines {
		text, ended := bytes.CutSuffix(line, newline)
		doc = append(doc, text...)
		if ended && mask>>i&1 == 1 {
			doc = append(doc, '\r')
		}
		if ended {
			doc = append(doc, '\n')
		}
	}
	return doc
}
