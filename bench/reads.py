"""Reads whose answer is still held, beside a bare ASGI callable that sends the same bytes."""

from collections.abc import Mapping

from bench.comparing import Row, Side, compare, keep, show
from bench.database import filled
from bench.load import get
from bench.options import Options, run
from bench.servers import bare, ours

LEAST = 0.85


def main(options: Options) -> None:
    measure("reads", {"get_listing": "/api/v1/listings/{slug}", "search_listings": "/api/v1/listings"}, LEAST, options)


def measure(benchmark: str, paths: Mapping[str, str], least: float, options: Options) -> None:
    """Measure what these addresses answer while it is held; `{slug}` stands for a listing's."""
    found: dict[str, list[Row]] = {}
    with filled(options.listings) as database, ours(database.conninfo) as showground:
        for name, template in paths.items():
            path = template.format(slug=database.slugs()[0])
            headers, body = showground.fetch(path)
            with bare(headers, body) as server:
                sides = [
                    Side("bare callable", server, [get(path, server.host)]),
                    Side(name, showground, [get(path, showground.host)], least=least),
                ]
                found[name] = compare(sides, rounds=options.rounds, seconds=options.seconds)
            show(f"{name}, held ({len(body):,} bytes)", found[name])
    keep(benchmark, found)


if __name__ == "__main__":
    run(main, __doc__)
