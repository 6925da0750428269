package outline

import (
	"bytes"
	"slices"
	"strings"
)

// jinjaScan adds the symbols of a template's statements to l.
func jinjaScan(l *list, text *webText) error {
	lastLine := text.lastLine()
	var blocks, macros []int // the symbols that are open
	for _, t := range text.tags {
		switch t.word {
		case jinjaEndBlock:
			blocks = jinjaClose(l, blocks, text.lines.at(t.end-1))
		case jinjaEndMacro:
			macros = jinjaClose(l, macros, text.lines.at(t.end-1))
		case jinjaSymbol:
			word, args := jinjaParts(text.src, t.start, t.end)
			kind := jinjaKindOf(string(word))
			name := jinjaName(kind, string(word), args)
			if name == "" {
				continue
			}
			s := Symbol{Name: string(word) + " " + name, Kind: kind, Start: text.lines.at(t.start)}
			s.End = s.Start
			switch kind {
			case Block:
				blocks = append(roomy(blocks), len(l.symbols))
				s.End = lastLine
			case Macro:
				macros = append(roomy(macros), len(l.symbols))
				s.End = lastLine
			}
			if err := l.add(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// jinjaKindOf returns the kind of the symbol that a statement makes.
func jinjaKindOf(word string) Kind {
	switch word {
	case "block":
		return Block
	case "macro":
		return Macro
	case "extends":
		return Extends
	case "include":
		return Include
	}
	return Import
}

// jinjaClose ends the innermost open symbol, if there is one.
func jinjaClose(l *list, open []int, line int) []int {
	if len(open) == 0 {
		return open
	}
	last := len(open) - 1
	l.symbols[open[last]].End = line
	return open[:last]
}

// jinjaName returns what a statement is about: the name of a block or a macro,
// or the template that it refers to. It is empty if the statement has none.
func jinjaName(kind Kind, word string, args []byte) string {
	switch kind {
	case Block:
		name, _, _ := strings.Cut(strings.Join(strings.Fields(string(args)), " "), " ")
		return name
	case Macro:
		n := 0
		for n < len(args) && jinjaIsWordByte(args[n]) {
			n++
		}
		return string(args[:n])
	}
	args = bytes.TrimSpace(args[:jinjaTargetLen(word, args)])
	if len(args) > 0 && (args[0] == '"' || args[0] == '\'') && jinjaStringLen(args) == len(args) {
		return string(args[1 : len(args)-1])
	}
	return strings.Join(strings.Fields(string(args)), " ")
}

// jinjaStops has the words that end the target of a statement.
var jinjaStops = map[string][]string{
	"include": {"ignore", "with", "without", "only"},
	"import":  {"as", "with", "without"},
	"from":    {"import"},
}

// jinjaTargetLen returns the length of the target with which args starts: up to
// a word that ends it, outside strings and brackets and not behind a dot.
func jinjaTargetLen(word string, args []byte) int {
	depth, dot := 0, false
	for at := 0; at < len(args); {
		c := args[at]
		switch {
		case jinjaIsWordByte(c):
			n := at
			for n < len(args) && jinjaIsWordByte(args[n]) {
				n++
			}
			if depth == 0 && at > 0 && !dot && slices.Contains(jinjaStops[word], string(args[at:n])) {
				return at
			}
			at, dot = n, false
			continue
		case c == '"' || c == '\'':
			at += max(1, jinjaStringLen(args[at:]))
			dot = false
			continue
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		}
		dot = c == '.' || dot && jinjaIsSpace(c)
		at++
	}
	return len(args)
}
