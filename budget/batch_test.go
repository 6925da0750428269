package budget_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/mapwright/mapwright/budget"
)

// A batchAnswer lists each request that is unread.
type batchAnswer struct {
	Items  []json.RawMessage `json:"items"`
	Unread []unread          `json:"unread,omitempty"`
	Reason string            `json:"unread_reason,omitempty"`
}

type unread struct {
	Index int `json:"index"`
}

func buildBatch(n int) func(items []json.RawMessage) batchAnswer {
	return func(items []json.RawMessage) batchAnswer {
		answer := batchAnswer{Items: items}
		for i := len(items); i < n; i++ {
			answer.Unread, answer.Reason = append(answer.Unread, unread{i}), "byte_budget"
		}
		return answer
	}
}

// bruteBatch returns the answer with the most of items that fits.
func bruteBatch(t testing.TB, e budget.Encoding, most, n int, items []json.RawMessage) batchAnswer {
	t.Helper()
	build := buildBatch(n)
	for k := len(items); k > 0; k-- {
		if answer := build(items[:k]); len(sent(t, e, answer)) <= most {
			return answer
		}
	}
	return build(items[:0])
}

// fill puts answers in a random order until all are put, or all up to read, and
// returns those that a batch may have.
func fill(t testing.TB, rng *rand.Rand, b *budget.Batch[batchAnswer], values []string, read, most int) []json.RawMessage {
	t.Helper()
	items := make([]json.RawMessage, read)
	for _, i := range rng.Perm(read) {
		_, err := b.Put(i, values[i])
		if e, ok := errors.AsType[*budget.TooLargeError](err); ok {
			if e.Bytes <= e.Max || e.Max != most {
				t.Errorf("refused: %v", e)
			}
			values[i] = "-"
			_, err = b.Put(i, values[i])
		}
		if err != nil {
			t.Fatal(err)
		}
		if held := b.Held(); held > most {
			t.Errorf("%d bytes are held, at most %d are sent", held, most)
		}
		items[i], err = json.Marshal(values[i])
		if err != nil {
			t.Fatal(err)
		}
	}
	return items
}

func checkBatch(t testing.TB, rng *rand.Rand, e budget.Encoding, most int) {
	t.Helper()
	n := rng.IntN(8)
	b, err := budget.NewBatch(e, most, n, buildBatch(n))
	if none := len(sent(t, e, buildBatch(n)([]json.RawMessage{}))); none > most {
		if e, ok := errors.AsType[*budget.TooLargeError](err); !ok || *e != (budget.TooLargeError{Bytes: none, Max: most}) {
			t.Errorf("error %v, the empty answer takes %d bytes of %d", err, none, most)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	values := make([]string, n)
	for i := range values {
		values[i] = randomText(rng, escapes, 12)
	}
	items := fill(t, rng, b, values, rng.IntN(n+1), most)
	got, err := b.Answer()
	if err != nil {
		t.Fatal(err)
	}
	want := bruteBatch(t, e, most, n, items)
	if g, w := string(sent(t, e, got)), string(sent(t, e, want)); g != w || len(g) > most {
		t.Errorf("%+v: %q of %d to %d:\n%s, want\n%s", e, values, len(items), most, g, w)
	}
}

func TestBatchRandom(t *testing.T) {
	t.Parallel()
	rng := newRand(t)
	for range rounds(5_000) {
		e := budget.Encoding{Nested: rng.IntN(2) == 0, Indent: []string{"", "  "}[rng.IntN(2)]}
		checkBatch(t, rng, e, rng.IntN(500))
	}
}

func TestBatchPut(t *testing.T) {
	b, err := budget.NewBatch(budget.Plain, 100, 3, func(items []json.RawMessage) []json.RawMessage { return items })
	if err != nil {
		t.Fatal(err)
	}
	long := repeat("a", 60)
	for _, tt := range []struct {
		name, reason string
		i            int
		v            any
		ok, refused  bool
		held         int
	}{
		{"last", "it waits for those before it", 2, long, true, false, 62},
		{"too large", "alone it would not fit", 1, repeat("a", 100), false, true, 62},
		{"first", "both do not fit, and the later one goes", 0, long, true, false, 62},
		{"last again", "what does not fit is not read again", 2, "", false, false, 62},
		{"second", "there is still room before what was dropped", 1, "b", true, false, 65},
		{"second again", "it replaces the one before", 1, "bc", true, false, 66},
		{"error", "what cannot be encoded is not kept", 1, make(chan int), false, false, 66},
	} {
		ok, err := b.Put(tt.i, tt.v)
		if _, refused := errors.AsType[*budget.TooLargeError](err); ok != tt.ok || refused != tt.refused || b.Held() != tt.held {
			t.Errorf("%s: Put(%d) = %t, %v, %d held: %s", tt.name, tt.i, ok, err, b.Held(), tt.reason)
		}
	}
}

func TestBatchError(t *testing.T) {
	for n := range 3 {
		for fail := range n + 1 {
			_, err := budget.NewBatch(budget.Plain, 100, n, func(items []json.RawMessage) any {
				if len(items) == fail {
					return make(chan int)
				}
				return items
			})
			if err == nil {
				t.Errorf("%d requests, the answer with %d is a channel: no error", n, fail)
			}
			if fail == 1 {
				break // what NewBatch measures
			}
		}
	}
}

func FuzzBatch(f *testing.F) {
	for i := range uint64(10) {
		f.Add(i, 200, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, most int, nested bool) {
		checkBatch(t, rand.New(rand.NewPCG(seed, 0)), budget.Encoding{Nested: nested}, most)
	})
}
