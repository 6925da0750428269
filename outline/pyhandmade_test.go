package outline

import "testing"

// pyHandmade are texts in which one rule decides, and which libraries and
// mutations of them have too seldom.
var pyHandmade = []string{
	"# coding: iso-latin-1\ndef f(): '\xe9'\n",
	"# coding: ISO_Latin-1\ndef f(): '\xe9'\n",
	"# coding: latin-1-unix\ndef f(): '\xe9'\n",
	"# coding: iso-latin-10\ndef f(): '\xe9'\n",
	"from __future__.x import y\nfrom __future__ import nope\n",
	"from __future__ import annotations\nfrom __future__ import nope\n",
	"from __future__ import nope\n",
	"def f(*a, /): pass\n",
	"def f(*, /): pass\n",
	"lambda *a, /: 0\n",
}

// TestPythonHandmade asks a live CPython 3.14 about them.
func TestPythonHandmade(t *testing.T) {
	o := newPyOracle(t)
	if !o.exact {
		pyMissing(t, "CPython is "+o.version)
	}
	var texts []pyInput
	for _, text := range pyHandmade {
		texts = append(texts, pyInput{text, []byte(text)})
	}
	for i, want := range o.outlines(t, texts) {
		if want.NoOutline != "" {
			want.Line = max(want.Line, 1) // CPython has no line for what is about the whole file
		}
		if got := pyResult([]byte(pyHandmade[i])); !samePyAnswer(got, want) {
			t.Errorf("%q\ngot  %+v\nwant %+v (CPython %s)", pyHandmade[i], got, want, o.version)
		}
	}
}
