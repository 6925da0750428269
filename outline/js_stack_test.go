package outline

import "testing"

func TestJSStack(t *testing.T) {
	var s jsStack[int]
	var want []int
	// Up and down, across the borders of chunks, where some turn back.
	for i, depth := range []int{1, 0, jsChunk, jsChunk + 1, jsChunk - 1, 3 * jsChunk, jsChunk, 5*jsChunk + 7, 0, 2} {
		for len(want) < depth {
			value := i*10*jsChunk + len(want)
			*s.push() = value
			want = append(want, value)
		}
		for len(want) > depth {
			last := want[len(want)-1]
			if top, got := *s.top(), *s.pop(); top != last || got != last {
				t.Fatalf("depth %d: the top is %d, popped is %d, want %d", len(want), top, got, last)
			}
			want = want[:len(want)-1]
		}
		if s.empty() != (depth == 0) {
			t.Fatalf("depth %d: empty is %t", depth, s.empty())
		}
	}
}
