package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine is the most bytes of a message from the client.
const maxLine = 16 << 20

// overLines returns the server as MCP sees it over standard input and output, with
// the tools ts and places for calls in q.
func (s *server) overLines(ts []tool, q queue) *mcp.Server {
	p := s.protocol(ts)
	p.AddReceivingMiddleware(s.arriving, q.patiently)
	return p
}

// A lineTransport carries JSON-RPC messages as lines. The SDK has one too, which
// ends the session at a line that is no message, and which at the end of the
// input drops the requests that are not answered yet. Here such a line gets an
// error, and every request that was read gets its answer.
//
// Each message to the client is measured as it is sent, by [bound].
type lineTransport struct {
	in  io.ReadCloser
	out io.Writer
	log *slog.Logger
}

// Connect starts reading.
func (t lineTransport) Connect(context.Context) (mcp.Connection, error) {
	c := &lineConn{
		in:       t.in,
		lines:    make(chan []byte),
		closed:   make(chan struct{}),
		out:      t.out,
		log:      t.log,
		inUse:    map[jsonrpc.ID]bool{},
		answered: make(chan struct{}, 1),
	}
	go c.scan()
	return c, nil
}

// A lineConn is the connection of a lineTransport.
type lineConn struct {
	in      io.ReadCloser
	lines   chan []byte // closed at the end of the input; nil for one that is too long
	scanErr error       // set before that
	closed  chan struct{}
	closing sync.Once
	log     *slog.Logger

	mu       sync.Mutex // guards what follows, and each line that is written
	out      io.Writer
	inUse    map[jsonrpc.ID]bool // ids of requests whose answer is not on its way yet
	pending  int                 // requests that have no answer yet
	answered chan struct{}       // a token after an answer
}

// SessionID is empty: there is one session.
func (c *lineConn) SessionID() string { return "" }

// scan sends the lines of the input until it ends or the connection is closed.
func (c *lineConn) scan() {
	defer close(c.lines)
	in := bufio.NewReader(c.in)
	for {
		line, err := readLine(in)
		if err == nil || line == nil || len(line) > 0 {
			select {
			case c.lines <- line:
			case <-c.closed:
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				c.scanErr = err
			}
			return
		}
	}
}

// readLine returns the next line without its newline, nil if it has more than
// maxLine bytes. The last line may come with the error that ends the input.
func readLine(in *bufio.Reader) ([]byte, error) {
	line := []byte{}
	for {
		part, err := in.ReadSlice('\n')
		if line != nil && len(line)+len(part) <= maxLine {
			line = append(line, part...)
		} else {
			line = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSuffix(line, []byte("\n")), err
		}
	}
}

// Read returns the next message. It answers what is none itself.
func (c *lineConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case line, ok := <-c.lines:
			if !ok {
				return nil, c.end(ctx)
			}
			msg, err := c.message(line)
			if msg != nil || err != nil {
				return msg, err
			}
		case <-c.closed:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// message reads one line: a message, or nil where there is nothing to handle.
func (c *lineConn) message(line []byte) (jsonrpc.Message, error) {
	if line != nil && len(bytes.TrimSpace(line)) == 0 {
		return nil, nil
	}
	msg, fault := decodeMessage(line)
	if fault != "" {
		return nil, c.write([]byte(fault))
	}
	if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() && !c.expect(req.ID) {
		return nil, c.write([]byte(usedID(req.ID)))
	}
	return msg, nil
}

// expect notes that a request is to be answered, and reports whether it is the
// only one with its id.
func (c *lineConn) expect(id jsonrpc.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inUse[id] {
		return false
	}
	c.inUse[id] = true
	c.pending++
	return true
}

// end waits until each request is answered, and returns why the input ended. It
// does not wait where nobody reads the answers any more: then the client is gone,
// and the work for it ends with the session.
func (c *lineConn) end(ctx context.Context) error {
	gone, stop := readerGone(c.out)
	defer stop()
	for c.unanswered() > 0 {
		select {
		case <-c.answered:
		case <-c.closed:
			return io.EOF
		case <-gone:
			return io.EOF
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	select {
	case <-c.closed: // then the error is the one of a read from what Close has closed
		return io.EOF
	default:
		return cmp.Or(c.scanErr, io.EOF)
	}
}

func (c *lineConn) unanswered() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pending
}

// Write sends one message.
func (c *lineConn) Write(_ context.Context, msg jsonrpc.Message) error {
	line, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	res, ok := msg.(*jsonrpc.Response)
	if ok { // before the client can use the id again
		c.mu.Lock()
		delete(c.inUse, res.ID)
		c.mu.Unlock()
	}
	if line = bound(c.log, line); line != nil {
		err = c.write(line)
	}
	if ok {
		c.mu.Lock()
		c.pending--
		c.mu.Unlock()
		select {
		case c.answered <- struct{}{}:
		default: // there is a token already
		}
	}
	return err
}

func (c *lineConn) write(line []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.out.Write(append(line, '\n'))
	return err
}

// Close ends the connection. The output stays open, it is the process's.
func (c *lineConn) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return c.in.Close()
}
