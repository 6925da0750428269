package outline_test

import (
	"fmt"
	"log"

	"github.com/mapwright/mapwright/outline"
)

func printSymbols(symbols []outline.Symbol, err error) {
	if err != nil {
		log.Fatal(err) // a *outline.NoOutline
	}
	for _, s := range symbols {
		fmt.Printf("%d-%d %s %s\n", s.Start, s.End, s.Kind, s.Name)
	}
}

func ExampleTemplate() {
	printSymbols(outline.Template([]byte(`{% extends "base.html" %}
{% block content %}
{% if wide %}<div id="list" class="wide">{% else %}<div id="list">{% endif %}
  {% for row in rows %}<p id="{{ row.id }}">{{ row.name }}</p>{% endfor %}
</div>
<script id="init">
const api = {
  load() {},
};
</script>
{% endblock %}
`)))
	// Output:
	// 1-1 extends extends base.html
	// 2-11 block block content
	// 3-5 element div#list
	// 3-5 element div#list
	// 4-4 element p#{{ row.id }}
	// 6-10 script script#init
	// 8-8 method script#init.api.load
}

func ExampleCSS() {
	printSymbols(outline.CSS([]byte(`@import "base.css";
@media (min-width: 40em) {
  .card,
  .card > p { margin: 0 }
}
@keyframes spin { to { rotate: 1turn } }
`)))
	// Output:
	// 2-5 at-rule @media (min-width: 40em)
	// 3-4 rule .card, .card > p
	// 6-6 at-rule @keyframes spin
}

func ExampleJavaScript() {
	printSymbols(outline.JavaScript([]byte(`export class Store {
  #items = new Map();
  get size() { return this.#items.size }
}
const load = async (url) => {
  function retry() {}
};
window.app = function () {};
$(function () { load("/") });
`)))
	// Output:
	// 1-4 class Store
	// 3-3 method Store.size
	// 5-7 function load
	// 6-6 function retry
	// 8-8 function window.app
}
