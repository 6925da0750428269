package main

import (
	"bytes"
	"fmt"
	"runtime"
	"time"
)

// bench parses all files in memory opt.rounds times, one table for each format
// that they have.
func bench(opt *options, p *printer) {
	texts := map[*format][][]byte{}
	for _, path := range opt.paths {
		f, src, err := load(path, opt.as)
		if err == nil {
			err = f.try(src) // also warms up
		}
		if err != nil {
			p.refusal(path, err)
			continue
		}
		texts[f] = append(texts[f], src)
	}
	for _, f := range formats {
		if len(texts[f]) > 0 {
			fmt.Fprint(p.out, measure(f, texts[f], opt.rounds))
		}
	}
}

// A measurement is what rounds of parsing the same texts took.
type measurement struct {
	parser           string
	documents        int // in one round
	bytes            int // in one round
	rounds           int
	parsing, finding time.Duration
	mallocs          uint64
}

// measure lets the parser and the search for newlines take turns, so that both
// meet the same state of the machine.
func measure(f *format, texts [][]byte, rounds int) *measurement {
	m := &measurement{parser: f.parser, documents: len(texts), rounds: rounds}
	for _, text := range texts {
		m.bytes += len(text)
	}
	var before, after runtime.MemStats
	for range rounds {
		runtime.ReadMemStats(&before)
		start := time.Now()
		for _, text := range texts {
			_ = f.try(text)
		}
		m.parsing += time.Since(start)
		runtime.ReadMemStats(&after)
		m.mallocs += after.Mallocs - before.Mallocs

		start = time.Now()
		for _, text := range texts {
			newlines(text)
		}
		m.finding += time.Since(start)
	}
	return m
}

// newlines counts the newlines of text, the least that finding lines can cost.
func newlines(text []byte) int {
	n := 0
	for {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return n
		}
		n++
		text = text[i+1:]
	}
}

// String returns the table that -bench prints.
func (m *measurement) String() string {
	total := m.bytes * m.rounds
	row := func(name string, d time.Duration) string {
		return fmt.Sprintf("%-10s %12d %10.4f %10.1f\n", name, total, d.Seconds(), float64(total)/1e6/seconds(d))
	}
	return fmt.Sprintf("%s, %d bytes, %s\n", count(m.documents, "document"), m.bytes, count(m.rounds, "round")) +
		fmt.Sprintf("%-10s %12s %10s %10s\n", "", "bytes", "seconds", "MB/s") +
		row(m.parser, m.parsing) +
		row("newlines", m.finding) +
		fmt.Sprintf("%s takes %.1f times the time of newlines and allocates %.1f times per document\n",
			m.parser, seconds(m.parsing)/seconds(m.finding), float64(m.mallocs)/float64(m.documents*m.rounds))
}

// seconds is d to divide by: what took less than the clock can tell took a
// nanosecond.
func seconds(d time.Duration) float64 { return max(d, time.Nanosecond).Seconds() }
