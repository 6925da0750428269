package section

// The default limits. They follow from two conditions: the worst input at the
// size that a server reads, 512,000 bytes, stays below 50 ms and 32 MB, and no
// real document is refused.
//
// Parsers are linear, so the first condition holds for any limits, and each
// limit only has to stop texts that are no documents. Of 2,093 real Markdown
// files (those of rust-lang/rfcs, kubernetes/community, rails/rails,
// reactjs/react.dev, vuejs/docs and a module cache; 25 MB) the longest has
// 14,365 lines and 4,736 tokens; the densest of more than 20 KB has a token for
// each 30 bytes, which are 17,000 in 512,000 bytes and 350,000 in 10 MB.
//
// BenchmarkHostile and BenchmarkHostilePeak of package mdsection measure the
// worst inputs:
//
//	go test -run='^$' -bench='Hostile$' ./mdsection
//	go test -run='^$' -bench=HostilePeak -benchtime=1x ./mdsection
const (
	DefaultMaxLines    = 200_000
	DefaultMaxTokens   = 1_000_000
	DefaultMaxSections = 50_000
)
