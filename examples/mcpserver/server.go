package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/examples/mcpserver/mirror"
	"github.com/mapwright/mapwright/pathpolicy"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	serverName = "mapwright"
	version    = "0.1.0"
)

// A server answers the tools from its repositories. It is safe for concurrent
// use.
type server struct {
	table   pathpolicy.Table // of the repositories; the first is the default
	mirrors map[string]*mirror.Mirror
	lines   map[string]*lineIndex
	secrets map[string]*secretList
	log     *slog.Logger

	searchTime time.Duration // the most that one search takes
	mostBytes  int           // of an answer; if 0, maxAnswer
	oneCall    bool          // there will be no other, so what it would find counted is counted first

	now     func() time.Time                                // if nil, time.Now
	reads   reads                                           // what a batch has read
	observe func(tool string, a answer, took time.Duration) // if not nil, told of each call
}

// clock returns the time.
func (s *server) clock() time.Time {
	if s.now == nil {
		return time.Now()
	}
	return s.now()
}

// maxAnswer returns the most bytes of an answer.
func (s *server) maxAnswer() int { return cmp.Or(s.mostBytes, maxAnswer) }

// close stops the git processes of the server. Requests under way fail.
func (s *server) close() {
	for _, x := range s.lines {
		x.stop()
	}
	for _, m := range s.mirrors {
		m.Close()
	}
	for _, x := range s.lines {
		<-x.idle()
	}
}

// protocol returns the server as MCP sees it, with the tools ts.
func (s *server) protocol(ts []tool) *mcp.Server {
	p := mcp.NewServer(&mcp.Implementation{Name: serverName, Version: version}, &mcp.ServerOptions{
		Instructions: s.instructions(ts),
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
			c.CacheScope = "private" // who asks decides which tools there are
		},
	})
	for _, t := range ts {
		// Untyped: the SDK would convert arguments and answers on the way.
		p.AddTool(t.listed(), func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			ctx = withProgress(withRequestID(ctx, req), req)
			return result(s.call(ctx, &t, req.Params.Arguments)), nil
		})
	}
	p.AddReceivingMiddleware(s.recovering, checkNames)
	return p
}

// result is an answer as a tool's result: once, as text. A refusal is an ordinary
// answer, because clients shorten those that are flagged as errors.
func result(a answer) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: a.text}},
		IsError: a.code == internalError,
	}
}

// recovering keeps a panic in a request from ending the process and with it all
// other requests.
func (s *server) recovering(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			s.log.Error("panic", "method", method, "reason", reason(p), "stack", string(debug.Stack()))
			if method == callMethod {
				res, err = result(s.answer(place{}, nil, errPanic)), nil
				return
			}
			res, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
		}()
		return next(ctx, method, req)
	}
}

// errPanic is what the client of a request that panicked is told about.
var errPanic = errors.New("a tool panicked")

// reason says what a panic was about without the values of the program: those may
// be parts of a document.
func reason(p any) string {
	if err, ok := p.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", p)
}

// checkNames refuses a call whose name or progress token is not to be repeated: in
// the error for a tool that does not exist, and in each notification.
func checkNames(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		call, ok := req.GetParams().(*mcp.CallToolParamsRaw)
		if !ok {
			return next(ctx, method, req)
		}
		if budget.Size(call.Name) > maxName {
			return nil, invalidParams("unknown tool: none has a name of more than %d bytes", maxName)
		}
		if token, given := call.Meta["progressToken"]; given && !validToken(token) {
			return nil, invalidParams("progressToken: expected a string of at most %d bytes or an integer below 2^53", maxID)
		}
		return next(ctx, method, req)
	}
}

func invalidParams(format string, numbers ...any) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, numbers...)}
}

// maxListed is the most bytes of the lines about repositories in instructions.
const maxListed = 4096

// instructions tell a client what is served, through each of the two gates: the
// documents, and with tools for them all files.
func (s *server) instructions(ts []tool) string {
	var b strings.Builder
	b.WriteString("Documents of git repositories, read by map: docs_get_section without section lists the headings " +
		"of a document, with section it answers one of them; read_batch reads several at once.\nDocuments:\n")
	s.list(&b, func(p pathpolicy.Policy) string {
		line := "*" + p.Suffix
		if p.Root != "" {
			line += " in " + p.Root
		}
		return line
	})
	if !slices.ContainsFunc(ts, func(t tool) bool { return t.admin }) {
		return b.String()
	}
	b.WriteString("All files, whatever their folder and suffix, but for secrets: list_repo_tree, get_repo_file and search_repo, in\n")
	s.list(&b, nil)
	return b.String()
}

// list writes a line for each repository, with what about says of it.
func (s *server) list(b *strings.Builder, about func(pathpolicy.Policy) string) {
	begin := b.Len()
	for i, p := range s.table {
		line := "- " + p.Repo
		if about != nil {
			line += ": " + about(p)
		}
		if i == 0 {
			line += " (the default)"
		}
		if b.Len()-begin+len(line) > maxListed {
			fmt.Fprintf(b, "- and %d more\n", len(s.table)-i)
			return
		}
		b.WriteString(line + "\n")
	}
}
