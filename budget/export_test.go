package budget

// Held is the number of bytes that b holds.
func (b *Batch[T]) Held() int {
	held := 0
	for _, item := range b.items {
		held += len(item)
	}
	return held
}
