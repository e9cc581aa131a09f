"""Pages for visitors that are still held, beside a bare ASGI callable that sends the same bytes."""

from bench.options import Options
from bench.reads import measure

LEAST = 0.5


def main(options: Options) -> None:
    measure("pages", {"home": "/", "listing page": "/listings/{slug}"}, LEAST, options)
