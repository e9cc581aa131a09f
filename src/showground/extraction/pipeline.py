"""The only way from pages to a draft: a drafter proposes, and everything that the site doesn't say is dropped."""

from collections.abc import Sequence
from typing import Any

from showground.core.calls.context import Services
from showground.core.sandbox import CpuBudget
from showground.extraction.drafters import Drafter, make_drafter
from showground.extraction.model_choice import ModelChoice
from showground.extraction.proposal import PARTS, AttributeChoice, CategoryChoice, CategoryEntry, Verified
from showground.extraction.reading.pages import ReadPage
from showground.extraction.sandbox_calls import VERIFY, Proposals, draft_budget


async def draft(
    services: Services,
    stored: Sequence[dict[str, Any]],
    categories: Sequence[CategoryEntry],
    only: frozenset[str] | None,
    budget: CpuBudget,
) -> Verified:
    """Draft from stored pages with the configured drafter."""
    pages = [ReadPage.model_validate(page) for page in stored]
    drafter = make_drafter(services.find(ModelChoice), budget)
    return await draft_with(drafter, pages, [_choice(c) for c in categories], only, budget)


async def draft_with(
    drafter: Drafter,
    pages: Sequence[ReadPage],
    categories: Sequence[CategoryChoice],
    only: frozenset[str] | None = None,
    budget: CpuBudget | None = None,
) -> Verified:
    """What a drafter proposes, if the pages support it. `only` limits it to these fields and parts."""
    if not pages:
        return Verified()
    proposals = await drafter.propose(pages, categories)
    asked = Proposals(pages=pages, categories=categories, proposals=proposals)
    found = await (budget or draft_budget("verifier")).run(VERIFY, asked)
    return found if only is None else keep_only(found, only)


def keep_only(found: Verified, only: frozenset[str]) -> Verified:
    return Verified(
        fields={field: kept for field, kept in found.fields.items() if field in only},
        **{part: getattr(found, part) for part in PARTS if part in only},
        problems=found.problems,
    )


def _choice(category: CategoryEntry) -> CategoryChoice:
    return CategoryChoice(
        name=category.name,
        slug=category.slug,
        parent=category.parent,
        keywords=category.keywords,
        attributes=[AttributeChoice.model_validate(attribute) for attribute in category.attributes],
    )
