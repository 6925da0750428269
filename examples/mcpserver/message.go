package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// What of a message the server repeats, and so bounds, in bytes as it is sent back.
const (
	maxID   = 256 // of a request, and of a progress token
	maxName = 128 // of a method, and of a tool
)

// exact is the largest integer that every reader of JSON keeps as it is.
const exact = 1 << 53

// Faults of a message that has no id which could be trusted.
var (
	parseError     = fault(nil, jsonrpc.CodeParseError, "parse error: expected JSON in UTF-8")
	invalidRequest = fault(nil, jsonrpc.CodeInvalidRequest, "invalid request: expected one message of JSON-RPC 2.0")
	repeatedMember = fault(nil, jsonrpc.CodeInvalidRequest, "invalid request: a member is given more than once")
	batchOfThem    = fault(nil, jsonrpc.CodeInvalidRequest, "invalid request: the protocol has no batches of messages")
	longLine       = fault(nil, jsonrpc.CodeInvalidRequest, fmt.Sprintf("invalid request: a message has at most %d bytes", maxLine))
	invalidID      = fault(nil, jsonrpc.CodeInvalidRequest, fmt.Sprintf(
		"invalid request: an id is a string of at most %d bytes or an integer of at most 2^53", maxID))
)

// usedID is the error for a request whose id is that of another one, which has no
// answer yet: the SDK would never answer it.
func usedID(id jsonrpc.ID) string {
	return fault(marshal(id.Raw()), jsonrpc.CodeInvalidRequest, "invalid request: another request with this id is not answered yet")
}

// fault is an error of the protocol as it is sent. Without an id it is that of a
// message which has none, or none that could be repeated.
func fault(id json.RawMessage, code int64, message string) string {
	if id == nil {
		id = json.RawMessage("null")
	}
	return string(marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: code, Message: message}}))
}

// decodeMessage returns a message, or the error that its sender gets: for what is
// no JSON, for what is no request, and for what is too long to be repeated in an
// answer. A line of nil is one that was too long to read.
func decodeMessage(line []byte) (msg jsonrpc.Message, refusal string) {
	switch {
	case line == nil:
		return nil, longLine
	case !utf8.Valid(line) || !json.Valid(line):
		return nil, parseError
	case strings.HasPrefix(strings.TrimLeft(string(line[:min(len(line), 64)]), " \t\r\n"), "["):
		return nil, batchOfThem
	}
	m, once := membersOnce(line)
	if !once {
		return nil, repeatedMember
	}
	msg, err := jsonrpc.DecodeMessage(line)
	if res, ok := msg.(*jsonrpc.Response); err != nil || ok && res.Result == nil && res.Error == nil {
		return nil, invalidRequest
	}
	id := m["id"]
	if !validID(id) {
		return nil, invalidID
	}
	if params, once := membersOnce(m["params"]); !once || repeats(params["_meta"]) {
		return nil, fault(id, jsonrpc.CodeInvalidParams, "invalid params: a member is given more than once")
	}
	if req, ok := msg.(*jsonrpc.Request); ok && budget.Size(req.Method) > maxName {
		return nil, fault(id, jsonrpc.CodeMethodNotFound, fmt.Sprintf("method not found: none has a name of more than %d bytes", maxName))
	}
	return msg, ""
}

// validID reports whether an id, if there is one, comes back as it is.
func validID(id json.RawMessage) bool {
	if len(id) == 0 {
		return true
	}
	if id[0] != '"' {
		n, err := strconv.ParseInt(string(id), 10, 64)
		return err == nil && -exact <= n && n <= exact
	}
	var text string
	return json.Unmarshal(id, &text) == nil && validToken(text)
}

// validToken reports whether an id or a progress token, as the SDK decodes it,
// comes back as it was. Half a surrogate pair does not.
func validToken(token any) bool {
	switch token := token.(type) {
	case string:
		return budget.Size(token) <= maxID && !strings.ContainsRune(token, utf8.RuneError)
	case float64: // of which exact itself can be the one above it
		return token == math.Trunc(token) && math.Abs(token) < exact
	}
	return false
}

// membersOnce returns the members of an object of JSON, none if it is another type,
// and whether each has a name of its own. Readers of JSON do not agree which one
// holds of two with the same name: what was checked must be what is done.
func membersOnce(object json.RawMessage) (m map[string]json.RawMessage, once bool) {
	m = map[string]json.RawMessage{}
	dec := json.NewDecoder(bytes.NewReader(object))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return m, true
	}
	for dec.More() {
		name, value, err := member(dec)
		if _, repeated := m[name]; repeated || err != nil {
			return m, false
		}
		m[name] = value
	}
	return m, true
}

// repeats reports whether two members of an object of JSON have the same name.
func repeats(object json.RawMessage) bool {
	_, once := membersOnce(object)
	return !once
}

// members returns the members of an object of JSON: unlike fields of a struct, names
// are compared with case.
func members(object json.RawMessage) (m map[string]json.RawMessage) {
	_ = json.Unmarshal(object, &m)
	return m
}
