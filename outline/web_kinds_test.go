package outline

import (
	"errors"
	"strings"
	"testing"
)

// Oracles do not say kinds.
func TestWebKinds(t *testing.T) {
	for _, tt := range []struct {
		file, src, want string
	}{
		{"a.css", "@media x{a{}}@font-face{}", "at-rule @font-face, at-rule @media x, rule a"},
		{
			"a.js", "function a(){}b=()=>1;c.d=function(){};class E{m(){} f=()=>1;g=class{}}h={i(){},j:()=>1}",
			"class E, method E.f, class E.g, method E.m, function a, function b, function c.d, method h.i, method h.j",
		},
		{"a.js", "(a={m(){},n:class B{o(){}}})=>1;(c=class D{p(){}})=>1;(e=function f(){})=>1", "class B, method B.o, class D, method D.p, function f"},
		{
			"a.j2", "{% extends 'a' %}{% include 'b' %}{% import 'c' as d %}{% from 'e' import f %}{% block g %}{% endblock %}{% macro h() %}{% endmacro %}",
			"block block g, extends extends a, import from e, import import c, include include b, macro macro h",
		},
		{
			"a.HTML", "<div id=script></div><script id=a>function b(){}</script><script></script><style>a{}</style><style id=b>@media x{}</style>",
			"rule a, element div#script, script script, script script#a, function script#a.b, style style, style style#b, at-rule style#b.@media x",
		},
		{"a.htm", "<{{ t }} id=a></{{ t }}><H{{ n }} id=b></H{{ n }}>", "element H{{ n }}#b, element {{ t }}#a"},
		{"a.html", "<style type='text/css; charset=utf-8'>a{}</style><style type=TEXT/CSS>b{}</style>", "rule b, style style, style style"},
	} {
		symbols, err := Scan(tt.file, []byte(tt.src))
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
		}
		var got []string
		for _, s := range symbols {
			got = append(got, string(s.Kind)+" "+s.Name)
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestWebNoOutline(t *testing.T) {
	for _, tt := range []struct {
		name string
		scan Scanner
		rule string // makes one symbol
	}{
		{"css", CSS, "a{}"},
		{"js", JavaScript, "a=()=>1;"},
		{"html", Template, "<i id=a></i>"},
		{"jinja", Template, "{% include a %}"},
		{"a script in html", Template, "<script>" + strings.Repeat("a=()=>1;", 9) + "</script>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			symbols, err := tt.scan([]byte(tt.rule + "\n\r" + tt.rule))
			if n, ok := errors.AsType[*NoOutline](err); symbols != nil || !ok || *n != (NoOutline{Reason: InconsistentLineEndings, Line: 2}) {
				t.Errorf("a lone carriage return: %d symbols, %v", len(symbols), err)
			}
			symbols, err = tt.scan([]byte(strings.Repeat(tt.rule, MaxSymbols+1)))
			if n, ok := errors.AsType[*NoOutline](err); symbols != nil || !ok || *n != (NoOutline{Reason: TooManySymbols, Max: MaxSymbols}) {
				t.Errorf("too many symbols: %d, %v", len(symbols), err)
			}
			if symbols, err := tt.scan(nil); len(symbols) > 0 || err != nil {
				t.Errorf("nothing: %v, %v", symbols, err)
			}
		})
	}
	symbols, err := CSS([]byte(strings.Repeat("a{}", MaxSymbols)))
	if len(symbols) != MaxSymbols || err != nil {
		t.Errorf("as many symbols as there may be: %d, %v", len(symbols), err)
	}
	long := "a={" + strings.Repeat("b(){},", 5000) + "}"
	if _, err := JavaScript([]byte(strings.Repeat("a", 20_000) + long)); !errors.Is(err, TooManySymbols) {
		t.Errorf("100 MB of names: %v", err)
	}
}
