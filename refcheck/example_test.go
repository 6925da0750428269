package refcheck_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mapwright/mapwright/refcheck"
)

func ExampleCheck() {
	for _, ref := range []string{"main", "release/2.0", "main~1", "--output=x", "a..b"} {
		if err := refcheck.Check(ref); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(ref, "may go to git")
	}
	// Output:
	// main may go to git
	// release/2.0 may go to git
	// invalid_ref: a ref must not contain a space or any of ~ ^ : ? * [ \
	// invalid_ref: a ref must not begin with "-"
	// invalid_ref: a ref must not contain ".."
}

func ExampleClassify() {
	oid, _ := refcheck.Classify(0, []byte("6273cf235202ea48c6d36960b2dba137f27f29cf\n"), nil)
	fmt.Println(oid)

	_, err := refcheck.Classify(1, nil, nil) // a branch that was not fetched
	fmt.Println(errors.Is(err, refcheck.RefNotMirrored))

	_, err = refcheck.Classify(128, nil, []byte("fatal: not a git repository: '/srv/mirrors/a.git'\n"))
	fmt.Println(err)
	// Output:
	// 6273cf235202ea48c6d36960b2dba137f27f29cf
	// true
	// read_failed: git exited with 128
}

func ExampleMirror_Judge() {
	// What os.Stat and the marker said of the place of the mirror.
	m := refcheck.Mirror{Exists: true, Sync: refcheck.ReadMarker("clone", true)}
	fmt.Println(m.Judge(nil)) // before git is asked

	_, err := refcheck.Classify(128, nil, []byte("fatal: bad object"))
	m.Sync = refcheck.ReadMarker("", true)
	fmt.Println(m.Judge(err)) // when a reading failed
	m.Sync = refcheck.ReadMarker("", false)
	fmt.Println(m.Judge(err))
	// Output:
	// sync_in_progress: the first copy of the repository is being made
	// sync_in_progress: reading failed while a fetch was running
	// read_failed: git exited with 128
}

func ExampleReadMarker() {
	fmt.Println(refcheck.ReadMarker("clone\n", true) == refcheck.Cloning)
	fmt.Println(refcheck.ReadMarker("clone\n", false) == refcheck.Incomplete) // it was killed
	fmt.Println(refcheck.ReadMarker("", true) == refcheck.Fetching)
	fmt.Println(refcheck.ReadMarker("", false) == refcheck.Idle)
	// Output:
	// true
	// true
	// true
	// true
}

func ExampleCodes() {
	for _, c := range refcheck.Codes() {
		fmt.Println(c.HTTPStatus(), c)
	}
	// Output:
	// 400 ref_too_long
	// 400 invalid_ref
	// 404 ref_not_mirrored
	// 500 read_failed
	// 404 not_found
	// 404 repo_not_mirrored
	// 503 sync_in_progress
}

func ExampleCode_HTTPStatus() {
	fmt.Println(refcheck.SyncInProgress.HTTPStatus())
	// Output:
	// 503
}

// What a client gets and what the log gets are fields of one error.
func ExampleError() {
	_, err := refcheck.Classify(128, nil, []byte("fatal: bad object in /srv/mirrors/a.git"))
	wire, _ := json.Marshal(err)
	fmt.Println(string(wire))
	if e, ok := errors.AsType[*refcheck.Error](err); ok {
		fmt.Println(e.Exit, e.Stderr)
	}
	// Output:
	// {"error":"read_failed","message":"git exited with 128"}
	// 128 fatal: bad object in /srv/mirrors/a.git
}
