package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

const callHelp = `Usage: mcpserver call [--repo ...] TOOL [NAME=VALUE ...] [--json OBJECT] [--raw]

Runs one tool in this process and prints its answer. NAME=VALUE is an argument of
the tool; whether VALUE is text, a number or true and false follows from the
tool's schema (see mcpserver tools), and NAME= is an empty text.

` + deploymentHelp + `  --json OBJECT
        Arguments as one JSON object, given to the tool as they are, together
        with those of the form NAME=VALUE. With - they are read from standard
        input.
  --raw
        Print the answer exactly as it is sent. On a terminal it is indented
        otherwise; elsewhere this is the default.

Exit status: 0 for an answer with "ok": true, 1 for a refusal, 2 for a usage error.
`

const toolsHelp = `Usage: mcpserver tools

Prints the tools with the schemas of their arguments, as a client gets them.
`

// callTool runs one tool and prints its answer.
func callTool(ctx context.Context, args []string, std streams) (int, error) {
	var d deployment
	flags := newFlags("call")
	d.register(flags)
	object := flags.String("json", "", "")
	raw := flags.Bool("raw", false, "")
	others, err := parseFlags(flags, args)
	if err != nil {
		return exitUsage, err
	}
	if len(others) == 0 {
		return exitUsage, errors.New("which tool? See mcpserver tools")
	}
	t := findTool(others[0])
	if t == nil {
		return exitUsage, fmt.Errorf("unknown tool %q; see mcpserver tools", others[0])
	}
	arguments, err := t.arguments(others[1:], *object, std.in)
	if err != nil {
		return exitUsage, err
	}
	warnings := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	repos, err := d.sources(ctx, warnings)
	if err != nil {
		return exitUsage, err
	}
	s, err := open(repos, warnings)
	if err != nil {
		return exitUsage, err
	}
	defer s.close()
	s.oneCall = true
	a := s.call(ctx, t, arguments)
	if err := printJSON(std.out, a.text, *raw); err != nil || a.code != "" {
		return exitRefused, err
	}
	return exitOK, nil
}

// listTools prints what tools/list answers.
func listTools(_ context.Context, args []string, std streams) (int, error) {
	others, err := parseFlags(newFlags("tools"), args)
	if err != nil {
		return exitUsage, err
	}
	if len(others) > 0 {
		return exitUsage, fmt.Errorf("unexpected argument %q", others[0])
	}
	var list struct {
		Tools []any `json:"tools"`
	}
	for _, t := range tools() {
		list.Tools = append(list.Tools, t.listed())
	}
	return exitOK, printIndented(std.out, string(marshal(list)))
}

// printJSON writes an answer as one line, or indented where a person reads it.
func printJSON(out io.Writer, text string, raw bool) error {
	if f, ok := out.(*os.File); ok && !raw && term.IsTerminal(int(f.Fd())) {
		return printIndented(out, text)
	}
	_, err := io.WriteString(out, text+"\n")
	return err
}

func printIndented(out io.Writer, text string) error {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := b.WriteTo(out)
	return err
}

// arguments returns the arguments of a call as JSON: those in pairs of the form
// NAME=VALUE and those of the object, "-" for the one on stdin.
func (t *tool) arguments(pairs []string, object string, stdin io.Reader) (json.RawMessage, error) {
	members, err := t.members(pairs)
	if err != nil {
		return nil, err
	}
	if object == "-" {
		data, err := io.ReadAll(stdin)
		if err != nil {
			return nil, err
		}
		object = string(data)
	}
	if object = strings.TrimSpace(object); object != "" {
		if !json.Valid([]byte(object)) || object[0] != '{' {
			return nil, errors.New("--json: expected a JSON object")
		}
		if inner := strings.TrimSpace(object[1 : len(object)-1]); inner != "" {
			members = append(members, inner)
		}
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}"), nil
}

// members returns NAME=VALUE pairs as members of a JSON object.
func (t *tool) members(pairs []string) ([]string, error) {
	var members []string
	seen := map[string]bool{}
	params := t.request().params()
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return nil, fmt.Errorf("expected NAME=VALUE, not %q", pair)
		}
		i := slices.IndexFunc(params, func(p param) bool { return p.name == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("unknown argument %q; %s has %s", name, t.name, names(params))
		case seen[name]:
			return nil, fmt.Errorf("%s is given twice", name)
		}
		seen[name] = true
		encoded, ok := params[i].fromText(value)
		if !ok {
			return nil, fmt.Errorf("%s: %s", name, params[i].typed())
		}
		members = append(members, fmt.Sprintf("%q:%s", name, encoded))
	}
	return members, nil
}

// typed says in words what an argument must be that is typed as text.
func (p param) typed() string {
	if _, ok := p.into.(*objectList); ok {
		return p.expected() + ` in JSON, such as [{"kind":"section","path":"README"}]`
	}
	return p.expected()
}

// fromText returns the JSON of an argument that was typed as text, and whether it
// is of the argument's type.
func (p param) fromText(text string) (json.RawMessage, bool) {
	if _, ok := p.into.(*objectList); ok { // which decides itself what its objects are
		return json.RawMessage(text), json.Valid([]byte(text)) && strings.HasPrefix(strings.TrimSpace(text), "[")
	}
	switch p.kind() {
	case "boolean":
		return json.RawMessage(text), text == "true" || text == "false"
	case "integer":
		_, ok := integer(text)
		return json.RawMessage(text), ok && json.Valid([]byte(text))
	case "array": // 10,20 or [10,20]
		if !strings.HasPrefix(text, "[") {
			text = "[" + text + "]"
		}
		_, ok := integers(json.RawMessage(text))
		return json.RawMessage(text), ok
	}
	return marshal(text), utf8.ValidString(text)
}
