// A client that nobody here wrote, the TypeScript SDK of MCP:
//
//	node client.mjs TOOL ARGUMENTS COMMAND [ARGUMENT ...]
//
// starts the server COMMAND and prints one JSON object with what it learned of
// it: server, instructions, tools, the result of one call of TOOL, and the code of
// the error for a tool that does not exist.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [tool, args, command, ...rest] = process.argv.slice(2);
const client = new Client({ name: "client.mjs", version: "1" });
await client.connect(new StdioClientTransport({ command, args: rest, stderr: "ignore" }));

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
