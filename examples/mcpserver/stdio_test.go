package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/gittest"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A lineClient speaks to a server in raw lines.
type lineClient struct {
	t   testing.TB
	in  io.WriteCloser
	out *bufio.Reader

	pipe io.Closer // under out
}

// close makes the client one that does not read any more.
func (c *lineClient) close() { c.pipe.Close() }

// send sends lines.
func (c *lineClient) send(lines ...string) {
	c.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(c.in, line+"\n"); err != nil {
			c.t.Fatal(err)
		}
	}
}

// receive returns the next line.
func (c *lineClient) receive() string {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil {
		c.t.Fatalf("%v after %q", err, line)
	}
	return line
}

// message is what a client gets.
type message struct {
	ID     any
	Error  *struct{ Code int }
	Result struct{ Content []struct{ Text string } }
}

// next returns the next message.
func (c *lineClient) next() (m message) {
	c.t.Helper()
	line := c.receive()
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		c.t.Fatalf("%v in %s", err, line)
	}
	return m
}

// code returns the code of an error, 0 if m is none.
func (m message) code() int {
	if m.Error == nil {
		return 0
	}
	return m.Error.Code
}

// hello initializes the session.
func (c *lineClient) hello() {
	c.t.Helper()
	c.send(helloLine, initializedLine)
	if m := c.next(); m.ID != 0.0 || m.Error != nil {
		c.t.Fatalf("initialize: %+v", m)
	}
}

