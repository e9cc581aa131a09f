"""How the well-known MCP clients are connected, each in its own words."""

import json
import re
from dataclasses import dataclass
from typing import Any

from showground.core.calls.context import Site
from showground.surfaces.web.visitors.code_samples import Snippet


@dataclass(frozen=True, slots=True)
class McpClientGuide:
    """A program that speaks MCP: what to do in it, and what to paste."""

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
            "Claude, on the web and on the desktop",
            "Settings, Connectors, “Add custom connector”; paste the address.",
            Snippet("address", url),
        ),
        McpClientGuide(
            "ChatGPT",
            "Settings, Connectors, Advanced, developer mode; then “Create” and paste the address.",
            Snippet("address", url),
        ),
        McpClientGuide("Codex", "In ~/.codex/config.toml:", Snippet("TOML", f'[mcp_servers.{name}]\nurl = "{url}"')),
        McpClientGuide("Cursor", "In ~/.cursor/mcp.json:", _settings({"mcpServers": {name: {"url": url}}})),
        McpClientGuide(
            "Visual Studio Code",
            "In .vscode/mcp.json of a project:",
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
        McpClientGuide("Zed", "In its settings.json:", _settings({"context_servers": {name: {"url": url}}})),
    ]


def _settings(value: dict[str, Any]) -> Snippet:
    return Snippet("JSON", json.dumps(value, indent=2))
