package budget

// Held is the number of bytes that b holds.
func (b *Batch[T]) Held() int {
	held := 0
	for _, item := range b.items {
		held += len(item)
	}
	return held
}

// Restart is where a cut at limit starts to look for clusters.
func Restart(s string, limit int) int {
	last, end := runeAt(s, limit)
	return restart(s, last, end)
}
