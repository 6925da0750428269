package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testArgs has an argument of each type.
type testArgs struct {
	Text   string
	Word   *string
	Flag   bool
	Count  int
	Number *int
}

func (a *testArgs) params() []param {
	return []param{
		{"text", &a.Text, "a text"},
		{"word", &a.Word, "a text that can be absent"},
		{"flag", &a.Flag, "a flag"},
		{"count", &a.Count, "a number"},
		{"number", &a.Number, "a number that can be absent"},
	}
}

func TestDecodeValid(t *testing.T) {
	defaults := testArgs{Text: "x", Flag: true, Count: 7}
	for args, want := range map[string]testArgs{
		"":                          defaults,
		"null":                      defaults,
		"{}":                        defaults,
		" \n{ \"flag\" : false }\t": {Text: "x", Count: 7},
		`{"text":null,"word":null,"flag":null,"count":null,"number":null}`: defaults,
		`{"text":"","word":"","count":0,"number":0}`:                       {Word: new(""), Flag: true, Number: new(0)},
		`{"\u0074ext":"\u00e9\ud83d\ude00"}`:                               {Text: "é😀", Flag: true, Count: 7},
		`{"count":2.0,"number":1e2}`:                                       {Text: "x", Flag: true, Count: 2, Number: new(100)},
		`{"count":-20E-1}`:                                                 {Text: "x", Flag: true, Count: -2},
	} {
		got := defaults
		if err := decode(json.RawMessage(args), got.params()); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", args, diff)
		}
	}
}

func TestDecodeInvalid(t *testing.T) {
	const (
		text    = "expected a string"
		flag    = "expected true or false"
		number  = "expected an integer"
		unknown = "unknown argument"
		twice   = "given more than once"
		object  = "expected an object"
		valid   = "expected valid JSON"
	)
	for args, want := range map[string][]problem{
		`[]`:                            {{"arguments", object}},
		`"text"`:                        {{"arguments", object}},
		`7`:                             {{"arguments", object}},
		`x`:                             {{"arguments", object}},
		`{"text":"secret"`:              {{"arguments", valid}},
		`{"text":"secret",}`:            {{"arguments", valid}},
		`{"text":"secret"} {}`:          {{"arguments", valid}},
		`{"text":secret}`:               {{"arguments", valid}},
		`{"text":1}`:                    {{"text", text}},
		`{"text":true}`:                 {{"text", text}},
		`{"text":["secret"]}`:           {{"text", text}},
		`{"word":{"secret":1}}`:         {{"word", text}},
		`{"flag":1}`:                    {{"flag", flag}},
		`{"flag":"true"}`:               {{"flag", flag}},
		`{"count":"2"}`:                 {{"count", number}},
		`{"count":true}`:                {{"count", number}},
		`{"count":[2]}`:                 {{"count", number}},
		`{"count":2.5}`:                 {{"count", number}},
		`{"count":1e-1}`:                {{"count", number}},
		`{"count":9223372036854775808}`: {{"count", number}},
		`{"number":1e400}`:              {{"number", number}},
		`{"number":1e-400}`:             {{"number", number}},
		`{"number":1e99999999999}`:      {{"number", number}},
		`{"secret":1}`:                  {{"secret", unknown}},
		`{"Text":"x"}`:                  {{"Text", unknown}},
		`{"":1}`:                        {{"", unknown}},
		`{"text":"a","text":"b"}`:       {{"text", twice}},
		`{"text":null,"text":"b"}`:      {{"text", twice}},
		`{"text":1,"flag":1,"x":1}`:     {{"text", text}, {"flag", flag}, {"x", unknown}},
		`{"` + strings.Repeat("é", 101) + `":1}`: {{"a name of 101 characters", unknown}},
		`{"a":{"text":1},"text":["}",{"b":2}]}`:  {{"a", unknown}, {"text", text}},
	} {
		var got testArgs
		e, ok := errors.AsType[*argumentError](decode(json.RawMessage(args), got.params()))
		if !ok {
			t.Errorf("%s was accepted", args)
			continue
		}
		if diff := cmp.Diff(want, e.Problems); diff != "" {
			t.Errorf("%s (-want +got):\n%s", args, diff)
		}
	}
}

// What is right is set beside what is wrong, and the first of two values counts.
func TestDecodePartly(t *testing.T) {
	var got testArgs
	if decode(json.RawMessage(`{"text":"first","count":"2","text":"second"}`), got.params()) == nil {
		t.Error("accepted")
	}
	if got.Text != "first" {
		t.Errorf("text = %q", got.Text)
	}
}

func TestDecodeManyProblems(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, `,"a%d":1`, i)
	}
	err := decode(json.RawMessage("{"+b.String()[1:]+"}"), new(testArgs).params())
	if e, ok := errors.AsType[*argumentError](err); !ok || len(e.Problems) != maxProblems {
		t.Errorf("%v", err)
	}
}

// An integer is one by its value, whatever the form, and exactly.
func FuzzInteger(f *testing.F) {
	for _, s := range []string{
		"0", "-0", "0.0", "0e99999999999999999999", "1", "-1", "10", "1.0", "1.5", "1e2", "1E+2", "100e-2", "12e-1", "0.5e1", "0.05e2", "0.05e1",
		"9007199254740993", "9007199254740993.0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
		"-9223372036854775809", "922337203685477580.7e1", "1e18", "1e19", "1e400", "1.00000000000000000000000001", "true", `"1"`, "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !json.Valid([]byte(s)) || strings.TrimSpace(s) != s {
			return // a JSON value is what decode gives it
		}
		got, ok := integer(s)
		if _, exponent, _ := strings.Cut(strings.ToLower(s), "e"); len(exponent) > 4 {
			return // too much for the comparison
		}
		r, isNumber := new(big.Rat).SetString(s)
		isNumber = isNumber && strings.ContainsAny(s[:1], "-0123456789")
		wantOK := isNumber && r.IsInt() && r.Num().IsInt64()
		if ok != wantOK {
			t.Fatalf("%s: %t, want %t", s, ok, wantOK)
		}
		if ok && int64(got) != min(max(r.Num().Int64(), math.MinInt), math.MaxInt) {
			t.Errorf("%s = %d", s, got)
		}
	})
}
