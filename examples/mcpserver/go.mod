module github.com/mapwright/mapwright/examples/mcpserver

go 1.26.0

require (
	github.com/mapwright/mapwright v0.0.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
)

replace github.com/mapwright/mapwright => ../..
