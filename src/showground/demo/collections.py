"""The public collections of the demo's visitors."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from showground.collections.queries import collections
from showground.core.database.pool import Connection
from showground.demo.data_files import DemoCollection


async def add_collections(
    db: Connection,
    wanted: Sequence[DemoCollection],
    listings: Mapping[str, int],
    visitors: Mapping[str, int],
    now: datetime,
) -> None:
    """`listings` are the public ones, by slug."""
    for each in wanted:
        at = now - timedelta(days=each.days_ago)
        number = await collections.add(db, visitors[each.by], each.name, each.description, at, public=True)
        for place, slug in enumerate(each.listings):
            await collections.set_item(db, number, listings[slug], at + timedelta(minutes=place), wanted=True)
