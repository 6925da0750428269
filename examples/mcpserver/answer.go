package main

import (
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/mapwright/mapwright/budget"
	"github.com/mapwright/mapwright/refcheck"
	"github.com/mapwright/mapwright/section"
)

const (
	// maxAnswer is the most bytes of an answer as it is sent, and so also the
	// most characters.
	maxAnswer = 256_000
	// maxEcho is the most characters of an argument that an answer repeats.
	maxEcho = 4096
)

// An answer is what a tool says: one JSON object, whose first field is "ok".
type answer struct {
	text string // the text block of the result
	size int    // of text as it is sent, a JSON string inside the JSON of the result
	code string // why it is a refusal; empty if it is none
}

// A place says what an answer is about: what was asked for, and once it is known
// what was read.
type place struct {
	Repo     string `json:"repo,omitempty"`
	Path     string `json:"path,omitempty"`
	Ref      string `json:"ref,omitempty"`
	Commit   string `json:"resolved_commit,omitempty"`
	Encoding string `json:"encoding,omitempty"`
}

// echo returns an argument as an answer may repeat it: not at all if it is too
// long.
func echo(argument string) string {
	if utf8.RuneCountInString(argument) > maxEcho {
		return ""
	}
	return argument
}

// internalError is the code of a fault of the server itself.
const internalError = "internal_error"

const withoutOutline = "this argument is for outline: true"

const withoutMap = "whole_document: true reads the text without a map"

// hints say what to do about a refusal where its code and numbers do not.
var hints = map[string]string{
	"section_and_whole_document":   "section asks for one section, whole_document for the text from line 1",
	"max_depth_and_whole_document": "max_depth shapes the map, and whole_document answers without one",
	"path_denied":                  "no tool reads a file that is on the list of secrets; the operator can except it in the policy file",
	"ref_not_mirrored":             "this host knows only its last fetch; other paths of this ref will fail too",
	"sync_in_progress":             "the copy of the repository is being brought up to date; ask again in a minute",
	"not_found":                    "the ref is here; check the path against resolved_commit. A link is not followed",
	"inconsistent_line_endings":    withoutMap,
	"too_many_lines":               withoutMap,
	"too_many_tokens":              withoutMap,
	"too_many_sections":            withoutMap,
	"unsupported_format":           withoutMap,
	"answer_too_large":             "ask for less, such as a smaller max_depth of a map; whole_document: true pages through any document",
	"outline_and_lines":            "outline lists the symbols with their lines, lines reads them: one call for each",
	"symbol_without_outline":       withoutOutline,
	"page_without_outline":         withoutOutline,
	"per_page_without_outline":     withoutOutline,
	"page_too_large":               "ask for a smaller per_page",
	"invalid_line_range":           "lines is [first, last], counted from 1, first not behind last",
	"range_out_of_bounds":          "the file has total_lines lines",
	"query_multiline":              "a line is searched in; search for a part of it",
	"invalid_query":                "a query has no NUL",
	"invalid_regex":                "extended regular expressions of POSIX, see regex; without regex the query is plain text",
	"invalid_file_pattern":         "one git pathspec: docs, *.html, :(exclude)assets/vendor, :(icase)*.html",
	"pattern_too_expensive":        "use fewer repetitions and back references, or plain text without regex",
	"search_timeout":               "narrow it with file_pattern, or search for plain text without regex",
	"unknown_encoding":             "expected a label of the WHATWG Encoding Standard, such as windows-1255 or shift_jis",
}

// answer turns what a tool returned into what the client sees. It is the only
// place that does.
func (s *server) answer(at place, body any, err error) answer {
	if fitting, ok := body.(section.Answer); ok && err == nil {
		err = fitting.Fit(s.wire(true, at))
	}
	if err != nil {
		return s.refusal(at, err)
	}
	return s.net(at, join(true, at, body))
}

// refusal is the answer for an error. One that lists sections is fitted like any
// other answer.
func (s *server) refusal(at place, err error) answer {
	s.report(at, err)
	code, body := wireForm(err)
	var own struct{ Repo, Hint string }
	_ = json.Unmarshal(body, &own) // wireForm has decoded it
	if own.Repo != "" {
		at.Repo = "" // an object names a field once, and some errors name the repository
	}
	var hint struct {
		Hint string `json:"hint,omitempty"`
	}
	if own.Hint == "" {
		hint.Hint = hints[code]
	}
	var fitting section.Answer
	if errors.As(err, &fitting) {
		if err := fitting.Fit(s.wire(false, at, hint)); err != nil {
			return s.refusal(at, err)
		}
		_, body = wireForm(err)
	}
	a := s.net(at, join(false, at, body, hint))
	a.code = code
	return a
}

// net catches an answer that is too large although its tool has fitted it. The
// refusal that replaces it never is: its strings are at most maxEcho long.
func (s *server) net(at place, a answer) answer {
	if a.size <= s.maxAnswer() {
		return a
	}
	s.log.Error("an answer was not fitted", "repo", at.Repo, "bytes", a.size)
	return s.refusal(at, &section.TooLargeError{
		Code:          section.AnswerTooLarge,
		TooLargeError: budget.TooLargeError{Bytes: a.size, Max: s.maxAnswer()},
	})
}

// wire is how an answer is sent behind the fields of the given objects: as JSON in
// the string of a text block.
func (s *server) wire(ok bool, objects ...any) section.Wire {
	return section.Wire{
		Max:      s.maxAnswer(),
		Encoding: budget.Nested,
		// The answer's own quotes and braces are counted in both, a comma in none.
		Envelope: join(ok, objects...).size - len(`""{}`) + len(","),
	}
}

// wireForm returns the code of an error and what is sent of it. An error that is
// a struct with a JSON field "error" is sent as it is; any other is a fault of
// the server, and none of its words leave it.
func wireForm(err error) (code string, body json.RawMessage) {
	var coded struct {
		Code string `json:"error"`
	}
	body, failure := json.Marshal(err)
	if failure != nil || json.Unmarshal(body, &coded) != nil || coded.Code == "" {
		coded.Code = internalError
		body = marshal(coded)
	}
	return coded.Code, body
}

// join splices the fields of objects into one object, behind "ok".
func join(ok bool, objects ...any) answer {
	b := strconv.AppendBool([]byte(`{"ok":`), ok)
	for _, o := range objects {
		object := marshal(o)
		if fields := object[len("{") : len(object)-len("}")]; len(fields) > 0 {
			b = append(append(b, ','), fields...)
		}
	}
	text := string(append(b, '}'))
	return answer{text: text, size: budget.Size(text)}
}

// report logs what the operator should look at, which is also what a client is
// not shown.
func (s *server) report(at place, err error) {
	if e, ok := errors.AsType[*refcheck.Error](err); ok && e.Code == refcheck.ReadFailed {
		s.log.Warn("read failed", "repo", at.Repo, "message", e.Message, "exit", e.Exit, "git", e.Stderr)
	}
	if code, _ := wireForm(err); code == internalError {
		s.log.Error("internal error", "repo", at.Repo, "error", err)
	}
}

// marshal encodes what is made of strings, numbers and lists of them, which can
// not fail.
func marshal(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
