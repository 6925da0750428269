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
	return n > 0 && htmlIsForeignRoot(f.open[n-1])
}

func htmlIsForeignRoot(name string) bool { return name == "svg" || name == "math" }

// htmlIsForeignHole reports whether an element of foreign content has HTML
// inside: the first three in SVG, the others in MathML.
func htmlIsForeignHole(name string) bool {
	switch name {
	case "foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext":
		return true
	}
	return false
}

// htmlIsBreakout reports whether a start tag ends foreign content, see section
// 13.2.6.5 of the HTML standard.
func htmlIsBreakout(name string) bool {
	switch name {
	case "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2",
		"h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
		"ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var":
		return true
	}
	return false
}

// start takes a start tag and reports whether its element is a foreign one.
func (f *htmlForeign) start(name []byte, selfClosing bool) bool {
	inside := f.inside()
	switch {
	case htmlIsForeignRoot(string(name)):
		if !selfClosing {
			f.push(string(name))
		}
		return true
	case inside && htmlIsBreakout(string(name)):
		for f.inside() {
			f.pop()
		}
		return false
	case inside && htmlIsForeignHole(string(name)) && !selfClosing:
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
