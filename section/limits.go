package section

// The default limits.
const (
	DefaultMaxLines    = 200_000
	DefaultMaxTokens   = 1_000_000
	DefaultMaxSections = 50_000
)
