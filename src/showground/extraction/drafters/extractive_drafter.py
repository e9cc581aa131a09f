"""The drafter without a model."""

from collections.abc import Sequence

from showground.core.sandbox import CpuBudget
from showground.extraction.proposal import CategoryChoice, Proposal
from showground.extraction.reading.pages import ReadPage
from showground.extraction.sandbox_calls import EXTRACT, Pages, draft_budget


class ExtractiveDrafter:
    """Drafts by rules, in the sandbox. The same pages always give the same draft."""

    def __init__(self, budget: CpuBudget | None = None) -> None:
        self._budget = budget or draft_budget("extractive drafter")

    async def propose(self, pages: Sequence[ReadPage], categories: Sequence[CategoryChoice]) -> list[Proposal]:
        return [await self._budget.run(EXTRACT, Pages(pages=pages, categories=categories))]
