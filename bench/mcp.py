"""Calls of a tool beside the same read over REST, every request of another listing, without and with a token.

Calls are answered by our direct path and, on a second server without it, by the SDK.
"""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from bench.comparing import Side, compare, keep, show
from bench.database import filled
from bench.load import get, post
from bench.options import Options, run
from bench.servers import Server, ours
from showground.accounts import SCOPES, add_account
from showground.oauth.queries import grants
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire

LEAST = 0.6
EARLIER = {"MCP-Protocol-Version": "2025-11-25"}
PLAIN = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "get_listing"}
META: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1.0.0"},
}


def main(options: Options) -> None:
    with (
        filled(options.listings) as database,
        ours(database.conninfo) as showground,
        ours(database.conninfo, fastpath_mcp="off") as by_sdk,
    ):
        for name, with_token in (("mcp", False), ("mcp-with-a-token", True)):
            headers = {
                server: {"Authorization": f"Bearer {asyncio.run(_make_token(database.conninfo, server.host))}"}
                if with_token
                else {}
                for server in (showground, by_sdk)
            }
            sides = _sides(showground, by_sdk, database.slugs(), headers)
            found = compare(sides, rounds=options.rounds, seconds=options.seconds, database=database.postmaster())
            show(f"get_listing over MCP, not held{', with a token' if with_token else ''}", found)
            keep(name, found)


def _sides(showground: Server, by_sdk: Server, slugs: list[str], headers: dict[Server, dict[str, str]]) -> list[Side]:
    rest = [get(f"/api/v1/listings/{slug}", showground.host, headers[showground]) for slug in slugs]
    sides = [Side("REST", showground, rest)]
    for server, how, least in ((showground, "", LEAST), (by_sdk, ", by the SDK", None)):
        modern = calls_of_listings(server.host, slugs, headers[server])
        earlier = _calls(server.host, slugs, EARLIER | headers[server], {})
        sides.append(Side(f"tools/call, 2026-07-28{how}", server, modern, least=least))
        sides.append(Side(f"tools/call, 2025-11-25{how}", server, earlier, least=least))
    return sides


async def _make_token(conninfo: str, host: str) -> str:
    """An access token such as an agent holds."""
    parts = wire(Settings(site_url=f"http://{host}"), conninfo, all_operations())
    now = parts.dispatcher.clock()
    async with parts.open(), parts.dispatcher.database.transaction() as db:
        email = f"bench-{now.timestamp()}@bench.example"
        account = await add_account(db, email, "Bench", role=None, demo=False, at=now)
        assert account is not None
        client = grants.OAuthClient(f"bench-{host}", "Bench", ["http://127.0.0.1/"], None, "none", None)
        await grants.store_client(db, client, now)
        grant = await grants.add_grant(db, account, client.id, list(SCOPES), parts.dispatcher.site.mcp_url, now)
        return (await grants.add_tokens(db, grant, list(SCOPES), list(SCOPES), now)).access_token


def calls_of_listings(host: str, slugs: Sequence[str], headers: dict[str, str] | None = None) -> list[bytes]:
    """Calls of `get_listing` with protocol 2026-07-28."""
    return _calls(host, slugs, MODERN | (headers or {}), {"_meta": META})


def _calls(host: str, slugs: Sequence[str], headers: dict[str, str], more: dict[str, Any]) -> list[bytes]:
    calls: list[bytes] = []
    for number, slug in enumerate(slugs):
        params = {"name": "get_listing", "arguments": {"slug": slug}, **more}
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        calls.append(post("/mcp", host, PLAIN | headers, json.dumps(message).encode()))
    return calls


if __name__ == "__main__":
    run(main, __doc__)
