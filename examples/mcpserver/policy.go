package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mapwright/mapwright/pathpolicy"
)

// A deployment is what the command line says about the repositories to serve.
type deployment struct {
	repos  sources   // --repo
	policy string    // --policy
	allow  allowList // --allow
}

const deploymentHelp = repoHelp + `  --policy FILE
        A file that says the same and more, instead of --repo: places, roots,
        suffixes, exceptions from the list of secrets and vendored files. A
        relative place starts from the folder of FILE. An example is
        pathpolicy/testdata/example.policy.
  --allow NAME
        Serves only the repositories that are named so, in the order of the
        flags, of those that --repo or --policy describe. One without such a
        description is refused with repo_not_configured.
`

func (d *deployment) register(flags *flag.FlagSet) {
	flags.Var(&d.repos, "repo", "")
	flags.StringVar(&d.policy, "policy", "", "")
	flags.Var(&d.allow, "allow", "")
}

// sources returns the repositories that are both described and allowed. The first is
// the default.
func (d *deployment) sources(ctx context.Context, log *slog.Logger) (sources, error) {
	described, err := d.described(ctx)
	if err != nil || len(d.allow) == 0 {
		return described, err
	}
	return d.allow.of(described, log)
}

func (d *deployment) described(ctx context.Context) (sources, error) {
	switch {
	case d.policy == "":
		return d.repos.orDiscovered(ctx)
	case len(d.repos) > 0:
		return nil, errors.New("--policy and --repo exclude each other")
	}
	return readPolicy(d.policy)
}

// An allowList holds the values of the --allow flags.
type allowList []string

// String is part of flag.Value.
func (l *allowList) String() string { return "" }

// Set reads the value of one flag.
func (l *allowList) Set(name string) error {
	if name == "" {
		return errors.New("expected NAME")
	}
	*l = append(*l, name)
	return nil
}

// of returns the sources that have one of the names, in their order.
func (l allowList) of(all sources, log *slog.Logger) (sources, error) {
	table := make(pathpolicy.Table, len(all))
	for i, s := range all {
		table[i] = s.policy
	}
	var allowed sources
	for _, p := range table.Allow(l...) {
		i := slices.IndexFunc(all, func(s source) bool { return s.policy.Repo == p.Repo })
		allowed = append(allowed, all[i])
	}
	for _, name := range l {
		if _, err := table.Lookup(name); err != nil {
			log.Warn("this repository is allowed and has no policy, so it is not served", "repo", name)
		}
	}
	if len(allowed) == 0 {
		return nil, errors.New("no repository is both allowed and described")
	}
	return allowed, nil
}

// readPolicy returns the sources of a policy file.
func readPolicy(file string) (sources, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	parsed, err := pathpolicy.ParseFile(file, src)
	if err != nil {
		return nil, explain(err, string(src))
	}
	ss := make(sources, len(parsed))
	for i, p := range parsed {
		place := p.Place
		if !filepath.IsAbs(place) {
			place = filepath.Join(filepath.Dir(file), place)
		}
		ss[i] = source{p.Policy, place}
	}
	return ss, nil
}

// explain shows each mistake of a policy file with its line, and a mark below the
// place.
func explain(err error, src string) error {
	mistakes, ok := errors.AsType[pathpolicy.FileErrors](err)
	if !ok {
		return err
	}
	lines := strings.Split(strings.TrimPrefix(src, "\ufeff"), "\n")
	var b strings.Builder
	b.WriteString("the policy file can not be used")
	for _, m := range mistakes {
		line, mark := excerpt(lines[m.Line-1], m.Column)
		fmt.Fprintf(&b, "\n%v\n    %s\n    %s^", m, line, mark)
	}
	return errors.New(b.String())
}

// excerpt returns what a terminal can show of a line, and what moves a mark below
// its column.
func excerpt(line string, column int) (shown, indent string) {
	const width, before = 72, 50
	runes := []rune(strings.ToValidUTF8(strings.TrimRight(line, "\r"), string(utf8.RuneError)))
	at := min(column-1, len(runes))
	first := max(0, min(at-before, len(runes)-width))
	for i := range runes {
		if !unicode.IsPrint(runes[i]) {
			runes[i] = ' '
		}
	}
	return string(runes[first:min(len(runes), first+width)]), strings.Repeat(" ", at-first)
}
