package mdsection

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// tabFamily is family f: tabs and blanks before, between and behind marks.
func tabFamily() iter.Seq[[]byte] {
	gaps := []string{"", " ", "  ", "   ", "    ", "     ", "\t", " \t", "  \t", "   \t", "\t ", "\t\t", "  \t  "}
	marks := []string{"", ">", "-", "1.", "10)", "+", "> >", "- -", "- >", "> -"}
	contents := []string{"# h", "x\n@===", "```\n@# h", "***", "<a>\n@# h", "[a]: b", "x", ""}
	var bodies []string
	for _, content := range contents {
		bodies = append(bodies, each(content, "", "  ", "    ", "\t", "> ", ">\t", "\t\t", "  \t")...)
	}
	open := []string{"- x\n", "> x\n", "> # x\n", ">\n", "- x\n\n", "1. x\n\n", "-\n", "- x\n  - y\n\n", "\tx\n", "x\n"}
	nexts := []string{"# h", "T\n===", "===", "```", "y"}
	leaves := []string{"#", "T\n===", "T\n---", "***", "```", "~~~", "# h #"}
	return chain(
		product(gaps, marks, gaps, bodies, []string{"\nT\n===\n"}),
		product(open, gaps, []string{"", "> ", "- "}, gaps, nexts, []string{"\n===\n", "\n# h\n"}),
		product(leaves, gaps, []string{"", "x", "#"}, gaps, []string{"\n# h\n"}),
	)
}

// tabbedItemFamily is family f11: tabs that are wider than what they are part of, so that
// the rest is code or not, and the text below it a paragraph or the end of one.
func tabbedItemFamily() iter.Seq[[]byte] {
	opens := []string{"- x\n\n", "-\tx\n\n", "1. x\n\n", "10) x\n\n", "- - x\n\n", "- x\n\n  - y\n\n", "> - x\n>\n> ", "- > x\n  >\n  > "}
	indents := []string{"\t", " \t", "\t ", "\t\t", " \t\t", "  \t\t", "\t \t", "\t\t\t", "\t\t\t\t"}
	return product(opens, indents, []string{"y", "- y", "> y"}, []string{"\nz\n===\n", "\n\tz\n===\n", "\n\n\t\tz\nT\n===\n"})
}

// nestingFamily is family f2: lists and quotes, what goes on with them and what
// does not.
func nestingFamily() iter.Seq[[]byte] {
	opens := []string{
		"- ", "* ", "+ ", "-  ", "-     ", "1. ", "1) ", "2. ", "9. ", "10. ", "0. ", "01. ", "-1. ", "123456789. ",
		"1234567890. ", "> ", ">", ">> ", "> > ", "- - ", "- > ", "> - ", "> 1. ", "- 1. ", " - ",
		"   - ", "    - ", "  > ", "    > ", "-> ", "1.> ", "-", "1.", "- [ ] ", "* [x] ", "- [X]\t", "- [y] ",
		"- # ", "> # ", "- ```", "> ~~~", "- * * *", "* - - -",
	}
	firsts := []string{"", "x", "# x", "|a|", "[a]: b", "<div>"}
	nexts := []string{
		"", " ", "y", " y", "  y", "   y", "    y", "      y", "\ty", "> y", ">y", ">", " > y", "    > y", "- y",
		" - y", "  - y", "   - y", "    - y", "* y", "1. y", "2. y", "1) y", "-", "*", "1.", "2.", "  -",
		"===", "  ===", "    ===", "> ===", "---", "  ---", "    ---", "> ---", "***", "  ***", "- - -", "# y",
		"  # y", "    # y", "#", "```", "  ```", "~~~", "> ```", "<div>", "<a>", "  <a>", "<!-- -->", "|-|", "  |-|",
		"> |-|",
		"[c]: d", "  [c]: d", "[^1]: y", "\n  y", "\n    y", "\n> y", "\n- y", "\n\n  y", ">\n> y", "\n===",
		"\n  ===", "\n\ty",
	}
	tails := []string{"\n===\n", "\nT\n===\n", "\n  # h\n", "\n# h\n", "\n    ===\n"}
	return product(opens, firsts, []string{"\n"}, nexts, tails)
}