const (
	helloLine = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	initializedLine = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// callLine is a call of docs_get_section.
func callLine(id any, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"docs_get_section","arguments":%s}}`, marshal(id), args)
}

// serveLines serves s over pipes and returns a client and what Run returns.
func serveLines(t testing.TB, s *server, ts []tool) (*lineClient, <-chan error) {
	t.Helper()
	return serveProtocol(t, s.protocol(ts), s)
}

// serveProtocol serves p, which is made of s, over pipes.
func serveProtocol(t testing.TB, p *mcp.Server, s *server) (*lineClient, <-chan error) {
	t.Helper()
	in, clientIn := io.Pipe()
	clientOut, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- p.Run(t.Context(), lineTransport{in, out, s.log})
		out.Close()
	}()
	t.Cleanup(func() { clientIn.Close(); clientOut.Close() })
	return &lineClient{t, clientIn, bufio.NewReader(clientOut), clientOut}, done
}

// A line that is no message is answered, and the session goes on.
func TestBadLines(t *testing.T) {
	s := servingFiles(t, map[string]string{"guide.md": guide})
	c, done := serveLines(t, s, tools())
	c.hello()
	for line, code := range map[string]int{
		`{"jsonrpc":"2.0","id":5,`: -32700,
		`no JSON`:                  -32700,
		`{"jsonrpc":"2.0","id":5,"method":"ping"} x`: -32700,
		`[` + callLine(5, `{}`) + `]`:                -32600,
		`[]`:                                         -32600,
		`7`:                                          -32600,
		`{}`:                                         -32600,
		`{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`:                          -32600,
		`{"jsonrpc":"2.0","id":5,"method":"foo/bar"}`:                             -32601,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"none"}}`: -32602,
	} {
		c.send("", "  \r", line)
		if m := c.next(); m.code() != code {
			t.Errorf("%s: %+v, want %d", line, m, code)
		}
		c.send(callLine("still here", `{"path":"guide"}`) + "\r")
		if m := c.next(); m.ID != "still here" || m.Error != nil {
			t.Errorf("after %s: %+v", line, m)
		}
	}
	c.in.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Requests that were read before the input ended are answered.
func TestEndOfInput(t *testing.T) {
	s := servingFiles(t, map[string]string{"guide.md": guide})
	c, done := serveLines(t, s, tools())
	c.hello()
	const calls = 20
	for i := range calls {
		c.send(callLine(i, `{"path":"guide"}`))
	}
	c.in.Close()
	answered := map[any]bool{}
	for range calls {
		m := c.next()
		want(t, checked(t, m.Result.Content[0].Text, ""), "ok", "true")
		answered[m.ID] = true
	}
	if len(answered) != calls {
		t.Errorf("%d of %d calls are answered", len(answered), calls)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A tool that panics leaves the server alive for the requests beside and after it.
func TestPanicOverLines(t *testing.T) {
	s := servingFiles(t, map[string]string{"guide.md": guide})
	c, _ := serveLines(t, s, append(tools(), panicTool))
	c.hello()
	c.send(`{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"name":"panic"}}`, callLine("c", `{"path":"guide"}`))
	for range 2 {
		m := c.next()
		if len(m.Result.Content) != 1 {
			t.Fatalf("%+v", m)
		}
		ok := fmt.Sprint(m.ID == "c")
		want(t, checked(t, m.Result.Content[0].Text, ""), "ok", ok)
	}
}

// A line that is too long is answered like one that is no message, without being
// held in memory, and the session goes on.
func TestLongLine(t *testing.T) {
	s := &server{log: discard}
	r, w := io.Pipe()
	go func() {
		chunk := strings.Repeat("x", 1<<20)
		for range 2 * maxLine >> 20 {
			if _, err := io.WriteString(w, chunk); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, "\nnot JSON\n")
		_ = w.Close()
	}()
	var out bytes.Buffer
	if err := s.protocol(nil).Run(t.Context(), lineTransport{r, &out, s.log}); err != nil && !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if want := longLine + "\n" + parseError + "\n"; out.String() != want {
		t.Errorf("got %.300q, want %q", out.String(), want)
	}
}

// Closing the connection ends a read that waits.
func TestCloseEndsRead(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	conn, err := lineTransport{r, io.Discard, discard}.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan error, 1)
	go func() {
		_, err := conn.Read(context.Background())
		read <- err
	}()
	for range 2 {
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := <-read; !errors.Is(err, io.EOF) {
		t.Errorf("error %v", err)
	}
}

var _ mcp.Transport = lineTransport{}

// startBinary starts the built program with "serve" and args.
func startBinary(t testing.TB, args ...string) (*lineClient, *exec.Cmd, *strings.Builder) {
	t.Helper()
	cmd := exec.Command(binary(t), append([]string{"serve"}, args...)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log := new(strings.Builder)
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return &lineClient{t, in, bufio.NewReader(out), out}, cmd, log
}

func TestBinary(t *testing.T) {
	dir := gittest.New(t, map[string]string{"guide.md": guide, "wide.md": strings.Repeat("<\"\\\n\u2028é\x01", 4000)})
	c, cmd, log := startBinary(t, "--repo=docs="+dir, "--repo=none="+filepath.Join(dir, "none"))
	c.hello()
	c.send(callLine(1, `{"path":"guide","section":"Use"}`))
	want(t, checked(t, c.next().Result.Content[0].Text, ""), "content", `"## Use\n\nx\n"`)

	// The size of an answer is that of the text in the line.
	c.send(callLine(2, `{"path":"wide","whole_document":true}`))
	line := c.receive()
	var m struct {
		Result struct {
			Content []struct{ Text json.RawMessage }
		}
	}
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		t.Fatal(err)
	}
	sent := m.Result.Content[0].Text
	var text string
	if err := json.Unmarshal(sent, &text); err != nil {
		t.Fatal(err)
	}
	if len(sent) != budget.Size(text) || !strings.Contains(line, string(sent)) {
		t.Errorf("%d bytes are in the line, the size is %d", len(sent), budget.Size(text))
	}

	c.send(`no message`)
	if m := c.next(); m.code() != -32700 {
		t.Errorf("%+v", m)
	}
	const calls = 30
	for i := range calls {
		c.send(callLine(fmt.Sprint(i), `{"path":"guide","ref":"main"}`))
	}
	c.in.Close()
	answered := map[any]bool{}
	for range calls {
		m := c.next()
		want(t, checked(t, m.Result.Content[0].Text, ""), "section_count", "4")
		answered[m.ID] = true
	}
	if len(answered) != calls {
		t.Errorf("%d of %d calls are answered", len(answered), calls)
	}
	if rest, err := io.ReadAll(c.out); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v behind the last answer", rest, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, log)
	}
	if !strings.Contains(log.String(), "repo=none") || strings.Contains(log.String(), "guide") {
		t.Errorf("the log warns of no repository, or tells what was read:\n%s", log)
	}
}
