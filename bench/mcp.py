"""Calls of a tool beside the same read over REST, every request of another listing."""

import json
from typing import Any

from bench.comparing import Side, compare, keep, show
from bench.database import filled
from bench.load import get, post
from bench.options import Options
from bench.servers import ours

LEAST = 0.6
PLAIN = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "get_listing"}
META: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1.0.0"},
}


def main(options: Options) -> None:
    with filled(options.listings) as database, ours(database.conninfo) as showground:
        slugs, host = database.slugs(), showground.host
        sides = [
            Side("REST", showground, [get(f"/api/v1/listings/{slug}", host) for slug in slugs]),
            Side("tools/call, 2026-07-28", showground, _calls(host, slugs, MODERN, {"_meta": META}), least=LEAST),
            Side(
                "tools/call, 2025-06-18 (the SDK)",
                showground,
                _calls(host, slugs, {"MCP-Protocol-Version": "2025-06-18"}, {}),
            ),
        ]
        found = compare(sides, rounds=options.rounds, seconds=options.seconds, database=database.postmaster())
    show("get_listing over MCP, not held", found)
    keep("mcp", found)


def _calls(host: str, slugs: list[str], headers: dict[str, str], more: dict[str, Any]) -> list[bytes]:
    calls: list[bytes] = []
    for number, slug in enumerate(slugs):
        params = {"name": "get_listing", "arguments": {"slug": slug}, **more}
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        calls.append(post("/mcp", host, PLAIN | headers, json.dumps(message).encode()))
    return calls
