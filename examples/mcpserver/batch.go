package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/access"
	"github.com/mapwright/mapwright/section"
)

const (
	maxBatch      = 20               // items of a batch
	batchDeadline = 10 * time.Second // from when the call came in, for all items
)

const (
	sectionItem = "section"
	fileItem    = "file"
)

// batchTool is read_batch as a role sees it: only who sees get_repo_file has items
// of that kind.
func batchTool(role access.Role) tool {
	kinds := []string{sectionItem}
	about := "each a section of a document, as docs_get_section answers it"
	if role == access.Admin {
		kinds = append(kinds, fileItem)
		about += ", or a file or a range of its lines, as get_repo_file does"
	}
	return tool{
		name:  "read_batch",
		title: "Read several at once",
		description: fmt.Sprintf("Reads up to %d items in one call, %s. Each result is what that tool answers, refusals "+
			"included. All items of a repository are read at one commit of its default branch. Items go in whole and in "+
			"order: those that do not fit in the answer, of %d bytes at most, or are not read within %.0f seconds, are listed "+
			"in unread, by index; ask for them in another call.", maxBatch, about, maxAnswer, batchDeadline.Seconds()),
		required: []string{"items"},
		request:  func() request { return &batchRequest{kinds: kinds} },
	}
}

// A batchRequest holds the arguments of read_batch.
type batchRequest struct {
	kinds []string // that an item may have
	Items objectList
}

func (r *batchRequest) params() []param {
	r.Items.params, r.Items.required = new(batchItem).params(r.kinds), []string{"kind", "path"}
	return []param{{"items", &r.Items, fmt.Sprintf("What to read, at most %d items.", maxBatch)}}
}

// place is empty: each item says what it is about.
func (r *batchRequest) place(*server) place { return place{} }

// A countError refuses a batch of no items, or of too many.
type countError struct {
	Code  string `json:"error"` // "missing_items" or "too_many_items"
	Count int    `json:"count"`
	Max   int    `json:"max"`
}

// Error gives the code and the numbers.
func (e *countError) Error() string { return fmt.Sprintf("%s (%d, max %d)", e.Code, e.Count, e.Max) }

// run answers the items, those about one file together, so that no more than one
// file is held.
func (r *batchRequest) run(ctx context.Context, s *server, _ *place) (any, error) {
	deadline := s.arrival(ctx).Add(batchDeadline)
	switch n := len(r.Items.values); {
	case n == 0:
		return nil, &countError{"missing_items", 0, maxBatch}
	case n > maxBatch:
		return nil, &countError{"too_many_items", n, maxBatch}
	}
	within := *s
	within.reads = newReads()
	items := make([]batchItem, len(r.Items.values))
	for i, value := range r.Items.values {
		items[i].decode(&within, i, value, r.kinds)
	}
	kept, err := budget.NewBatch(budget.Nested, s.maxAnswer(), len(items), newBatchAnswer(len(items)))
	if err != nil {
		return nil, err
	}
	late, err := within.answerItems(ctx, items, kept, deadline)
	if err != nil {
		return nil, err
	}
	a, err := kept.Answer()
	if err != nil {
		return nil, err
	}
	if n := len(a.Items); n < len(items) && late && !items[n].answered {
		a.UnreadReason = "timeout"
	}
	return a.batchAnswer, nil
}

// answerItems answers items until the deadline, and reports whether it was met
// before all that could go in were answered. What can not go in is not read.
func (s *server) answerItems(ctx context.Context, items []batchItem, kept *budget.Batch[sentBatch], deadline time.Time) (late bool, err error) {
	done := 0
	for i := range items {
		for j := i; j < len(items); j++ {
			item := &items[j]
			if item.answered || item.key != items[i].key || !kept.Open(j) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return false, err
			}
			if !s.clock().Before(deadline) {
				return true, nil
			}
			item.answered = true
			if err := s.keep(ctx, item, kept); err != nil {
				return false, err
			}
			done++
			progress(ctx, done, len(items))
		}
		s.reads.forget()
	}
	return false, nil
}

// keep answers one item.
func (s *server) keep(ctx context.Context, item *batchItem, kept *budget.Batch[sentBatch]) error {
	_, err := kept.Put(item.index, item.result(ctx, s))
	if large, ok := errors.AsType[*budget.TooLargeError](err); ok {
		_, err = kept.Put(item.index, item.tooLarge(s, large))
	}
	return err
}

// A batchAnswer is what read_batch says.
type batchAnswer struct {
	Count        int               `json:"count"` // of Items
	Items        []json.RawMessage `json:"items"`
	Unread       []int             `json:"unread,omitempty"` // indexes of the rest of the request
	UnreadReason string            `json:"unread_reason,omitempty"`
}

// A sentBatch is a batchAnswer as it is sent, for measuring.
type sentBatch struct {
	OK bool `json:"ok"`
	batchAnswer
}

// newBatchAnswer returns what makes the answer to n items of the first answers.
func newBatchAnswer(n int) func(items []json.RawMessage) sentBatch {
	return func(items []json.RawMessage) sentBatch {
		a := sentBatch{true, batchAnswer{Count: len(items), Items: items}}
		for i := len(items); i < n; i++ {
			a.Unread = append(a.Unread, i)
			a.UnreadReason = section.TruncatedByBudget // the longest reason
		}
		return a
	}
}