// emptyItemFamily is family f3: items that are empty, or hold something that is gone
// when the next line is read, with empty lines after them.
func emptyItemFamily() iter.Seq[[]byte] {
	before := []string{"", "x\n", "> x\n", "- x\n", "1. x\n", "* x\n\n", "[a]: b\n", "|a|\n|-|\n", "# x\n"}
	items := []string{
		"-", "- ", "-   ", "-     ", "*", "+", "1.", "1. ", "2.", "1)", "-\t", "- -", "- - ", "> -", "- >", "- > ",
		"- [ ]", "- [ ] ", "- [x]\t", "- [a]: b", "- [a]: b\n  [c]: d", "- [ ] [a]: b", "- > [a]: b",
		"- - [a]: b", "> - [a]: b", "1. [a]: b", "- [a]: b 't'", "- [a]:\n  b", "-\n  [a]: b", "- [^1]: x", "- |",
		"- <!-- -->", "- #", "- ***", "-     x", "- ```",
	}
	blanks := []string{"\n", "\n\n", "\n\n\n", "\n  \n", "\n  \n\n", "\n \n", "\n>\n", "\n> \n>\n", "\n\t\n"}
	nexts := []string{
		"T\n===\n", " T\n===\n", "  T\n===\n", "  T\n  ===\nU\n===\n", "   T\n===\n", "    T\n===\n",
		"      T\n===\n", "- T\n===\n", "> T\n===\n", "\tT\n===\n", "===\n", "  ===\n", "# h\n", "  # h\n",
		"   # h\n", "  [c]: d\n\n\n  T\n===\n", "  <a>\n# h\n",
	}
	return product(before, items, blanks, nexts)
}

// leafFamily is family f4: headings, breaks, fences and indented code next to each
// other.
func leafFamily() iter.Seq[[]byte] {
	lines := []string{
		"\n", " \n", "    \n", "x\n", "    x\n", "# h\n", "#\n", "####### h\n", "#h\n", "# h # #\n", "   ### h ###\n",
		"    # h\n", "\\# h\n", "===\n", "=\n", "= =\n", "   ===   \n", "    ===\n", "==-\n", "---\n", "-\n", "--\n",
		"- - -\n", "   ---   \n", "    ---\n", "***\n", "* *\n", "_ _ _\n", "__\n", "```\n", "````\n", "``` x\n",
		"``` `\n", "~~~\n", "~~~~~\n", "~~~ ` ~\n", "   ```\n", "    ```\n", "``\n", "<div>\n", "<a>\n", "<!--\n",
		"-->\n", "[a]: b\n", "|a|\n", "|-|\n",
	}
	return chain(
		product(lines, lines, lines, []string{"===\n# i\n", "```\n# i\n"}),
		product(lines, lines, []string{"", "x", "x\n==", "#", "##### #", "x\n-", "`", "```", "~~~ x"}), // the end of the input
		fences(),
	)
}

// fences are fences of every length around the largest length that counts.
func fences() iter.Seq[[]byte] {
	var marks []string
	for _, n := range []int{2, 3, 4, 254, 255, 256, 257, 300, 511, 512, 513, 600} {
		backticks, tildes := strings.Repeat("`", n), strings.Repeat("~", n)
		marks = append(marks, backticks+"\n", tildes+"\n", backticks+" x\n", "  "+tildes+"\t\n")
	}
	return product([]string{"", "> ", "- "}, marks, []string{"# h\n"}, marks, []string{"# i\n"})
}

// documentStartFamily is family f5: byte order marks and front matter. Documents
// with a byte order mark are few, since each takes a process of its own.
func documentStartFamily() iter.Seq[[]byte] {
	marks := []string{"\ufeff", "\ufeff\ufeff", "\ufeff ", "\ufeff\n", "\n\ufeff", " \ufeff", "\xef\xbb", "\xfe\xff"}
	return chain(
		frontMatters([]string{""}),
		sample(100, frontMatters(marks)),
		product(marks, []string{
			"", "# h\n", "T\n===\n", "```\n# h\n", "> # h\nT\n===\n", "- x\n===\n", "<div>\n# h\n", "|a|\n|-|\n===\n",
			"[a]: b\n===\n",
			"***\n===\n", "    # h\n", "\t# h\n", "---\nx\n---\n# h\n", "[^1]: x\n===\n",
		}),
	)
}

