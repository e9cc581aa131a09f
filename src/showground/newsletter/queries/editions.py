"""SQL on editions of the newsletter: what they contain, who gets them, and how far they are written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from showground.core.calls.paging import Page, Paged
from showground.core.database.pool import Connection, changes
from showground.launches import RankedLaunch
from showground.newsletter.models import EditionEntry, EditionItem, EditionListing, Section, StaffEdition

ITEMS = """
select section, position, i.listing_id as listing, slug, name, tagline, p.category_ids, i.votes, place
from newsletter_item i join public_listing p on p.id = i.listing_id
where week = %s order by section desc, position
"""


@dataclass(frozen=True, slots=True)
class Reader:
    """A subscriber who gets an edition."""

    id: int
    email: str
    token: UUID
    category_ids: list[int]


async def find_unwritten(db: Connection, week: date) -> bool | None:
    """Whether an edition's emails are still to be written; None if there is no such edition."""
    row = await db.one("select written_at is null from newsletter_edition where week = %s", (week,))
    return row[0] if row else None


async def add_edition(db: Connection, week: date, at: datetime) -> bool:
    """Whether it is new."""
    row = await db.one(
        "insert into newsletter_edition (week, created_at) values (%s, %s) on conflict do nothing returning true",
        (week, at),
    )
    changes(db, "newsletter")
    return row is not None


async def add_items(db: Connection, week: date, section: Section, items: Sequence[RankedLaunch]) -> None:
    await db.copy_rows(
        "newsletter_item (week, section, position, listing_id, votes, place)",
        ((week, section, n, item.listing, item.votes, item.award) for n, item in enumerate(items, 1)),
    )


async def list_items(db: Connection, week: date) -> list[EditionItem]:
    """What an edition contains and is still public: the top of the week before, then what is new."""
    return await db.all_as(EditionItem, ITEMS, (week,))


async def describe(db: Connection, launched: Sequence[RankedLaunch], section: Section) -> list[EditionItem]:
    """Items of an edition that does not exist yet."""
    rows = await db.all(
        "select id, slug, name, tagline, category_ids from public_listing where id = any(%s)",
        ([item.listing for item in launched],),
    )
    known = {number: (slug, name, tagline, ids) for number, slug, name, tagline, ids in rows}
    return [
        EditionItem(section, n, item.listing, *known[item.listing], item.votes, item.award)
        for n, item in enumerate(launched, 1)
        if item.listing in known
    ]


async def find_sponsor(db: Connection, week: date) -> EditionListing | None:
    return await db.one_as(
        EditionListing,
        """
        select slug, name, tagline from newsletter_sponsor join public_listing p on p.id = listing_id
        where week = %s and p.status = 'live'
        """,
        (week,),
    )


async def lock_edition(db: Connection, week: date) -> tuple[datetime, int] | None:
    """When an edition that is not fully written was begun, and its last subscriber; locks it."""
    row = await db.one(
        """
        select created_at, last_subscriber from newsletter_edition where week = %s and written_at is null for update
        """,
        (week,),
    )
    return (row[0], row[1]) if row else None


async def take_readers(db: Connection, week: date, after: int, before: datetime, most: int) -> tuple[list[Reader], int]:
    """Record that the next subscribers get an edition. Returns those who did not have it yet, and the last one checked.

    People who subscribed after the edition was begun get the next one. Returns no readers and `after` at the end.
    """
    found = await db.all(
        """
        select id from newsletter_subscriber where id > %s and confirmed_at < %s order by id limit %s
        """,
        (after, before, most),
    )
    last: int = found[-1][0] if found else after
    readers = await db.all_as(
        Reader,
        """
        with taken as (
            insert into newsletter_delivery (week, subscriber_id)
            select %(week)s, id from newsletter_subscriber
            where id > %(after)s and id <= %(last)s and confirmed_at < %(before)s
            on conflict do nothing returning subscriber_id
        )
        select id, email, token, category_ids from newsletter_subscriber join taken on id = subscriber_id order by id
        """,
        {"week": week, "after": after, "last": last, "before": before},
    )
    return readers, last


async def note_progress(db: Connection, week: date, last: int) -> None:
    await db.execute("update newsletter_edition set last_subscriber = %s where week = %s", (last, week))


async def note_written(db: Connection, week: date, at: datetime) -> None:
    await db.execute("update newsletter_edition set written_at = %s where week = %s", (at, week))
    changes(db, "newsletter")


async def list_editions(db: Connection, asked: Paged) -> Page[EditionEntry]:
    """The archive, newest first."""
    items = await db.all_as(
        EditionEntry,
        """
        select e.week, e.created_at,
            (select p.name from newsletter_item i join public_listing p on p.id = i.listing_id
                where i.week = e.week and section = 'top' and place = 1) as winner,
            (select count(*) from newsletter_item i join public_listing p on p.id = i.listing_id
                where i.week = e.week and section = 'new') as launches
        from newsletter_edition e order by e.week desc limit %s offset %s
        """,
        (asked.per_page, asked.offset),
    )
    (total,) = await db.one("select count(*) from newsletter_edition") or (0,)
    return Page(items=items, page=asked.page, per_page=asked.per_page, total=total)


async def list_for_staff(db: Connection, most: int) -> list[StaffEdition]:
    return await db.all_as(
        StaffEdition,
        """
        select week, created_at, written_at,
            (select count(*) from newsletter_delivery d where d.week = e.week) as emails
        from newsletter_edition e order by week desc limit %s
        """,
        (most,),
    )


async def count_subscribers(db: Connection) -> int:
    row = await db.one("select count(*) from newsletter_subscriber")
    return row[0] if row else 0


async def find_written_at(db: Connection, week: date) -> tuple[datetime | None] | None:
    row = await db.one("select written_at from newsletter_edition where week = %s", (week,))
    return (row[0],) if row else None


async def delete_demo_editions(db: Connection) -> int:
    """Delete the editions of the demo: nobody got them, and they were written in the moment they were made."""
    gone = await db.execute(
        """
        delete from newsletter_edition e where written_at = created_at
        and not exists (select from newsletter_delivery where week = e.week)
        """
    )
    changes(db, "newsletter")
    return gone.rowcount
