package outline

// A jsStack is a stack that may get as deep as a text is long. What is on it is
// never moved, once there is so much that moving would take long.
type jsStack[T any] struct {
	chunk []T   // the top; empty if the stack is
	below [][]T // full chunks
	spare []T   // an empty chunk, so that one element more or less takes none
}

// jsChunk is the length of a chunk.
const jsChunk = 1024

// push puts an element on the stack, without a value, and returns it.
func (s *jsStack[T]) push() *T {
	if n := len(s.chunk); n == jsChunk {
		s.below = append(roomy(s.below), s.chunk)
		if s.chunk, s.spare = s.spare, nil; s.chunk == nil {
			s.chunk = make([]T, 0, jsChunk)
		}
	} else if n == cap(s.chunk) {
		s.chunk = roomy(s.chunk)
	}
	var none T
	s.chunk = append(s.chunk, none)
	return s.top()
}

// top returns the last element, of which there must be one.
func (s *jsStack[T]) top() *T { return &s.chunk[len(s.chunk)-1] }

// pop takes the last element off the stack and returns it. It is good until the
// next push.
func (s *jsStack[T]) pop() *T {
	last := s.top()
	s.chunk = s.chunk[:len(s.chunk)-1]
	if n := len(s.below); len(s.chunk) == 0 && n > 0 {
		s.spare, s.chunk, s.below = s.chunk, s.below[n-1], s.below[:n-1]
	}
	return last
}

func (s *jsStack[T]) empty() bool { return len(s.chunk) == 0 }
