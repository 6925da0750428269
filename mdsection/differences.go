package mdsection

// A difference is a cause for which the map and the reference, cmark-gfm
// 0.29.0.gfm.13, do not agree: never a list of documents.
type difference struct {
	Cause   string
	Example string   // a smallest document
	Ours    [][3]int // level, first and last line of each heading
	Theirs  [][3]int
	Forms   string // how many of the generated documents differ, as "3 of 2,520"
	Date    string // of the comparison, as 2026-11-30
}

// differences are all that are known. The package comment has the same table,
// and a test keeps both together and every example true.
var differences []difference
