package budget_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"sort"
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
		e := budget.Encoding{Nested: rng.IntN(2) == 0, Indent: []string{"", "  ", "\t"}[rng.IntN(3)]}
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
		{"all the room", "what takes all the bytes that are left fits", 1, repeat("b", 34), true, false, 98},
		{"one more", "it does not fit behind the first", 1, repeat("b", 35), false, false, 62},
		{"behind the last", "there is no such request", 3, "", false, false, 62},
		{"before the first", "nor is there this one", -1, "", false, false, 62},
	} {
		ok, err := b.Put(tt.i, tt.v)
		if _, refused := errors.AsType[*budget.TooLargeError](err); ok != tt.ok || refused != tt.refused || b.Held() != tt.held {
			t.Errorf("%s: Put(%d) = %t, %v, %d held: %s", tt.name, tt.i, ok, err, b.Held(), tt.reason)
		}
		if err == nil && b.Open(tt.i) != ok {
			t.Errorf("%s: Open(%d) = %t", tt.name, tt.i, b.Open(tt.i))
		}
	}
}

func TestBatchNoRequests(t *testing.T) {
	for _, n := range []int{0, -1} {
		b, err := budget.NewBatch(budget.Plain, 100, n, func(items []json.RawMessage) []json.RawMessage { return items })
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			if ok, err := b.Put(i-1, "a"); ok || err != nil {
				t.Errorf("%d requests: Put(%d) = %t, %v, want false", n, i-1, ok, err)
			}
		}
		if got, err := b.Answer(); len(got) != 0 || err != nil {
			t.Errorf("%d requests: %s, %v, want none", n, got, err)
		}
	}
}

// A deepAnswer has its items three levels down, each in an object.
type deepAnswer struct {
	Result struct {
		Items []deepItem `json:"items"`
	} `json:"result"`
}

type deepItem struct {
	Index int             `json:"index"`
	Body  json.RawMessage `json:"body"`
}

func buildDeep(items []json.RawMessage) deepAnswer {
	var answer deepAnswer
	answer.Result.Items = []deepItem{}
	for i, item := range items {
		answer.Result.Items = append(answer.Result.Items, deepItem{i, item})
	}
	return answer
}

// TestBatchIndent has items of several lines: they are counted as they are where
// they go, and kept in one line.
func TestBatchIndent(t *testing.T) {
	values := []any{[]int{1, 2, 3}, map[string]any{"a": []any{}, "b": []int{4}}, "x\ny", []any{[]any{[]int{5}}}, map[string]int{}}
	for _, e := range []budget.Encoding{{}, {Indent: "  "}, {Indent: "\t"}, {Indent: "    ", Nested: true}, {Indent: "\t", Nested: true, NoHTMLEscape: true}} {
		var all []json.RawMessage
		for _, v := range values {
			all = append(all, sent(t, budget.Encoding{NoHTMLEscape: e.NoHTMLEscape}, v))
		}
		for most := len(sent(t, e, buildDeep(nil))); most <= len(sent(t, e, buildDeep(all)))+1; most++ {
			b, err := budget.NewBatch(e, most, len(values), buildDeep)
			if err != nil {
				t.Fatal(err)
			}
			checkIndented(t, e, b, most, values, all)
		}
	}
}

// checkIndented fills b until an item is refused. Its answer must have all that
// are in all and fit.
func checkIndented(t *testing.T, e budget.Encoding, b *budget.Batch[deepAnswer], most int, values []any, all []json.RawMessage) {
	t.Helper()
	for i, v := range values {
		ok, err := b.Put(i, v)
		if !ok && err == nil {
			break // unread with all after it
		}
		alone := len(sent(t, e, buildDeep(all[i:i+1])))
		refused, tooLarge := errors.AsType[*budget.TooLargeError](err)
		if tooLarge != (alone > most) || tooLarge && refused.Bytes != alone {
			t.Errorf("%+v: Put of %s to %d: %v, with it alone the answer takes %d", e, all[i], most, err, alone)
		}
		if tooLarge {
			all = all[:i]
			break
		}
	}
	want := all
	for len(sent(t, e, buildDeep(want))) > most {
		want = want[:len(want)-1]
	}
	got, err := b.Answer()
	if g, w := sent(t, e, got), sent(t, e, buildDeep(want)); err != nil || string(g) != string(w) {
		t.Fatalf("%+v: to %d: %v\n%s, want\n%s", e, most, err, g, w)
	}
	for i, item := range got.Result.Items {
		if string(item.Body) != string(all[i]) {
			t.Errorf("%+v: item %d is %s, want it in one line, %s", e, i, item.Body, all[i])
		}
	}
}

