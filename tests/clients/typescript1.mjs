// @modelcontextprotocol/sdk 1.x
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Provider, receiver, travel } from "./journey.mjs";

const browser = await receiver();
const authProvider = new Provider(browser.port);
const client = new Client({ name: process.env.CLIENT_NAME, version: "1" });
const transport = new StreamableHTTPClientTransport(new URL(process.env.MCP), { authProvider });
await client.connect(transport);
await travel({
  client,
  isUnauthorized: (error) => error instanceof UnauthorizedError,
  signIn: async () => transport.finishAuth((await browser.next()).get("code")),
});
await client.close();
browser.close();
