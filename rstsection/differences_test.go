package rstsection

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// differences are all causes for which this package and the docutils 0.19 of
// Debian 12, on its Python 3.11, are known not to agree. The package comment names
// them too.
var differences = []struct {
	cause   string
	example string
	applies func(doc []byte) bool // whether the cause is in a document

	// agree reports whether the rules, or all but what the cause is about, agree
	// with this package.
	agree func(got, want, ruled found) bool
	// without returns the document without the cause, if that can be taken away: for
	// what is left the rules must agree.
	without func(doc []byte) []byte
}{
	{
		// Up to 0.21 each section is a parser inside that of its parent, and a
		// title that ends a section is read again by all parsers up to the one
		// that it belongs to. One that waits behind an overline of less than
		// four characters takes the overline for text on the way.
		"a section with an overline of less than four characters ends at a title of a smaller level",
		"===\nAbc\n===\n:::\n- x\n:::\n\n=\nA\n=",
		endsShortOverline,
		func(got, want, ruled found) bool { // the rules miss some rare targets and includes
			return slices.Equal(got.Sections, cutTitles(ruled.Sections)) &&
				(slices.Equal(got.Targets, ruled.Targets) || slices.Equal(got.Targets, want.Targets)) &&
				(slices.Equal(got.Includes, ruled.Includes) || slices.Equal(got.Includes, want.Includes))
		},
		nil,
	},
	{
		// Python before 3.12 says that they are fullwidth, and each version knows
		// other code points.
		"a code point that is not assigned, in a title with an underline of less than four characters",
		"e\u0381\n==",
		hasUnassigned,
		sameButTitles, // the rules ask the same tables about the document as it is
		func(doc []byte) []byte {
			return bytes.Map(func(r rune) rune {
				if isUnassigned(r) {
					return 'x'
				}
				return r
			}, doc)
		},
	},
	{
		// docutils adds the place of the table to that in it, both counted from one, and
		// goes from cell to cell. Where the borders of another table follow without a
		// blank line, it takes the place for two lines less.
		"a target in a cell of a table, on the line behind it",
		"+-----------+\n| .. _deep: |\n+-----------+\n",
		hasTable,
		sameButLines,
		nil,
	},
	{
		// docutils takes the lines of the name out before it counts.
		"what a substitution has whose name is of several lines, on an earlier line",
		".. |a\n   b| include:: c\n",
		hasLongSubstitution,
		func(got, want, _ found) bool {
			return sameNames(got.Includes, want.Includes, 0, maxNameLines) && sameNames(got.Nested.Targets, want.Nested.Targets, 0, maxNameLines) &&
				sameButPlaces(got, want)
		},
		nil,
	},
	{
		// Each block in another is read once more.
		"a target in more than 16 elements",
		strings.Repeat("- ", 17) + ".. _deep:\n",
		isDeep,
		missesTargets,
		nil,
	},
}

// sameButLines reports whether nothing differs but the order of nested targets, and their
// lines by one for each table that they could be in.
func sameButLines(got, want, _ found) bool {
	const tables = 2
	return slices.Equal(got.Includes, want.Includes) && sameNames(got.Nested.Targets, want.Nested.Targets, -tables, tables) && sameButPlaces(got, want)
}

// sameNames reports whether two lists have the same names, in any order, those of the
// first from least to most lines behind those of the second.
func sameNames(got, want []foundLine, least, most int) bool {
	byName := func(list []foundLine) []foundLine {
		return slices.SortedFunc(slices.Values(list), func(a, b foundLine) int {
			return cmp.Or(strings.Compare(a.Name, b.Name), a.Line-b.Line)
		})
	}
	return slices.EqualFunc(byName(got), byName(want), func(g, w foundLine) bool {
		return g.Name == w.Name && least <= g.Line-w.Line && g.Line-w.Line <= most
	})
}

// sameButPlaces reports whether nothing differs but includes and nested targets.
func sameButPlaces(got, want found) bool {
	want.Includes, want.Nested = got.Includes, got.Nested
	return same(got, want)
}

// missesTargets reports whether nothing but nested targets is missing.
func missesTargets(got, want, _ found) bool {
	for _, target := range got.Nested.Targets {
		i := slices.Index(want.Nested.Targets, target)
		if i < 0 {
			return false
		}
		want.Nested.Targets = want.Nested.Targets[i+1:]
	}
	want.Nested = got.Nested
	return same(got, want)
}

