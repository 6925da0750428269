package outline

import (
	"math/rand/v2"
	"strings"
)

// A jsGenerator writes scripts. Most of them are right; whether a line end makes
// one wrong is left to the oracle.
type jsGenerator struct {
	r *rand.Rand
	strings.Builder
}

// put writes tokens, with white space between them that may matter.
func (g *jsGenerator) put(tokens ...string) {
	for _, t := range tokens {
		g.WriteString(t)
		g.WriteString(webPick(g.r, " ", " ", " ", " ", "\n", "/* { */", " // }\n"))
	}
}

func (g *jsGenerator) name() string {
	return webPick(g.r, "a", "b", "c", "get", "set", "of", "async", "static", "$d", "é", "from", "let_")
}

func (g *jsGenerator) statements(depth int) {
	for range 1 + g.r.IntN(3) {
		g.statement(depth)
	}
}

func (g *jsGenerator) statement(depth int) {
	if depth <= 0 {
		g.put(g.name(), ";")
		return
	}
	switch g.r.IntN(14) {
	case 0, 1:
		g.put(webPick(g.r, "function", "async function", "function*"), g.name())
		g.function(depth - 1)
	case 2:
		g.put("class", g.name())
		g.class(depth - 1)
	case 3, 4:
		g.put("var", g.name(), "=")
		g.expression(depth - 1)
		g.put(webPick(g.r, ";", ";", "\n"))
	case 5:
		g.put(webPick(g.r, "if", "while", "with"), "(")
		g.expression(depth - 1)
		g.put(")")
		g.statement(depth - 1)
	case 6:
		g.put("{")
		g.statements(depth - 1)
		g.put("}")
	case 7:
		g.put("switch", "(", g.name(), ")", "{", "case")
		g.expression(depth - 1)
		g.put(":")
		g.statement(depth - 1)
		g.put("default", ":", "}")
	case 8:
		g.put("var")
		g.pattern(depth - 1)
		g.put("=")
		g.expression(depth - 1)
		g.put(";")
	case 9:
		g.put("for", "(", "const", g.name(), webPick(g.r, "of", "in"))
		g.expression(depth - 1)
		g.put(")")
		g.statement(depth - 1)
	case 10:
		g.put("try", "{", "}", "catch", "(")
		g.pattern(depth - 1)
		g.put(")", "{", "}")
	case 11:
		g.put(g.name(), ":")
		g.statement(depth - 1)
	default:
		g.put(g.name(), webPick(g.r, "=", ".x =", ".y.z =", "+=", "[0] =", "(", ",", "\n", "&&"))
		g.expression(depth - 1)
		g.put(webPick(g.r, ";", ";", ")", "\n"))
	}
}

func (g *jsGenerator) expression(depth int) {
	if depth <= 0 {
		g.put(webPick(g.r, "a", "1", "'}'", "/[/{]/", "`{`", "this", "b / c", "d++", "null", "{}", "[]"))
		return
	}
	switch g.r.IntN(16) {
	case 0, 1:
		g.put(webPick(g.r, "function", "async function", "function*", "function named"))
		g.function(depth - 1)
	case 2:
		g.put(webPick(g.r, "class", "class Named"))
		g.class(depth - 1)
	case 3, 4:
		g.put(webPick(g.r, "x =>", "() =>", "async x =>", "async () =>"))
		g.arrowBody(depth - 1)
	case 5:
		g.parameters(depth - 1)
		g.put("=>")
		g.arrowBody(depth - 1)
	case 6, 7:
		g.object(depth - 1)
	case 8:
		g.put("(")
		g.expression(depth - 1)
		g.put(")")
	case 9:
		g.put("f", "(")
		g.expression(depth - 1)
		g.put(",")
		g.expression(depth - 1)
		g.put(")")
	case 10:
		g.put(g.name(), "?")
		g.expression(depth - 1)
		g.put(":")
		g.expression(depth - 1)
	case 11:
		g.put("[")
		g.expression(depth - 1)
		g.put(webPick(g.r, "]", ",]", "]", "].x"))
	case 12:
		g.put(g.name(), webPick(g.r, "=", ".x =", "/", "+", "<", "in", "??", "="))
		g.expression(depth - 1)
	case 13:
		g.put("`${")
		g.expression(depth - 1)
		g.put("}`")
	case 14:
		g.put(webPick(g.r, "typeof", "!", "-", "new", "void", "++"))
		g.expression(depth - 1)
	default:
		g.expression(0)
	}
}

func (g *jsGenerator) arrowBody(depth int) {
	if g.r.IntN(2) == 0 {
		g.put("{")
		g.statement(depth)
		g.put("}")
		return
	}
	g.expression(depth)
}

func (g *jsGenerator) parameters(depth int) {
	g.put("(")
	for i := range g.r.IntN(3) {
		if i > 0 {
			g.put(",")
		}
		g.pattern(depth)
	}
	g.put(")")
}

// pattern writes a name or a pattern, perhaps with a default.
func (g *jsGenerator) pattern(depth int) {
	switch {
	case depth <= 0 || g.r.IntN(3) == 0:
		g.put(g.name())
	case g.r.IntN(2) == 0:
		g.put("{", g.name(), webPick(g.r, ":", "=", ":"))
		if g.String()[strings.LastIndexAny(g.String(), ":=")] == ':' {
			g.pattern(depth - 1)
		} else {
			g.expression(depth - 1)
		}
		g.put("}")
	default:
		g.put("[")
		g.pattern(depth - 1)
		g.put("]")
	}
	if depth > 0 && g.r.IntN(3) == 0 {
		g.put("=")
		g.expression(depth - 1)
	}
}

func (g *jsGenerator) function(depth int) {
	g.parameters(depth)
	g.put("{")
	g.statements(depth)
	g.put("}")
}

func (g *jsGenerator) key() string {
	return webPick(g.r, "a", "b", "get", "set", "async", "static", "'q r'", "1", "[x]", "if", "#p", "[ 'k' + 1 ]")
}

func (g *jsGenerator) class(depth int) {
	if g.r.IntN(4) == 0 {
		g.put("extends")
		g.put(webPick(g.r, "a", "b.c", "d()", "(e)", "class {}", "{}.x"))
	}
	g.put("{")
	for range g.r.IntN(3) {
		switch g.r.IntN(4) {
		case 0:
			g.put(webPick(g.r, "", "static"), g.key(), "=")
			g.expression(depth - 1)
			g.put(webPick(g.r, ";", "\n"))
		case 1:
			g.put(webPick(g.r, g.key()+";", "static { a }", ";", "b\n"))
		default:
			g.put(webPick(g.r, "", "", "static", "async", "*", "async *", "static async", "static *"), g.key())
			g.function(depth - 1)
		}
	}
	g.put("}")
}

func (g *jsGenerator) object(depth int) {
	g.put("{")
	for range g.r.IntN(3) {
		switch g.r.IntN(4) {
		case 0:
			g.put(webPick(g.r, "a", "get", "...b", "async"))
		case 1, 2:
			g.put(strings.TrimPrefix(g.key(), "#"), ":")
			g.expression(depth - 1)
		default:
			g.put(webPick(g.r, "", "async", "*", "async *"), strings.TrimPrefix(g.key(), "#"))
			g.function(depth - 1)
		}
		g.put(",")
	}
	g.put("}")
}
