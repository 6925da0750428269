package mirror

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"github.com/mapwright/mapwright/refcheck"
)

// A batch is a running "git cat-file --batch". It is not safe for concurrent
// use, apart from kill.
type batch struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr capture

	killing sync.Once
}

// errMissing says that git does not have an object.
var errMissing = errors.New("object is missing")

func startBatch(gitDir string) (*batch, error) {
	// It outlives the request that starts it.
	b := &batch{cmd: command(context.Background(), gitDir, "cat-file", "--batch")}
	b.cmd.Stderr = &b.stderr
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.in, b.out = in, bufio.NewReader(out)
	return b, b.cmd.Start()
}

// kill ends the process, so that a read which waits for it fails. It may be
// called at any time, by any goroutine.
func (b *batch) kill() {
	b.killing.Do(func() { _ = killGroup(b.cmd.Process) }) // an error means that it has ended already
}

// stop ends the process and waits for it.
func (b *batch) stop() {
	b.kill() // before Wait, never after it: see killGroup
	_ = b.cmd.Wait()
}

// object returns the bytes of an object, by its id or by id^{tree}. Its error is
// errMissing or a *TooLargeError; after any other, and after a *TooLargeError,
// which leaves the bytes unread, the batch can only be stopped.
func (b *batch) object(name, kind string, limit int) ([]byte, error) {
	_, size, err := b.header(name, kind)
	if err != nil {
		return nil, err
	}
	if size > int64(limit) {
		return nil, &TooLargeError{Code: TooLarge, Size: size, Max: limit}
	}
	data := make([]byte, size+1) // and the newline that ends every answer
	if _, err := io.ReadFull(b.out, data); err != nil {
		return nil, unexpectedEOF(err)
	}
	if data[size] != '\n' {
		return nil, errors.New("git cat-file: no newline behind the object")
	}
	return data[:size], nil
}

// commit returns the id of the commit that ref names, its error is errMissing if
// there is none. After any other the batch can only be stopped.
func (b *batch) commit(ref string) (id string, err error) {
	id, size, err := b.header(ref+"^{commit}", "commit")
	if err != nil {
		return "", err
	}
	_, err = io.CopyN(io.Discard, b.out, size+1) // and the newline that ends every answer
	return id, unexpectedEOF(err)
}

// header asks for an object, and returns what stands before its bytes: its id and
// its size.
func (b *batch) header(name, kind string) (id string, size int64, err error) {
	if strings.ContainsAny(name, "\n\x00") {
		panic("mirror: not an object name") // it would be two requests
	}
	if _, err := io.WriteString(b.in, name+"\n"); err != nil {
		return "", 0, err
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		return "", 0, unexpectedEOF(err)
	}
	if header == name+" missing\n" {
		return "", 0, errMissing
	}
	return parseHeader(header, kind)
}

// parseHeader returns the id and the size in "ID KIND SIZE\n".
func parseHeader(header, kind string) (id string, size int64, err error) {
	fields := strings.Fields(header)
	if len(fields) != 3 || fields[1] != kind {
		return "", 0, fmt.Errorf("git cat-file: want a %s", kind)
	}
	size, err = strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return "", 0, errors.New("git cat-file: no size in the header")
	}
	return fields[0], size, nil
}

// unexpectedEOF is err, with an end of the output as what it is in the middle of
// an answer.
func unexpectedEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// run calls f and kills the process when ctx ends before f has returned.
func (b *batch) run(ctx context.Context, f func(*batch) error) error {
	unwatch := context.AfterFunc(ctx, b.kill)
	defer unwatch()
	return f(b)
}

// withBatch runs f with the process that reads, and starts one where there is
// none. A process that was there before may have died since, or may not see the
// repository as it is now, so what it failed on is tried once more with a new one.
func (m *Mirror) withBatch(ctx context.Context, gitDir string, f func(*batch) error) error {
	var b *batch
	select {
	case b = <-m.reader:
	case <-ctx.Done():
		return interrupted(ctx)
	case <-m.closing.Done():
		return interrupted(m.closing)
	}
	return m.readWith(ctx, gitDir, b, f)
}

// readWith runs f with b, which was taken from m.reader, and gives it back.
func (m *Mirror) readWith(ctx context.Context, gitDir string, b *batch, f func(*batch) error) error {
	defer func() { m.reader <- b }()
	ctx, cancel := m.deadline(ctx) // of git, not of the queue before it
	defer cancel()
	reused := b != nil
	err := m.attempt(ctx, gitDir, &b, f)
	if reused && errors.Is(err, refcheck.ReadFailed) {
		err = m.attempt(ctx, gitDir, &b, f)
	}
	return err
}

// attempt runs f with *b, or with a new process if that is nil. It leaves there
// the process if it waits for the next request, and nil if it had to be stopped.
func (m *Mirror) attempt(ctx context.Context, gitDir string, b **batch, f func(*batch) error) error {
	if ctx.Err() != nil || m.closing.Err() != nil {
		return interrupted(ctx)
	}
	if *b == nil {
		started, err := startBatch(gitDir)
		if err != nil {
			return failed("git could not be started", err.Error())
		}
		*b = started
	}
	running := *b
	err := running.run(ctx, f)
	if err == nil || errors.As(err, new(*NotFoundError)) {
		return err
	}
	running.stop()
	*b = nil
	switch {
	case errors.As(err, new(*TooLargeError)):
		return err
	case ctx.Err() != nil:
		return interrupted(ctx)
	}
	return failed("git could not read the file", err.Error()+": "+string(running.stderr.Bytes()))
}
