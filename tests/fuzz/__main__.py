"""Fuzz a running Showground, and write docs/attack.md with the results: `make attack`.

Starts a database and a server of its own in a temporary folder, on this machine only, and needs nothing that runs
already. Takes about 30 minutes on two cores that do nothing else: 7 to find what makes parsers slow, 15 of generated
requests, and 6 of random sequences of steps. Prints a line after each part, and the failures as they are found.
Replaces docs/attack.md at the end. Exits with 1 if anything failed.
"""

import argparse
import asyncio
import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any

from showground.demo.load import load_demo
from showground.registry import all_operations
from tests.fuzz.drafts import Drafts
from tests.fuzz.orders import Orders, market_at
from tests.fuzz.probes import Found, Probe, probe, refusals
from tests.fuzz.sequences import Machine, opened, play
from tests.fuzz.site import standing
from tests.fuzz.slowness import find_all, report
from tests.fuzz.votes import Votes, fair_at
from tests.support.dispatcher import open_dispatcher
from tests.support.draft_world import running_studio
from tests.support.errors import noticing_errors
from tests.support.postgres import add_template, fresh_database, running_server
from tests.support.world import NOW

REPORT = Path(__file__).parents[2] / "docs" / "attack.md"
DEMO = "demo"
PROBES = (
    Probe("signed in, examples and limits", True, "examples,coverage", 1, 1, 240),
    Probe("signed in, random requests", True, "fuzzing", 30, 2, 240),
    Probe("signed in, each request based on the last", True, "stateful", 60, 3, 120),
    Probe("not signed in, examples and limits", False, "examples,coverage", 1, 4, 120),
    Probe("not signed in, random requests", False, "fuzzing", 10, 5, 60),
    Probe("not signed in, each request based on the last", False, "stateful", 20, 6, 60),
)
SEQUENCES, STEPS = 100, 25
HEAD = """# Fuzzing

`make attack` writes this page. It serves the demo directory on this machine, and other programs try to break it:

- **Schemathesis {schemathesis}** sends requests generated from the OpenAPI document: its examples, values on both sides
  of every limit, invalid values, other methods, other content types, missing and foreign credentials. All of its checks
  are on, with their defaults. There is one exception: {refusing} of the {all} operations ask the database about their
  input, such as `GET /compare` about two slugs. They may refuse a valid request with the declared 400 for what it
  means, or with 412, but never for how it is written: types, limits, formats, dates and characters must be in the
  document. A check of ours tells the two apart.
- **Our own search** looks for input that makes our parsers slow; see below.
- **Hypothesis {hypothesis}** runs random sequences of steps on a real database and compares the results with
  a model.

Anything that Showground logs as an error also counts as a failure. `make test` includes a short version.

| attack | tried | seconds | failures |
|---|---:|---:|---:|
"""


@dataclass(frozen=True)
class Row:
    attack: str
    tried: str
    seconds: float
    failures: list[str]

    def __str__(self) -> str:
        return f"| {self.attack} | {self.tried} | {self.seconds:.0f} | {len(self.failures)} |"


async def probe_all(server: str, folder: Path) -> list[Row]:
    rows: list[Row] = []
    with fresh_database(server, DEMO) as url:
        async with standing(url) as stand:
            for number, asked in enumerate(PROBES):
                place = folder / str(number)
                place.mkdir()
                began = monotonic()
                with noticing_errors() as errors:
                    found: Found = await probe(stand, asked, place)
                failures = [*found.failures, *errors]
                tried = f"{found.cases:,} requests to {found.operations} operations"
                rows.append(_tell(Row(f"API, {asked.name}", tried, monotonic() - began, failures)))
                if found.failures:
                    sys.stderr.write(found.output)
    return rows


def play_all(server: str) -> Iterator[Row]:
    machines: dict[str, tuple[Callable[[str], Any], Callable[..., Machine]]] = {
        "votes": (fair_at, Votes),
        "orders": (market_at, Orders),
        "drafts": (running_studio, Drafts),
    }
    for name, (place_at, machine) in machines.items():
        began, failures, played = monotonic(), list[str](), 0
        with fresh_database(server) as url, noticing_errors() as errors, opened(place_at(url)) as (portal, place):

            def make(number: int, portal: Any = portal, place: Any = place, machine: Any = machine) -> Machine:
                return machine(portal, place, number)

            try:
                played = play(make, examples=SEQUENCES, steps=STEPS, seeded=False)
            except Exception as wrong:  # noqa: BLE001 - whatever it is, it is what was looked for
                failures.append("\n".join([str(wrong), *getattr(wrong, "__notes__", ())]))
        failures += errors
        yield _tell(Row(f"random sequences of {name}", f"{played} sequences", monotonic() - began, failures))


def _tell(row: Row) -> Row:
    sys.stderr.write(f"{row}\n")
    for failure in row.failures:
        sys.stderr.write(f"    {failure}\n")
    return row


async def _load(server: str) -> None:
    async with open_dispatcher(add_template(server, DEMO), clock=lambda: NOW) as dispatcher:
        await load_demo(dispatcher, lambda _: None)


def main() -> None:
    summary, _, more = (__doc__ or "").partition("\n\n")
    argparse.ArgumentParser(prog="python -m tests.fuzz", description=summary, epilog=more).parse_args()
    worst = find_all()  # first: it forks, which a process with threads should not
    with tempfile.TemporaryDirectory(prefix="showground-attack-") as name, redirect_stdout(io.StringIO()):
        folder = Path(name)
        folder.chmod(0o755)  # as root, the database runs as another user, who must get in
        with running_server(folder / "database") as server:
            asyncio.run(_load(server))
            rows = [*asyncio.run(probe_all(server, folder)), *play_all(server)]
    failed = [failure for row in rows for failure in row.failures]
    failed += [found.failure for found in worst if found.failure]
    head = HEAD.format(
        schemathesis=version("schemathesis"),
        hypothesis=version("hypothesis"),
        refusing=sum(bool(refusals(operation)) for operation in all_operations()),
        all=len(all_operations()),
    )
    table = "".join(f"{row}\n" for row in rows)
    listed = "".join(f"\n```text\n{re.sub('`{3,}', '', failure)}\n```\n" for failure in failed)
    REPORT.write_text(head + table + report(worst) + (f"\n## Failures\n{listed}" if failed else ""))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
