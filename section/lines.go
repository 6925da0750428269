package section

import "bytes"

// Lines is the table of a text's lines. Make one with [SplitLines]; the zero
// Lines is that of a text without a line, and no range is in it.
type Lines struct {
	src    []byte
	starts []int // where each line begins, and behind them len(src)+1
}

// SplitLines finds the lines of src in one pass. An empty src has one, empty
// line. The table keeps src, which must not be changed while it is in use.
func SplitLines(src []byte) Lines {
	starts := make([]int, 1, bytes.Count(src, newline)+2)
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '\n')
		if i < 0 {
			return Lines{src, append(starts, len(src)+1)}
		}
		at += i + 1
		starts = append(starts, at)
	}
}

// Len returns the number of lines.
func (l Lines) Len() int { return max(len(l.starts)-1, 0) }

// Range returns lines r.Start to r.End as they are in the source, without the
// newline after the last one, and the range that they are: an end behind the
// last line means the last line. It takes constant time; the text is a part of
// the source, not a copy.
//
// A start below 1 or an end before the start is an *[Error] with the code
// [InvalidLineRange], a start behind the last line one with
// [RangeOutOfBounds]. Both hold TotalLines.
func (l Lines) Range(r Range) ([]byte, Range, error) {
	switch {
	case r.Start < 1 || r.End < r.Start:
		return nil, Range{}, &Error{Code: InvalidLineRange, TotalLines: l.Len()}
	case r.Start > l.Len():
		return nil, Range{}, &Error{Code: RangeOutOfBounds, TotalLines: l.Len()}
	}
	r.End = min(r.End, l.Len())
	start, end := l.starts[r.Start-1], l.starts[r.End]-len("\n")
	return l.src[start:end:end], r, nil
}
