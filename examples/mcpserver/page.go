package main

import (
	"fmt"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/section"
)

// A listPage is a page of a list by number. It has no flag that there is more:
// the three numbers say so.
type listPage struct {
	Total   int `json:"total"` // of all pages
	Page    int `json:"page"`  // as enforced, from 1
	PerPage int `json:"per_page"`
}

// maxPage is the number of the last page that can be asked for.
const maxPage = 1_000_000

// newPage returns the page that a request asks for, with nil for the first and for
// the usual number of items.
func newPage(page, perPage *int, usual, most int) listPage {
	p := listPage{Page: 1, PerPage: usual}
	if page != nil {
		p.Page = min(max(*page, 1), maxPage)
	}
	if perPage != nil {
		p.PerPage = min(max(*perPage, 1), most)
	}
	return p
}

// has reports whether item n of the list, counted from 1, is on the page.
func (p listPage) has(n int) bool { return (n-1)/p.PerPage == p.Page-1 }

// A pageError refuses a page that does not fit. It is not cut: a cut inside of
// numbered pages would lose items.
type pageError struct {
	Code string `json:"error"` // "page_too_large"
	budget.TooLargeError
	PerPage int `json:"per_page"`
}

// Error gives the code and the numbers.
func (e *pageError) Error() string {
	return fmt.Sprintf("%s: %s (per_page %d)", e.Code, e.TooLargeError.Error(), e.PerPage)
}

// fit refuses answer, of which p is a part, if it does not fit.
func (p listPage) fit(w section.Wire, answer any) error {
	if size := sizeOn(w, answer); size > w.Max {
		return &pageError{"page_too_large", budget.TooLargeError{Bytes: size, Max: w.Max}, p.PerPage}
	}
	return nil
}

// sizeOn returns the bytes of an answer as it is sent.
func sizeOn(w section.Wire, answer any) int {
	size, err := w.Encoding.SizeOf(answer)
	if err != nil {
		panic(err) // answers are made of strings, numbers and lists of them
	}
	return w.Envelope + size
}
