"""Redrafts fields from the stored pages, without visiting the site and within a time limit."""

import asyncio
import logging
from collections.abc import Sequence
from uuid import UUID

from showground.categories import category_tree
from showground.core.calls.context import PrepareContext
from showground.core.sandbox import SandboxKilled
from showground.drafting.fields import flatten
from showground.drafting.queries import drafts
from showground.drafting.rules import Redraft
from showground.extraction.proposal import ExtractionProblem

MAX_SECONDS = 18.0  # an edit has to answer within 20

log = logging.getLogger(__name__)


async def redraft(outside: PrepareContext, draft: UUID, names: Sequence[str]) -> Redraft:
    """What the drafter finds for these fields, or why it could not run."""
    from showground.extraction import pipeline  # noqa: PLC0415 - only drafting needs the drafters
    from showground.extraction.sandbox_calls import draft_budget  # noqa: PLC0415

    async with outside.reading() as db:
        row = await drafts.get(db, draft, outside.account)
        stored = await drafts.get_pages(db, draft)
        categories = await category_tree.read_categories(db)
    if row.status != "ready":
        return _refuse("still_reading", "The site is still being read. Redraft fields once the draft is ready.")
    if not stored:
        return _refuse("nothing_read", "We could not read any page of the site, so there is nothing to draft from.")
    budget = draft_budget(f"account:{outside.account}")
    try:
        async with asyncio.timeout(MAX_SECONDS):
            found = await pipeline.draft(outside.services, stored, categories, frozenset(names), budget)
    except TimeoutError:
        return _refuse("out_of_time", "Redrafting took too long, so nothing was changed. Try fewer fields.")
    except SandboxKilled:
        return _refuse(
            "over_limits", "Drafting these fields needs more time or memory than we allow, so nothing was changed."
        )
    except Exception as error:  # noqa: BLE001 - the rest of the edit still applies
        log.error("Draft %s could not be redrafted: %s", draft, type(error).__name__)  # noqa: TRY400 - no text
        return _refuse("drafting_failed", "Redrafting failed on our side, so nothing was changed. Try again later.")
    return Redraft(flatten(found), found.problems)


def _refuse(code: str, detail: str) -> Redraft:
    return Redraft(None, [ExtractionProblem(code=code, detail=detail)])
