package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// pingWith is a ping with an id, in JSON.
func pingWith(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }

// An id that would not come back as it is gets an error instead of an answer that
// its client does not know, and is not repeated there.
func TestMessageID(t *testing.T) {
	for id, valid := range map[string]bool{
		`1`: true, `-7`: true, `0`: true, `"a"`: true, `""`: true, `9007199254740992`: true, `-9007199254740992`: true,
		`9007199254740993`: false, `99999999999999999999`: false, `1.5`: false, `1.0`: false, `1e3`: false,
		`null`: false, `true`: false, `[]`: false, `{}`: false, `[1]`: false,
		`"` + strings.Repeat("x", maxID-2) + `"`:      true,
		`"` + strings.Repeat("x", maxID-1) + `"`:      false,
		`"` + strings.Repeat(`\u0061`, maxID-2) + `"`: true, // written in more bytes than it is sent back in
		`"` + strings.Repeat("\u2028", 42) + `"`:      true, // and in fewer: each is 6 bytes
		`"` + strings.Repeat("\u2028", 43) + `"`:      false,
		`"` + strings.Repeat("x", 100_000) + `"`:      false,
		`"\ud800"`:                                    false, `"\ufffd"`: false,
	} {
		msg, refusal := decodeMessage([]byte(pingWith(id)))
		if (refusal == "") != valid || (msg != nil) != valid {
			t.Errorf("id %.100s: message %v, refusal %s", id, msg, refusal)
		}
		if !valid && refusal != invalidID && refusal != invalidRequest {
			t.Errorf("id %.100s: refusal %.300s", id, refusal)
		}
		if !valid {
			continue
		}
		line, err := jsonrpc.EncodeMessage(&jsonrpc.Response{ID: msg.(*jsonrpc.Request).ID, Result: json.RawMessage("{}")})
		var sent, got struct{ ID any }
		if err != nil || json.Unmarshal([]byte(pingWith(id)), &sent) != nil || json.Unmarshal(line, &got) != nil || sent != got {
			t.Errorf("id %.100s comes back in %.300s", id, line)
		}
	}
}

// What is no message, or none that can be answered, is told what is wrong with it.
func TestMessageFaults(t *testing.T) {
	deep := func(n int) string {
		return `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}}`
	}
	const repeatedParam = `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid params: a member is given more than once"}}`
	for _, tt := range []struct{ name, line, want string }{
		{"no JSON", `no JSON`, parseError},
		{"half a message", `{"jsonrpc":"2.0","id":1,`, parseError},
		{"two values", pingBody + pingBody, parseError},
		{"half a character", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\xffng\"}", parseError},
		{"half a character in a value", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":\"\xe2\x80\"}}", parseError},
		{"a byte order mark", "\ufeff" + pingBody, parseError},
		{"a batch", " \r\n[" + pingBody + "]", batchOfThem},
		{"an empty batch", "[]", batchOfThem},
		{"a number", "7", invalidRequest},
		{"an empty object", "{}", invalidRequest},
		{"neither a request nor an answer", `{"jsonrpc":"2.0","id":1}`, invalidRequest},
		{"an answer", `{"jsonrpc":"2.0","id":1,"result":{}}`, ""},
		{"an error", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`, ""},
		{"another version", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, invalidRequest},
		{"names in capitals", `{"JSONRPC":"2.0","id":1,"method":"ping"}`, invalidRequest},
		{"a method that is none", `{"jsonrpc":"2.0","id":1,"method":7}`, invalidRequest},
		{"nested", deep(500), ""},
		{"nested too deeply", deep(5000), invalidRequest},
		{"nested so deeply that it is no JSON", deep(500_000), parseError},
		{"two ids", `{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}`, repeatedMember},
		{"two ids, one spelled with an escape", `{"jsonrpc":"2.0","id":1,"method":"ping","\u0069d":2}`, repeatedMember},
		{"two methods", `{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"ping"}`, repeatedMember},
		{"two of what nobody reads", `{"jsonrpc":"2.0","id":1,"method":"ping","a":1,"a":1}`, repeatedMember},
		{"two results", `{"jsonrpc":"2.0","id":1,"result":{},"result":{}}`, repeatedMember},
		{"two names in the params", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","name":"b"}}`, repeatedParam},
		{"two arguments in the params", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"arguments":{},"name":"a","arguments":{}}}`, repeatedParam},
		{"two progress tokens", `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"progressToken":1,"progressToken":2}}}`, repeatedParam},
		{"params that are a list", `{"jsonrpc":"2.0","id":7,"method":"ping","params":[1,1]}`, ""},
		{"an id in capitals is none", `{"jsonrpc":"2.0","id":1,"ID":1.5,"method":"ping"}`, ""},
		{
			"a long method", `{"jsonrpc":"2.0","id":"a","method":"` + strings.Repeat("m", maxName) + `"}`,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"method not found: none has a name of more than 128 bytes"}}`,
		},
		{"a method that is not too long", `{"jsonrpc":"2.0","id":"a","method":"` + strings.Repeat("m", maxName-2) + `"}`, ""},
	} {
		if _, got := decodeMessage([]byte(tt.line)); got != tt.want {
			t.Errorf("%s: %.300s, want %s", tt.name, got, tt.want)
		}
	}
	if _, got := decodeMessage(nil); got != longLine {
		t.Errorf("a line that is too long: %s", got)
	}
}

// FuzzDecodeMessage asserts that what gets no message gets an error that is short
// and whole, and that what a message is answered with fits around any answer.
func FuzzDecodeMessage(f *testing.F) {
	for _, line := range []string{
		pingBody, helloLine, initializedLine, callLine("a", `{"path":"guide"}`), pingWith(`"\ud83d\ude00"`), pingWith(`9007199254740993`),
		"[" + pingBody + "]", `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1,"\u0069d":"x","method":"ping"}`, "\xff",
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"a":1,"a":1}}}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		msg, refusal := decodeMessage(line)
		if (msg == nil) != (refusal != "") {
			t.Fatalf("message %v and refusal %q", msg, refusal)
		}
		if msg == nil {
			var m struct {
				Version string `json:"jsonrpc"`
				Error   struct {
					Code    int
					Message string
				}
			}
			if err := json.Unmarshal([]byte(refusal), &m); err != nil || m.Version != "2.0" || m.Error.Code >= 0 || m.Error.Message == "" || len(refusal) > 2*maxID {
				t.Errorf("%v in %s", err, refusal)
			}
			return
		}
		req, ok := msg.(*jsonrpc.Request)
		if !ok || !req.IsCall() {
			return
		}
		empty, err := jsonrpc.EncodeMessage(&jsonrpc.Response{ID: req.ID, Result: json.RawMessage("{}")})
		if most := maxID + len(`{"jsonrpc":"2.0","id":,"result":{}}`); err != nil || len(empty) > most {
			t.Errorf("%v, %d bytes around an empty answer", err, len(empty))
		}
		unknown, err := jsonrpc.EncodeMessage(&jsonrpc.Response{ID: req.ID, Error: fmt.Errorf("%q", req.Method)})
		if err != nil || len(unknown) > 4*maxID {
			t.Errorf("%v, %d bytes for an error that names the method", err, len(unknown))
		}
		if !bytes.Contains(line, []byte(`id`)) && !bytes.Contains(line, []byte(`\u`)) {
			t.Errorf("an id out of nowhere: %v", req.ID.Raw())
		}
	})
}
