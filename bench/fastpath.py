"""What each fast path of `surfaces/fastpath` saves: the same requests with the path on and off, in turns."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from bench.comparing import Row, Side, compare, keep, show
from bench.database import Filled, filled
from bench.load import get, post
from bench.mcp import META, PLAIN, calls_of_listings
from bench.options import Options, run
from bench.servers import Server, ours

MIN_GAIN = 1.2  # a fast path that saves less goes


def main(options: Options) -> None:
    with filled(options.listings) as database:
        found = _compare(
            database, options, "fastpath_send", {"cached get_listing": _listing, "cached home page": _home}
        )
        found |= _compare(database, options, "fastpath_mcp", {"tools/call": _calls, "tools/list": _lists})
    keep("fastpath", found)


Requests = Callable[[Server, Sequence[str]], list[bytes]]


def _compare(database: Filled, options: Options, setting: str, kinds: dict[str, Requests]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    with ours(database.conninfo, workers=1, **{setting: "off"}) as off, ours(database.conninfo) as on:
        slugs = database.slugs()
        for name, requests in kinds.items():
            sides = [
                Side("off", off, requests(off, slugs)),
                Side("on", on, requests(on, slugs), least=MIN_GAIN),
            ]
            found[name] = compare(sides, rounds=options.rounds, seconds=options.seconds)
            show(f"{name}, {setting}", found[name])
    return found


def _listing(server: Server, slugs: Sequence[str]) -> list[bytes]:
    return [get(f"/api/v1/listings/{slugs[0]}", server.host)]


def _home(server: Server, _: Sequence[str]) -> list[bytes]:
    return [get("/", server.host)]


def _calls(server: Server, slugs: Sequence[str]) -> list[bytes]:
    return calls_of_listings(server.host, slugs)


def _lists(server: Server, _: Sequence[str]) -> list[bytes]:
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}
    return [post("/mcp", server.host, PLAIN | headers, json.dumps(message).encode())]


if __name__ == "__main__":
    run(main, __doc__)
