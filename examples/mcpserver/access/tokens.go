// Package access says who calls a server, and how often they may.
//
// [ParseTokens] reads the file that lists who may call, and [Tokens.Lookup] finds
// who a bearer token belongs to. A [Limiter] counts calls.
package access

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// A Role says which tools somebody sees.
type Role string

// The roles.
const (
	Reader Role = "reader" // documents
	Admin  Role = "admin"  // also the repositories that they are in
)

// An Identity is somebody who may call.
type Identity struct {
	Name string
	Role Role
}

// Tokens knows bearer tokens by their hashes. The zero Tokens knows none. It is
// safe for concurrent use.
type Tokens struct {
	entries []entry
}

type entry struct {
	Identity
	hash [sha256.Size]byte
}

// A SyntaxError says what is wrong in a file of tokens. It never holds what stands
// there: that may be a token.
type SyntaxError struct {
	Line int // counted from 1
	What string
}

// Error says where and what.
func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// ParseTokens reads a file of tokens. A line is a name, a role and the SHA-256 of
// a token in hexadecimal, with white space between them; empty lines and lines
// that begin with # say nothing, nor does a byte order mark at the beginning. A
// name may have several tokens with one role, so that one can follow another. Its
// error is a *[SyntaxError]; a file without a token is one, too.
func ParseTokens(text []byte) (*Tokens, error) {
	t := &Tokens{}
	roles := map[string]Role{}
	n := 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		n++
		fields := strings.Fields(string(line))
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		e, what := parseEntry(fields)
		if role, ok := roles[e.Name]; what == "" && ok && role != e.Role {
			what = "the name has another role above"
		}
		if what == "" && slices.ContainsFunc(t.entries, func(o entry) bool { return o.hash == e.hash }) {
			what = "the token has a line above"
		}
		if what != "" {
			return nil, &SyntaxError{n, what}
		}
		roles[e.Name] = e.Role
		t.entries = append(t.entries, e)
	}
	if len(t.entries) == 0 {
		return nil, &SyntaxError{max(n, 1), "the file has no token"}
	}
	return t, nil
}

// parseEntry reads the fields of a line, and says what is wrong with them.
func parseEntry(fields []string) (e entry, what string) {
	if len(fields) != 3 {
		return e, fmt.Sprintf("expected a name, a role and a hash, found %d fields", len(fields))
	}
	e.Identity = Identity{fields[0], Role(fields[1])}
	if strings.ContainsFunc(e.Name, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		return e, "the name has characters that can not be printed"
	}
	if e.Role != Reader && e.Role != Admin {
		return e, fmt.Sprintf("expected the role %s or %s", Reader, Admin)
	}
	hash, err := hex.DecodeString(fields[2])
	if err != nil || len(hash) != len(e.hash) {
		return e, fmt.Sprintf("expected the %d hexadecimal digits of a SHA-256 hash", 2*len(e.hash))
	}
	copy(e.hash[:], hash)
	return e, ""
}

// Lookup returns whose token it is. It compares with every hash in constant time,
// so that the time it takes says nothing about any of them.
func (t *Tokens) Lookup(token string) (Identity, bool) {
	hash := sha256.Sum256([]byte(token))
	found := -1
	for i := range t.entries {
		found = subtle.ConstantTimeSelect(subtle.ConstantTimeCompare(hash[:], t.entries[i].hash[:]), i, found)
	}
	if found < 0 {
		return Identity{}, false
	}
	return t.entries[found].Identity, true
}

// NewToken makes up a token, of 130 random bits or more.
func NewToken() string { return "mw_" + rand.Text() }

// Line is the line of a file of tokens that lets token in.
func (id Identity) Line(token string) string {
	return fmt.Sprintf("%s %s %x", id.Name, id.Role, sha256.Sum256([]byte(token)))
}
