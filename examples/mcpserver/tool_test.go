package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mapwright/mapwright/examples/mcpserver/access"
)

// TestSnapshots compares each tool, as a client sees it, with
// testdata/tools/NAME.json. A change of it is a change of the protocol; -update
// rewrites the files.
func TestSnapshots(t *testing.T) {
	known := map[string]bool{}
	reader := batchTool(access.Reader)
	reader.name += "_of_a_reader"
	for _, tool := range append(tools(), reader) {
		file := filepath.Join("testdata", "tools", tool.name+".json")
		known[file] = true
		var got bytes.Buffer
		if err := json.Indent(&got, marshal(tool.listed()), "", "  "); err != nil {
			t.Fatal(err)
		}
		got.WriteByte('\n')
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
	files, err := filepath.Glob("testdata/tools/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[file] {
			t.Errorf("%s is of no tool", file)
		}
	}
}

// What holds for the description of every tool.
func TestToolsAreDescribed(t *testing.T) {
	const maxDescription = 2048 // clients cut longer ones
	for _, tool := range tools() {
		var schema struct {
			Type                 string
			AdditionalProperties *bool
			Required             []string
			Properties           map[string]struct {
				Type, Description string
			}
		}
		if err := json.Unmarshal(tool.schema(), &schema); err != nil { // a list of types is no string
			t.Errorf("%s: %v", tool.name, err)
		}
		if schema.Type != "object" || schema.AdditionalProperties == nil || *schema.AdditionalProperties {
			t.Errorf("%s: the schema is open", tool.name)
		}
		for _, name := range schema.Required {
			if schema.Properties[name].Type == "" {
				t.Errorf("%s: requires %s, which it does not have", tool.name, name)
			}
		}
		descriptions := map[string]string{"": tool.description}
		for name, p := range schema.Properties {
			descriptions[name] = p.Description
			if strings.ToLower(name) != name {
				t.Errorf("%s: %s is not in lower case", tool.name, name)
			}
		}
		for name, d := range descriptions {
			if d == "" || len(d) >= maxDescription {
				t.Errorf("%s: the description of %q has %d bytes", tool.name, name, len(d))
			}
		}
		listed := tool.listed()
		if listed.Meta["anthropic/maxResultSizeChars"] != maxAnswer {
			t.Errorf("%s: _meta is %v", tool.name, listed.Meta)
		}
		if a := listed.Annotations; !a.ReadOnlyHint || !a.IdempotentHint || *a.DestructiveHint || *a.OpenWorldHint {
			t.Errorf("%s: annotations are %+v", tool.name, a)
		}
	}
}
