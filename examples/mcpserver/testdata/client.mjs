// Clients that nobody here wrote, the TypeScript SDKs of MCP:
//
//	node client.mjs VERSION TOOL ARGUMENTS COMMAND [ARGUMENT ...]
//	node client.mjs VERSION TOOL ARGUMENTS URL
//
// starts the server COMMAND, or calls the one at URL with the bearer token in
// MCP_TOKEN, with version 1 or 2 of the SDK. It prints one JSON object with what it
// learned: server, instructions, tools, the result of one call of TOOL, and the
// code of the error for a tool that does not exist.
const [version, tool, args, target, ...rest] = process.argv.slice(2);
const modules = version === "1"
	? ["@modelcontextprotocol/sdk/client/index.js", "@modelcontextprotocol/sdk/client/stdio.js", "@modelcontextprotocol/sdk/client/streamableHttp.js"]
	: ["@modelcontextprotocol/client", "@modelcontextprotocol/client/stdio"];
const sdk = Object.assign({}, ...await Promise.all(modules.map((name) => import(name))));

const client = new sdk.Client({ name: "client.mjs", version: "1" });
const transport = target.startsWith("http:")
	? new sdk.StreamableHTTPClientTransport(new URL(target), {
		requestInit: { headers: { Authorization: `Bearer ${process.env.MCP_TOKEN}` } },
	})
	: new sdk.StdioClientTransport({ command: target, args: rest, stderr: "ignore" });
await client.connect(transport);

const { tools } = await client.listTools();
const result = await client.callTool({ name: tool, arguments: JSON.parse(args) });
let unknown = null;
try {
	await client.callTool({ name: "no_such_tool", arguments: {} });
} catch (e) {
	unknown = e.code;
}
console.log(JSON.stringify({
	server: client.getServerVersion(),
	instructions: client.getInstructions(),
	tools, result, unknown,
}));
await client.close();
