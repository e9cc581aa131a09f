"""SQL on launches: weeks, votes, views, billboard contributions, and the public counts of listings."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from showground.core.database.pool import Connection, changes
from showground.core.database.shared_reader import QuickReader
from showground.launches import rules
from showground.launches.badges.kinds import Merits
from showground.launches.queries.votes_and_reviews import Cast
from showground.listings import counts as listing_counts
from showground.listings import public_profiles, slugs, status

COUNT_ANEW = """
update launch set votes = counted.votes, reached_at = counted.reached_at
from (
    select launch.id, count(vote.at) as votes, max(vote.at) as reached_at
    from launch left join vote on vote.listing_id = launch.listing_id
        and vote.at >= launch.week::timestamp at time zone 'UTC'
        and vote.at < (launch.week + 7)::timestamp at time zone 'UTC' and vote.discounted is null
    where launch.listing_id = any(%(ids)s) and launch.week >= %(since)s and launch.place is null
    group by launch.id
) counted
where launch.id = counted.id
"""

# For `trending`, a fresh vote weighs 1, and its weight halves every two days. Summed up in SQL: there may be thousands.
COUNT = """
select listing.id, counted.votes, counted.weight,
    (select count(*) from follow where listing_id = listing.id),
    (select avg(stars)::float from review where listing_id = listing.id and state = 'visible'),
    (select count(*) from review where listing_id = listing.id and state = 'visible'),
    array(select day from view_day where listing_id = listing.id and day >= %(since)s::date order by day),
    array(select views from view_day where listing_id = listing.id and day >= %(since)s::date order by day)
from unnest(%(ids)s::bigint[]) as listing (id) cross join lateral (
    select count(*) as votes, coalesce(sum(power(0.5::float8, date_part('epoch', %(now)s - at) / %(half_life)s))
        filter (where at > %(since)s and at <= %(now)s), 0) as weight
    from vote where listing_id = listing.id and discounted is null
) counted
"""


async def add_launches(db: Connection, launches: Iterable[tuple[int, date]]) -> None:
    """Add launches: listing and Monday of the week. Every scheduled or live listing has one."""
    await db.copy_rows("launch (listing_id, week)", launches)
    changes(db, "launches")


async def remove_launches(db: Connection, listing: int, after: date) -> None:
    """Cancel a listing's launches after this week."""
    await db.execute("delete from launch where listing_id = %s and week > %s and place is null", (listing, after))
    changes(db, "launches")


async def add_votes(db: Connection, votes: Iterable[Cast]) -> None:
    """Add many votes, of any time. Weeks that are not fixed are recounted."""
    votes = list(votes)
    await db.copy_rows("vote (listing_id, account_id, at)", ((v.listing, v.account, v.at) for v in votes))
    await db.execute(COUNT_ANEW, {"ids": list({v.listing for v in votes}), "since": date.min})
    changes(db, "launches")


async def add_contributions(db: Connection, contributions: Iterable[tuple[int, int, datetime]]) -> None:
    """Add billboard contributions: listing, cents, and when."""
    await db.copy_rows("billboard_contribution (listing_id, amount_cents, at)", contributions)
    changes(db, "billboard")


async def add_contribution(db: Connection, listing: int, cents: int, at: datetime) -> int:
    """Add a billboard contribution. Returns its id, by which it can be removed."""
    row = await db.one(
        "insert into billboard_contribution (listing_id, amount_cents, at) values (%s, %s, %s) returning id",
        (listing, cents, at),
    )
    changes(db, "billboard")
    return row[0] if row else 0


async def remove_contribution(db: Connection, number: int) -> None:
    """Remove a billboard contribution that was refunded."""
    await db.execute("delete from billboard_contribution where id = %s", (number,))
    changes(db, "billboard")


async def plan_launch(db: Connection, listing: int, week: date, *, instead_of: date | None = None) -> None:
    """Schedule a listing's launch for this week, instead of any other week that has not begun."""
    if instead_of is not None and instead_of != week:
        await drop_launch(db, listing, instead_of)
    await db.execute("insert into launch (listing_id, week) values (%s, %s) on conflict do nothing", (listing, week))
    changes(db, "launches")


async def drop_launch(db: Connection, listing: int, week: date) -> None:
    """Cancel a launch that has not begun."""
    await db.execute("delete from launch where listing_id = %s and week = %s and votes = 0", (listing, week))
    changes(db, "launches")


async def find_weeks(db: Connection, listings: Sequence[int], since: date) -> dict[int, list[date]]:
    """The weeks in which listings launch, from this one on, by listing."""
    rows = await db.all(
        "select listing_id, week from launch where listing_id = any(%s) and week >= %s order by week",
        (list(listings), since),
    )
    found: dict[int, list[date]] = {listing: [] for listing in listings}
    for listing, week in rows:
        found[listing].append(week)
    return found


