package outline

import (
	"strconv"
	"strings"
	"testing"
)

// A webHostile input makes some scanner slow: a text of about n bytes.
type webHostile struct {
	scan Scanner
	name string
	make func(n int) string
}

// webRepeat returns an input that is one unit again and again.
func webRepeat(unit string) func(n int) string {
	return func(n int) string { return strings.Repeat(unit, n/len(unit)) }
}

// webHostiles returns the inputs: units to repeat, and those with more to them.
func webHostiles() []webHostile {
	var all []webHostile
	for _, unit := range []string{
		"}", "{", "a{", "a{b:", "(", ")", "a(", "[", "/*", "*/", "\"", "'\n", "\\", "@", "@a{", "@keyframes a{", "--x:{", "url(", "url(\"", "<!--", "-->",
		"a{}", "a/**/ b{}", "a,\n", ";", "u+?", "1e+", "\x00", "\xff", "é{",
	} {
		all = append(all, webHostile{CSS, "css " + strconv.Quote(unit), webRepeat(unit)})
	}
	for _, unit := range []string{
		"@", "\\", "\"\n", "1a ", "#", "a=x=>", "{", "}", "(", ")", "[", "]", "`", "`${", "/", "/[", "/*", "a=", "a={", "a={b:", "a=(", "(a=", "[a=()=>1,", "({a:",
		"function a(){", "function a(", "class a{", "class a extends ", "a?", "a?b:", "case ", "a.", "x=>{", "<!--", "-->", "async ", "()=>", "(a=()=>1)=>", "\u2028", "\xff",
		"\\u{", "a=(b=>", "a={[", "get ", "if(", "a\n++", "function(){}", "return\n", "}`",
	} {
		all = append(all, webHostile{JavaScript, "js " + strconv.Quote(unit), webRepeat(unit)})
	}
	for _, unit := range []string{
		"<", "<a b", "<!--", "<div id=a>", "<div>", "</div>", "<p id=a><b>", "{%", "{{", "{#", "{{\\'", "{{'", "{{(", "{% raw %}", "{% comment %}", "{% verbatim %}",
		"{% if a %}", "{% else %}", "{% endif %}", "{% if a %}<div>", "{% if a %}<div id=a>{% else %}", "{% if a %}{% else %}", "{% block a %}", "{% endblock %}",
		"<textarea>", "<script>", "<script>{", "<style>a{", "<svg>", "<svg><title>", "<svg><div>", "<a id=a ", "<a id='", "</", "&", "{% include (", "{% include ' ",
		"{{ a }} ", " {{ a }}", "{{a}}\n", "<i id=a></i>", "<plaintext>", "<![CDATA[", "{% if a %}</div>{% else %}</div>{% endif %}",
	} {
		all = append(all, webHostile{Template, "html " + strconv.Quote(unit), webRepeat(unit)})
	}
	half := func(a, b string) func(int) string {
		return func(n int) string { return webRepeat(a)(n/2) + webRepeat(b)(n/2) }
	}
	return append(all,
		webHostile{Template, "html deep conditions around elements", func(n int) string {
			return webRepeat("{% if a %}{% else %}")(n/2) + webRepeat("<a>")(n/4) + webRepeat("{% endif %}")(n/4)
		}},
		webHostile{Template, "html elements side by side, closed often", func(n int) string {
			return "{% if a %}" + webRepeat("<a id=b>{% else %}")(n/2) + "{% endif %}{% if a %}" + webRepeat("</a>{% else %}")(n/2) + "{% endif %}"
		}},
		webHostile{Template, "html elements of many names", func(n int) string {
			var b strings.Builder
			b.WriteString("{% if a %}")
			for i := 0; b.Len() < n; i++ {
				b.WriteString("<a" + strconv.Itoa(i) + ">")
				if i%9 == 0 {
					b.WriteString("{% else %}")
				}
			}
			return b.String() + "{% endif %}"
		}},
		webHostile{Template, "html opened, then closed", half("<a id=b>", "</a>")},
		webHostile{Template, "html scripts below a long id", func(n int) string {
			return "<script id=" + webRepeat("a")(n/2) + ">" + webRepeat("function b(){}")(n/2)
		}},
		webHostile{JavaScript, "js methods in deep literals", webRepeat("a={m(){},b:{m(){},c:")},
		webHostile{JavaScript, "js methods below a long name", func(n int) string {
			return webRepeat("a")(n/2) + "={" + webRepeat("b(){},")(n/2)
		}},
		webHostile{JavaScript, "js opened, then closed wrongly", half("[", ")")},
		webHostile{JavaScript, "js opened, then braces", half("(", "}")},
		webHostile{JavaScript, "js deep pattern", func(n int) string {
			return webRepeat("[a=()=>1,")(n/2) + webRepeat("]=1")(n/2)
		}},
		webHostile{CSS, "css opened, then closed wrongly", half("a[", ")")},
		webHostile{CSS, "css one long name", func(n int) string { return webRepeat("a /**/")(n) + "{}" }},
	)
}

// The inputs that make scanners slow are also those that make them wrong.
func TestWebHostile(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 20_000
	}
	for _, h := range webHostiles() {
		src := []byte(h.make(n))
		symbols, err := h.scan(src)
		if err != nil {
			continue
		}
		webCheck(t, src, symbols)
	}
}
