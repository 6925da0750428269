package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/mapwright/mapwright/examples/mcpserver/access"
)

const httpHelp = `  --http ADDRESS
        Speak MCP over HTTP instead, at http://ADDRESS/mcp, for many clients, until
        SIGINT or SIGTERM; answers under way are finished. There are also /healthz
        and, for Prometheus, /metrics. An address that other machines can reach
        needs --tokens.
  --tokens FILE
        Who may call: a line for each has a name, a role and the SHA-256 of a
        token, as mcpserver token prints it. The role reader sees the tools for
        documents, admin all tools and /metrics. SIGHUP reads the file again.
        Without it everybody who can reach the address is an admin.
  --sessions
        Keep sessions. Without it each request stands alone, as the newest version
        of the protocol has it, and any of several servers can answer it.
  --rate N, --burst N
        The calls of each name in FILE: N in a second on average (default 20), N at
        once (default 100). Each item of a batch is a call.
`

// webFlags are what the command line says about HTTP.
type webFlags struct {
	address, tokens string
	sessions        bool
	rate            float64
	burst           int
}

func (f *webFlags) register(flags *flag.FlagSet) {
	flags.StringVar(&f.address, "http", "", "")
	flags.Func("tokens", "", func(file string) error {
		if file == "" { // of a variable that is not set: not everybody is meant
			return errors.New("expected a file")
		}
		f.tokens = file
		return nil
	})
	flags.BoolVar(&f.sessions, "sessions", false, "")
	flags.Float64Var(&f.rate, "rate", 20, "")
	flags.IntVar(&f.burst, "burst", 100, "")
}

// check refuses what makes no sense or is not safe, before anything is opened.
func (f *webFlags) check(given *flag.FlagSet) (err error) {
	if f.address == "" {
		given.Visit(func(g *flag.Flag) {
			switch g.Name {
			case "http":
				err = errors.New("--http: expected HOST:PORT")
			case "tokens", "sessions", "rate", "burst":
				err = cmp.Or(err, fmt.Errorf("--%s is for --http", g.Name))
			}
		})
		return err
	}
	host, _, err := net.SplitHostPort(f.address)
	switch {
	case err != nil:
		return fmt.Errorf("--http: expected HOST:PORT: %w", err)
	case f.tokens == "" && !loopback(host):
		return fmt.Errorf("--http %s can be reached by other machines, which needs --tokens; 127.0.0.1 can not", f.address)
	case !(f.rate > 0):
		return errors.New("--rate: expected a number above 0")
	case f.burst < maxBatch:
		return fmt.Errorf("--burst: expected at least %d, the items of a batch", maxBatch)
	}
	return nil
}

// loopback reports whether only this machine can reach host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// serveWeb runs the server for the clients of an address.
func serveWeb(ctx context.Context, s *server, f webFlags) (int, error) {
	w := newWebServer(s, f.sessions, f.rate, f.burst)
	if f.tokens != "" {
		if err := w.readTokens(f.tokens); err != nil {
			return exitUsage, err
		}
	}
	defer w.reloadTokens(f.tokens)()
	l, err := net.Listen("tcp", f.address)
	if err != nil {
		return exitUsage, err
	}
	s.log.Info("serving", "version", version, "repositories", len(s.table), "url", "http://"+l.Addr().String()+"/mcp")
	if err := w.run(ctx, l); err != nil {
		return exitRefused, err
	}
	return exitOK, nil
}

// readTokens lets those in who are in a file.
func (w *webServer) readTokens(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	tokens, err := access.ParseTokens(text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	w.tokens.Store(tokens)
	return nil
}

// reloadTokens reads the file again at each SIGHUP, until it is told to stop. A
// file with a mistake changes nothing, and neither does the signal where there is
// no file.
func (w *webServer) reloadTokens(file string) (stop func()) {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	go func() {
		for range hup {
			if file == "" {
				w.log.Warn("there is no file of tokens to read again")
				continue
			}
			if err := w.readTokens(file); err != nil {
				w.log.Error("the tokens stay as they were", "error", err)
				continue
			}
			w.log.Info("tokens read again")
		}
	}()
	return func() {
		signal.Stop(hup)
		close(hup)
	}
}

const tokenHelp = `Usage: mcpserver token NAME [reader|admin]

Makes up a bearer token for NAME, as a reader if nothing else is said, and prints
it and the line for the file that serve --tokens reads. Only the line is kept
there; a token that is lost is made anew.
`

// makeToken prints a token and its line.
func makeToken(_ context.Context, args []string, std streams) (int, error) {
	args, err := parseFlags(newFlags("token"), args)
	if err != nil {
		return exitUsage, err
	}
	if len(args) < 1 || len(args) > 2 {
		return exitUsage, errors.New("expected a name and perhaps a role")
	}
	id := access.Identity{Name: args[0], Role: access.Reader}
	if len(args) == 2 {
		id.Role = access.Role(args[1])
	}
	token := access.NewToken()
	if _, err := access.ParseTokens([]byte(id.Line(token))); err != nil {
		return exitUsage, err
	}
	_, err = fmt.Fprintf(std.out, "token: %s\nline:  %s\n", token, id.Line(token))
	return exitOK, err
}
