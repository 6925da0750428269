package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A param is one argument of a tool: what its schema says about it, and where its
// value goes. Schemas and decoding come from the same list, so that they can not
// disagree.
type param struct {
	name string

	// into points to the value that holds without the argument, which is its
	// default: *string, *bool or *int. A **string, a **int, a **bool, a *[]int, a
	// *choice or an *objectList has none and stays nil or empty, for arguments whose
	// absence means something that no value does.
	into any

	description string
}

// kind is the type of the argument in JSON Schema.
func (p param) kind() string {
	switch p.into.(type) {
	case *string, **string, *choice:
		return "string"
	case *bool, **bool:
		return "boolean"
	case *int, **int:
		return "integer"
	case *[]int, *objectList:
		return "array"
	}
	panic(fmt.Sprintf("%s: no argument can be a %T", p.name, p.into))
}

// expected says in words what the argument must be.
func (p param) expected() string {
	switch into := p.into.(type) {
	case *objectList:
		return "expected a list of objects"
	case *choice:
		return "expected " + strings.Join(into.of, " or ")
	}
	return map[string]string{
		"string":  "expected a string",
		"boolean": "expected true or false",
		"integer": "expected an integer",
		"array":   "expected a list of integers",
	}[p.kind()]
}

// A choice is an argument that is one of several strings.
type choice struct {
	value *string
	of    []string
}

// set stores a JSON value and reports whether it is one of the strings.
func (c *choice) set(value json.RawMessage) bool {
	var text string
	if value[0] != '"' || json.Unmarshal(value, &text) != nil || !slices.Contains(c.of, text) {
		return false
	}
	*c.value = text
	return true
}

// An objectList is an argument that is a list of objects, each with arguments of
// its own. They are read later, so that one that is no object concerns no other.
type objectList struct {
	params   []param // for the schema, as required
	required []string
	values   []json.RawMessage
}

// set stores a JSON value and reports whether it is a list.
func (l *objectList) set(value json.RawMessage) bool {
	return value[0] == '[' && json.Unmarshal(value, &l.values) == nil
}

// A problem is one thing that is wrong with the arguments: the place and what is
// wrong there, never the value.
type problem struct {
	Where string `json:"where"`
	What  string `json:"what"`
}

const (
	maxProblems  = 20  // that one refusal lists
	maxNameChars = 100 // of an unknown argument that is repeated
)

// An argumentError refuses arguments that do not have the form of the schema.
type argumentError struct {
	Code     string    `json:"error"` // "invalid_argument"
	Problems []problem `json:"problems"`
	Hint     string    `json:"hint,omitempty"`
}

// Error gives the code and the first problem.
func (e *argumentError) Error() string {
	return fmt.Sprintf("%s: %s: %s", e.Code, e.Problems[0].Where, e.Problems[0].What)
}

func (e *argumentError) add(where, what string) {
	e.Problems = append(e.Problems, problem{where, what})
}

// decode puts the arguments of a call where params want them. It is strict where
// encoding/json is not: names are compared with case, a name may be given once,
// and nothing is converted. null is an absent argument. Arguments without a
// problem are set even where others have one, so that the refusal can say what
// was asked for; the error is an *argumentError.
func decode(raw json.RawMessage, params []param) error {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	bad := &argumentError{Code: "invalid_argument"}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		bad.add("arguments", "expected an object")
		return bad
	}
	seen := map[string]bool{}
	for dec.More() && len(bad.Problems) < maxProblems {
		name, value, err := member(dec)
		if err != nil {
			bad.add("arguments", "expected valid JSON")
			return bad
		}
		if where, what := set(params, seen, name, value); what != "" {
			bad.add(where, what)
		}
	}
	if len(bad.Problems) < maxProblems && !ends(dec) {
		bad.add("arguments", "expected valid JSON")
	}
	if len(bad.Problems) == 0 {
		return nil
	}
	bad.Hint = "arguments: " + cmp.Or(names(params), "none")
	return bad
}

// member reads the next name and value of an object.
func member(dec *json.Decoder) (name string, value json.RawMessage, err error) {
	t, err := dec.Token()
	if err != nil {
		return "", nil, err
	}
	err = dec.Decode(&value)
	return t.(string), value, err // in an object the token before a value is a string
}

// ends reports whether the object ends and nothing follows it.
func ends(dec *json.Decoder) bool {
	if _, err := dec.Token(); err != nil {
		return false
	}
	_, err := dec.Token()
	return err == io.EOF
}

// set sets one argument, or says where and what is wrong.
func set(params []param, seen map[string]bool, name string, value json.RawMessage) (where, what string) {
	i := slices.IndexFunc(params, func(p param) bool { return p.name == name })
	if i < 0 {
		if n := utf8.RuneCountInString(name); n > maxNameChars {
			name = fmt.Sprintf("a name of %d characters", n)
		}
		return name, "unknown argument"
	}
	if seen[name] {
		return name, "given more than once"
	}
	seen[name] = true
	if string(value) != "null" && !params[i].set(value) {
		return name, params[i].expected()
	}
	return "", ""
}

// set stores a JSON value and reports whether it has the right type.
func (p param) set(value json.RawMessage) bool {
	switch into := p.into.(type) {
	case *string:
		return value[0] == '"' && json.Unmarshal(value, into) == nil
	case **string:
		return value[0] == '"' && json.Unmarshal(value, into) == nil
	case *bool:
		return json.Unmarshal(value, into) == nil
	case *int:
		n, ok := integer(string(value))
		if ok {
			*into = n
		}
		return ok
	case **int:
		n, ok := integer(string(value))
		if ok {
			*into = &n
		}
		return ok
	case **bool:
		return value[0] != '"' && json.Unmarshal(value, into) == nil
	case *[]int:
		list, ok := integers(value)
		if ok {
			*into = list
		}
		return ok
	case *objectList:
		return into.set(value)
	case *choice:
		return into.set(value)
	}
	return false
}

// integers reads a JSON array of integers. One without any is not nil.
func integers(value json.RawMessage) ([]int, bool) {
	var items []json.RawMessage
	if value[0] != '[' || json.Unmarshal(value, &items) != nil {
		return nil, false
	}
	list := make([]int, len(items))
	for i, item := range items {
		n, ok := integer(string(item))
		if !ok {
			return nil, false
		}
		list[i] = n
	}
	return list, true
}

// integer reads a JSON number whose value is an integer, however it is written
// (2, 2.0, 20e-1), exactly and without ever computing with its exponent. It
// refuses what is no int64; where an int is smaller than that, the nearest int is
// returned, because every integer argument is clamped to a smaller range anyway.
func integer(number string) (int, bool) {
	unsigned, negative := strings.CutPrefix(number, "-")
	if unsigned == "" || unsigned[0] < '0' || unsigned[0] > '9' {
		return 0, false // another type of JSON
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(unsigned), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return 0, true
	}
	significant := strings.TrimRight(digits, "0")
	zeros := len(digits) - len(significant) - len(fraction)
	if exponent != "" {
		e, err := strconv.Atoi(exponent)
		if err != nil || e > math.MaxInt32 || e < math.MinInt32 {
			return 0, false
		}
		zeros += e
	}
	if zeros < 0 || zeros > 19 { // a fraction, or more digits than an int64 has
		return 0, false
	}
	text := significant + strings.Repeat("0", zeros)
	if negative {
		text = "-" + text
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return int(min(max(n, math.MinInt), math.MaxInt)), err == nil
}

// names lists the names of params.
func names(params []param) string {
	all := make([]string, len(params))
	for i, p := range params {
		all[i] = p.name
	}
	return strings.Join(all, ", ")
}
