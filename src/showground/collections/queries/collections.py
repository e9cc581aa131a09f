"""SQL on saved listings and collections."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from showground.accounts import rows_of
from showground.collections.models import OwnCollection, SavedListing
from showground.core.database.pool import Connection, changes

OWN = """
select c.id, c.name, c.description, c.public,
    (select count(*) from collection_item i join public_listing p on p.id = i.listing_id
        where i.collection_id = c.id) as listings,
    exists (select from collection_item i where i.collection_id = c.id and i.listing_id = %(listing)s) as has
from collection c where c.account_id = %(account)s
"""


@dataclass(frozen=True, slots=True)
class FoundCollection:
    """A collection, and who owns it."""

    id: int
    account_id: int
    name: str
    description: str
    public: bool
    by: str
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class PublicListing:
    """A public listing, live or upcoming."""

    id: int
    slug: str
    live: bool


async def find_listing(db: Connection, slug: str) -> PublicListing | None:
    return await db.one_as(
        PublicListing, "select id, slug, status = 'live' as live from public_listing where slug = %s", (slug,)
    )


async def save(db: Connection, account: int, listing: int, at: datetime, *, awaits_launch: bool) -> None:
    await db.execute(
        """
        insert into saved_listing (account_id, listing_id, at, awaits_launch) values (%s, %s, %s, %s)
        on conflict do nothing
        """,
        (account, listing, at, awaits_launch),
    )


async def unsave(db: Connection, account: int, listing: int) -> None:
    await db.execute("delete from saved_listing where account_id = %s and listing_id = %s", (account, listing))


async def is_saved(db: Connection, account: int, slug: str) -> bool:
    row = await db.one(
        "select 1 from saved_listing join public_listing p on p.id = listing_id where account_id = %s and slug = %s",
        (account, slug),
    )
    return row is not None


async def list_saved(db: Connection, account: int, most: int) -> list[SavedListing]:
    return await db.all_as(
        SavedListing,
        """
        select slug, name, tagline, at from saved_listing join public_listing p on p.id = listing_id
        where account_id = %s order by at desc, p.id desc limit %s
        """,
        (account, most),
    )


async def take_launched(db: Connection, most: int) -> list[tuple[int, int]]:
    """People and the listings they saved before the launch, which are live now: each once."""
    rows = await db.all(
        """
        update saved_listing s set awaits_launch = false from (
            select account_id, listing_id from saved_listing join public_listing p on p.id = listing_id
            where awaits_launch and p.status = 'live' order by listing_id, account_id limit %s
            for update of saved_listing skip locked
        ) due where s.account_id = due.account_id and s.listing_id = due.listing_id
        returning s.account_id, s.listing_id
        """,
        (most,),
    )
    return [(account, listing) for account, listing in rows]


async def list_own(db: Connection, account: int, listing: int | None = None) -> list[OwnCollection]:
    """A person's collections by name; with a listing, each says whether it contains it."""
    statement = OWN + " order by lower(c.name), c.id"
    return await db.all_as(OwnCollection, statement, {"account": account, "listing": listing})


async def count_own(db: Connection, account: int) -> int:
    row = await db.one("select count(*) from collection where account_id = %s", (account,))
    return row[0] if row else 0


async def add(db: Connection, account: int, name: str, description: str, at: datetime, *, public: bool) -> int:
    row = await db.one(
        """
        insert into collection (account_id, name, description, public, created_at, updated_at)
        values (%(account)s, %(name)s, %(description)s, %(public)s, %(at)s, %(at)s) returning id
        """,
        {"account": account, "name": name, "description": description, "public": public, "at": at},
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    return row[0]


async def change(
    db: Connection, account: int, number: int, name: str, description: str, at: datetime, *, public: bool
) -> bool:
    done = await db.execute(
        """
        update collection set name = %s, description = %s, public = %s, updated_at = %s
        where id = %s and account_id = %s
        """,
        (name, description, public, at, number, account),
    )
    _note(db, number)
    return done.rowcount == 1


async def is_own(db: Connection, account: int, number: int) -> bool:
    found = await db.one("select from collection where id = %s and account_id = %s for update", (number, account))
    return found is not None


async def drop(db: Connection, account: int, number: int) -> bool:
    done = await db.execute("delete from collection where id = %s and account_id = %s", (number, account))
    _note(db, number)
    return done.rowcount == 1


async def find(db: Connection, number: int, reader: int | None) -> FoundCollection | None:
    """A public collection, unless its owner is blocked, or a private one of the reader's own."""
    return await db.one_as(
        FoundCollection,
        """
        select c.id, account_id, c.name, description, public, a.name as by, updated_at
        from collection c join account a on a.id = account_id
        where c.id = %(id)s and (public and blocked_at is null or account_id = %(reader)s)
        """,
        {"id": number, "reader": reader},
    )


async def list_items(db: Connection, number: int) -> list[tuple[str, datetime]]:
    """The stored summaries of a collection's public listings, and when each was added, newest first."""
    rows = await db.all(
        """
        select summary, at from collection_item i join public_profile p on p.listing_id = i.listing_id
        where collection_id = %s order by at desc, i.listing_id desc
        """,
        (number,),
    )
    return [(summary, at) for summary, at in rows]


async def set_item(db: Connection, number: int, listing: int, at: datetime, *, wanted: bool) -> None:
    """Add a listing to a collection, or remove it."""
    if wanted:
        changed = await db.execute(
            "insert into collection_item (collection_id, listing_id, at) values (%s, %s, %s) on conflict do nothing",
            (number, listing, at),
        )
    else:
        changed = await db.execute(
            "delete from collection_item where collection_id = %s and listing_id = %s", (number, listing)
        )
    if changed.rowcount:
        await db.execute("update collection set updated_at = %s where id = %s", (at, number))
        _note(db, number)


async def count_items(db: Connection, number: int) -> int:
    row = await db.one("select count(*) from collection_item where collection_id = %s", (number,))
    return row[0] if row else 0


async def note_all(db: Connection, account: int) -> None:
    """Drop the cached pages of all collections of an account, since whether they are shown has changed."""
    for (number,) in await db.all("select id from collection where account_id = %s", (account,)):
        _note(db, number)


def _note(db: Connection, number: int) -> None:
    changes(db, f"collection:{number}")


async def export_collections(db: Connection, account: int) -> dict[str, Any]:
    return {
        "saved_listings": await rows_of(
            db,
            account,
            """
            select slug as listing, at from saved_listing join listing on listing.id = listing_id
            where account_id = %(account)s order by at
            """,
        ),
        "collections": await rows_of(
            db,
            account,
            """
            select name, description, public, created_at, array(
                select slug from collection_item i join listing on listing.id = i.listing_id
                where i.collection_id = c.id order by i.at) as listings
            from collection c where account_id = %(account)s order by id
            """,
        ),
    }
