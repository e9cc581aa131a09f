"""Pages for visitors that are still held, beside a bare ASGI callable that sends the same bytes."""

from bench.options import Options, run
from bench.reads import measure

LEAST = 0.5


def main(options: Options) -> None:
    measure("pages", {"home": "/", "listing page": "/listings/{slug}"}, LEAST, options)


if __name__ == "__main__":
    run(main, __doc__)
