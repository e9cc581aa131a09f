// The way of an agent from an anonymous read to a checkout link. Both TypeScript SDKs go it; each result is one line of JSON.
import { createServer } from "node:http";

const env = (name) => process.env[name] ?? "";
export const report = (step, result) => console.log(JSON.stringify({ step, result }));

/** What an SDK needs of an app: who it is, and where it stores what it was given. In memory, as each run is new. */
export class Provider {
  constructor(port) {
    this.redirectUrl = `http://127.0.0.1:${port}/callback`;
    this.clientMetadata = {
      client_name: env("CLIENT_NAME"),
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }
  state() { return (this.sentState ??= crypto.randomUUID()); }
  clientInformation() { return this.client; }
  saveClientInformation(client) { this.client = client; }
  tokens() { return this.given; }
  saveTokens(tokens) { this.given = tokens; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  codeVerifier() { return this.verifier; }
  redirectToAuthorization(address) { report("authorize", String(address)); }
}

/** Listens where the person's browser returns to. */
export async function receiver() {
  const waiting = [];
  const arrived = [];
  const server = createServer((request, response) => {
    response.end("You may close this page.");
    const told = new URL(request.url, "http://127.0.0.1").searchParams;
    const next = waiting.shift();
    if (next) next(told); else arrived.push(told);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    port: server.address().port,
    next: () => (arrived.length ? Promise.resolve(arrived.shift()) : new Promise((resolve) => waiting.push(resolve))),
    close: () => server.close(),
  };
}

/** `client` calls tools; `signIn` is what this SDK wants done when it says that nobody is signed in. */
export async function travel({ client, isUnauthorized, signIn }) {
  const call = async (name, args = {}) => {
    let result;
    try {
      result = await client.callTool({ name, arguments: args });
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      await signIn();
      result = await client.callTool({ name, arguments: args });
    }
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
    return result.structuredContent;
  };
  report("tools", (await client.listTools()).tools.length);
  report("read", (await call("search_listings", { per_page: 1 })).total);
  let draft = await call("create_draft", { url: env("PRODUCT") });
  while (draft.status !== "ready") {
    await new Promise((resolve) => setTimeout(resolve, 500));
    draft = await call("get_draft", { id: draft.id });
  }
  report("draft", draft.fields.name.value);
  if (draft.missing.required.includes("categories")) {
    const [category] = (await call("list_categories")).items;
    draft = await call("update_draft", { id: draft.id, fields: { categories: [category.name] } });
  }
  const listing = await call("submit_draft", { id: draft.id });
  report("submit", listing.status);
  const items = [{ product: "launch", listing_id: listing.listing_id }];
  report("quote", (await call("quote_order", { items })).net_cents);
  report("checkout", (await call("checkout_order", { items })).checkout_url);
}
