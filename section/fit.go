package section

import (
	"errors"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
)

// A Wire says how an answer is sent, and how large it may be.
type Wire struct {
	// Max is the most bytes of an answer as it is sent, all that the caller
	// adds included.
	Max int
	// Encoding is how the answer is encoded.
	Encoding budget.Encoding
	// Envelope is how many bytes the caller adds to what Encoding.SizeOf says
	// of the answer.
	Envelope int
}

// An Answer is what [Map.Answer] and [Document] return, and what a server sends
// of a [NotFoundError] or an [AmbiguousError].
type Answer interface {
	// Fit shortens the answer until it fits, and says in it that it did. An
	// answer that fits is left as it is. Its error is a *[TooLargeError],
	// after which the answer must not be sent.
	Fit(w Wire) error
}

// TruncatedByBudget is the reason of a [Page] that [Answer.Fit] has shortened.
const TruncatedByBudget = "byte_budget"

// A TooLargeError refuses an answer that can not be made to fit. Bytes is the
// size of its smallest form and is greater than Max.
type TooLargeError struct {
	// Code is SectionTooLarge where not even a page of one character fits, of a
	// section or of a document; AnswerTooLarge where what is around it does not.
	Code Code `json:"error"`
	budget.TooLargeError
	LineRange *[2]int `json:"line_range,omitempty"` // of a section that is too large
}

// Error gives the code and both numbers.
func (e *TooLargeError) Error() string { return string(e.Code) + ": " + e.TooLargeError.Error() }

// Unwrap returns the code, for errors.Is.
func (e *TooLargeError) Unwrap() error { return e.Code }

// size returns the bytes of v as it is sent.
func (w Wire) size(v any) int {
	size, err := w.Encoding.SizeOf(v)
	if err != nil {
		panic(err) // answers are made of strings, numbers and lists of them
	}
	return w.Envelope + size
}

func (w Wire) fits(v any) bool { return w.size(v) <= w.Max }

// tooLarge refuses an answer that takes the given bytes without its lists.
func (w Wire) tooLarge(bytes int) error {
	return &TooLargeError{Code: AnswerTooLarge, TooLargeError: budget.TooLargeError{Bytes: bytes, Max: w.Max}}
}

// trim cuts lists of an answer, the first of them first, until it fits.
func (w Wire) trim(answer any, lists ...budget.List) error {
	err := budget.Trim(w.Encoding, w.Max-w.Envelope, answer, lists...)
	if e, ok := errors.AsType[*budget.TooLargeError](err); ok {
		return w.tooLarge(e.Bytes + w.Envelope)
	}
	return err
}

// lists are what can be cut of a map, in this order.
func (c *Contents) lists() []budget.List {
	return []budget.List{
		budget.NewList(&c.TOC, &c.TOCTruncated),
		budget.NewList(&c.Includes, &c.IncludesTruncated),
	}
}

// Fit cuts entries from the end and sets TOCTruncated, and then, if that is not
// enough, the includes. See [Answer].
func (t *TOC) Fit(w Wire) error { return w.trim(t, t.lists()...) }

// Fit cuts the map from the end and then, if that is not enough, the includes and
// the suggestions. See [Answer].
func (e *NotFoundError) Fit(w Wire) error {
	suggestions := budget.NewList(&e.Suggestions, &e.SuggestionsTruncated)
	if e.Contents == nil {
		return w.trim(e, suggestions)
	}
	return w.trim(e, append(e.lists(), suggestions)...)
}

// Fit cuts candidates from the end and sets CandidatesTruncated. See [Answer].
func (e *AmbiguousError) Fit(w Wire) error {
	return w.trim(e, budget.NewList(&e.Candidates, &e.CandidatesTruncated))
}

