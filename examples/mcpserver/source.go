package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/pathpolicy"
)

const defaultSuffix = ".md"

// A source is what the command line says about one repository.
type source struct {
	policy pathpolicy.Policy
	path   string
}

// sources are those of the --repo flags, in their order.
type sources []source

// String is part of flag.Value.
func (ss *sources) String() string { return "" }

// Set reads the value of one flag, NAME=PATH[,root=FOLDER][,suffix=.EXT].
func (ss *sources) Set(value string) error {
	name, rest, ok := strings.Cut(value, "=")
	if !ok || name == "" {
		return errors.New("expected NAME=PATH")
	}
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) || r == unicode.ReplacementChar }) {
		return errors.New("the name has characters that can not be printed")
	}
	for _, s := range *ss {
		if s.policy.Repo == name {
			return fmt.Errorf("two repositories are called %s", name)
		}
	}
	path, options, more := strings.Cut(rest, ",")
	if path == "" {
		return fmt.Errorf("%s has no path", name)
	}
	src := source{pathpolicy.Policy{Repo: name, Suffix: defaultSuffix}, path}
	if more {
		if err := src.setOptions(options); err != nil {
			return err
		}
	}
	*ss = append(*ss, src)
	return nil
}

// setOptions reads what follows the path.
func (s *source) setOptions(options string) error {
	seen := map[string]bool{}
	for option := range strings.SplitSeq(options, ",") {
		key, value, ok := strings.Cut(option, "=")
		if seen[key] {
			return fmt.Errorf("%s is given twice", key)
		}
		seen[key] = true
		switch {
		case key == "root" && ok:
			if !isFolder(value) {
				return errors.New("root must be a folder of the repository, like docs/, or empty") // another serves nothing
			}
			s.policy.Root = value
		case key == "suffix" && ok:
			if len(value) < 2 || value[0] != '.' || strings.Contains(value, "/") {
				return fmt.Errorf("suffix must be like %s", defaultSuffix) // an empty one would serve every file
			}
			s.policy.Suffix = value
		default:
			return fmt.Errorf("unknown option %q, known are root= and suffix=", option)
		}
	}
	return nil
}

// isFolder reports whether root names a folder below the top of a repository, or,
// empty, the top itself.
func isFolder(root string) bool {
	root = strings.TrimSuffix(root, "/")
	return root == "" || root != "." && fs.ValidPath(root) &&
		!strings.ContainsFunc(root, func(r rune) bool { return r == '\\' || unicode.IsControl(r) })
}

// orDiscovered returns the sources, or if there are none the repository around the
// working directory.
func (ss sources) orDiscovered(ctx context.Context) (sources, error) {
	if len(ss) > 0 {
		return ss, nil
	}
	gitDir, err := mirror.Discover(ctx, ".")
	if err != nil {
		return nil, err
	}
	return sources{{pathpolicy.Policy{Repo: mirror.Name(gitDir), Suffix: defaultSuffix}, gitDir}}, nil
}
