"""The command `python -m bench [NAME ...]`: runs these benchmarks, or all, and then rewrites docs/benchmarks.md."""

import argparse
import sys
import time
import traceback
from importlib import import_module

from bench import report
from bench.options import Options, add_options

ALL = (
    *("reads", "pages", "uncached", "mcp", "mcp_sdk", "fastpath", "http_servers", "open_loop", "growth"),
    *("votes", "orders", "drafting", "drafting_scale", "start", "turn", "newsletter", "timing"),
)


def main() -> None:
    parser = argparse.ArgumentParser("python -m bench", description="Run benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(ALL)} (default: all)")
    add_options(parser)
    given = parser.parse_args()
    if unknown := set(given.names) - set(ALL):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(ALL)}")
    failed: list[str] = []
    for name in given.names or ALL:
        begun = time.monotonic()
        try:
            import_module(f"bench.{name}").main(Options(given.listings, given.rounds, given.seconds))
        except Exception:  # noqa: BLE001 - the others still tell something
            traceback.print_exc()
            failed.append(name)
        print(f"\n{name} took {time.monotonic() - begun:.0f} s.", file=sys.stderr)
    report.write()
    if failed:
        sys.exit(f"These benchmarks failed: {', '.join(failed)}.")


if __name__ == "__main__":
    main()
