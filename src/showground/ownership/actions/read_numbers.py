"""Read a listing's numbers over time."""

import datetime as dt
from typing import Annotated

from pydantic import BaseModel, Field

from showground import catalog, launches
from showground.catalog import NoSuchListing
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class ReadNumbers(Input):
    """Of how many days, this one included."""

    listing_id: int
    days: Annotated[int, Field(ge=1, le=366)] = 30


class DayNumbers(BaseModel):
    """What came on one day."""

    day: dt.date
    views: int
    clicks: int
    votes: int
    followers: int


class Numbers(BaseModel):
    """Every day, the oldest first."""

    listing_id: int
    items: list[DayNumbers]


@action(scope=PERSON, read_only=True, failures=(NoSuchListing,))
async def read_numbers(ctx: Context, input: ReadNumbers) -> Numbers:
    """Read the views, clicks on the website, votes that count and new followers of one's listing, by day in UTC."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account)
    today = ctx.now.astimezone(dt.UTC).date()
    rows = await launches.count_days(ctx.db, owned.id, today - dt.timedelta(days=input.days - 1), today)
    return Numbers(
        listing_id=owned.id,
        items=[DayNumbers(day=d, views=v, clicks=c, votes=n, followers=f) for d, v, c, n, f in rows],
    )
