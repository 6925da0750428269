package mirror

import "context"

// Blobs hands the bytes of blobs to each, in the order of their ids, nil for one
// that the repository has lost. It has a git process of its own, one at a time,
// so that a long list keeps no request waiting; the time-out of a request does
// not hold for it. Blobs of more than limit bytes are an error: whoever has
// listed them knows their sizes.
func (m *Mirror) Blobs(ctx context.Context, ids []string, limit int, each func(i int, data []byte)) (err error) {
	gitDir, end, err := m.begin()
	if err != nil {
		return err
	}
	defer end(&err)
	if err := m.counters.acquire(ctx, m); err != nil {
		return err
	}
	defer m.counters.release()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(m.closing, cancel)()
	b, err := startBatch(gitDir)
	if err != nil {
		return failed("git could not be started", err.Error())
	}
	defer b.stop()
	return b.run(ctx, func(b *batch) error {
		for i, id := range ids {
			data, err := b.object(id, "blob", limit)
			switch {
			case ctx.Err() != nil:
				return interrupted(ctx)
			case err == errMissing:
				data = nil
			case err != nil:
				return failed("git could not read the files", err.Error()+": "+string(b.stderr.Bytes()))
			}
			each(i, data)
		}
		return nil
	})
}
