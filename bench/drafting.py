"""How right drafts are, field by field, over the labelled websites and real ones, and how long a large site takes.

`python -m bench.drafting [SITE ...]`; with names, only these labelled websites.
"""

import asyncio
import sys
import time

from bench.comparing import keep
from bench.options import Options
from bench.real_sites import measurement as real_sites
from bench.real_sites.checkouts import default_folder
from bench.real_sites.labels import load_labels
from bench.real_sites.server import PortsRefused
from showground.extraction.drafters import ExtractiveDrafter
from showground.extraction.pipeline import draft_with
from showground.extraction.sandbox_calls import draft_budget
from tests.drafting.labelled import NAMES, categories, compare, draft_labelled, new_scores, read
from tests.drafting.test_large_sites import large_page
from tests.support.dns import DnsServer
from tests.support.site import Page, Site

PAGES = 20
MOST_SECONDS = 5.0


def main(options: Options) -> None:  # noqa: ARG001 - it reads websites
    measure_all()


def measure_all() -> None:
    asyncio.run(measure(NAMES))
    print()
    try:
        real_sites.measure(load_labels()[0], default_folder())
    except PortsRefused as error:
        print(error)


async def measure(names: list[str]) -> None:
    scores = new_scores()
    faults: list[str] = []
    for name in names:
        reading, proposal = await draft_labelled(name, ExtractiveDrafter())
        faults += compare(name, proposal, scores)
        problems = [problem.code for problem in (*reading.problems, *proposal.problems)]
        print(f"{name:16}{len(reading.pages):3} pages  {', '.join(problems)}")
    print(f"\n{'field':20}{'right':>7}{'wrong':>7}{'missed':>7}{'precision':>11}{'recall':>8}")
    for field, score in scores.items():
        print(f"{field:20}{score.right:7}{score.wrong:7}{score.missed:7}{score.precision:11.3f}{score.recall:8.3f}")
    print("", *faults, sep="\n")
    seconds, worked = await time_large_site()
    fields = {
        name: {"right": score.right, "wrong": score.wrong, "missed": score.missed} for name, score in scores.items()
    }
    keep("drafting", {"sites": len(names), "fields": fields, "pages": PAGES, "seconds": seconds, "cpu": worked})


async def time_large_site() -> tuple[float, float]:
    """Seconds to draft from a site of many large pages, once they are read, and of computing among them."""
    links = "".join(f'<a href="/p{number}">Page {number}</a>' for number in range(PAGES - 1))
    pages: dict[str, Page] = {f"/p{number}": large_page(number, links) for number in range(PAGES - 1)}
    with Site(pages | {"/": large_page(PAGES, links)}) as site, DnsServer({"acme.test": ["127.0.0.2"]}) as dns:
        budget = draft_budget("bench")
        begun = time.perf_counter()
        reading = await read(site.at("acme.test"), dns, budget=budget)
    left, read_in, begun, worked = budget.left, time.perf_counter() - begun, time.perf_counter(), time.process_time()
    await draft_with(ExtractiveDrafter(budget), reading.pages, categories(), None, budget)
    took = time.perf_counter() - begun
    worked = time.process_time() - worked + left - budget.left  # here and in the sandbox
    verdict = f"{'met' if took <= MOST_SECONDS else 'MISSED'} (at most {MOST_SECONDS:g})"
    print(f"{len(reading.pages)} pages read in {read_in:.1f} s, then drafted in {took:.2f} s,", end=" ")
    print(f"{worked:.2f} s of it computing  {verdict}")
    return took, worked


if __name__ == "__main__":
    if sys.argv[1:]:
        asyncio.run(measure(sys.argv[1:]))
    else:
        measure_all()
