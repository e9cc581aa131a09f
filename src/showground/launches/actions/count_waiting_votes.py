"""Count votes of new accounts that have waited for it."""

from pydantic import BaseModel

from showground import catalog
from showground.catalog import NoSuchListing
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.launches import ledger, store


class CountWaitingVotes(Input):
    """Nothing is asked for: it is the next listing that has some."""


class WaitingCounted(BaseModel):
    """The listing whose votes were counted; null if none had any."""

    slug: str | None


@action(scope=STAFF, failures=(NoSuchListing,))
async def count_waiting_votes(ctx: Context, input: CountWaitingVotes) -> WaitingCounted:  # noqa: ARG001
    """Count the votes for one listing that accounts cast when they were new, a day later."""
    slug = await ledger.find_waiting(ctx.db, ctx.now)
    if slug is not None:
        held = await catalog.hold(ctx.db, slug)
        await ledger.count_waiting(ctx.db, held.id, ctx.now)
        await store.tell_counts(ctx.db, held, ctx.now)
    return WaitingCounted(slug=slug)