func frontMatters(before []string) iter.Seq[[]byte] {
	return product(
		before,
		[]string{"---", "--- ", "---\t", "--- x", "----", "--", " ---", "+++", "***", "---\r", "- - -"},
		[]string{
			"\n", "\nx: y\n", "\n\n", "\n# h\n", "\nx\n ---\n", "\nx\n--- y\n", "\n```\n", "\nx\n...\n", "\n- x\n",
			"\n[a]: b\n", "\n<!--\n", "\n\ufeff---\n",
		},
		[]string{"---", "--- ", "---\t ", "---\r", "----", "--", "...", "+++", " ---", "\ufeff---", ""},
		[]string{"", "\n", "\n# h\n", "\nT\n===\n", "\n===\n", "\nx\n---\n# h\n", "\n---\n# h\n", "\n\ufeff# h\n"},
	)
}

// longAndDeepFamily is family f6: long lines, and containers around the number that
// one line can open.
func longAndDeepFamily() iter.Seq[[]byte] {
	var deep []string
	for _, n := range []int{1, 2, 48, 49, 50, 51, 98, 99, 100, 101, 102} {
		for _, mark := range []string{"> ", ">", "- ", "+ ", "1. ", "> - ", "- > ", "- 1. ", "[^1]: ", "- [ ] "} {
			deep = append(deep, strings.Repeat(mark, n))
		}
		for _, mark := range []string{"-", "1.", "> ", "[^1]: "} {
			deep = append(deep, strings.Repeat(">", n)+mark, strings.Repeat("+ ", n)+mark)
		}
	}
	var long []string
	for _, n := range []int{1000, 10_000} {
		fillers := []string{"x", "#", "=", "-", " ", "\t", "x\n", "\n", "é", "\\", "`", "*", "[", "<", "|", "|-"}
		for _, filler := range fillers {
			long = append(long, strings.Repeat(filler, n/len(filler)))
		}
	}
	beforeLong := []string{"", "# ", "x\n", "- ", "<a ", "[a", "[a]: b", "[a]: b '", "``` ", "a|b\n-|-\n", "\n"}
	afterDeep := []string{"\nT\n===\n", "\n===\n", "\n\n  T\n===\n"}
	return chain(
		product(deep, []string{"x", "", "# h", "```", "[a]: b"}, afterDeep),
		product(beforeLong, long, []string{"", ">", "]: b", "'"}, []string{"\n===\n"}),
		staircases(),
	)
}

// staircases are lists where each line is one item deeper, then lines of a given
// indent.
func staircases() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for depth := range 12 {
			var stairs bytes.Buffer
			for i := range depth {
				fmt.Fprintf(&stairs, "%*s- x\n", 2*i, "")
			}
			for indent := range 2*depth + 6 {
				for _, blank := range []string{"", "\n", "\n\n"} {
					doc := fmt.Sprintf("%s%s%*sT\n%*s===\n===\n", stairs.String(), blank, indent, "", indent, "")
					if !yield([]byte(doc)) {
						return
					}
				}
			}
		}
	}
}

