package section_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/section"
)

// fitAlphabet has what makes sizes differ: escapes of every length, scripts of every
// width, and clusters of several code points.
var fitAlphabet = []string{
	"a", "b ", "\n", "\"", "\\", "<", "&", "\x01", "\u2028", "é", "ש\u05b8\u05c1", "中", "😀", "👩\u200d👩\u200d👧", "e\u0301", "\r\n", "🇩🇪",
}

func fitText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(fitAlphabet[r.IntN(len(fitAlphabet))])
	}
	return b.String()
}

// fitDocument is a document of headings with titles and texts of the alphabet.
func fitDocument(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(30) {
		title := strings.NewReplacer("\n", "", "\r", "").Replace(fitText(r, r.IntN(12)))
		fmt.Fprintf(&b, "%s %s\n%s\n", strings.Repeat("#", 1+r.IntN(4)), title, strings.ReplaceAll(fitText(r, r.IntN(80)), "\n#", "\n"))
	}
	return b.String()
}

// asking returns a constructor for the answer to q.
func asking(m *section.Map, q section.Query) func() section.Answer {
	return func() section.Answer {
		a, err := m.Answer(q)
		if err != nil {
			return err.(section.Answer)
		}
		return a
	}
}

// fitAnswers returns a constructor for each kind of answer that a document can give:
// Fit changes an answer, so each use needs its own.
func fitAnswers(r *rand.Rand, doc string) map[string]func() section.Answer {
	m, err := parse(doc, nil)
	if err != nil {
		panic(err)
	}
	name := "no such title"
	if len(m.Sections) > 0 {
		name = m.Sections[r.IntN(len(m.Sections))].Title
	}
	offset, chars, own, depth := r.IntN(20), 500+r.IntN(3000), r.IntN(2) == 0, r.IntN(3)
	missing := "no such title"
	return map[string]func() section.Answer{
		"toc":      asking(m, section.Query{MaxDepth: depth}),
		"section":  asking(m, section.Query{Section: &name, Offset: offset, MaxChars: chars, OwnText: own}),
		"missing":  asking(m, section.Query{Section: &missing, MaxDepth: depth}),
		"document": func() section.Answer { return section.Document([]byte(doc), offset, chars) },
	}
}

var encodings = map[string]budget.Encoding{
	"plain": budget.Plain, "nested": budget.Nested, "no HTML escape": {NoHTMLEscape: true},
}

// What Fit returns fits and is valid, or is a refusal whose numbers say so; an
// answer that fits is not changed; lists are prefixes; a page is a prefix, ends
// where its numbers say and never is empty without being the last.
func TestFit(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	documents := 200
	if testing.Short() {
		documents = 40
	}
	for range documents {
		doc := fitDocument(r)
		for kind, answer := range fitAnswers(r, doc) {
			for name, enc := range encodings {
				for range 20 {
					w := section.Wire{Max: r.IntN(4097), Encoding: enc, Envelope: r.IntN(100)}
					checkFit(t, kind+" "+name, answer, w)
				}
			}
		}
	}
}

// The same around the bytes that a server sends by default, and around the size
// of each answer itself.
func TestFitLarge(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	documents := 3
	if testing.Short() {
		documents = 1
	}
	large := 0
	for range documents {
		for kind, answer := range largeAnswers(r) {
			for name, enc := range encodings {
				size, err := enc.SizeOf(answer())
				if err != nil {
					t.Fatal(err)
				}
				if size > 256_000 {
					large++
				}
				for _, limit := range []int{size - 1, size, size + 1, 255_000 + r.IntN(2000)} {
					envelope := r.IntN(100)
					checkFit(t, kind+" "+name, answer, section.Wire{Max: limit + envelope, Encoding: enc, Envelope: envelope})
				}
			}
		}
	}
	if large < documents {
		t.Errorf("only %d answers are larger than what is sent", large)
	}
}

// largeAnswers are answers for a document of long titles and of sections with long
// texts, most of them larger than 256,000 bytes.
func largeAnswers(r *rand.Rand) map[string]func() section.Answer {
	var b strings.Builder
	line := strings.NewReplacer("\n", " ", "\r", "", "#", "")
	fmt.Fprintf(&b, "# Text\n%s\n", line.Replace(fitText(r, 60_000)))
	for range 300 {
		fmt.Fprintf(&b, "%s same %s\n", strings.Repeat("#", 2+r.IntN(3)), line.Replace(fitText(r, 100+r.IntN(100))))
	}
	for range 60 {
		fmt.Fprintf(&b, "# <&%s\n", strings.Repeat("\"", 2000))
	}
	m := mustParse(b.String())
	text, missing, many := "text", "sme", m.Sections[len(m.Sections)-1].Title
	return map[string]func() section.Answer{
		"toc":       asking(m, section.Query{}),
		"section":   asking(m, section.Query{Section: &text, MaxChars: section.MaxMaxChars}),
		"missing":   asking(m, section.Query{Section: &missing}),
		"ambiguous": asking(m, section.Query{Section: &many}),
		"document":  func() section.Answer { return section.Document(m.Source(), 0, section.MaxMaxChars) },
	}
}

