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

	// JSON inside a JSON string, as in the text block of an MCP tool result.
	inner, err := json.Marshal(map[string]string{"line": "a\tb"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(inner), budget.Size(string(inner)))
	// Output:
	// 5 10 12 4
	// 15 22
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