// Fit ends the page earlier: between two grapheme clusters, or between two code
// points where the first cluster does not fit. What is behind the end is on the
// next page, while a list is cut for good: so the subsections are cut only where
// they would leave the page less than half of the room and less than it needs.
// See [Answer].
func (p *SectionPage) Fit(w Wire) error {
	if w.fits(p) {
		return nil
	}
	whole, links, truncated := p.Page, p.Subsections, p.SubsectionsTruncated
	if len(links) > 0 {
		p.Subsections, p.SubsectionsTruncated = []Link{}, true
	}
	size, least := w.size(p), w.size(p.first())
	if min(size, least) > w.Max {
		err := w.noPage(min(size, least), whole.Content)
		if err.Code == SectionTooLarge {
			err.LineRange = &p.LineRange
		}
		return err
	}
	bare := *p
	bare.empty()
	half := (w.Max - w.size(&bare)) / 2
	p.Subsections, p.SubsectionsTruncated = links, truncated
	list := budget.NewList(&p.Subsections, &p.SubsectionsTruncated)
	if size <= w.Max && w.cost(whole.Content) <= half {
		return w.trim(p, list)
	}
	_, taken := w.Encoding.FitRunes(whole.Content, max(half, 0))
	p.empty()
	beside := w
	beside.Envelope += taken
	// An error leaves the list empty, and what then fits is looked at next.
	_ = beside.trim(p, list)
	if p.fill(w, whole, w.Max-w.size(p)) {
		return nil
	}
	// The numbers of a page are shorter than is reserved for them. It was seen
	// above that one of these two fits.
	if p.Page = whole; size > w.Max {
		p.Page = p.first().Page
	}
	return nil
}

// first returns p with the first character of its content alone.
func (p *SectionPage) first() *SectionPage {
	q := *p
	q.Page = p.Page.first()
	return &q
}

// Fit ends the page earlier. See [SectionPage.Fit] and [Answer].
func (d *DocumentPage) Fit(w Wire) error {
	if w.fits(d) {
		return nil
	}
	whole, size := d.Page, w.size(d)
	d.Page = whole.first()
	if least := w.size(d); least > w.Max {
		return w.noPage(min(size, least), whole.Content)
	}
	d.Page = whole
	d.empty()
	if !d.fill(w, whole, w.Max-w.size(d)) {
		d.Page = whole.first() // see SectionPage.Fit
	}
	return nil
}

// noPage refuses a page whose smallest form takes the given bytes: with the first
// character of content or, if that takes less, with all of it.
func (w Wire) noPage(bytes int, content string) *TooLargeError {
	_, char := utf8.DecodeRuneInString(content)
	code := SectionTooLarge
	if char == 0 || bytes-w.cost(content[:char]) > w.Max {
		code = AnswerTooLarge
	}
	return &TooLargeError{Code: code, TooLargeError: budget.TooLargeError{Bytes: bytes, Max: w.Max}}
}

// first returns the page that ends after the first character, if it has one.
func (p Page) first() Page {
	_, char := utf8.DecodeRuneInString(p.Content)
	if char == len(p.Content) {
		return p
	}
	rest := utf8.RuneCountInString(p.Content[char:])
	p.Content = p.Content[:char]
	p.Truncated, p.TruncationReason = true, TruncatedByBudget
	p.NextOffset = p.Offset + 1
	p.RemainingChars += rest
	return p
}

// empty takes the content off a page and makes its numbers as long as they can
// become when less than that fits.
func (p *Page) empty() {
	chars := utf8.RuneCountInString(p.Content)
	p.Content = ""
	p.Truncated, p.TruncationReason = true, TruncatedByBudget
	p.NextOffset = p.Offset + chars
	p.RemainingChars += chars
}

// fill gives an emptied page as much of the whole one's content as takes at most
// room bytes. It reports whether that is more than nothing; an empty page would
// have its reader ask for it again.
func (p *Page) fill(w Wire, whole Page, room int) bool {
	n, _ := w.Encoding.Fit(whole.Content, room)
	if n == len(whole.Content) {
		*p = whole
		return true
	}
	if n == 0 {
		n, _ = w.Encoding.FitRunes(whole.Content, room)
	}
	p.Content = whole.Content[:n]
	chars := utf8.RuneCountInString(p.Content)
	p.NextOffset = p.Offset + chars
	p.RemainingChars -= chars
	return n > 0
}

// cost returns the bytes that text adds to an answer.
func (w Wire) cost(text string) int { return w.Encoding.Size(text) - w.Encoding.Size("") }
