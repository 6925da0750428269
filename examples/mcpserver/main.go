// Command mcpserver is the reference server of Mapwright: it lets an MCP client,
// or a person at a terminal, read the documents and the code of git repositories
// by map.
//
//	mcpserver serve [--repo NAME=PATH[,root=FOLDER][,suffix=.EXT]]...
//	mcpserver serve --policy FILE [--allow NAME]...
//	mcpserver call  [--repo ...]... TOOL [ARGUMENT=VALUE]... [--json OBJECT] [--raw]
//	mcpserver tools
//	mcpserver token NAME [reader|admin]
//
// serve speaks MCP over standard input and output. call runs one tool in this
// process and prints its answer. Without --repo both serve the repository around
// the working directory.
//
// # How a request goes
//
// The files are the stations of a request, in this order: main.go and serve.go or
// call.go receive it, args.go decodes it, the file of its tool (section.go,
// file.go, tree.go, search.go) takes it through the packages of the SDK,
// repository.go judges path and ref and reads with package mirror, and answer.go
// makes the answer, whatever happened.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// The exit statuses.
const (
	exitOK      = 0
	exitRefused = 1 // the answer is a refusal, or the session broke
	exitUsage   = 2 // nothing was run
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// streams are the three of a process.
type streams struct {
	in  io.ReadCloser
	out io.Writer
	err io.Writer
}

// A command is a subcommand.
type command struct {
	name, help string
	run        func(ctx context.Context, args []string, std streams) (status int, err error)
}

func commands() []command {
	return []command{
		{"serve", serveHelp, serve},
		{"call", callHelp, callTool},
		{"tools", toolsHelp, listTools},
		{"token", tokenHelp, makeToken},
	}
}

// run runs the program and returns its exit status.
func run(ctx context.Context, args []string, std streams) int {
	if len(args) == 0 {
		fmt.Fprint(std.err, programHelp)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return help(args[1:], std)
	case "version", "-version", "--version":
		fmt.Fprintln(std.out, serverName, version)
		return exitOK
	}
	c := findCommand(args[0])
	if c == nil {
		fmt.Fprintf(std.err, "mcpserver: unknown command %q; see mcpserver --help\n", args[0])
		return exitUsage
	}
	status, err := c.run(ctx, args[1:], std)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(std.out, c.help)
		return exitOK
	case err != nil:
		fmt.Fprintf(std.err, "mcpserver %s: %v\n", c.name, err)
	}
	return status
}

// help prints the help of the program, or of the subcommand in args.
func help(args []string, std streams) int {
	text := programHelp
	if len(args) > 0 {
		c := findCommand(args[0])
		if c == nil {
			fmt.Fprintf(std.err, "mcpserver: unknown command %q; see mcpserver --help\n", args[0])
			return exitUsage
		}
		text = c.help
	}
	fmt.Fprint(std.out, text)
	return exitOK
}

func findCommand(name string) *command {
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// newFlags returns an empty set of flags that reports errors and prints nothing.
func newFlags(name string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

// parseFlags parses flags wherever they stand among the other arguments, which it
// returns. Behind "--" there are no flags.
func parseFlags(flags *flag.FlagSet, args []string) (others []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		if len(rest) == 0 {
			return others, nil
		}
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			return append(others, rest...), nil
		}
		others, args = append(others, rest[0]), rest[1:]
	}
}

const programHelp = `mcpserver reads the documents of git repositories by map, for MCP clients and
for people.

Usage:
  mcpserver serve [--repo ...]                      speak MCP over standard input and output
  mcpserver call [--repo ...] TOOL [NAME=VALUE ...]  run one tool and print its answer
  mcpserver tools                                   print the tools with their schemas
  mcpserver token NAME [ROLE]                       make up a token for serve --http
  mcpserver version                                 print the version
  mcpserver help [COMMAND]                          print this, or the help of a command

Example, from inside a git repository:
  mcpserver call docs_get_section path=README
  mcpserver call docs_get_section path=README section="Getting started"

Exit status: 0 for an answer with "ok": true, 1 for a refusal, 2 for a usage error.
`

const repoHelp = `  --repo NAME=PATH[,root=FOLDER][,suffix=.EXT]
        A repository to serve. PATH is a bare repository, a git directory or the
        top of a work tree, and has no comma; it is read at a commit, never from
        the files of a work tree. FOLDER holds the documents (default: the whole
        repository), .EXT is their suffix (default: .md). Repeat the flag for
        more repositories; the first is the one that a request without a
        repository means. Without --repo and --policy: the repository around the
        working directory.
`
