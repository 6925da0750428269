package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// An id that would not come back as it is gets an error instead of an answer that
// its client does not know.
func TestMessageID(t *testing.T) {
	for id, valid := range map[string]bool{
		`1`: true, `-7`: true, `"a"`: true, `""`: true, `9007199254740992`: true,
		`9007199254740993`: false, `99999999999999999999`: false, `1.5`: false, `1e3`: false, `null`: false, `true`: false, `[]`: false,
	} {
		var out bytes.Buffer
		c := &lineConn{out: &out, pending: map[jsonrpc.ID]bool{}}
		msg, err := c.message([]byte(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`))
		if err != nil {
			t.Fatal(err)
		}
		if refused := out.String() == invalidRequest+"\n"; refused == valid || (msg != nil) != valid {
			t.Errorf("id %s: message %v, wrote %q", id, msg, out.String())
		}
	}
}

// A line that is too long is passed over, and the next one is read.
func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", maxLine+1)
	in := bufio.NewReader(strings.NewReader("a\n\n" + long + "\n" + long[2:] + "\nb"))
	for i, want := range []int{1, 0, -1, maxLine - 1, 1} {
		line, err := readLine(in)
		got := len(line)
		if line == nil {
			got = -1
		}
		if last := i == 4; got != want || errors.Is(err, io.EOF) != last {
			t.Errorf("line %d: %d bytes, %v; want %d", i, got, err, want)
		}
	}
	if line, err := readLine(in); len(line) > 0 || !errors.Is(err, io.EOF) {
		t.Errorf("behind the end: %q, %v", line, err)
	}
}