// sameButTitles reports whether this package finds the same sections, targets and
// includes at the same places as the rules.
func sameButTitles(got, _, ruled found) bool {
	return slices.Equal(got.Targets, ruled.Targets) && slices.Equal(got.Includes, ruled.Includes) &&
		slices.EqualFunc(got.Sections, ruled.Sections, func(a, b foundSection) bool {
			a.Title, b.Title = "", ""
			return a == b
		})
}

// isDeep reports whether a line has a target behind so many columns that it could be
// in more elements than are looked into.
func isDeep(doc []byte) bool {
	return slices.ContainsFunc(bytes.Split(doc, []byte("\n")), func(line []byte) bool {
		before, _, found := bytes.Cut(line, []byte(".. _"))
		return found && len(before)+tabWidth*bytes.Count(before, []byte("\t")) > maxDepth
	})
}

// maxNameLines is for how many lines a substitution's name has at most in a test.
const maxNameLines = 8

// hasLongSubstitution reports whether the name of a substitution does not end in the line
// in which it begins.
func hasLongSubstitution(doc []byte) bool {
	for line := range bytes.FieldsFuncSeq(doc, func(r rune) bool { return r == '\n' || isSpace(r) && r != ' ' && r != '\t' }) {
		_, name, ok := bytes.Cut(line, []byte(".. |"))
		if ok && substitutionNameLen(bytes.TrimSpace(name)) == 0 {
			return true
		}
	}
	return false
}

// hasTable reports whether a line of a document can be the top of a table.
func hasTable(doc []byte) bool {
	for line := range bytes.FieldsFuncSeq(doc, func(r rune) bool { return r == '\n' || isSpace(r) && r != ' ' && r != '\t' }) {
		if line = bytes.Trim(line, " \t-*+"); len(line) > 0 && isSimpleTableTop(line) {
			return true
		}
	}
	return bytes.Contains(doc, []byte("+-"))
}

// hasUnassigned reports whether a code point in a document has no category, or
// only one since Unicode 15, which Python 3.11 does not know.
func hasUnassigned(doc []byte) bool { return bytes.ContainsFunc(doc, isUnassigned) }

func isUnassigned(r rune) bool { return unicode.Is(unicode.Cn, r) || 0x31350 <= r && r <= 0x323af }

// endsShortOverline reports whether a section whose overline has less than four
// characters is followed by one of a smaller level.
func endsShortOverline(doc []byte) bool {
	m, err := Parse(doc, nil)
	if err != nil {
		return false
	}
	for i, s := range m.Sections {
		line := m.Text(i)
		for n, r := range string(line) {
			if r == '\n' || isSpace(r) && r != ' ' {
				line = line[:n]
				break
			}
		}
		line = trimEnd(line)
		if len(line) == 0 || len(line) >= minAdornment || !isAdornment(line) || string(line) == s.Title || !utf8.Valid(line) {
			continue
		}
		for _, later := range m.Sections[i+1:] {
			if later.Level < s.Level {
				return true
			}
		}
	}
	return false
}

// isKnown reports whether a document on which docutils differs has a cause that
// is known.
func isKnown(rules *session, doc []byte, got, want found) (bool, error) {
	for _, d := range differences {
		if !d.applies(doc) {
			continue
		}
		asked := doc
		if d.without != nil {
			asked = d.without(doc)
		}
		ruled, err := rules.ask(asked)
		if err != nil {
			return false, err
		}
		if d.agree(got, want, ruled) {
			return true, nil
		}
	}
	return false, nil
}

// Each example is a difference from an old docutils, and none from the rules.
func TestDifferences(t *testing.T) {
	o := newDocutils(t)
	docutils, rules := o.start(t), o.rules().start(t)
	for _, d := range differences {
		doc := []byte(d.example)
		says, err := docutils.ask(doc)
		if err != nil {
			t.Fatal(err)
		}
		got, err := find(doc)
		if err != nil || !d.applies(doc) {
			t.Errorf("%s: %q is no example", d.cause, d.example)
		}
		if !isOld(says.Docutils) {
			continue // with a Python that may be newer, too
		}
		if known, err := isKnown(rules, doc, got, says); !known || same(got, says) {
			t.Errorf("%s: %q: got %+v, docutils %s says %+v (error of the rules: %v)", d.cause, d.example, got, says.Docutils, says, err)
		}
	}
}
