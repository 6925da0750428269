package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/signal"
	"syscall"
)

const serveHelp = `Usage: mcpserver serve [--repo NAME=PATH[,root=FOLDER][,suffix=.EXT]] ... [--http ADDRESS ...]
       mcpserver serve --policy FILE [--allow NAME] ... [--http ADDRESS ...]

Speaks MCP over standard input and output until the input ends, or until SIGINT
or SIGTERM. The log goes to standard error and never holds what was read.

` + deploymentHelp + httpHelp

// serve runs the server for one client.
func serve(ctx context.Context, args []string, std streams) (int, error) {
	var d deployment
	flags := newFlags("serve")
	d.register(flags)
	var web webFlags
	web.register(flags)
	others, err := parseFlags(flags, args)
	if err != nil {
		return exitUsage, err
	}
	if len(others) > 0 {
		return exitUsage, fmt.Errorf("unexpected argument %q", others[0])
	}
	if err := web.check(flags); err != nil {
		return exitUsage, err
	}
	log := slog.New(slog.NewTextHandler(std.err, nil))
	repos, err := d.sources(ctx, log)
	if err != nil {
		return exitUsage, err
	}
	s, err := open(repos, log)
	if err != nil {
		return exitUsage, err
	}
	defer s.close()
	if web.address != "" {
		return serveWeb(ctx, s, web)
	}
	// A client that goes away while it is written to ends its session, not the
	// process: git has to be stopped.
	signal.Ignore(syscall.SIGPIPE)
	// The session waits for its requests, and they wait for git.
	defer context.AfterFunc(ctx, s.close)()

	log.Info("serving", "version", version, "repositories", len(repos))
	p := s.overLines(tools(), make(queue, maxAtOnce))
	err = p.Run(ctx, lineTransport{std.in, std.out, log})
	if err != nil && !errors.Is(err, context.Canceled) {
		return exitRefused, err
	}
	return exitOK, nil
}
