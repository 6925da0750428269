package mirror

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"
)

// Discover returns the git directory of the repository around dir, as git finds
// it from there: dir can be inside a work tree, a linked one included, or inside
// a bare repository.
//
// This is the one call that reads the configuration of the user and the system,
// because that is where git is told which directories of other users to trust
// (safe.directory).
func Discover(ctx context.Context, dir string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, DefaultTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "rev-parse", "--absolute-git-dir")
	cmd.Dir = dir
	var stdout, stderr capture
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	prepare(cmd)
	cmd.Env = environment([]string{"LC_ALL=C.UTF-8"})
	if err := cmd.Run(); err != nil {
		if _, ran := errors.AsType[*exec.ExitError](err); ran {
			err = errors.New(strings.TrimSpace(string(stderr.Bytes())))
		}
		return "", fmt.Errorf("no git repository found: %w", err)
	}
	return filepath.FromSlash(strings.TrimSuffix(string(stdout.Bytes()), "\n")), nil
}

// Name returns a name for the repository with the given git directory: that of
// the folder that holds its .git, or its own without ".git".
func Name(gitDir string) string {
	base := filepath.Base(gitDir)
	if base == ".git" {
		base = filepath.Base(filepath.Dir(gitDir))
	}
	name := strings.Map(func(r rune) rune { // it is shown, and clients ask for it
		if !unicode.IsGraphic(r) || r == unicode.ReplacementChar {
			return '_'
		}
		return r
	}, strings.TrimSuffix(base, ".git"))
	if name != "" && name != string(filepath.Separator) && name != "." {
		return name
	}
	return "repository"
}