func checkFit(t *testing.T, name string, answer func() section.Answer, w section.Wire) {
	t.Helper()
	whole, fitted := answer(), answer()
	size := func(a section.Answer) int {
		n, err := w.Encoding.SizeOf(a)
		if err != nil {
			t.Fatal(err)
		}
		return n + w.Envelope
	}
	err := fitted.Fit(w)
	if size(whole) <= w.Max {
		if err != nil || !reflect.DeepEqual(whole, fitted) {
			t.Errorf("%s: an answer of %d bytes was changed under %+v (error %v)", name, size(whole), w, err)
		}
		return
	}
	if err != nil {
		e, ok := errors.AsType[*section.TooLargeError](err)
		if !ok || e.Bytes <= e.Max || e.Max != w.Max {
			t.Errorf("%s: refused by %v under %+v", name, err, w)
			return
		}
		checkRefused(t, name, answer(), size, e)
		return
	}
	if got := size(fitted); got > w.Max {
		t.Errorf("%s: %d bytes under %+v", name, got, w)
	}
	if text, err := json.Marshal(fitted); err != nil || !json.Valid(text) {
		t.Errorf("%s: %v", name, err)
	}
	checkCut(t, name, whole, fitted)
}

// checkRefused asserts that the smallest form of an answer has the size that its
// refusal tells: without lists and with one character of text, or with all of it
// where that takes less.
func checkRefused(t *testing.T, name string, smallest section.Answer, size func(section.Answer) int, e *section.TooLargeError) {
	t.Helper()
	least, around := 0, 0
	ofPage := func(page *section.Page) {
		whole := *page
		least = size(smallest)
		for i, first := range whole.Content {
			if i > 0 {
				break
			}
			chars := utf8.RuneCountInString(whole.Content)
			*page = section.Page{
				Offset: whole.Offset, Content: string(first), Truncated: true, TruncationReason: section.TruncatedByBudget,
				NextOffset: whole.Offset + 1, RemainingChars: whole.RemainingChars + chars - 1,
			}
			if chars == 1 {
				*page = whole
			}
			least = min(least, size(smallest))
			page.Content = ""
			around = size(smallest) // but for the numbers, of those that are there
		}
	}
	code := section.AnswerTooLarge
	var lines *[2]int
	switch a := smallest.(type) {
	case *section.TOC:
		a.TOC, a.TOCTruncated = a.TOC[:0], a.TOCTruncated || len(a.TOC) > 0
		least = size(a)
	case *section.NotFoundError:
		a.TOC, a.TOCTruncated = a.TOC[:0], a.TOCTruncated || len(a.TOC) > 0
		a.Suggestions, a.SuggestionsTruncated = a.Suggestions[:0], a.SuggestionsTruncated || len(a.Suggestions) > 0
		least = size(a)
	case *section.AmbiguousError:
		a.Candidates, a.CandidatesTruncated = a.Candidates[:0], true
		least = size(a)
	case *section.DocumentPage:
		ofPage(&a.Page)
	case *section.SectionPage:
		a.Subsections, a.SubsectionsTruncated = a.Subsections[:0], a.SubsectionsTruncated || len(a.Subsections) > 0
		lines = &a.LineRange
		ofPage(&a.Page)
	}
	if around > 0 && around <= e.Max {
		code = section.SectionTooLarge
	}
	if e.Code != code {
		lines = nil
	}
	if e.Bytes != least || code == section.SectionTooLarge && (e.Code != code || !reflect.DeepEqual(e.LineRange, lines)) {
		t.Errorf("%s: refused with %+v, the smallest form takes %d bytes and %d around its text", name, *e, least, around)
	}
}

