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
