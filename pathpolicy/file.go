package pathpolicy

import (
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// MaxFileBytes is the size of the largest policy file.
const MaxFileBytes = 1 << 20

// Source is a repository of a policy file: what is served of it, and where it is.
type Source struct {
	Policy Policy
	Place  string // as it is written; what a relative one starts from is for the server to say
}

// ParseFile reads a policy file: the repositories that a server serves, in order; the
// first is the default.
//
//	# Comments go to the end of the line.
//	repo "handbook" {
//	  place      = "/srv/git/handbook.git"
//	  root       = "docs/"                # folder of the documents; without it, the repository
//	  suffix     = ".rst"                 # of the documents
//	  not_secret = ["tests/certs/*.pem"]  # Secrets.Except
//	  vendored   = ["assets/vendor/**"]   # Vendored.Globs
//	}
//
// A repository must have a place and a suffix. A string is what stands between its
// quotes: it has no escapes, so a backslash is itself and a quote can not be written.
// A comma may follow the last string of a list. A byte order mark and "\r\n" do no
// harm.
//
// The name of the file is only for errors. An error is a [FileErrors] with all the
// mistakes that were found, and then there are no sources. A file without a repository
// is a mistake too. ParseFile is O(len(src)).
func ParseFile(name string, src []byte) ([]Source, error) {
	f := file{name: name}
	f.checkBytes(src)
	if len(f.errs) > 0 {
		return nil, f.errs
	}
	sources := f.sources(f.blocks(strings.TrimPrefix(string(src), "\ufeff")))
	if len(f.errs) > 0 {
		f.errs.sort()
		return nil, f.errs
	}
	return sources, nil
}

// The grammar. A key can be any word, so that an unknown one is reported as that;
// only "repo" is none, so that a block without its "}" is reported where it ends.
type (
	block struct {
		Name     text       `parser:"'repo' @@ '{'"`
		Settings []*setting `parser:"@@* '}'"`

		broken bool // some of it is not here, because of a mistake
	}
	rest struct { // of a block, behind a mistake
		Settings []*setting `parser:"@@* '}'"`
	}
	setting struct {
		Pos   lexer.Position
		Key   string `parser:"(?! 'repo') @Word '='"`
		Value value  `parser:"@@"`
	}
	value struct {
		Pos    lexer.Position
		IsList bool    `parser:"( @'['"`
		List   []*item `parser:"  @@* ']'"`
		One    *text   `parser:"| @@ )"`
	}
	item struct {
		Text  text `parser:"@@"`
		Comma bool `parser:"@','?"`
	}
	text struct {
		Pos    lexer.Position // of the first quote
		Quoted string         `parser:"@String"`
	}
)

func (t *text) value() string { return strings.Trim(t.Quoted, `"`) }

// The parsers are built when they are first needed.
var (
	blockParser = sync.OnceValue(build[block])
	restParser  = sync.OnceValue(build[rest])
)

// build returns a parser. Any text is a sequence of its tokens.
func build[T any]() *participle.Parser[T] {
	return participle.MustBuild[T](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "space", Pattern: `\s+`},
			{Name: "comment", Pattern: `#[^\n]*`},
			{Name: "String", Pattern: `"[^"\n]*"`},
			{Name: "Unclosed", Pattern: `"[^\n]*`},
			{Name: "Word", Pattern: `[\pL_][\pL\pN_-]*`},
			{Name: "Mark", Pattern: `[{}=,\[\]]`},
			{Name: "Other", Pattern: `(?s:.)`},
		})),
		participle.UseLookahead(0), // a token decides: what follows is wrong at its own place
	)
}

// file is a policy file on its way to sources.
type file struct {
	name string
	errs FileErrors
}

// blocks parses one repository after the other. After a mistake it goes on with the
// next setting, or the next "repo", so that a file can be mended in one go.
func (f *file) blocks(src string) []*block {
	var blocks []*block
	tokens, err := tokenize(src)
	if err != nil {
		f.syntax(err)
		return nil
	}
	for !tokens.Peek().EOF() && !f.full() {
		start := tokens.Peek().Pos.Offset
		b, err := blockParser().ParseFromLexer(tokens, participle.AllowTrailing(true))
		blocks = append(blocks, b)
		if err == nil {
			continue
		}
		b.broken = true
		if failed := f.syntax(err); failed.at.Offset > start {
			f.settings(b, tokens, failed)
			continue
		}
		if findBody(tokens) {
			f.settings(b, tokens, failure{})
		}
	}
	if len(blocks) == 0 {
		f.add(tokens.Peek().Pos, "the file has no repository", expectedBlock)
	}
	return blocks
}

// findBody leaves out what does not begin a block, up to the next "repo", or behind a
// "{": that there is a block was meant, whatever word is before it.
func findBody(tokens *lexer.PeekingLexer) (found bool) {
	for t := tokens.Peek(); !t.EOF() && t.Value != "repo"; t = tokens.Peek() {
		if tokens.Next(); t.Value == "{" {
			return true
		}
	}
	return false
}

// settings goes on with a block behind a mistake, up to its end or the next block.
func (f *file) settings(b *block, tokens *lexer.PeekingLexer, failed failure) {
	for !f.full() {
		if failed.skip(tokens); tokens.Peek().EOF() || tokens.Peek().Value == "repo" {
			return
		}
		more, err := restParser().ParseFromLexer(tokens, participle.AllowTrailing(true))
		b.Settings = append(b.Settings, more.Settings...)
		if err == nil {
			return
		}
		failed = f.syntax(err)
	}
}

// failure is where the parser met a mistake.
type failure struct {
	at     lexer.Position
	inList bool
}

// skip goes to where the block goes on: a setting, the end of the block, the next
// block, or whatever stands on a line behind that of the mistake. In a list, lines
// tell nothing before its end.
func (e failure) skip(tokens *lexer.PeekingLexer) {
	for t := tokens.Peek(); !t.EOF(); t = tokens.Peek() {
		if t.Pos.Offset >= e.at.Offset {
			if t.Value == "repo" || t.Value == "}" || beginsSetting(tokens) || t.Pos.Line > e.at.Line && !e.inList {
				return
			}
			if t.Value == "]" {
				e = failure{at: t.Pos}
			}
		}
		tokens.Next()
	}
}

// beginsSetting reports whether a word and "=" come next.
func beginsSetting(tokens *lexer.PeekingLexer) bool {
	here := tokens.MakeCheckpoint()
	defer tokens.LoadCheckpoint(here)
	word := tokens.Next()
	return word.Type == symbol("Word") && tokens.Peek().Value == "="
}

// symbol returns the type of the tokens with the given name.
func symbol(name string) lexer.TokenType { return blockParser().Lexer().Symbols()[name] }

func tokenize(src string) (*lexer.PeekingLexer, error) {
	lex, err := blockParser().Lexer().Lex("", strings.NewReader(src))
	if err != nil {
		return nil, err
	}
	return lexer.Upgrade(lex)
}