async def recount_locked(db: Connection, held: status.LockedListing, now: datetime) -> status.LockedListing:
    """Recount a locked listing, for its profile and for the current week."""
    counts = await recount(db, [held.id], now)
    return replace(held, votes=counts[held.id].votes, followers=counts[held.id].followers)


async def recount(db: Connection, listings: Sequence[int], now: datetime) -> dict[int, listing_counts.Counts]:
    """Count the votes of launches that are not over, and the public counts of these listings; returns the latter."""
    await public_profiles.lock(db, list(listings))  # first, because anything counted earlier could be outdated by then
    await db.execute(COUNT_ANEW, {"ids": list(listings), "since": rules.this_week(now)})
    counts = await count(db, listings, now)
    await listing_counts.set_counts(db, counts)
    changes(db, "launches")
    return counts


async def count(db: Connection, listings: Sequence[int], now: datetime) -> dict[int, listing_counts.Counts]:
    """The counts of these listings, for their profiles."""
    values = {
        "ids": list(listings),
        "now": now,
        "since": now - rules.WEEK,
        "half_life": rules.TRENDING_HALF_LIFE.total_seconds(),
    }
    return {
        number: listing_counts.Counts(
            votes, followers, weight + rules.weigh_views(zip(days, views, strict=True), now), average, reviews
        )
        for number, votes, weight, followers, average, reviews, days, views in await db.all(COUNT, values)
    }


async def find_active(db: Connection, after: int, now: datetime, most: int) -> list[int]:
    """Listings after this id with votes or views in the last 7 days, in order."""
    rows = await db.all(
        """
        (select distinct listing_id from vote where at > %(since)s and listing_id > %(after)s)
        union (select distinct listing_id from view_day where day >= %(since)s::date and listing_id > %(after)s)
        order by 1 limit %(most)s
        """,
        {"since": now - rules.WEEK, "after": after, "most": most},
    )
    return [number for (number,) in rows]


async def add_view_days(db: Connection, views: Iterable[tuple[int, date, int]]) -> None:
    """Add to the views by day: listing, day and number. Listings that no longer exist are skipped."""
    listings, days, counts = zip(*sorted(views), strict=True)
    await db.execute(
        """
        insert into view_day (listing_id, day, views)
        select listing.id, n.day, n.views from unnest(%s::bigint[], %s::date[], %s::int[]) as n (id, day, views)
        join listing on listing.id = n.id
        order by 1, 2
        on conflict (listing_id, day) do update set views = view_day.views + excluded.views
        """,
        (list(listings), list(days), list(counts)),
    )


async def begin_launches(db: Connection, planned: dict[int, date], week: date) -> None:
    """Put listings that just went live into this week. Launches of a missed week are moved here, not lost."""
    await db.execute(
        """
        update launch set week = %(week)s from unnest(%(ids)s::bigint[], %(planned)s::date[]) as n (listing_id, planned)
        where launch.listing_id = n.listing_id and launch.week = n.planned and n.planned < %(week)s
        and not exists (select from launch other where other.listing_id = n.listing_id and other.week = %(week)s)
        """,
        {"week": week, "ids": list(planned), "planned": list(planned.values())},
    )
    await db.execute(
        "insert into launch (listing_id, week) select unnest(%s::bigint[]), %s on conflict do nothing",
        (list(planned), week),
    )
    changes(db, "launches")


async def find_relaunches(db: Connection, week: date) -> list[int]:
    """Live listings that relaunch this week and don't have it as their launch week yet."""
    rows = await db.all(
        """
        select p.id from launch join public_listing p on p.id = launch.listing_id and p.status = 'live'
        where launch.week = %s and p.launch_week is distinct from launch.week order by p.id
        """,
        (week,),
    )
    return [number for (number,) in rows]


async def find_merits(db: QuickReader, slug: str, now: datetime) -> Merits | None:
    """What a public listing can show badges for; None if no public listing has or had this slug."""
    row = await db.one(
        """
        select p.slug, p.name,
            (select max(week) from launch where listing_id = p.id and week <= %(this_week)s and p.status = 'live'),
            coalesce(p.featured_until > %(now)s, false),
            (p.verified_at at time zone 'UTC')::date,
            (select min(place) from award where listing_id = p.id)
        from public_listing p where p.slug = %(slug)s
        """,
        {"slug": slug, "now": now, "this_week": rules.this_week(now)},
    )
    if row is None:
        present = await slugs.find_present_slug(db, slug)
        return await find_merits(db, present, now) if present else None
    return Merits(*row)
