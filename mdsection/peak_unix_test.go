//go:build unix

package mdsection

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
)

// peakSize is the size of the documents that BenchmarkHostilePeak parses: large
// beside what a Go program needs for itself.
const peakSize = 32 << 20

// BenchmarkHostilePeak shows how much memory a parse needs beside its input,
// in bytes for each byte of the document: the peak of a process that parses,
// less that of one that only holds the document. Run it with -benchtime=1x.
func BenchmarkHostilePeak(b *testing.B) {
	if mode := os.Getenv("MDSECTION_PEAK"); mode != "" {
		for _, h := range hostiles {
			b.Run(h.benchName(), func(*testing.B) { hold(h, mode == "parse") })
		}
		return
	}
	for _, h := range hostiles {
		b.Run(h.benchName(), func(b *testing.B) {
			for b.Loop() {
				beside := peak(b, h, "parse") - peak(b, h, "hold")
				b.ReportMetric(float64(beside)/peakSize, "peak/byte")
			}
		})
	}
}

// hold makes a document and parses it if it is told to.
func hold(h hostile, parse bool) {
	src := []byte(h.make(peakSize))
	runtime.GC()
	if parse {
		m, _ := Parse(src, unlimited)
		runtime.KeepAlive(m)
	}
	runtime.KeepAlive(src)
}

// peak returns the largest resident size of a process that runs this benchmark
// for h in the given mode.
func peak(b *testing.B, h hostile, mode string) int64 {
	cmd := exec.Command(os.Args[0], "-test.run=^$", "-test.bench=^BenchmarkHostilePeak$/^"+h.benchName()+"$", "-test.benchtime=1x")
	cmd.Env = append(os.Environ(), "MDSECTION_PEAK="+mode)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	size := int64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS != "darwin" { // kilobytes everywhere else
		size <<= 10
	}
	return size
}
