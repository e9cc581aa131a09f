"""How to connect popular MCP clients: the steps in each one, and what to paste."""

import json
import re
from dataclasses import dataclass
from typing import Any

from showground.core.calls.context import Site
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
            "Claude Code", "In a terminal:", Snippet("command", f"claude mcp add --transport http {name} {url}")
        ),
        McpClientGuide(
            "Claude (web and desktop)",
            "In Settings, Connectors, choose “Add custom connector” and paste the address.",
            Snippet("address", url),
        ),
        McpClientGuide(
            "ChatGPT",
            "In Settings, Connectors, Advanced, turn on developer mode. Then choose “Create” and paste the address.",
            Snippet("address", url),
        ),
        McpClientGuide("Codex", "In ~/.codex/config.toml:", Snippet("TOML", f'[mcp_servers.{name}]\nurl = "{url}"')),
        McpClientGuide("Cursor", "In ~/.cursor/mcp.json:", _settings({"mcpServers": {name: {"url": url}}})),
        McpClientGuide(
            "Visual Studio Code",
            "In your project's .vscode/mcp.json:",
            _settings({"servers": {name: {"type": "http", "url": url}}}),
        ),
        McpClientGuide(
            "Gemini CLI", "In a terminal:", Snippet("command", f"gemini mcp add --transport http {name} {url}")
        ),
        McpClientGuide(
            "Windsurf",
            "In ~/.codeium/windsurf/mcp_config.json:",
            _settings({"mcpServers": {name: {"serverUrl": url}}}),
        ),
        McpClientGuide("Zed", "In Zed's settings.json:", _settings({"context_servers": {name: {"url": url}}})),
    ]


def _settings(value: dict[str, Any]) -> Snippet:
    return Snippet("JSON", json.dumps(value, indent=2))
