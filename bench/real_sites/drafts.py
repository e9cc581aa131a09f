"""Reads the sites and drafts from them, a few at a time."""

import asyncio
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bench.real_sites.comparison import Comparison, compare
from bench.real_sites.labels import Label
from bench.real_sites.server import served
from showground.core.fetch import Fetcher, FetchRules
from showground.extraction.drafters import ExtractiveDrafter
from showground.extraction.pipeline import draft_with
from showground.extraction.reading import ReadingProgress, read_site
from showground.extraction.sandbox_calls import draft_budget
from tests.drafting.labelled import categories

AT_ONCE = 3


@dataclass
class Outcome:
    """What came of one site; `error` is set where reading or drafting failed."""

    label: Label
    comparison: Comparison = field(default_factory=Comparison)
    pages: int = 0
    problems: list[str] = field(default_factory=list[str])
    """Codes, of the reading and the draft."""
    read_seconds: float = 0
    draft_seconds: float = 0
    draft_cpu: float = 0
    """CPU seconds in the sandbox, which other work on the machine doesn't change."""
    error: str = ""


async def draft_all(labels: Sequence[Label], checkouts: Path) -> list[Outcome]:
    """The outcomes, in the order of the labels."""
    with served({label.host: checkouts / label.domain for label in labels}) as rules:
        turn = asyncio.Semaphore(AT_ONCE)

        async def one(label: Label) -> Outcome:
            async with turn:
                return await _draft(label, rules)

        return await asyncio.gather(*map(one, labels))


async def _draft(label: Label, rules: FetchRules) -> Outcome:
    outcome = Outcome(label)

    async def tell(progress: ReadingProgress) -> None:
        """Nobody watches."""

    try:
        budget = draft_budget(label.domain)
        begun = time.perf_counter()
        reading = await read_site(
            f"https://{label.host}/", Fetcher(rules), budget, now=lambda: datetime.now(UTC), tell=tell
        )
        read, left = time.perf_counter(), budget.left
        outcome.pages, outcome.read_seconds = len(reading.pages), read - begun
        outcome.problems = [problem.code for problem in reading.problems]
        proposal = await draft_with(ExtractiveDrafter(budget), reading.pages, categories(), None, budget)
        outcome.draft_seconds, outcome.draft_cpu = time.perf_counter() - read, left - budget.left
        outcome.problems += [problem.code for problem in proposal.problems]
        outcome.comparison = compare(label, proposal)
    except Exception as error:  # noqa: BLE001 - the other sites still tell something
        outcome.error = "".join(traceback.format_exception_only(error)).strip()
    return outcome
