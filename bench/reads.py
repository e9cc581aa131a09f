"""Reads whose answer is still held, beside a bare ASGI callable that sends the same bytes."""

from bench.comparing import Row, Side, compare, keep, show
from bench.database import filled
from bench.load import get
from bench.options import Options
from bench.servers import bare, ours

LEAST = 0.65


def main(options: Options) -> None:
    found: dict[str, list[Row]] = {}
    with filled(options.listings) as database, ours(database.conninfo) as showground:
        for name, path in (
            ("get_listing", f"/api/v1/listings/{database.slugs()[0]}"),
            ("search_listings", "/api/v1/listings"),
        ):
            headers, body = showground.fetch(path)
            with bare(headers, body) as server:
                sides = [
                    Side("bare callable", server, [get(path, server.host)]),
                    Side(name, showground, [get(path, showground.host)], least=LEAST),
                ]
                found[name] = compare(sides, rounds=options.rounds, seconds=options.seconds)
            show(f"{name}, held ({len(body):,} bytes)", found[name])
    keep("reads", found)
