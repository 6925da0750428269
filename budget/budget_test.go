package budget_test

import (
	"encoding/json"
	"testing"

	"github.com/mapwright/mapwright/budget"
)

func TestTooLargeErrorJSON(t *testing.T) {
	got, err := json.Marshal(&budget.TooLargeError{Bytes: 300_001, Max: 256_000})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"bytes":300001,"max":256000}`
	if string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
