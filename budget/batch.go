package budget

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A Batch keeps the answers to many requests until they are sent in one. They go
// in whole or not at all and in the order of the requests, whatever the order in
// which they are ready: what does not fit, and all after it, is unread.
//
// A Batch never holds more bytes of answers than the whole one may have, those
// that wait for an earlier one included. It is made by [NewBatch], and not safe
// for concurrent use.
type Batch[T any] struct {
	encoding Encoding
	max      int
	build    func(items []json.RawMessage) T
	margin   string            // what the lines of an item are indented by
	items    []json.RawMessage // nil where none came yet
	sizes    []int             // of items, as sent
	held     int               // the sum of sizes before end
	end      int               // the requests from here on are unread
	room     int               // for the items, in the best case
	first    int               // for the first item, if all others are unread
	beside   int               // what an item adds around itself, on an average; not negative
}

// NewBatch returns an empty batch for the answers to n requests, of which build
// makes an answer that takes at most max bytes, as e.SizeOf counts them. What
// build is given are the answers to the first requests, in compact JSON; where
// these are fewer than n, it says that the requests from len(items) on are
// unread. There are no requests where n is zero or negative.
//
// NewBatch calls build up to four times, with n items at most, to measure what is
// around the items. So build must take every item as it is, all at one depth, and
// what else it makes must not depend on what is in them. Where not even the
// answer with all requests unread fits, the error is a *[TooLargeError].
func NewBatch[T any](e Encoding, max, n int, build func(items []json.RawMessage) T) (*Batch[T], error) {
	if n < 0 {
		n = 0
	}
	b := &Batch[T]{encoding: e, max: max, build: build, end: n}
	none, err := b.around(0)
	if err != nil {
		return nil, err
	}
	if none > max {
		return nil, &TooLargeError{Bytes: none, Max: max}
	}
	all, err := b.around(n)
	if err != nil {
		return nil, err
	}
	b.room = max - min(none, all)
	b.items, b.sizes = make([]json.RawMessage, n), make([]int, n)
	if n == 0 {
		return b, nil
	}
	if all > none {
		b.beside = (all-none)/n + 1
	}
	return b, b.measureOne()
}

// measureOne sets what depends on an answer with one item.
func (b *Batch[T]) measureOne() error {
	one, err := b.around(1)
	if err != nil {
		return err
	}
	b.first = b.max - one
	if b.encoding.Indent == "" {
		return nil
	}
	// The lines of a list show how deep items are.
	list := json.RawMessage("[0]")
	size, err := b.encoding.SizeOf(b.build([]json.RawMessage{list}))
	if err != nil {
		return err
	}
	flat, err := b.sent(list)
	if err != nil {
		return err
	}
	const indented = 2 // lines of list behind its first one
	depth := (size - one - flat) / (indented * b.encoding.carried(b.encoding.Indent))
	b.margin = strings.Repeat(b.encoding.Indent, max(depth, 0))
	return nil
}

// around is the size of an answer with n items, without these.
func (b *Batch[T]) around(n int) (int, error) {
	null := json.RawMessage("null")
	items := make([]json.RawMessage, n)
	for i := range items {
		items[i] = null
	}
	size, err := b.encoding.SizeOf(b.build(items))
	return size - n*len(null), err
}

// sent is the size of item, which is compact, in the answer.
func (b *Batch[T]) sent(item json.RawMessage) (int, error) {
	if b.encoding.Indent == "" {
		return b.encoding.carried(string(item)), nil
	}
	var lines bytes.Buffer
	err := json.Indent(&lines, item, b.margin, b.encoding.Indent)
	return b.encoding.carried(lines.String()), err
}

// Put keeps v as the answer to request i, and reports whether it may still go in.
// If not, neither will those after it, and nothing behind i need be read. An
// answer put again replaces the one before. An answer to no request (i is
// negative, or not below n) is not kept, and never goes in.
//
// An answer that would not fit even as the first and only one is refused with a
// *[TooLargeError], whose Bytes is the size of that batch. It is not kept, and
// the caller puts a smaller one in its place.
//
// Put encodes v. Beside that its cost does not depend on n, on an average of
// many calls.
func (b *Batch[T]) Put(i int, v any) (bool, error) {
	if i < 0 || i >= b.end {
		return false, nil
	}
	inner, err := Encoding{NoHTMLEscape: b.encoding.NoHTMLEscape}.encode(v)
	if err != nil {
		return false, err
	}
	item := json.RawMessage(inner)
	size, err := b.sent(item)
	if err != nil {
		return false, err
	}
	if size > b.first {
		return false, &TooLargeError{Bytes: size + b.max - b.first, Max: b.max}
	}
	b.held += size - b.sizes[i]
	b.items[i], b.sizes[i] = item, size
	b.drop()
	return i < b.end, nil
}

// Open reports whether an answer to request i may still go in. If not, it need not
// be made. It costs nothing.
func (b *Batch[T]) Open(i int) bool { return 0 <= i && i < b.end }

// drop lets go of the items that cannot go in together with those before them.
func (b *Batch[T]) drop() {
	for b.held > b.room {
		b.end--
		b.held -= b.sizes[b.end]
		b.items[b.end] = nil
	}
}

// Answer returns the answer with as many items as fit, from the first one to the
// last before one that was never put. Room for what it says about the unread is
// reserved, and not needed where nothing is unread.
//
// With one item more the answer would not fit. With several more it might, but
// only if they take less than what build says about each that is unread.
//
// Answer encodes one answer where all items fit, else a few, and never more
// than ten and two for each time that n can be halved.
func (b *Batch[T]) Answer() (T, error) {
	n := 0
	for n < b.end && b.items[n] != nil {
		n++
	}
	best, size, err := b.answer(n)
	if err != nil || size <= b.max {
		return best, err
	}
	const enough = 8    // tries, for items that are not much smaller than what is beside them
	fits, over := -1, n // the most items that fit so far, the least that do not
	for tries := 0; over-fits > 1; tries++ {
		k := max(b.without(over, size-b.max), fits+1)
		if tries >= enough && tries%2 == 0 {
			k = (fits + over) / 2
		}
		answer, bytes, err := b.answer(k)
		switch {
		case err != nil:
			return answer, err
		case bytes <= b.max:
			best, fits = answer, k
		default:
			size, over = bytes, k
		}
	}
	if fits < 0 {
		return best, &TooLargeError{Bytes: size, Max: b.max}
	}
	return best, nil
}

// answer is the answer with the first n items, and its size.
func (b *Batch[T]) answer(n int) (answer T, size int, err error) {
	answer = b.build(b.items[:n])
	size, err = b.encoding.SizeOf(answer)
	return answer, size, err
}

// without returns how many of the first n items are left where the answer is to
// be smaller by excess bytes. What it says about the unread instead is not
// counted, so this is rather too many than too few.
func (b *Batch[T]) without(n, excess int) int {
	for ; n > 0 && excess > 0; n-- {
		excess -= b.sizes[n-1] + b.beside
	}
	return n
}
