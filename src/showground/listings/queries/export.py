"""Reads whole listings in the form that `new_listings.py` takes, for bulk export and import."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from psycopg import sql
from psycopg.rows import dict_row

from showground.core.database.pool import Connection
from showground.listings.queries.new_listings import (
    OWN_COLUMNS,
    NewListing,
    NewListingFounder,
    NewMedia,
    NewMilestone,
    NewUpdate,
    Role,
    StatedRevenue,
)

READ = sql.SQL(
    """
    select id, {columns},
        array(select c.slug from listing_category lc join category c on c.id = lc.category_id
            where lc.listing_id = l.id order by lc.position) as categories,
        (select jsonb_object_agg(account_id, role) from listing_member where listing_id = l.id) as members,
        (select jsonb_agg(jsonb_build_array(founder_slug, name, title, bio) order by position)
            from listing_founder where listing_id = l.id) as founders,
        (select jsonb_agg(jsonb_build_array(title, body, posted_at) order by posted_at, id)
            from listing_update where listing_id = l.id) as updates,
        (select jsonb_agg(jsonb_build_array(date, title, description, url) order by date, id)
            from listing_milestone where listing_id = l.id) as milestones,
        (select sections from listing_story where listing_id = l.id) as story,
        (select jsonb_agg(jsonb_build_array(kind, url, width, height, alt) order by position, id)
            from listing_media where listing_id = l.id) as media,
        (select jsonb_object_agg(date, rating) from listing_domain_rating where listing_id = l.id) as domain_ratings,
        (select jsonb_build_array(monthly_cents, verified, stated_at) from listing_revenue
            where listing_id = l.id) as revenue
    from listing l where id > %s order by id limit %s
    """
).format(columns=sql.SQL(", ").join(sql.Identifier(c) for c in OWN_COLUMNS))


async def count_listings(db: Connection) -> int:
    """All of them, whatever their status."""
    row = await db.one("select count(*) from listing")
    return row[0] if row else 0


async def read_listings(db: Connection, after: int, most: int) -> list[tuple[int, NewListing]]:
    """Listings after this id, in any status, without their counts; by id."""
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(READ, (after, most))
        return [(row.pop("id"), _read(row)) for row in await cursor.fetchall()]


def _read(row: dict[str, Any]) -> NewListing:
    members: dict[str, Role] = row["members"] or {}
    ratings: dict[str, int] = row["domain_ratings"] or {}
    parts: dict[str, Any] = {
        "members": {int(account): role for account, role in members.items()},
        "founders": [NewListingFounder(*each) for each in row["founders"] or ()],
        "updates": [NewUpdate(title, body, datetime.fromisoformat(at)) for title, body, at in row["updates"] or ()],
        "milestones": [NewMilestone(date.fromisoformat(day), *rest) for day, *rest in row["milestones"] or ()],
        "media": [NewMedia(*each) for each in row["media"] or ()],
        "domain_ratings": {date.fromisoformat(day): rating for day, rating in ratings.items()},
        "revenue": _revenue(*row["revenue"]) if row["revenue"] else None,
    }
    return NewListing(**(row | parts))


def _revenue(monthly_cents: int, verified: bool, stated_at: str) -> StatedRevenue:
    return StatedRevenue(monthly_cents, verified, datetime.fromisoformat(stated_at))


async def read_alternatives(db: Connection, listings: Sequence[int]) -> dict[int, list[str]]:
    """The slugs of the approved alternatives of these listings."""
    rows = await db.all(
        """
        select a.listing_id, array_agg(l.slug order by l.slug)
        from listing_alternative a join listing l on l.id = a.alternative_id
        where a.listing_id = any(%s) and approved group by a.listing_id
        """,
        (list(listings),),
    )
    return dict(rows)


async def find_taken(db: Connection, slugs: Sequence[str], domains: Sequence[str]) -> tuple[dict[str, int], set[str]]:
    """The slugs and domains among these that are taken; slugs with the listing's id."""
    named = await db.all("select slug, id from listing where slug = any(%s)", (list(slugs),))
    placed = await db.all("select domain from listing where domain = any(%s)", (list(domains),))
    return dict(named), {domain for (domain,) in placed}
