package rstsection

import (
	"encoding/json"
	"os"
	"testing"
)

// A knownCase is one of testdata/rst_cases.json; the README there has the fields.
type knownCase struct {
	Name  string `json:"name"`
	Input string `json:"input"`
	found
}

func knownCases(t testing.TB) []knownCase {
	t.Helper()
	data, err := os.ReadFile("testdata/rst_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []knownCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestKnownCases(t *testing.T) {
	for _, k := range knownCases(t) {
		t.Run(k.Name, func(t *testing.T) {
			got, err := find([]byte(k.Input))
			if err != nil || !same(got, k.found) {
				t.Errorf("%q\ngot  %+v (error: %v)\nwant %+v", k.Input, got, err, k.found)
			}
		})
	}
}

// The values in the file are what the program says today.
func TestKnownCasesAreTrue(t *testing.T) {
	docutils := newDocutils(t).start(t)
	for _, k := range knownCases(t) {
		says, err := docutils.ask([]byte(k.Input))
		if err != nil {
			t.Fatal(err)
		}
		if !same(k.found, says) {
			t.Errorf("%s: docutils finds %+v, the file says %+v", k.Name, says, k.found)
		}
	}
}
