// WebMCP: offers the public tools of our MCP server to an agent in the visitor's browser, if the browser has one.
// The calls are anonymous. What needs a sign-in is left to the forms, which the visitor sees and confirms.
const context = document.modelContext ?? navigator.modelContext;
let number = 0;

async function call(method, params) {
  const response = await fetch("/mcp", {
    method: "POST",
    credentials: "omit",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: ++number, method, params }),
  });
  const answer = await response.json();
  if (answer.result) return answer.result;
  throw new Error(answer.error?.message ?? answer.detail ?? "The call failed.");
}

if (context?.registerTool) {
  const { tools } = await call("tools/list", {});
  for (const tool of tools) {
    if (tool._meta.securitySchemes.some(({ type }) => type === "noauth")) {
      const { name, title, description, inputSchema, annotations } = tool;
      const execute = (input) => call("tools/call", { name, arguments: input });
      context.registerTool({ name, title, description, inputSchema, annotations, execute });
    }
  }
}
