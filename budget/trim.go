package budget

import (
	"slices"
	"sort"
	"strings"
)

// A List is one of the lists of an answer, for [Trim] to cut. The zero List is an
// empty one.
type List struct {
	len  int
	item func(i int) any
	show func(n int) // leaves the first n items in the answer
	flag func()      // says in the answer that the list was cut
}

// NewList returns the list that items points to. Where it is cut, *truncated
// becomes true; nil stands for an answer that does not say so. The list must be
// one in JSON as well, which a []byte is not.
func NewList[E any](items *[]E, truncated *bool) List {
	all := *items
	return List{
		len:  len(all),
		item: func(i int) any { return &all[i] }, // a MarshalJSON of *E counts
		show: func(n int) { *items = all[:n] },
		flag: func() {
			if truncated != nil {
				*truncated = true
			}
		},
	}
}

// Trim cuts lists from their ends until the answer takes at most max bytes, as
// e.SizeOf counts them. Lists are cut in the order given, so that the first is
// worth the least: the second loses nothing before the first is empty. A list is
// cut no shorter than it must be, with the flags as they then are, and an answer
// that fits as it is does not change.
//
// The answer is a pointer to the value that the lists are in. All else in it
// stays as it is: a number that counts the items which are left must be set
// afterwards, and be no longer than it was.
//
// Trim encodes each item once, and each list's first two and the answer without
// the others a few times. Where it does not fit even with all lists empty, as
// they then are, the error is a *[TooLargeError].
func Trim(e Encoding, max int, answer any, lists ...List) error {
	lists = slices.DeleteFunc(slices.Clone(lists), func(l List) bool { return l.len == 0 })
	t := trimmer{e, answer, lists, make([]int, len(lists)), make([][]int, len(lists))}
	size, err := t.measure()
	if err != nil || size <= max {
		return err
	}
	for i, list := range lists {
		list.flag()
		if size, err = t.cut(i, max); err != nil || size <= max {
			return err
		}
	}
	return &TooLargeError{Bytes: size, Max: max}
}

// A trimmer is one Trim.
type trimmer struct {
	encoding Encoding
	answer   any
	lists    []List
	kept     []int   // how many items of each list are in the answer
	sums     [][]int // what so many items of each list take, all between them included
}

// measure encodes the items and returns the size of the whole answer.
func (t *trimmer) measure() (size int, err error) {
	for i, list := range t.lists {
		t.kept[i] = list.len
	}
	for i := range t.lists {
		if t.sums[i], err = t.items(i); err != nil {
			return 0, err
		}
	}
	return t.size()
}

// items returns t.sums[i].
func (t *trimmer) items(i int) ([]int, error) {
	sums := make([]int, t.lists[i].len+1)
	between, margin := len(","), 0
	for n := range t.lists[i].len {
		inner, err := t.encoding.encode(t.lists[i].item(n))
		if err != nil {
			return nil, err
		}
		sums[n+1] = sums[n] + t.encoding.carried(inner)
		if n == 0 {
			continue
		}
		lines := strings.Count(inner, "\n") + 1
		if n == 1 && t.encoding.Indent != "" {
			between += t.encoding.carried("\n")
			added, err := t.second(i)
			if err != nil {
				return nil, err
			}
			margin = (added - between - t.encoding.carried(inner)) / lines
		}
		sums[n+1] += between + margin*lines
	}
	return sums, nil
}

// second returns what the second item of list i adds to the answer.
func (t *trimmer) second(i int) (int, error) {
	defer t.restore()
	var sizes [3]int
	for _, n := range []int{1, 2} {
		t.show(func(j int) int {
			if j == i {
				return n
			}
			return 0
		})
		var err error
		if sizes[n], err = t.encoding.SizeOf(t.answer); err != nil {
			return 0, err
		}
	}
	return sizes[2] - sizes[1], nil
}

// cut keeps as many items of list i as fit, but not all, and returns the size of
// the answer.
func (t *trimmer) cut(i, max int) (size int, err error) {
	defer t.restore()
	t.kept[i] = min(1, t.lists[i].len-1)
	if size, err = t.size(); err != nil || t.kept[i] == 0 {
		return size, err
	}
	sums := t.sums[i]
	fits := func(n int) bool { return size-sums[1]+sums[n] <= max }
	if fits(1) {
		t.kept[i] = sort.Search(t.lists[i].len-1, func(n int) bool { return !fits(n + 1) })
		return size - sums[1] + sums[t.kept[i]], nil
	}
	t.kept[i] = 0
	return t.size()
}

// size is that of the answer with the items that are kept. One item of each list
// is encoded with it, so that what stands around the items counts.
func (t *trimmer) size() (int, error) {
	defer t.restore()
	t.show(func(i int) int { return min(t.kept[i], 1) })
	size, err := t.encoding.SizeOf(t.answer)
	for i, n := range t.kept {
		size += t.sums[i][n] - t.sums[i][min(n, 1)]
	}
	return size, err
}

// show leaves the first n(i) items of each list i in the answer.
func (t *trimmer) show(n func(i int) int) {
	for i, list := range t.lists {
		list.show(n(i))
	}
}

// restore leaves what is kept.
func (t *trimmer) restore() {
	t.show(func(i int) int { return t.kept[i] })
}
