module github.com/mapwright/mapwright

go 1.26.0

require (
	github.com/clipperhouse/uax29/v2 v2.7.0
	golang.org/x/text v0.44.0
)

require github.com/yuin/goldmark v1.8.7

require github.com/rivo/uniseg v0.4.7

require github.com/alecthomas/participle/v2 v2.1.4

require github.com/tdewolff/parse/v2 v2.8.20

require golang.org/x/net v0.62.0
