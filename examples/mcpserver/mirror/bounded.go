package mirror

import "io"

// A bounded reads at most left bytes and then has had enough.
type bounded struct {
	r    io.Reader
	left int
}

// Read reads, or returns errEnough.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errEnough
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
