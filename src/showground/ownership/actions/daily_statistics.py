"""Statistics of a listing: numbers by day, and where its views come from."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from showground import launches, listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing

MOST_SOURCES = 10  # of each kind


class ReadNumbers(Input):
    """Number of days, including today."""

    listing_id: int
    days: Annotated[int, Field(ge=1, le=366)] = 30


class DayNumbers(DataModel):
    """The numbers of one day."""

    day: dt.date
    views: int
    clicks: int
    votes: int
    followers: int


class Numbers(DataModel):
    """Every day, oldest first."""

    listing_id: int
    items: list[DayNumbers]


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def read_numbers(ctx: Context, input: ReadNumbers) -> Numbers:
    """Get your listing's views, website clicks, counted votes and new followers, by day in UTC."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    today = ctx.now.astimezone(dt.UTC).date()
    rows = await launches.count_days(ctx.db, owned.id, today - dt.timedelta(days=input.days - 1), today)
    return Numbers(
        listing_id=owned.id,
        items=[DayNumbers(day=d, views=v, clicks=c, votes=n, followers=f) for d, v, c, n, f in rows],
    )


class ReadTraffic(Input):
    """Number of days, including today."""

    listing_id: int
    days: Annotated[int, Field(ge=1, le=366)] = 30


class TrafficSource(DataModel):
    """A source of one kind. No name: it did not say who it is; `*`: all that were too many to count by name."""

    kind: str
    name: str
    count: int


class Traffic(DataModel):
    """The most frequent sources of each kind, and how often all of a kind were counted."""

    listing_id: int
    items: list[TrafficSource]
    totals: dict[str, int]


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def read_traffic(ctx: Context, input: ReadTraffic) -> Traffic:
    """Get where your listing's views come from, on which websites its badge is seen, and which agents read it."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    today = ctx.now.astimezone(dt.UTC).date()
    since = today - dt.timedelta(days=input.days - 1)
    found = await launches.count_sources(ctx.db, owned.id, since, today, MOST_SOURCES)
    return Traffic(
        listing_id=owned.id,
        items=[TrafficSource(kind=one.kind, name=one.name, count=one.times) for one in found],
        totals={one.kind: one.total for one in found},
    )
