//go:build !linux

package mirror

import "os"

// limitMemory does nothing where one process can not limit another. There the
// deadline is the only bound.
func limitMemory(*os.Process, uint64) {}

// peakMemory is not known.
func peakMemory(*os.ProcessState) uint64 { return 0 }
