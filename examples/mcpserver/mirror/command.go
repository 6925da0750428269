package mirror

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// settings is what git is told by its environment, and all that it is told.
var settings = []string{
	"GIT_CONFIG_NOSYSTEM=1",
	"GIT_CONFIG_GLOBAL=" + os.DevNull,
	"GIT_ATTR_NOSYSTEM=1",
	"GIT_NO_REPLACE_OBJECTS=1", // serve what a commit holds, not what replaces it here
	"GIT_OPTIONAL_LOCKS=0",
	"GIT_TERMINAL_PROMPT=0",
	"GIT_NO_LAZY_FETCH=1",     // a partial clone must not fetch what it misses;
	"GIT_ALLOW_PROTOCOL=none", // git before 2.45 does not know the line above
	"LC_ALL=C.UTF-8",          // refcheck reads git's messages,
	"LANGUAGE=",               // which this would translate all the same
}

// command returns git with args, about the repository gitDir and about nothing
// else. It runs in that directory, which is also its work tree: files there are no
// files of a commit, so that neither unsaved attributes nor a core.worktree around
// the directory in which the server was started change what git sees.
func command(ctx context.Context, gitDir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", slices.Concat([]string{"--git-dir=" + gitDir, "--work-tree=" + gitDir}, args)...)
	cmd.Dir = gitDir
	prepare(cmd)
	cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+filepath.Join(gitDir, "no-index"))
	return cmd
}

// prepare gives cmd its environment and its process group, and lets its context
// end the whole group.
func prepare(cmd *exec.Cmd) {
	cmd.Env = environment(settings)
	cmd.WaitDelay = time.Second // a grandchild may keep the pipes open
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
}

// environment returns that of this process without anything that could point git
// at another repository, index, object store or configuration, and with set.
func environment(set []string) []string {
	var env []string
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "GIT_") && !strings.HasPrefix(kv, "LC_ALL=") && !strings.HasPrefix(kv, "LANGUAGE=") {
			env = append(env, kv)
		}
	}
	return append(env, set...)
}

// maxCapture is how much of what git says is kept.
const maxCapture = 4096

// A capture keeps the beginning of what is written to it.
type capture struct{ kept bytes.Buffer }

// Write keeps what there is room for. It takes the rest as well, so that git does
// not end with a broken pipe.
func (c *capture) Write(p []byte) (int, error) {
	c.kept.Write(p[:min(len(p), maxCapture-c.kept.Len())])
	return len(p), nil
}

func (c *capture) Bytes() []byte { return c.kept.Bytes() }
