package outline

// htmlForeign knows whether a tag is in an SVG or MathML element, where
// "<g/>" has no end tag and titles have elements. It holds the names of the
// elements that decide that, the innermost last.
type htmlForeign struct {
	open []string
	has  map[string]int // how often each is open
}

// inside reports whether the next tag is in foreign content.
func (f *htmlForeign) inside() bool {
	n := len(f.open)
	return n > 0 && htmlForeignRoots[f.open[n-1]]
}

var (
	htmlForeignRoots = map[string]bool{"svg": true, "math": true}

	// htmlForeignHoles are the elements of foreign content that have HTML inside.
	htmlForeignHoles = map[string]bool{
		"foreignobject": true, "desc": true, "title": true, // of SVG
		"mi": true, "mo": true, "mn": true, "ms": true, "mtext": true, // of MathML
	}

	// htmlBreakouts are the start tags that end foreign content, see section
	// 13.2.6.5 of the HTML standard.
	htmlBreakouts = map[string]bool{
		"b": true, "big": true, "blockquote": true, "body": true, "br": true, "center": true, "code": true, "dd": true,
		"div": true, "dl": true, "dt": true, "em": true, "embed": true, "h1": true, "h2": true, "h3": true, "h4": true,
		"h5": true, "h6": true, "head": true, "hr": true, "i": true, "img": true, "li": true, "listing": true,
		"menu": true, "meta": true, "nobr": true, "ol": true, "p": true, "pre": true, "ruby": true, "s": true,
		"small": true, "span": true, "strong": true, "strike": true, "sub": true, "sup": true, "table": true,
		"tt": true, "u": true, "ul": true, "var": true,
	}
)

// start takes a start tag and reports whether its element is a foreign one.
func (f *htmlForeign) start(name []byte, selfClosing bool) bool {
	inside := f.inside()
	switch {
	case htmlForeignRoots[string(name)]:
		if !selfClosing {
			f.push(string(name))
		}
		return true
	case inside && htmlBreakouts[string(name)]:
		for f.inside() {
			f.pop()
		}
		return false
	case inside && htmlForeignHoles[string(name)] && !selfClosing:
		f.push(string(name))
	}
	return inside
}

// end takes an end tag.
func (f *htmlForeign) end(name []byte) {
	if f.has[string(name)] == 0 {
		return
	}
	for f.pop() != string(name) {
	}
}

func (f *htmlForeign) push(name string) {
	if f.has == nil {
		f.has = map[string]int{}
	}
	f.open = append(f.open, name)
	f.has[name]++
}

func (f *htmlForeign) pop() string {
	name := f.open[len(f.open)-1]
	f.open = f.open[:len(f.open)-1]
	f.has[name]--
	return name
}
