// @modelcontextprotocol/client 2.x
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { Provider, receiver, travel } from "./journey.mjs";

const browser = await receiver();
const authProvider = new Provider(browser.port);
const client = new Client({ name: process.env.CLIENT_NAME, version: "1" }, { versionNegotiation: { mode: process.env.MODE ?? "legacy" } });
const transport = new StreamableHTTPClientTransport(new URL(process.env.MCP), { authProvider });
await client.connect(transport);
await travel({
  client,
  isUnauthorized: (error) => error instanceof UnauthorizedError || error.cause instanceof UnauthorizedError,
  signIn: async () => transport.finishAuth(await browser.next()),
});
await client.close();
browser.close();
