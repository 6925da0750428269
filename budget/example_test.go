package budget_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mapwright/mapwright/budget"
)

// A server keeps a snippet of what it found, and refuses the answer that is
// over the budget even so.
func Example() {
	const most = 60
	answer := func(found string) ([]byte, error) {
		snippet := found[:budget.Cut(found, 20)]
		data, err := json.Marshal(map[string]string{"snippet": snippet})
		if err != nil {
			return nil, err
		}
		if len(data) > most {
			return nil, &budget.TooLargeError{Bytes: len(data), Max: most}
		}
		return data, nil
	}

	for _, found := range []string{"Happy family 👩‍👩‍👧 at home", "<<<<<<<<<<<<<<<<<<<<"} {
		data, err := answer(found)
		if e, ok := errors.AsType[*budget.TooLargeError](err); ok {
			fmt.Printf("refused: %d > %d\n", e.Bytes, e.Max)
			continue
		}
		fmt.Printf("%s\n", data)
	}
	// Output:
	// {"snippet":"Happy family "}
	// refused: 134 > 60
}

func ExampleSize() {
	fmt.Println(budget.Size("abc"), budget.Size("שלום"), budget.Size("a < b"), budget.Size("\n"))
	// Output:
	// 5 10 12 4
}

func ExampleEncoding_Size() {
	s := "a\tb"
	fmt.Println(budget.Plain.Size(s))  // "a\tb"
	fmt.Println(budget.Nested.Size(s)) // "\"a\\tb\""
	// Output:
	// 6
	// 11
}

func ExampleEncoding_SizeOf() {
	answer := map[string]string{"line": "a\tb"}
	for _, e := range []budget.Encoding{budget.Plain, budget.Nested, {Indent: "  "}} {
		n, err := e.SizeOf(answer)
		fmt.Println(n, err)
	}
	// Output:
	// 15 <nil>
	// 22 <nil>
	// 20 <nil>
}

func ExampleEncoding_Fit() {
	s := "if a < b"
	n, size := budget.Plain.Fit(s, 10)
	fmt.Printf("%q %d\n", s[:n], size)
	n, size = budget.Plain.Fit(s, 11) // < takes six bytes
	fmt.Printf("%q %d\n", s[:n], size)
	// Output:
	// "if a " 5
	// "if a <" 11
}

func ExampleEncoding_FitRunes() {
	s := "e\u0301" // one letter with its accent, three bytes
	fmt.Println(budget.Plain.Fit(s, 2))
	fmt.Println(budget.Plain.FitRunes(s, 2))
	// Output:
	// 0 0
	// 1 1
}

func ExampleEncoding_FitLines() {
	s := "one\ntwo\nthree\n"
	n, lines, size := budget.Plain.FitLines(s, 15) // a newline takes two bytes
	fmt.Printf("%q %d %d\n", s[:n], lines, size)
	// Output:
	// "one\ntwo\n" 2 10
}

