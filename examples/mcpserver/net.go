package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxMessage is the most bytes of a message to a client: of an answer, with the
// longest id and all that the protocols put around it.
const maxMessage = maxAnswer + 512

// bound is the last net. It measures a message as it is sent, whatever made it,
// and returns what is sent instead: the message itself, if it is not too long. Of
// a notification that is too long nothing is sent.
//
// No tool needs it. It is there for what nobody thought of.
func bound(log *slog.Logger, message []byte) []byte {
	if better := reworded(message); better != nil {
		return better
	}
	if len(message) <= maxMessage {
		return message
	}
	log.Error("a message was too long to be sent", "bytes", len(message))
	m := members(message)
	if m["method"] != nil {
		return nil
	}
	id := m["id"]
	if len(id) > maxID {
		id = nil
	}
	if small := smallResult(id, m["result"], len(message)); small != nil {
		return small
	}
	code := int64(jsonrpc.CodeInternalError)
	var e jsonrpc.Error
	if json.Unmarshal(m["error"], &e) == nil {
		code = e.Code
	}
	return []byte(fault(id, code, fmt.Sprintf("the answer has %d bytes, and at most %d are sent", len(message), maxMessage)))
}

// reworded returns what is sent instead of two errors of the SDK, nil for any other
// message: the one for params of other types than those of the method repeats all
// that was sent, and names types of Go; the one for a request before its session has
// begun has no code.
func reworded(message []byte) []byte {
	const noCode, invalid = `"error":{"code":0,`, `"error":{"code":-32600,`
	head := message[:min(len(message), maxID+128)] // in results these quotes are escaped
	switch {
	case bytes.Contains(head, []byte(`"message":"handling '`)):
		return []byte(fault(members(message)["id"], jsonrpc.CodeInvalidParams, "invalid params: they have not the types that the method takes"))
	case bytes.Contains(head, []byte(noCode)):
		return bytes.Replace(message, []byte(noCode), []byte(invalid), 1)
	}
	return nil
}

// smallResult is what is sent in place of a tool's answer, nil if the result is
// none.
func smallResult(id, large json.RawMessage, size int) []byte {
	m := members(large)
	if m["content"] == nil {
		return nil
	}
	a := join(false, struct {
		Code  string `json:"error"`
		Bytes int    `json:"bytes"`
		Max   int    `json:"max"`
	}{"answer_too_large", size, maxMessage})
	m["content"] = members(marshal(result(a)))["content"]
	delete(m, "structuredContent")
	small := marshal(struct {
		Version string                     `json:"jsonrpc"`
		ID      json.RawMessage            `json:"id"`
		Result  map[string]json.RawMessage `json:"result"`
	}{"2.0", id, m})
	if len(small) > maxMessage { // it was not the content
		return nil
	}
	return small
}

// A boundedWriter is where the SDK writes its answers over HTTP: a message at a
// time, as an event or as it is.
type boundedWriter struct {
	http.ResponseWriter
	log *slog.Logger
}

// The event that a message is sent in.
const (
	eventStart = "event: message\ndata: "
	eventEnd   = "\n\n"
)

// Write is part of http.ResponseWriter.
func (w boundedWriter) Write(b []byte) (int, error) {
	message, isEvent := bytes.CutPrefix(b, []byte(eventStart))
	message = bytes.TrimSuffix(message, []byte(eventEnd))
	if len(message) <= maxMessage && reworded(message) == nil {
		return w.ResponseWriter.Write(b)
	}
	message = bound(w.log, message)
	if isEvent && message != nil {
		message = []byte(eventStart + string(message) + eventEnd)
	}
	_, err := w.ResponseWriter.Write(message)
	return len(b), err
}

// Unwrap is for http.ResponseController.
func (w boundedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
