package outline

import "testing"

// pyHandmade are texts in which one rule decides, and which libraries and
// mutations of them have too seldom.
var pyHandmade = []string{
	"# coding: iso-latin-1\ndef f(): '\xe9'\n", "# coding: ISO_Latin-1\ndef f(): '\xe9'\n", "# coding: latin-1-unix\ndef f(): '\xe9'\n",
	"# coding: iso-latin-10\ndef f(): '\xe9'\n", "from __future__.x import y\nfrom __future__ import nope\n",
	"from __future__ import annotations\nfrom __future__ import nope\n", "from __future__ import nope\n", "def f(*a, /): pass\n", "def f(*, /): pass\n",
	"lambda *a, /: 0\n",

	// An f-string may end inside a field, which is then a bracket like others.
	"f'{a:' : b\n", "f'{a:'}'\n", "x = f'{a:{b:' : c\n", "x = (f'{a:' : b)\n", "f'{a:{b' : c}\n",

	// Where imports from the future are looked at.
	"'doc'\nfrom __future__ import nope\n", "'doc'\n'more'\nfrom __future__ import nope\n", "('doc')\nfrom __future__ import nope\n",
	"'doc' 'doc'; from __future__ import nope\n", "'doc'.x\nfrom __future__ import nope\n", "b'doc'\nfrom __future__ import nope\n",
	"f'doc'\nfrom __future__ import nope\n", "f'{doc}'\nfrom __future__ import nope\n", "t'doc'\nfrom __future__ import nope\n",
	"'doc' + ''\nfrom __future__ import nope\n", "1\nfrom __future__ import nope\n", "import a\nfrom __future__ import nope\n",
	"pass\nfrom __future__ import nope\n", "def f(): pass\nfrom __future__ import nope\n", "match x:\n case y: pass\nfrom __future__ import nope\n",
	"if a: from __future__ import nope\n", "class A: from __future__ import nope\n", "from __future__ import annotations; from __future__ import nope\n",
	"from __future__ import annotations\n'doc'\nfrom __future__ import nope\n", "from __future__ import division as nope, nope as division\n",
	"from __future__ import (division,\nnope)\n", "from __future__ import *\n", "from __future__ import braces\n", "from .__future__ import nope\n",
	"from __future__ import nope\n)\n", "from __future__ import nope\nx = (y z)\n",
	"from __future__ import barry_as_FLUFL\n1 <> 2\n", "from __future__ import barry_as_FLUFL\n1 != 2\n",
	"1 <> 2\nfrom __future__ import barry_as_FLUFL\n", "x = 1; from __future__ import barry_as_FLUFL\n1 <> 2\n",

	// Escapes.
	"'\\N{DIGIT ONE}'\n", "'\\N{digit one}'\n", "'\\N{HYPHEN-MINUS}'\n", "'\\N{DIGIT_ONE}'\n", "'\\N{}'\n", "'\\N{ '\n", "'\\N DIGIT'\n",
	"f'\\N{DIGIT ONE}'\n", "f'\\N{DIGIT_ONE}'\n", "rf'\\N{DIGIT}'\n", "b'\\N{DIGIT_ONE}'\n", "'\\x1'\n", "b'\\x1'\n", "'\\u123'\n", "'\\U00110000'\n",
	"'\\U0010ffff'\n", "'\\777'\n", "f'{a:\\x1}'\n", "f'\\x1'\n",

	// Names to bind in patterns.
	"match x:\n case a as b=c: pass\n", "match x:\n case [*a=b]: pass\n", "match x:\n case {**a=b}: pass\n", "match x:\n case {**a.b}: pass\n",
	"match x:\n case [*a.b]: pass\n", "match x:\n case [*a()]: pass\n", "match x:\n case [*_]: pass\n", "match x:\n case {**_}: pass\n",
	"match x:\n case a as _: pass\n", "match x:\n case A(b=_, c=*d): pass\n",
	"match x:\n case A(b, _=c): pass\n", "match x:\n case A(_=c): pass\n", "match x:\n case A(b=c, _=d): pass\n", "match x:\n case A(b, c=d, _=e): pass\n",
	"match x:\n case A(b, c.d(), _=e, f=g): pass\n", "match x:\n case A(_, _): pass\n", "match x:\n case A(_, b=_): pass\n",

	// Valid statements that CPython complains about once something else is wrong.
	"print -x\n y\n", "x = (print\n + b)\n y\n", "exec *a, b\n y\n", "class A(B,\nprint * C): pass\n y\n", "print -x\nmatch(y)\n)\n",
	"print(x)\n y\n", "print.x\n y\n", "x + print -y\n y\n", "print / x\n y\n", "print\n y\n", "print -x\nif y:\n z\n", "a[print +\nb]\nx y\n",

	// Where an error is noticed first, and which of two.
	"with (a as b\nc): pass\n", "with (a as b\nc\n", "with (a as b, c\nd): pass\n", "def f[\na b](): pass\n", "def f[a\nb](): pass\n",
	"class A[\na b]: pass\n", "type X[\na b] = 1\n", "print \"a\" % (\nb c)\n", "print (\nb c)\n", "print \"a\", (\nb c)\n", "x = \"a\" % (\nb c)\n",
	"# coding: utf-8.\nx\n", "# coding: utf-8-\nx\n", "# coding: utf--8\nx\n", "\ufeff# coding: utf--8\nx\n", "\ufeff# coding: utf-8.\nx\n",
	"\ufeff# coding: utf8\nx\n", "\ufeff# coding: UTF_8\nx\n", "\ufeff# coding: utf-8-foo\nx\n", "True = 1\n", "\uff34rue = 1\n",
	"def \uff34rue(): pass\n", "x.\uff34rue = 1\n", "import \uff34rue\n", "\uff34rue\n", "f(\uff34rue=1)\n", "(\uff34rue\n", "class \uff2eone: pass\n",
	"\uff41nd = 1\n", "match x:\n case \uff34rue: pass\n", "def f(\uff34rue): pass\n", "lambda \uff34rue: 1\n", "x = 1\n\uff34rue x\n",
	"x = 1\n\uff34rue\n)\n", "x = 1\n\uff34rue\n'\n", "x = (\n\"a\"\nasync\n\"b\"\n\"c\")\n", "x = (\n\"a\"\nb\n\"b\"\n\"c\")\n",
	"x = (\n\"a\"\nasync\nb\n\"c\")\n", "del a[k\nb[ [c] = d\n", "x = [a\nb[ [c] = d\n", "a:=f(\nb,\nc=2 2)\n", "a match {\n b: c,\n d: e,\n f g: h\n}\n",
	"a 1 {\n b:c,\nd: \n, e:f}\n", "x = ('a', type 'b', 'c',\n 'd'0x1 'e')\n", "f('a',\n('b',_ ),\n[c\nfo f in g],\n d=e)\n", "x = (*a\n + b)\n",
	"x = (*a,\n + b)\n", "x = (*\na)\n", "x = (* '''\n\n''')\n", "x = [\nlambda x, \\\n   y: x+y=\nNone,\n]\n", "x = [\nlambda x, y: x+y=\nNone\n]\n",
	"x = [\nx+y=\nNone,\n]\n", "x = [\nx=\nNone,\n]\n", "def f(a:\n x = y\n if g(z, E:\n  b = c\n if d < 0:\n  e\n",
	"A  'a'.join([\n 'b',\n*[c for d, e f.g()],\n])\n", "A  {\n B: C,\n D E,\n}\n", "f(a=1,\nd'''\n\n''')\n", "f(a=1,\nd'b',\nc=3)\n",
	"f(a=1,\nd'b', e,\nc=3)\n", "f(a=1,\nmatch g(h),\nc=3)\n", "f(a=1,\nmatch -h,\nc=3)\n", "f(a=1,\nb,\nc=3)\n", "f(a=1,\nb\n)\n",
	"f(a=1,\nb,\n*c,\nd,\n)\n", "f(\n** a ,\n* )\n", "f(\n** a ,\n* b=c)\n", "f(\n** a ,\n* b,\n* c, d\n)\n", "f(\n*\nb=c)\n", "f(\n**\nb=c)\n",
	"f(\n*\nb if c else\n d)\n", "x {\na : * b }\n", "x = [ a for b in c async\ny for\nd\nin e ]\n", "try: a\nexcept (\nb\n) as c.d: e\n",
	"try: a\nexcept (b\n), c as d: e\n", "import (\na)\n", "import a as b.c\n", "from a import (b as\nc.d)\n", "case (\na): b\n",
	"match a:\n case (\nb\n): c\nx = 1\n", "match a:\n case (b(c=1,\nd)): c\n", "x = f(a + not\n b)\n", "x = (a + not\n b)\n", "x = (- not\n b)\n",
	"x = (a if b else\n*c)\n", "x = (a if b else *\nc)\n", "x = (**\nc)\n", "def f[\n](): pass\n", "def f[*a:\nb](): pass\n",
	"def f(a, /, b,\n/): pass\n", "def f(*a\n=1): pass\n", "def f(**a,\nb): pass\n", "def f(a,\n(b, c)): pass\n", "def f(*a,\n*b): pass\n",
	"def f(*,\na,\n*b): pass\n", "def f(*a,\n/): pass\n", "lambda *a,\\\n*b: 1\n", "with (a,\nb) as\\\n c: d\n", "with (a,\nb as f()): d\n",
	"with (a,\nb)\nx\n", "assert (a\n) = b\n", "assert a, (b\n) := c\n", "raise (a\n) from\\\n\n", "raise from a\n", "x = {\nB: C,\nD E,\n}\n",
	"x = {\nB: C,\nD(\n) E,\n}\n", "x = {\nB: C,\nD\n E: F,\n}\n", "x {\nB: C,\nD E,\n}\n", "x {\nB: C,\nD(f g): E,\n}\n",
	"x = {\nB: C,\nD(f\n g): E,\n}\n", "x = {\nB: C,\nD: f\n g, E:F,\n}\n", "x {\nB: C,\nD: f\n g, E:F,\n}\n", "x {\nB: C,\nD: , E:F,\n}\n",
	"x = {\nB: C,\nD: , E:F,\n}\n", "x = {\nB: *C,\nD: , E:F,\n}\n", "x = {\nB: D, C:\n **E,\nF:G}\n", "x = {\nB: D, C:\n *E,\nF:G}\n",
	"x = {\nB: D, C:\n *E F,\nF:G}\n", "x = {\nB: D, **E\nF:G}\n", "x = {\nB: D, **E,\nF}\n", "x = {\nB: D, **E,\nF for G in H}\n",
	"x = {\nB: D, C: E\n for F in G, H:I}\n", "x = {\nB\n C: D}\n", "x = {\nB, C:\n D}\n", "x = {\nB:\n }\n", "x = {\nB: C, D:\n , E}\n",
	"x = {\nB: C, D\n :=E}\n", "x = {\nB: C D, E F}\n", "x = f({\nB: C, D:\n })\n'\n", "x = = f({\nB: C, D:\n })\n", "x = f(a b, {\nB: C, D:\n })\n",
	"x = f(\na\n, b c, {\nB: C, D:\n })\n", "def f[\na: (b c)](): pass\n", "def f[\na: (b\n c)]: pass\n", "def f[\na: b\n c](): pass\n",
	"def f[\na = b\n c](): pass\n", "def f[\n*a: b](): pass\n", "def f[\n*a: (b\n c)](): pass\n", "def f[\n*\na: b](): pass\n",
	"def f[\n*\na\n: b](): pass\n", "class f[\n*\na\n: b](): pass\n", "class f[\n*\na\n: b c](): pass\n", "class f[\n]: pass\n", "type f[\n] = a\n",
	"match {\nB: C, D E\n}:\n case a: b\n", "match = {\nB: C, D:\n}:\n case a: b\n", "match {\nB: C, D:\n}\n", "with ({\nB: C, D:\n}): pass\n",
	"with (\na, {\nB: C, D\n}) as b: pass\n", "with (\na, (\nB C\n)) as b: pass\n", "with (\na as b, (\nB C\n)) as b: pass\n", "f(a=1,\nb, c,\nd e)\n",
	"f(a=1,\nb, c d,\ne)\n", "f(a=1,\nb, (c\n+), d)\n", "x = (*a\n)\n", "x = (*a for b in\n c)\n", "x = (**a\n)\n", "x = (\n*a b)\n",
	"x = y\\\n if (z, E : b\n", "x = (y\n if g(z\n else c)\n", "x = (y\n if g(z\n, c)\n", "x = (y\n if g\n, c)\n", "x = (y\n if g, c : d)\n",
	"x = (y\n if g(h i), c)\n", "x = (y\n if g(h\n i), c)\n", "x = (y\n if g(h +), c)\n", "x = (y\n if (h +), c)\n", "x = (y\n if g +\n, c)\n",
	"f(y\n if g +\n for, c)\n", "x = [a if\n b if c if d]\n", "a b = (\n 'd'\n   e\\r\\n'\n)\n", "a b = (\n 'd'\n   e'\n)\n",
	"a + = (\n 'd'\n   \\r\n)\n", "a b \\r\n", "x = (a b c \n\\r\n)", "x = (\n$ \n\\r\n)", "x = $ (\n \n\\r\n)", "x = $ \n\\r\n", "match(x)\ny z\n",
	"match(x)\ny = (z\n w)\n", "match(x)\n y\n", "match[x]\n y\n", "match -x\n y\n", "match = x\n y\n", "match(x); y\n z\n", "match\n y\n",
	"match.x\n y\n", "match(x).y\n y\n", "match(x) + 1\n y\n", "match(x) = 1\n y\n", "class A:\n  match(x)\n  def f(self): pass\ny z\n",
	"class A:\n  match(x)\n  def f(self): pass\n'\n", "match(x)\n\uff34rue\n", "match(x)\n(y\nz w)\n", "match(x)\nb'\u00e9'\n", "y z\nmatch(x)\n",
	"if a:\n match(x)\nelse\n y\n", "match(x, y)\n)\n", "match *x\n)\n", "match *x, y\n)\n", "match x, y\n", "match x:\n case y\n",
	"match (x):\n case y:\n  z\nmatch (x)\n(\n", "x = 1\nif match(x):\n y\n z z\n", "f(a=1,\nb,\nc=2,\nd\n,\ne)\n", "f(a=1,\nb,\nc=2,\nd=3\n,\ne)\n",
	"f(a=1,\nb,\n**c,\nd\n,\ne)\n", "f(**a,\nb,\n*c,\nd\n,\ne)\n", "f(**a,\nb,\nc,\nd\n,\ne)\n", "f(**a,\nb,\nc d,\nd\n,\ne)\n",
	"f(a=1,\nb,\nc d,\nd\n,\ne)\n", "f(a=1,\nb,\nc=3,\nd\n e,\ne)\n", "f(a=1,\nb,\nc=3,\nd\n 'e',\ne)\n", "f(a=1,\nb +,\nc=3,\nd\n 'e',\ne)\n",
	"f(a=1,\nb,\nc=3,\nd\n +,\ne)\n", "f(a=1,\nb for b in c,\nc=3)\n", "f(a=1,\nb,\nc=3 d)\n", "f(a=1,\nb,\nc=3,\n)\n\n x\n", "f(a=1,\nb,\nc=3,\n\n",

	// Every statement with its usual mistakes.
	"x = (a.b =\n)\n", "x = (a.b :=\n)\n", "(a, b) += (\n+)\n", "a + b: (\n+)\n", "x = (a.b =\nc d)\n", "f(*a =\n)\n", "f(**a =\nb c)\n",
	"with (a as b =\nc): pass\n", "x = [a\nfor b in c if d =\ne]\n", "assert (a =\n b)\n", "if a =\\\n b: c\n", "if a.b =\\\n b: c\n",
	"if (a := b) =\\\n b: c\n", "while f(x)[\ny] = z: c\n", "return (yield\n) = a\n", "x = (lambda: a =\nb)\n", "x = (a if b else c =\nd)\n",
	"x = (a < b =\nd)\n", "x = (not b =\nd)\n", "x = ([a] =\nd)\n", "x = ((a, b) =\nd)\n", "x = (True =\nd)\n", "del (a,\nf())\n", "del (a\n+ b)\n",
	"for (a,\nf()) in b: c\n", "for (a\n+ b) in c: d\n", "x = [a for (b,\nf()) in c]\n", "x = [a for b\n, c if d]\n", "(a,\nf()) = b\n",
	"[a,\nb + c] = d\n", "(a\nif b else c) = d\n", "a = (b,\nf()) = c\n", "(a,\nb): c\n", "[a,\nb] += c\n", "f(\na) += c\n", "(f(\na)): c\n",
	"*a,\\\nb: c\n", "'''a\n''' = b\n", "f'''a\n''' = b\n", "(a\n.b) = c d\n", "from a import (b,\nc as d.e)\n", "from a import (b\nc)\n",
	"from a import b,\n", "from . import (\n)\n", "from .a import\n", "import\n", "import a,\n", "global a,\\\nb.c\n", "class A(a for b in\n c): pass\n",
	"class A(b=\n1, c): pass\n", "class A:\nx\n", "class A\nx\n", "def f()\n  x\n", "def f(:\n  x\n", "def f(a, (b\n)): x\n", "def f(a=\n): x\n",
	"def f(a,\n/, b, /): x\n", "def f(*, **\na): x\n", "lambda a=\\\n: x\n", "lambda (a\n): x\n", "try:\n x\ny\n",
	"try:\n x\nexcept a:\n y\nexcept* b:\n z\n", "try:\n x\nexcept*:\n y\n", "try:\n x\nexcept a as b.c:\n y\n", "try:\n x\nexcept a, b as c:\n y\n",
	"try:\n x\nelse:\n y\n", "if x:\n y\nelse:\n z\nelif w:\n v\n", "for x in y:\n z\nelse\n w\n", "while x:\n", "with a, b,:\n c\n",
	"with (a, b),:\n c\n", "match x:\n y\n", "match x:\n case y:\n z\n w\n", "match x:\n case y:\nz\n", "match x:\n case {**a, 'b': c}: d\n",
	"match x:\n case a(b=c,\n d): e\n", "match x:\n case a | b as\\\n c.d: e\n", "match x:\n case -a: b\n", "match x:\n case 1 + 1: b\n",
	"match x:\n case 1j + 1: b\n", "case x: y\n", "x = 1 if 2 else pass\n", "x = pass if 2 else 3\n", "x = 1 + not 2\n", "x = - not 2\n", "f'{a!}'\n",
	"f'{a!b}'\n", "f'{a! r}'\n", "f'{=}'\n", "f'{!r}'\n", "f'{:x}'\n", "f'''{\n}'''\n", "f'''{a\nb}'''\n", "f'''{a = \n b}'''\n", "f'''{a:{b\nc}}'''\n",
	"f'{lambda x:y}'\n", "f'{(lambda x:y)}'\n", "f'{a:{lambda x:y}}'\n", "f'{yield}'\n", "f'{a:=5}'\n", "f'{a:{b:{c:{d}}}}'\n", "f'{a[\n'b']}'\n",
	"t'{a}' 'b'\n", "'a' t'{b}'\n", "b'a' f'{b}'\n", "0777\n", "0o8\n", "0b2\n", "0xg\n", "1_\n", "1__0\n", "1e\n", "1e+\n", "1.e1_\n", "1abc\n",
	"1if x else y\n", "1or x\n", "0_7\n", "1.0_\n", "x = '\\\n", "x = \"\\\"\n", "\u00a0x\n", "x\u200b\n", "\u2028\n", "x = \u201ca\u201d\n",
	"\u0661 = 1\n", "x\u0301 = 1\n", "\u0301x = 1\n", "x\u00b7 = 1\n", "\u2118 = 1\n",

	// Bytes that are no UTF-8 go before everything else, apart from a NUL.
	"x\n# \xff\n", ")\n# \xff\n", "'\n# \xff\n", "  x\n# \xff\n", "if a:\nx\n# \xff\n", "x y\n# \xff\n", "(\n# \xff\n", "True=1\n'\xff'\n",
	"if a:\n  x\n y\n'\xff'\n", "if a:\n\x09x\n        y\n'\xff'\n", "'\\N{foo}'\n'\xff'\n", "from __future__ import nope\n\xff\n",
	"# coding: utf8\n)\n'\xff'\n", "# coding: utf-8\n)\n'\xff'\n", "# coding: ascii\n)\n'\xff'\n", "# coding: utf8\n'\xff'\n",
	"# coding: utf-8\n'\xff'\n", "# coding: ascii\n'\xff'\n", "\xef\xbb\xbf'\xff'\n", "\xef\xbb\xbf\n\n)\n'\xff'\n",
	"\xef\xbb\xbf# coding: foo\n)\n'\xff'\n", "0777\n'\xff'\n", "f'{\n'\xff'\n", "x = \\ a\n\n'\xff'\n", "x = \x01\n\n'\xff'\n", "x\n\n\xed\xa0\x80\n",
	"'''\n\n\xff\n", "(\n\xff\n)\n)\n", "\xef\xbb\xbf# coding: foo\n", "\xff\xfex\n", "\xfe\xffx\n", "# coding: foo\n'\xff'\n", "x\n'\xff", "'\xe2\x82",
	"# \xe2\x82\n'", "x = '\xef\xbb\xbf'\n", "\xef\xbb\xbf\xef\xbb\xbfx\n", "\xef\xbb\n", "\xef\n", "#\xef\xbb\xbf coding: latin-1\n'\xff'\n",
	"\n# coding: latin-1\n'\xff'\n", "\n\n# coding: latin-1\n'\xff'\n", "x\n# coding: latin-1\n'\xff'\n", "\\\n# coding: latin-1\n'\xff'\n",
	"'''\n# coding: latin-1\n\xff'''\n", "# coding: latin-1", "# coding: foo", "\n# coding: foo", "\n# coding: foo\n", "\x0c# coding: foo\n",
	"\x0b# coding: foo\n", "#\x0b coding: foo\n", "#coding=foo", "#coding=\x09foo", "#coding= \x09 foo", "#coding: \nx", "#coding:\n foo",
	"#codingcoding=foo", "#coding coding=foo", "#coding: coding=foo", "#coding: =coding=foo", "#CODING: foo", "#coding: f\xc3\xb6o\n",
	"\x0d\n# coding: foo\x0d\n", " \x0d\n# coding: foo\x0d\n", "#coding=foo\x0d\n", "#coding=f\\oo\n",
}

// TestPythonHandmade asks a live CPython 3.14 about them.
func TestPythonHandmade(t *testing.T) {
	o := exactPyOracle(t)
	for _, text := range pyHandmade {
		want := o.ask(t, pyInput{B64: []byte(text)})
		if want.NoOutline != "" {
			want.Line = max(want.Line, 1) // CPython has no line for what is about the whole file
		}
		got := pyResult([]byte(text))
		if got.ErrorType == pyValueError { // nor for this
			want.Line = got.Line
		}
		if !samePyAnswer(got, want) {
			t.Errorf("%q\ngot  %+v\nwant %+v (CPython %s)", text, got, want, o.version)
		}
	}
}
