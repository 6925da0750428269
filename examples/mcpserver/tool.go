package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/mapwright/mapwright/examples/mcpserver/access"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A tool is what a client can call: the words that describe it and a new request
// with the defaults of its arguments.
type tool struct {
	name, title, description string

	admin bool // who sees it: admins alone

	required []string // arguments
	request  func() request
}

// A request is one call of a tool.
type request interface {
	// params lists the arguments and where they are kept.
	params() []param
	// place says what the answer is about, as far as the arguments tell. They may
	// have been refused.
	place(s *server) place
	// run answers the request. It completes at as it goes, so that a refusal says
	// as much as was known.
	run(ctx context.Context, s *server, at *place) (any, error)
}

// tools lists the tools of the server, as an admin sees them.
func tools() []tool { return toolsFor(access.Admin) }

// toolsFor lists the tools that a role sees.
func toolsFor(role access.Role) []tool {
	all := []tool{reposTool, treeTool, fileTool, searchTool, sectionTool, batchTool(role)}
	return slices.DeleteFunc(all, func(t tool) bool { return t.admin && role != access.Admin })
}

// findTool returns the tool with the given name, or nil.
func findTool(name string) *tool {
	for _, t := range tools() {
		if t.name == name {
			return &t
		}
	}
	return nil
}

// call runs a tool and returns its answer. Arguments are logged nowhere.
func (s *server) call(ctx context.Context, t *tool, args json.RawMessage) answer {
	begin := time.Now()
	req := t.request()
	err := decode(args, req.params())
	at := req.place(s)
	var body any
	if err == nil {
		body, err = req.run(ctx, s, &at)
	}
	if err != nil && ctx.Err() != nil { // nobody waits for it, and nothing is wrong here
		err = &modeError{"canceled"}
	}
	a := s.answer(at, body, err)
	took := time.Since(begin)
	requestLog(ctx, s.log).Info("call", "tool", t.name, "answer", cmp.Or(a.code, "ok"), "bytes", a.size, "took", took.Round(time.Microsecond))
	if s.observe != nil {
		s.observe(t.name, a, took)
	}
	return a
}

// listed is the tool as tools/list shows it. All tools read and change nothing,
// and they see nothing but the repositories of this host.
func (t *tool) listed() *mcp.Tool {
	no := false
	return &mcp.Tool{
		Name:        t.name,
		Title:       t.title,
		Description: t.description,
		InputSchema: t.schema(),
		Annotations: &mcp.ToolAnnotations{
			Title:           t.title,
			ReadOnlyHint:    true,
			IdempotentHint:  true,
			DestructiveHint: &no,
			OpenWorldHint:   &no,
		},
		Meta: mcp.Meta{"anthropic/maxResultSizeChars": maxAnswer},
	}
}

// schema is the JSON Schema of the arguments. Each has a single type: lists of
// types are refused by some clients.
func (t *tool) schema() json.RawMessage {
	return marshal(objectSchema{"object", t.request().params(), t.required, false})
}

// An objectSchema is the JSON Schema of an object.
type objectSchema struct {
	Type                 string     `json:"type"`
	Properties           properties `json:"properties"`
	Required             []string   `json:"required,omitempty"`
	AdditionalProperties bool       `json:"additionalProperties"`
}

// properties are params as an object of JSON Schema, in their order.
type properties []param

// MarshalJSON writes the object.
func (ps properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, p := range ps {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(marshal(p.name))
		b.WriteByte(':')
		b.Write(marshal(struct {
			Type        string   `json:"type"`
			Enum        []string `json:"enum,omitempty"`
			Items       any      `json:"items,omitempty"`
			Description string   `json:"description"`
			Default     any      `json:"default,omitempty"`
		}{p.kind(), p.enum(), p.items(), p.description, p.defaultValue()}))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// enum returns what an argument can be, nil where that is no list.
func (p param) enum() []string {
	if c, ok := p.into.(*choice); ok {
		return c.of
	}
	return nil
}

// items returns the schema of the items of a list, nil for what is none.
func (p param) items() any {
	switch into := p.into.(type) {
	case *[]int:
		return map[string]string{"type": "integer"}
	case *objectList:
		return objectSchema{"object", into.params, into.required, false}
	}
	return nil
}

// defaultValue returns the value that holds without the argument, nil where the
// schema should name none.
func (p param) defaultValue() any {
	switch into := p.into.(type) {
	case *bool:
		return *into
	case *int:
		return *into
	}
	return nil
}