// A text of two characters may take less than its first one and the numbers that
// say so.
func TestFitSmallDocument(t *testing.T) {
	size, err := budget.Plain.SizeOf(section.Document([]byte("ab"), 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	for limit := range size {
		checkFit(t, "two characters", func() section.Answer { return section.Document([]byte("ab"), 0, 0) }, section.Wire{Max: limit})
	}
}

// A page that needs much and a list that does share the room.
func TestFitShares(t *testing.T) {
	doc := "# All\n" + strings.Repeat("text\n", 20_000) + strings.Repeat("## A subsection with a title\n", 400)
	name := "all"
	for _, limit := range []int{5000, 20_000, 60_000} {
		a, err := mustParse(doc).Answer(section.Query{Section: &name, MaxChars: section.MaxMaxChars})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Fit(section.Wire{Max: limit}); err != nil {
			t.Fatal(err)
		}
		p := a.(*section.SectionPage)
		text, list := len(marshal(t, p.Content)), len(marshal(t, p.Subsections))
		if most := len(marshal(t, make([]section.Link, 400))) / 2; list < min(limit*2/5, most) || text < limit*2/5 {
			t.Errorf("limit %d: %d bytes of text, %d of the list", limit, text, list)
		}
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// checkCut asserts that fitted is a shorter form of whole and says so.
func checkCut(t *testing.T, name string, whole, fitted section.Answer) {
	t.Helper()
	switch f := fitted.(type) {
	case *section.TOC:
		checkPrefix(t, name, whole.(*section.TOC).TOC, f.TOC, f.TOCTruncated)
	case *section.NotFoundError:
		of := whole.(*section.NotFoundError)
		checkPrefix(t, name, of.TOC, f.TOC, f.TOCTruncated)
		if len(f.TOC) > 0 && len(f.Suggestions) < len(of.Suggestions) {
			t.Errorf("%s: suggestions were cut before the map", name)
		}
	case *section.AmbiguousError:
		checkPrefix(t, name, whole.(*section.AmbiguousError).Candidates, f.Candidates, f.CandidatesTruncated)
	case *section.SectionPage:
		of := whole.(*section.SectionPage)
		checkPage(t, name, of.Page, f.Page)
		checkPrefix(t, name, of.Subsections, f.Subsections, f.SubsectionsTruncated)
	case *section.DocumentPage:
		checkPage(t, name, whole.(*section.DocumentPage).Page, f.Page)
	}
}

func checkPrefix[T any](t *testing.T, name string, whole, cut []T, truncated bool) {
	t.Helper()
	if cut == nil || len(cut) > len(whole) || !reflect.DeepEqual(whole[:len(cut)], cut) && len(cut) > 0 {
		t.Errorf("%s: %d items are no prefix of %d", name, len(cut), len(whole))
	}
	if len(cut) < len(whole) && !truncated {
		t.Errorf("%s: a list was cut and does not say so", name)
	}
}

func checkPage(t *testing.T, name string, whole, cut section.Page) {
	t.Helper()
	if reflect.DeepEqual(whole, cut) {
		return
	}
	chars := utf8.RuneCountInString(cut.Content)
	missing := utf8.RuneCountInString(whole.Content) - chars
	want := section.Page{
		Offset: whole.Offset, Content: cut.Content, Truncated: true, TruncationReason: section.TruncatedByBudget,
		NextOffset: whole.Offset + chars, RemainingChars: whole.RemainingChars + missing,
	}
	if cut != want || chars == 0 || missing <= 0 || !strings.HasPrefix(whole.Content, cut.Content) {
		t.Errorf("%s: page %+v of %+v", name, cut, whole)
	}
	if n := len(cut.Content); budget.Cut(whole.Content, n) != n && budget.Cut(whole.Content, n) > 0 {
		t.Errorf("%s: %q ends inside a cluster", name, cut.Content)
	}
}

// Pages that were cut to fit are the text when they are joined.
func TestFitJoins(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for _, limit := range []int{300, 333, 1000, 4000} {
		text := fitText(r, 2000)
		w := section.Wire{Max: limit, Encoding: budget.Nested, Envelope: 20}
		var joined strings.Builder
		for offset := 0; ; {
			page := section.Document([]byte(text), offset, 100_000)
			if err := page.Fit(w); err != nil {
				t.Fatal(err)
			}
			joined.WriteString(page.Content)
			if !page.Truncated {
				break
			}
			if page.NextOffset <= offset {
				t.Fatalf("offset %d is followed by %d", offset, page.NextOffset)
			}
			offset = page.NextOffset
		}
		if joined.String() != text {
			t.Errorf("pages of %d bytes give another text", limit)
		}
	}
}

// Pages of every script come out as large as they are asked for, or as large as
// fits in 256,000 bytes.
func TestFitScripts(t *testing.T) {
	const limit = 256_000
	for _, c := range []struct {
		script, char string
		whole        bool // 100,000 characters fit
	}{
		{"Latin", "a", true},
		{"Hebrew", "ש", true},
		{"Hebrew with points", "ש\u05b8", true},
		{"Chinese", "中", false},
		{"emoji", "😀", false},
		{"families", "👩\u200d👩\u200d👧", false},
		{"control characters", "\x01", false},
		{"markup", "<&>\"", false},
	} {
		text := strings.Repeat(c.char, 100_000/utf8.RuneCountInString(c.char))
		page := section.Document([]byte(text), 0, 100_000)
		w := section.Wire{Max: limit, Encoding: budget.Nested, Envelope: 300}
		if err := page.Fit(w); err != nil {
			t.Fatal(err)
		}
		size, err := w.Encoding.SizeOf(page)
		if err != nil {
			t.Fatal(err)
		}
		size += w.Envelope
		if page.Truncated == c.whole || size > limit {
			t.Errorf("%s: truncated %t, %d bytes", c.script, page.Truncated, size)
		}
		if most := 12 * len(c.char); page.Truncated && size < limit-most-20 {
			t.Errorf("%s: %d bytes of %d are used", c.script, size, limit)
		}
	}
}

// A section with very many subsections keeps its text, and a part of the list.
func TestFitSubsections(t *testing.T) {
	var doc strings.Builder
	doc.WriteString("# All\nThe text of the section.\n")
	for i := range 7000 {
		fmt.Fprintf(&doc, "## %d %s\n", i, strings.Repeat("wide ", 400))
	}
	name := "all"
	a, err := mustParse(doc.String()).Answer(section.Query{Section: &name})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Fit(section.Wire{Max: 256_000, Encoding: budget.Nested}); err != nil {
		t.Fatal(err)
	}
	p := a.(*section.SectionPage)
	if !p.SubsectionsTruncated || len(p.Subsections) < 100 || len(p.Content) < section.DefaultMaxChars {
		t.Errorf("%d subsections, truncated %t, %d bytes of content", len(p.Subsections), p.SubsectionsTruncated, len(p.Content))
	}
}

// The map is cut before the suggestions are.
func TestFitMapFirst(t *testing.T) {
	name := "heading"
	var doc strings.Builder
	for i := range 20 {
		fmt.Fprintf(&doc, "# Heading %02d\n", i)
	}
	missing := func() *section.NotFoundError {
		_, err := mustParse(doc.String()).Answer(section.Query{Section: &name})
		e, ok := errors.AsType[*section.NotFoundError](err)
		if !ok || len(e.Suggestions) != 20 {
			t.Fatal(err)
		}
		return e
	}
	for _, limit := range []int{300, 600, 1000} {
		e := missing()
		if err := e.Fit(section.Wire{Max: limit}); err != nil {
			t.Fatal(err)
		}
		if cut := len(e.Suggestions) < 20; !e.TOCTruncated || cut && len(e.TOC) > 0 || cut != (limit == 300) {
			t.Errorf("limit %d: %d entries, %d suggestions", limit, len(e.TOC), len(e.Suggestions))
		}
	}
}

// A list never takes the room of the page's first character, however much of the
// room that is.
func TestFitFirstCharacter(t *testing.T) {
	name := "all"
	doc := "# All\n" + strings.Repeat("\x01", 500) + "\n" + strings.Repeat("## x\n", 50)
	whole, err := mustParse(doc).Answer(section.Query{Section: &name, Offset: len("# All\n")})
	if err != nil {
		t.Fatal(err)
	}
	most := 0 // the largest limit that is refused; every one above it gives a page
	for limit := range 1000 {
		p := *whole.(*section.SectionPage)
		err := p.Fit(section.Wire{Max: limit, Encoding: budget.Nested})
		switch {
		case err != nil && most < limit-1:
			t.Fatalf("limit %d is refused (%v), a smaller one is not", limit, err)
		case err != nil:
			most = limit
		case p.Content == "":
			t.Errorf("limit %d: an empty page", limit)
		}
	}
}

// Refusals say what the smallest answer would have taken.
func TestFitTooLarge(t *testing.T) {
	name := "a"
	a, err := mustParse("# a\n" + strings.Repeat("\x01", 600)).Answer(section.Query{Section: &name, Offset: 4})
	if err != nil {
		t.Fatal(err)
	}
	codes := map[section.Code]int{}
	for limit := range 600 {
		fresh := *a.(*section.SectionPage)
		err := fresh.Fit(section.Wire{Max: limit, Encoding: budget.Nested})
		e, ok := errors.AsType[*section.TooLargeError](err)
		if !ok {
			continue
		}
		codes[e.Code]++
		if (e.Code == section.SectionTooLarge) != (e.LineRange != nil) || !errors.Is(err, e.Code) {
			t.Errorf("limit %d: %+v", limit, e)
		}
	}
	if codes[section.AnswerTooLarge] == 0 || codes[section.SectionTooLarge] == 0 {
		t.Errorf("refusals %v", codes)
	}
	got, err := json.Marshal(&section.TooLargeError{
		Code: section.SectionTooLarge, TooLargeError: budget.TooLargeError{Bytes: 7, Max: 5}, LineRange: &[2]int{1, 2},
	})
	if want := `{"error":"section_too_large","bytes":7,"max":5,"line_range":[1,2]}`; err != nil || string(got) != want {
		t.Errorf("JSON %s, want %s", got, want)
	}
}

func ExampleTOC_Fit() {
	a, err := mustParse("# One\n# Two\n# Three\n").Answer(section.Query{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := a.Fit(section.Wire{Max: 200}); err != nil {
		fmt.Println(err)
		return
	}
	toc := a.(*section.TOC)
	fmt.Println(len(toc.TOC), toc.TOCTruncated, toc.SectionCount)
	// Output:
	// 1 true 3
}

func ExampleSectionPage_Fit() {
	name := "Story"
	a, err := mustParse("# Story\n" + strings.Repeat("once upon a time ", 100)).Answer(section.Query{Section: &name})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := a.Fit(section.Wire{Max: 1000, Encoding: budget.Nested}); err != nil {
		fmt.Println(err)
		return
	}
	page := a.(*section.SectionPage)
	fmt.Println(page.Truncated, page.TruncationReason, page.NextOffset+page.RemainingChars)
	// Output:
	// true byte_budget 1708
}

func ExampleDocumentPage_Fit() {
	page := section.Document([]byte("שלום עולם"), 0, 500)
	err := page.Fit(section.Wire{Max: 50})
	fmt.Println(errors.Is(err, section.AnswerTooLarge), err)
	// Output:
	// true answer_too_large: 94 bytes, at most 50 are sent
}

func ExampleNotFoundError_Fit() {
	name := "four"
	_, err := mustParse("# One\n# Two\n# Three\n").Answer(section.Query{Section: &name})
	e, ok := errors.AsType[*section.NotFoundError](err)
	if !ok {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Fit(section.Wire{Max: 250}), len(e.TOC), e.TOCTruncated)
	// Output:
	// <nil> 1 true
}

func ExampleAmbiguousError_Fit() {
	_, err := mustParse("# One\n# One\n# One\n").Find("one")
	e, ok := errors.AsType[*section.AmbiguousError](err)
	if !ok {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Fit(section.Wire{Max: 200}), len(e.Candidates), e.CandidatesTruncated)
	// Output:
	// <nil> 1 true
}

func ExampleTooLargeError() {
	err := section.Document([]byte("text"), 0, 0).Fit(section.Wire{Max: 20})
	e, ok := errors.AsType[*section.TooLargeError](err)
	fmt.Println(ok, e.Code, e.Bytes > e.Max, errors.Is(err, section.AnswerTooLarge))
	// Output:
	// true answer_too_large true true
}

// Includes are cut behind the entries of the map, and never more than MaxEntries
// are listed.
func TestFitIncludes(t *testing.T) {
	doc := strings.Repeat("# Heading\n", 10)
	query := func() *section.TOC {
		m := mustParse(doc)
		for i := range section.MaxEntries + 1 {
			m.Includes = append(m.Includes, section.Include{Path: strings.Repeat("x", 20), Line: i + 1})
		}
		a, err := m.Answer(section.Query{})
		if err != nil {
			t.Fatal(err)
		}
		return a.(*section.TOC)
	}
	toc := query()
	if len(toc.Includes) != section.MaxEntries || !toc.IncludesTruncated || toc.TOCTruncated {
		t.Errorf("%d includes, truncated %t", len(toc.Includes), toc.IncludesTruncated)
	}
	for _, limit := range []int{2000, 11_700, 12_200} {
		toc := query()
		if err := toc.Fit(section.Wire{Max: limit}); err != nil {
			t.Fatal(err)
		}
		cut := len(toc.Includes) < section.MaxEntries
		if !toc.TOCTruncated || !toc.IncludesTruncated || cut && len(toc.TOC) > 0 || cut != (limit == 2000) {
			t.Errorf("limit %d: %d entries, %d includes", limit, len(toc.TOC), len(toc.Includes))
		}
	}
}
