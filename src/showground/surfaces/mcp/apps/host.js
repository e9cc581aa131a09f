"use strict";
// Talks with the host, the window that shows this page, as MCP Apps (SEP-1865) says: JSON-RPC 2.0 by postMessage.
//
//   page                                    host
//   ui/initialize                    →      its capabilities and theme
//   ui/notifications/initialized     →
//                                    ←      ui/notifications/tool-input, ui/notifications/tool-result
//   ui/notifications/size-changed    →
//   ui/open-link, tools/call         →      (when a person presses a button)

const host = (() => {
  const PROTOCOL = "2026-01-26";
  const METHOD_NOT_FOUND = -32601;
  const pending = new Map();
  const listeners = new Map();
  let lastId = 0;
  let capabilities = {};

  const send = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const notify = (method, params = {}) => send({ method, params });

  const request = (method, params) =>
    new Promise((resolve, reject) => {
      pending.set(++lastId, { resolve, reject });
      send({ id: lastId, method, params });
    });

  const settle = ({ id, result, error }) => {
    const caller = pending.get(id);
    pending.delete(id);
    if (error) caller?.reject(new Error(error.message));
    else caller?.resolve(result ?? {});
  };

  const answer = ({ id, method }) => {
    const known = ["ping", "ui/resource-teardown"].includes(method);
    send(known ? { id, result: {} } : { id, error: { code: METHOD_NOT_FOUND, message: `Unknown method: ${method}` } });
  };

  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== "2.0") return;
    if (data.method === undefined) settle(data);
    else if (data.id === undefined) listeners.get(data.method)?.(data.params ?? {});
    else answer(data);
  });

  const applyContext = ({ theme, safeAreaInsets }) => {
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    for (const [side, pixels] of Object.entries(safeAreaInsets ?? {})) {
      document.body.style.setProperty(`--inset-${side}`, `${Number(pixels)}px`);
    }
  };

  const reportSize = () => {
    let last = "";
    const measure = () => {
      const width = window.innerWidth;
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (`${width} ${height}` !== last) notify("ui/notifications/size-changed", { width, height });
      last = `${width} ${height}`;
    };
    measure();
    new ResizeObserver(measure).observe(document.body);
  };

  return {
    on: (event, listener) => listeners.set(`ui/notifications/${event}`, listener),

    connect: async () => {
      listeners.set("ui/notifications/host-context-changed", applyContext);
      const begun = await request("ui/initialize", {
        protocolVersion: PROTOCOL,
        appInfo: { name: document.title, version: "1.0.0" },
        appCapabilities: { availableDisplayModes: ["inline"] },
      });
      capabilities = begun.hostCapabilities ?? {};
      applyContext(begun.hostContext ?? {});
      notify("ui/notifications/initialized");
      reportSize();
    },

    // Whether the host opened the link.
    openLink: async (url) => {
      try {
        return !(await request("ui/open-link", { url })).isError;
      } catch {
        return false;
      }
    },

    canCallTools: () => capabilities.serverTools !== undefined,
    callTool: (name, given) => request("tools/call", { name, arguments: given }),
  };
})();
