package budget

import "encoding/json"

// A Batch keeps the answers to many requests until they are sent in one. They go
// in whole or not at all and in the order of the requests, whatever the order in
// which they are ready: what does not fit, and all after it, is unread.
//
// A Batch never holds more bytes of answers than the whole one may have, those
// that wait for an earlier one included. It is not safe for concurrent use.
type Batch[T any] struct {
	encoding Encoding
	max      int
	build    func(items []json.RawMessage) T
	items    []json.RawMessage // nil where none came yet
	sizes    []int             // of items, as sent
	end      int               // the requests from here on are unread
	room     int               // for the items, in the best case
	first    int               // for the first item, if all others are unread
}

// NewBatch returns an empty batch for the answers to n requests, of which build
// makes an answer that takes at most max bytes, as e.SizeOf counts them. What
// build is given are the answers to the first requests, in JSON; where these are
// fewer than n, it says that the requests from len(items) on are unread.
//
// NewBatch calls build to measure what is around the items, so it must not depend
// on what is in them. Where not even the answer with all requests unread fits,
// the error is a *[TooLargeError].
func NewBatch[T any](e Encoding, max, n int, build func(items []json.RawMessage) T) (*Batch[T], error) {
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
	one, err := b.around(min(n, 1))
	if err != nil {
		return nil, err
	}
	b.room, b.first = max-min(none, all), max-one
	b.items, b.sizes = make([]json.RawMessage, n), make([]int, n)
	return b, nil
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

// Put keeps v as the answer to request i, and reports whether it may still go in.
// If not, neither will those after it, and nothing behind i need be read. An
// answer put again replaces the one before.
//
// An answer that would not fit even as the first and only one is refused with a
// *[TooLargeError], whose Bytes is the size of that batch. It is not kept, and
// the caller puts a smaller one in its place.
func (b *Batch[T]) Put(i int, v any) (bool, error) {
	if i >= b.end {
		return false, nil
	}
	inner, err := Encoding{NoHTMLEscape: b.encoding.NoHTMLEscape}.encode(v)
	if err != nil {
		return false, err
	}
	size := b.encoding.carried(inner)
	if size > b.first {
		return false, &TooLargeError{Bytes: size + b.max - b.first, Max: b.max}
	}
	b.items[i], b.sizes[i] = json.RawMessage(inner), size
	b.drop()
	return i < b.end, nil
}

// drop lets go of the items that cannot go in together with those before them.
func (b *Batch[T]) drop() {
	held := 0
	for i, size := range b.sizes[:b.end] {
		if held += size; held > b.room {
			b.end = i
			break
		}
	}
	clear(b.items[b.end:])
	clear(b.sizes[b.end:])
}

// Answer returns the answer with as many items as fit, from the first one to the
// last before one that was never put. Room for what it says about the unread is
// reserved, and not needed where nothing is unread.
func (b *Batch[T]) Answer() (T, error) {
	n := 0
	for n < b.end && b.items[n] != nil {
		n++
	}
	for ; ; n-- {
		answer := b.build(b.items[:n])
		size, err := b.encoding.SizeOf(answer)
		if err == nil && size > b.max && n == 0 {
			err = &TooLargeError{Bytes: size, Max: b.max}
		}
		if err != nil || size <= b.max {
			return answer, err
		}
	}
}