// TestBatchMany has many items, of which some must go.
func TestBatchMany(t *testing.T) {
	t.Parallel()
	rng := newRand(t)
	shapes := []func(i int) int{
		func(int) int { return 12 },
		func(int) int { return 12 + rng.IntN(50) },
		func(i int) int { return 12 + i },
		func(i int) int { return max(12, 1000-3*i) },
		func(i int) int { return 12 + i/390*3000 },
	}
	for range rounds(200) {
		n, shape := 300+rng.IntN(100), shapes[rng.IntN(len(shapes))]
		calls, build := 0, buildBatch(n)
		most := len(sent(t, budget.Plain, build(nil))) + rng.IntN(30*n)
		b, err := budget.NewBatch(budget.Plain, most, n, func(items []json.RawMessage) batchAnswer {
			calls++
			return build(items)
		})
		if err != nil {
			t.Fatal(err)
		}
		if calls > 4 {
			t.Errorf("NewBatch builds %d answers, want 4 at most", calls)
		}
		var items []json.RawMessage
		for i, ok := 0, true; ok && i < n; i++ {
			item := repeat("a", shape(i))
			items = append(items, sent(t, budget.Plain, item))
			if ok, err = b.Put(i, item); err != nil {
				break // too large alone
			}
		}
		calls = 0
		got, err := b.Answer()
		if err != nil {
			t.Fatal(err)
		}
		const halves = 9 // n can be halved so often
		if calls > 10+2*halves {
			t.Errorf("Answer builds %d answers to drop %d items of %d", calls, len(items)-len(got.Items), n)
		}
		if want := bruteBatch(t, budget.Plain, most, n, items); len(got.Items) != len(want.Items) {
			t.Errorf("%d of %d items go into %d bytes, %d fit", len(got.Items), n, most, len(want.Items))
		}
	}
}

// TestBatchBuilds keeps a promise about cost: however many items must go, few
// answers are built.
func TestBatchBuilds(t *testing.T) {
	const n, halves = 2000, 11
	for _, tt := range []struct {
		name, reason string
		most, item   int
		build        func(items []json.RawMessage) any
		calls        int
	}{
		{
			"large", "items say how many must go, the next try is sure that no more do",
			n * 64, 62, func(items []json.RawMessage) any { return buildBatch(n)(items) }, 6,
		},
		{
			"wrapped", "what is around an item counts",
			n * 20, 8, func(items []json.RawMessage) any { return buildDeep(items) }, 6,
		},
		{
			"small", "an item takes hardly more than to say that it is unread, so the tries are halves",
			n * 63 / 4, 13, func(items []json.RawMessage) any { return buildBatch(n)(items) }, 10 + 2*halves,
		},
	} {
		calls := 0
		b, err := budget.NewBatch(budget.Plain, tt.most, n, func(items []json.RawMessage) any {
			calls++
			return tt.build(items)
		})
		if err != nil {
			t.Fatal(err)
		}
		item := repeat("a", tt.item)
		var items []json.RawMessage
		for i, ok := 0, true; ok && i < n; i++ {
			items = append(items, sent(t, budget.Plain, item))
			if ok, err = b.Put(i, item); err != nil {
				t.Fatal(err)
			}
		}
		calls = 0
		got, err := b.Answer()
		if err != nil {
			t.Fatal(err)
		}
		if calls > tt.calls || calls < 2 {
			t.Errorf("%s: %d answers are built, want 2 to %d: %s", tt.name, calls, tt.calls, tt.reason)
		}
		fits := sort.Search(len(items), func(k int) bool { return len(sent(t, budget.Plain, tt.build(items[:k+1]))) > tt.most })
		if g, w := sent(t, budget.Plain, got), sent(t, budget.Plain, tt.build(items[:fits])); string(g) != string(w) {
			t.Errorf("%s: the answer has %d bytes, with all %d items that fit %d", tt.name, len(g), fits, len(w))
		}
	}
}

// TestBatchUnlike has builders that do not keep to what NewBatch measured. Even so
// no answer is over the limit.
func TestBatchUnlike(t *testing.T) {
	for _, indent := range []string{"", " "} {
		e := budget.Encoding{Indent: indent}
		b, err := budget.NewBatch(e, 100, 3, func([]json.RawMessage) string { return "no items" })
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := b.Put(0, []int{1}); !ok || err != nil {
			t.Errorf("indent %q: Put = %t, %v", indent, ok, err)
		}
		if got, err := b.Answer(); got != "no items" || err != nil {
			t.Errorf("indent %q: %q, %v", indent, got, err)
		}
	}
	long := false
	b, err := budget.NewBatch(budget.Plain, 100, 3, func([]json.RawMessage) string { return repeat("a", map[bool]int{false: 1, true: 99}[long]) })
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if ok, err := b.Put(i, i); !ok || err != nil {
			t.Errorf("Put = %t, %v", ok, err)
		}
	}
	long = true
	_, err = b.Answer()
	if e, ok := errors.AsType[*budget.TooLargeError](err); !ok || *e != (budget.TooLargeError{Bytes: 101, Max: 100}) {
		t.Errorf("an answer that grew: %v, want a refusal of 101 bytes", err)
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
