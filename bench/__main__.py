"""The command: `python -m bench [reads|pages|uncached|mcp|start|turn|timing ...]`; without names, all of them."""

import argparse
from importlib import import_module

from bench.options import Options

ALL = ("reads", "pages", "uncached", "mcp", "start", "turn", "timing")


def main() -> None:
    parser = argparse.ArgumentParser("python -m bench", description="Run benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(ALL)} (default: all)")
    parser.add_argument("--listings", type=int, default=100_000, help="made-up listings (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=15, help="turns of each side (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1, help="length of a turn (default: %(default)s)")
    given = parser.parse_args()
    if unknown := set(given.names) - set(ALL):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(ALL)}")
    for name in given.names or ALL:
        import_module(f"bench.{name}").main(Options(given.listings, given.rounds, given.seconds))


if __name__ == "__main__":
    main()
