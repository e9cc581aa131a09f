"""Weigh anew how much listings are talked of."""

from pydantic import BaseModel

from showground import catalog
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.launches import store

AT_ONCE = 500  # in one transaction, so that votes wait for a moment only


class RefreshTrending(Input):
    """Beyond which listing to go on."""

    after: int = 0


class TrendingRefreshed(BaseModel):
    """The last listing that was weighed; null when there are no more."""

    last: int | None


@action(scope=STAFF)
async def refresh_trending(ctx: Context, input: RefreshTrending) -> TrendingRefreshed:
    """Weigh the next listings that are talked of, or were when last weighed."""
    found = {
        *await store.find_talked_of(ctx.db, input.after, ctx.now, AT_ONCE),
        *await catalog.find_talked_of(ctx.db, input.after, AT_ONCE),
    }
    ids = sorted(found)[:AT_ONCE]
    if ids:
        await catalog.set_trending(ctx.db, await store.count_trending(ctx.db, ids, ctx.now))
    return TrendingRefreshed(last=ids[-1] if len(ids) == AT_ONCE else None)
