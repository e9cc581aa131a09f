"""All SQL on launches, votes, follows, reviews, awards and billboard contributions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from showground.catalog import Counts
from showground.core.database import Connection, changes
from showground.launches import rules
from showground.launches.rules import Standing


@dataclass(frozen=True, slots=True)
class Cast:
    """A vote or a follow."""

    listing: int
    account: int
    at: datetime


@dataclass(frozen=True, slots=True)
class NewReview:
    """A review to be added."""

    listing: int
    account: int
    stars: int
    body: str
    at: datetime


async def add_launches(db: Connection, launches: Iterable[tuple[int, date]]) -> None:
    """Add launches: listing and Monday of the week."""
    await db.copy_rows("launch (listing_id, week)", launches)
    changes(db, "launches")


async def add_votes(db: Connection, votes: Iterable[Cast]) -> None:
    await db.copy_rows("vote (listing_id, account_id, at)", ((v.listing, v.account, v.at) for v in votes))
    changes(db, "launches")


async def add_follows(db: Connection, follows: Iterable[Cast]) -> None:
    await db.copy_rows("follow (listing_id, account_id, at)", ((f.listing, f.account, f.at) for f in follows))


async def add_reviews(db: Connection, reviews: Iterable[NewReview]) -> None:
    await db.copy_rows(
        "review (listing_id, account_id, stars, body, at)",
        ((r.listing, r.account, r.stars, r.body, r.at) for r in reviews),
    )


async def add_contributions(db: Connection, contributions: Iterable[tuple[int, int, datetime]]) -> None:
    """Add what was paid for the billboard: listing, cents, and when."""
    await db.copy_rows("billboard_contribution (listing_id, amount_cents, at)", contributions)
    changes(db, "billboard")


async def fix_awards(db: Connection, week: date, at: datetime) -> None:
    """Fix the awards of a week that has ended, once: where there are any, nothing changes."""
    if await db.one("select from award where week = %s", (week,)):
        return
    standings = await db.all(
        """
        select launch.listing_id, count(vote.at), max(vote.at)
        from launch
        join public_listing on public_listing.id = launch.listing_id and public_listing.status = 'live'
        left join vote on vote.listing_id = launch.listing_id and vote.at >= %s and vote.at < %s
        where launch.week = %s
        group by launch.listing_id
        """,
        (rules.begin_of(week), rules.end_of(week), week),
    )
    await db.copy_rows(
        "award (week, place, listing_id, votes, fixed_at)",
        (
            (week, place, winner.listing, winner.votes, at)
            for place, winner in enumerate(rules.winners(Standing(*row) for row in standings), 1)
        ),
    )
    changes(db, "awards")


async def count(db: Connection, listings: Sequence[int], now: datetime) -> dict[int, Counts]:
    """What the catalog is told of these listings."""
    rows = await db.all(
        """
        select listing.id,
            (select count(*) from vote where listing_id = listing.id),
            (select count(*) from follow where listing_id = listing.id),
            array(select at from vote where listing_id = listing.id and at > %(since)s),
            (select avg(stars)::float from review where listing_id = listing.id),
            (select count(*) from review where listing_id = listing.id)
        from unnest(%(ids)s::bigint[]) as listing (id)
        """,
        {"ids": list(listings), "since": now - rules.WEEK},
    )
    return {
        number: Counts(votes, followers, rules.trending(recent, now), average, reviews)
        for number, votes, followers, recent, average, reviews in rows
    }


async def count_by_week(db: Connection, weeks: Sequence[date]) -> dict[date, int]:
    """How many public launches stand in each of these weeks."""
    rows = await db.all(
        """
        select week, count(*) from launch join public_listing on public_listing.id = launch.listing_id
        where week = any(%s) group by week
        """,
        (list(weeks),),
    )
    return dict.fromkeys(weeks, 0) | dict(rows)