// A server sends a text in pages, each as large as an answer may be.
func ExamplePage() {
	type answer struct {
		Text string `json:"text"`
		Next int    `json:"next,omitempty"`
	}
	const text = "a < b and b < c"
	pager := budget.Pager{Max: 35}
	for offset, more := 0, true; more; {
		page, err := budget.Page(pager, text, offset, func(part string, next int) answer {
			if next == len(text) {
				next = 0
			}
			return answer{part, next}
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%q %d\n", page.Text, page.Next)
		offset, more = page.Next, page.Next > 0
	}
	// Output:
	// "a < b and" 9
	// " b < c" 0
}

func ExampleTrim() {
	type answer struct {
		Hits          []string `json:"hits"`
		HitsTruncated bool     `json:"hits_truncated"`
		Hints         []string `json:"hints"`
	}
	for _, most := range []int{80, 60, 45} {
		a := answer{Hits: []string{"one", "two", "three"}, Hints: []string{"try again"}}
		err := budget.Trim(budget.Plain, most, &a,
			budget.NewList(&a.Hints, nil), // the hints go first
			budget.NewList(&a.Hits, &a.HitsTruncated))
		fmt.Printf("%+v %v\n", a, err)
	}
	// Output:
	// {Hits:[one two three] HitsTruncated:false Hints:[try again]} <nil>
	// {Hits:[one two] HitsTruncated:true Hints:[]} <nil>
	// {Hits:[] HitsTruncated:true Hints:[]} <nil>
}

func ExampleNewList() {
	words, cut := []string{"one", "two", "three"}, false
	err := budget.Trim(budget.Plain, 15, &words, budget.NewList(&words, &cut))
	fmt.Println(words, cut, err)
	// Output:
	// [one two] true <nil>
}

// Answers come in another order than they were asked for.
func ExampleNewBatch() {
	type answer struct {
		Items  []json.RawMessage `json:"items"`
		Unread int               `json:"unread"`
	}
	const requests = 3
	batch, err := budget.NewBatch(budget.Plain, 50, requests, func(items []json.RawMessage) answer {
		return answer{items, requests - len(items)}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range []int{2, 0, 1} {
		ok, err := batch.Put(i, fmt.Sprintf("answer %d", i))
		fmt.Println(i, ok, err)
	}
	a, err := batch.Answer()
	fmt.Printf("%s %d %v\n", a.Items, a.Unread, err)
	// Output:
	// 2 true <nil>
	// 0 true <nil>
	// 1 true <nil>
	// ["answer 0" "answer 1"] 1 <nil>
}

// An answer that is too large on its own is replaced by a smaller one.
func ExampleBatch_Put() {
	batch, err := budget.NewBatch(budget.Plain, 30, 1, func(items []json.RawMessage) []json.RawMessage { return items })
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = batch.Put(0, "a text that is longer than thirty bytes")
	if e, ok := errors.AsType[*budget.TooLargeError](err); ok {
		fmt.Println(batch.Put(0, e))
	}
	a, err := batch.Answer()
	fmt.Printf("%s %v\n", a, err)
	// Output:
	// true <nil>
	// [{"bytes":43,"max":30}] <nil>
}

// What can not go in need not be made.
func ExampleBatch_Open() {
	batch, err := budget.NewBatch(budget.Plain, 30, 3, func(items []json.RawMessage) []json.RawMessage { return items })
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, text := range []string{"this fits", "this does not beside it", "so is this read?"} {
		if !batch.Open(i) {
			fmt.Println("not for", i)
			continue
		}
		more, err := batch.Put(i, text)
		fmt.Println(more, err)
	}
	// Output:
	// true <nil>
	// false <nil>
	// not for 2
}

// What is behind an answer that never came does not go in.
func ExampleBatch_Answer() {
	batch, err := budget.NewBatch(budget.Plain, 100, 3, func(items []json.RawMessage) []json.RawMessage { return items })
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range []int{0, 2} {
		if _, err := batch.Put(i, i); err != nil {
			fmt.Println(err)
			return
		}
	}
	a, err := batch.Answer()
	fmt.Printf("%s %v\n", a, err)
	// Output:
	// [0] <nil>
}

func ExampleCut() {
	s := "e\u0301e\u0301" // two letters with an accent each, three bytes both
	fmt.Println(budget.Cut(s, 6), budget.Cut(s, 5), budget.Cut(s, 2))
	// Output:
	// 6 3 0
}

func ExampleCutChars() {
	s := "👩‍👩‍👧 home" // five code points make one family
	fmt.Printf("%q\n", s[:budget.CutChars(s, 7)])
	fmt.Printf("%q\n", s[:budget.CutChars(s, 4)])
	// Output:
	// "👩\u200d👩\u200d👧 h"
	// ""
}

func ExampleCutClusters() {
	s := "👩‍👩‍👧 home"
	fmt.Println(budget.CutClusters(s, 1), budget.CutClusters(s, 3), budget.CutClusters(s, 100))
	// Output:
	// 18 20 23
}

func ExampleCutWidth() {
	for _, s := range []string{"reading", "读书读书"} {
		fmt.Printf("%q\n", s[:budget.CutWidth(s, 5)])
	}
	// Output:
	// "readi"
	// "读书"
}

func ExampleCutRunes() {
	s := "e\u0301"
	fmt.Println(budget.Cut(s, 2), budget.CutRunes(s, 2))
	// Output:
	// 0 1
}

func ExamplePrefixLen() {
	s := "שלום"
	fmt.Println(budget.PrefixLen(s, 3), budget.PrefixLen(s, 100))
	// Output:
	// 6 8
}

func ExampleTooLargeError_Error() {
	err := &budget.TooLargeError{Bytes: 300_001, Max: 256_000}
	fmt.Println(err)
	// Output:
	// 300001 bytes, at most 256000 are sent
}
