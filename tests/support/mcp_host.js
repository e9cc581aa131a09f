// The least that a host of MCP Apps does: the handshake, a tool's result, links, tools and the size of the frame.
window.opened = [];
window.sizes = [];
window.heard = [];

window.showApp = ({ theme, input, result }) => {
  const frame = document.querySelector("iframe");
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const answers = {
    "ui/initialize": () => ({
      protocolVersion: "2026-01-26",
      hostInfo: { name: "test", version: "1" },
      hostCapabilities: { openLinks: {}, serverTools: {} },
      hostContext: { theme },
    }),
    "ui/open-link": ({ url }) => {
      window.opened.push(url);
      return window.refusesLinks ? { isError: true } : {};
    },
    "tools/call": ({ name, arguments: given }) => window.callTool(name, given),
  };
  const notices = {
    "ui/notifications/initialized": () => {
      send({ method: "ui/notifications/tool-input", params: { arguments: input } });
      send({ method: "ui/notifications/tool-result", params: result });
    },
    "ui/notifications/size-changed": (size) => {
      window.sizes.push(size);
      frame.style.height = `${size.height}px`;
    },
  };
  window.addEventListener("message", async ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    window.heard.push(data.method ?? "answer");
    if (data.id === undefined) notices[data.method](data.params);
    else send({ id: data.id, result: await answers[data.method](data.params) });
  });
  frame.src = "/app";
};