// footnoteFamily is family f7: the two extensions that open something at the
// start of a line.
func footnoteFamily() iter.Seq[[]byte] {
	before := []string{
		"", "x\n", "> ", "- ", "> x\n", "- x\n", "- x\n  ", "   ", "    ", "|a|\n|-|\n", "[a]: b\n", "# x\n", "<a>\n",
		"[^0]: x\n", "[^0]: x\n    ", "[^0]: x\n\n    ",
	}
	labels := []string{
		"[^1]:", "[^1]", "[^]:", "[^ ]:", "[^a b]:", "[^a]b]:", "[^a\\]:", "[^a\\]]:", "[^[a]:", "[^^]:", "[ ^1]:",
		"[^é]:", "[^1] :", "[^1]::", "![^1]:", "[^" + strings.Repeat("x", 1001) + "]:",
	}
	tasks := []string{
		"- [ ]", "- [x]", "* [X]", "1. [ ]", "- [  ]", "- []", "- [ x]", "[ ]", "> [ ]", "- > [ ]", "-  [ ]",
		"-   [x]", "-    [ ]", "-     [ ]", "-\t[ ]", "-\n  [ ]", "- x\n\n  [ ]", "- - [ ]", "- [ ] [ ]",
		"- [ ] - [ ]", "+ [\t]", "- [\u00a0]",
	}
	contents := []string{
		"", " ", "x", " x", "  x", " x\ny", " x\n    y", " x\n\n    y", " x\n\n\n    y", " # h", " [a]: b",
		" [a]: b\n", " [a]: b\n\n", " [a]: b\n\n    y", " - x", " > x", " ```", "\t```\n    # h", " |a|\n    |-|",
		" <a>", "     x", "\n    x", "\n\n    x", "\n  x", " [^2]: x", " [ ] x", " T\n  ===", " T\n    ===",
	}
	return product(before, slices.Concat(labels, tasks), contents, []string{
		"\n===\n", "\nT\n===\n", "\n# h\n", "\n  # h\n", "\n    T\n===\n",
	})
}

// taskFamily is family f8: task marks. cmark-gfm looks for one from the first
// byte of the line, whatever the line has opened before the text.
func taskFamily() iter.Seq[[]byte] {
	before := []string{"", "x\n", "- x\n", "- x\n\n", "-\n", "1. x\n\n", "- [ ] x\n"}
	outside := []string{"", " ", "  ", "   ", "    ", "      ", "\t", "\v", "> ", "- ", "1. ", "x "}
	markers := []string{"-", "+", "*", "1.", "1)", "10.", "1x", "1", "1é", "1\xff", "1\ufffd", "123456789.", "1234567890.", "-\n ", "#"}
	boxes := []string{
		" [ ] ", " [x] ", " [X] ", "  [ ]\t", "\t[x] ", "\v[ ] ", " [ ]\f", " [ ]", " [ ]x", " [] ", " [  ] ", "[ ] ",
		"     [ ] ",
	}
	contents := []string{
		"", "x", "# h", "- y", "- [ ] y", "> y", "[a]: b", "    y", "```", "[ ] y", "|a|", "***", "<a>",
	}
	return product(before, outside, markers, boxes, contents, []string{"\nT\n===\n", "\n\n\n  T\n===\n", "\n# h\n"})
}

// markedFamily is family f9: documents of other families behind a byte order
// mark, which cmark-gfm passes over but keeps in the line.
func markedFamily() iter.Seq[[]byte] {
	marks := []string{"- [ ] ", " 1. [x]\t", "> - [ ] ", "- - [ ] "}
	tails := []string{"\nT\n===\n", "\n\n\n  T\n===\n"}
	docs := chain(
		product(marks, []string{"", "x", "[a]: b", "# h"}, tails),
		sample(1000, tabFamily()),
		sample(500, nestingFamily()),
		sample(2000, taskFamily()),
		sample(500, footnoteFamily()),
		sample(500, fill(places, oddCharacters())),
	)
	return func(yield func([]byte) bool) {
		for doc := range docs {
			if !yield(slices.Concat(byteOrderMark, doc)) {
				return
			}
		}
	}
}

// splitFamily is text inside an item that cmark-gfm takes for a task list item:
// it skips three bytes, which may end inside a character. The rest of that
// character is text, in which its scanner for table rows stops.
func splitFamily() iter.Seq[[]byte] {
	return product(
		[]string{"- x\n\n  ", "-\n  ", "- > x\n  "},
		[]string{"1", "12", "123"},
		[]string{"x", "|", "é", "€", "\U0001f600", "\x00"},
		[]string{" [ ] ", " [x] "},
		[]string{"a|b\n  -|-\nT\n===\n", "|b\n  -|-\nT\n-", "a|b\n  > -|-\nT\n===\n", "[a]: b\n\n\n  # h\n"},
	)
}
