package main

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
)

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
