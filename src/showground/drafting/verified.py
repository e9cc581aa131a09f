"""The one way from pages to a draft: a drafter proposes, and what the site's own words do not say is dropped here."""

from collections.abc import Sequence
from functools import reduce
from typing import Any, cast

import anyio.to_thread

from showground.catalog import CategoryEntry
from showground.core.context import Equipment
from showground.drafting.drafters import Drafter, make_drafter
from showground.drafting.evidence import verify
from showground.drafting.model_choice import ModelChoice
from showground.drafting.proposal import PARTS, AttributeChoice, CategoryChoice, Proposal, Verified
from showground.drafting.reading.pages import ReadPage

# Where a sentence in other words is as good, the later proposal is taken; of facts the earlier one stands.
PROSE = ("tagline", "short_description", "description", "features", "usps")


async def draft(
    equipment: Equipment,
    stored: Sequence[dict[str, Any]],
    categories: Sequence[CategoryEntry],
    only: frozenset[str] | None,
) -> Verified:
    """Draft from stored pages with the drafter of this installation."""
    pages = [ReadPage.model_validate(page) for page in stored]
    return await draft_with(make_drafter(equipment.find(ModelChoice)), pages, [_choice(c) for c in categories], only)


async def draft_with(
    drafter: Drafter,
    pages: Sequence[ReadPage],
    categories: Sequence[CategoryChoice],
    only: frozenset[str] | None = None,
) -> Verified:
    """What a drafter proposes and the pages bear out. `only` names the fields and parts that are wanted, if not all."""
    if not pages:
        return Verified()

    def check(proposals: Sequence[Proposal]) -> Verified:
        return reduce(combine, [verify(proposal, pages, categories) for proposal in proposals], Verified())

    found = await anyio.to_thread.run_sync(check, await drafter.propose(pages, categories))
    return found if only is None else keep_only(found, only)


def combine(first: Verified, later: Verified) -> Verified:
    """The first, with what the later one adds to it."""
    facts = {field: kept for field, kept in first.fields.items() if field not in PROSE}
    prose = {field: kept for field, kept in first.fields.items() if field in PROSE}
    return Verified(
        fields={**prose, **later.fields, **facts},
        **{part: _combine_part(getattr(first, part), getattr(later, part)) for part in PARTS},
        problems=[*first.problems, *(problem for problem in later.problems if problem not in first.problems)],
    )


def _combine_part(first: Any, later: Any) -> Any:
    """By key where a part has keys; else one list or the other, since the same thing may stand in both."""
    return {**later, **cast("dict[str, Any]", first)} if isinstance(first, dict) else first or later


def keep_only(found: Verified, only: frozenset[str]) -> Verified:
    return Verified(
        fields={field: kept for field, kept in found.fields.items() if field in only},
        **{part: getattr(found, part) for part in PARTS if part in only},
        problems=found.problems,
    )


def _choice(category: CategoryEntry) -> CategoryChoice:
    return CategoryChoice(
        name=category.name,
        parent=category.parent,
        keywords=category.keywords,
        attributes=[AttributeChoice.model_validate(attribute) for attribute in category.attributes],
    )
