// The host's side of MCP Apps from @modelcontextprotocol/ext-apps, in place of tests/support/mcp_host.js.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

window.opened = [];
window.sizes = [];
window.heard = [];

window.showApp = async ({ theme, input, result }) => {
  const frame = document.querySelector("iframe");
  const capabilities = { openLinks: {}, serverTools: {} };
  const bridge = new AppBridge(null, { name: "test", version: "1" }, capabilities, { hostContext: { theme } });
  bridge.oncalltool = ({ name, arguments: given }) => window.callTool(name, given);
  bridge.onopenlink = async ({ url }) => {
    window.opened.push(url);
    return window.refusesLinks ? { isError: true } : {};
  };
  bridge.onsizechange = (size) => {
    window.sizes.push(size);
    frame.style.height = `${size.height}px`;
  };
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(result);
  };
  window.addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow) window.heard.push(data.method ?? "answer");
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = "/app";
};
