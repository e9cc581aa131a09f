"""Count votes no more, or again."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground import catalog
from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.launches import ledger, store


class DiscountVotes(Input):
    """Whose votes for a listing, and why they do not count; without a reason they count again."""

    slug: Slug
    accounts: Annotated[list[int], Field(max_length=1_000)]
    why: Annotated[str | None, Field(min_length=1, max_length=200)] = None


class VotesDiscounted(BaseModel):
    """What the listing has now."""

    slug: str
    counted: int
    discounted: int


@action(scope=STAFF, failures=(NoSuchListing,))
async def discount_votes(ctx: Context, input: DiscountVotes) -> VotesDiscounted:
    """Count some people's votes for a listing no more, or again; the ledger says why, and ended weeks stay."""
    held = await catalog.hold(ctx.db, input.slug)
    if input.why is None:
        await ledger.count_again(ctx.db, held.id, input.accounts)
    else:
        by = ctx.access.account if ctx.access else None
        await ledger.discount(ctx.db, held.id, input.accounts, input.why, by, ctx.now)
    await store.tell_counts(ctx.db, held, ctx.now)
    counted, discounted = await ledger.count_entries(ctx.db, held.id)
    return VotesDiscounted(slug=held.slug, counted=counted, discounted=discounted)
