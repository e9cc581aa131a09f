"""How to connect popular MCP clients: the steps in each one, and what to paste."""

import json
import re
from dataclasses import dataclass
from typing import Any

from showground.core.calls.context import Site
from showground.core.languages import Text
from showground.surfaces.web.visitors.code_samples import Snippet


@dataclass(frozen=True, slots=True)
class McpClientGuide:
    """An MCP client: the steps to connect it, and the text to paste."""

    name: str
    steps: str
    paste: Snippet


def connect(site: Site) -> list[McpClientGuide]:
    name, url = re.sub(r"[^a-z0-9]+", "-", site.name.lower()).strip("-") or "directory", site.mcp_url
    return [
        McpClientGuide(
            Text("Claude Code"),
            Text("In a terminal:"),
            Snippet("command", f"claude mcp add --transport http {name} {url}"),
        ),
        McpClientGuide(
            Text("Claude (web and desktop)"),
            Text("In Settings, Connectors, choose “Add custom connector” and paste the address."),
            Snippet("address", url),
        ),
        McpClientGuide(
            "ChatGPT",
            Text(
                "In Settings, Connectors, Advanced, turn on developer mode. Then choose “Create” and paste the address."
            ),
            Snippet("address", url),
        ),
        McpClientGuide(
            Text("Codex"),
            Text("In ~/.codex/config.toml:"),
            Snippet("TOML", f'[mcp_servers.{name}]\nurl = "{url}"'),
        ),
        McpClientGuide(
            Text("Cursor"),
            Text("In ~/.cursor/mcp.json:"),
            _settings({"mcpServers": {name: {"url": url}}}),
        ),
        McpClientGuide(
            Text("Visual Studio Code"),
            Text("In your project's .vscode/mcp.json:"),
            _settings({"servers": {name: {"type": "http", "url": url}}}),
        ),
        McpClientGuide(
            Text("Gemini CLI"),
            Text("In a terminal:"),
            Snippet("command", f"gemini mcp add --transport http {name} {url}"),
        ),
        McpClientGuide(
            Text("Windsurf"),
            Text("In ~/.codeium/windsurf/mcp_config.json:"),
            _settings({"mcpServers": {name: {"serverUrl": url}}}),
        ),
        McpClientGuide(
            Text("Zed"),
            Text("In Zed's settings.json:"),
            _settings({"context_servers": {name: {"url": url}}}),
        ),
    ]


def _settings(value: dict[str, Any]) -> Snippet:
    return Snippet("JSON", json.dumps(value, indent=2))
