"""What owners add to a listing beside its facts: updates, milestones, alternatives and revenue."""

from datetime import date, datetime
from typing import Any

from psycopg.rows import dict_row

from showground.catalog import documents
from showground.catalog.adding import Revenue
from showground.catalog.models import Milestone, Update
from showground.core.database import Connection, changes


async def post_update(db: Connection, listing: int, title: str, body: str, at: datetime) -> Update:
    row = await db.one(
        "insert into listing_update (listing_id, title, body, posted_at) values (%s, %s, %s, %s) returning id",
        (listing, title, body, at),
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    await documents.encode(db, [listing])
    return Update(id=row[0], title=title, body=body, posted_at=at)


async def find_update(db: Connection, update: int) -> tuple[int, Update] | None:
    """The listing that an update is about, and the update; None if it is gone."""
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            "select listing_id, id, title, body, posted_at from listing_update where id = %s", (update,)
        )
        row: dict[str, Any] | None = await cursor.fetchone()
    return (row.pop("listing_id"), Update(**row)) if row else None


async def add_milestone(
    db: Connection, listing: int, day: date, title: str, description: str | None, url: str | None
) -> Milestone:
    added = await db.one_as(
        Milestone,
        """
        insert into listing_milestone (listing_id, date, title, description, url) values (%s, %s, %s, %s, %s)
        returning id, date, title, description, url
        """,
        (listing, day, title, description, url),
    )
    assert added is not None  # noqa: S101 - an insert returns its row  # nosec B101
    await documents.encode(db, [listing])
    return added


async def count_milestones(db: Connection, listing: int) -> int:
    row = await db.one("select count(*) from listing_milestone where listing_id = %s", (listing,))
    return row[0] if row else 0


async def delete_milestone(db: Connection, listing: int, milestone: int) -> bool:
    """Whether the listing had such a milestone."""
    gone = await db.execute("delete from listing_milestone where id = %s and listing_id = %s", (milestone, listing))
    await documents.encode(db, [listing])
    return gone.rowcount == 1


async def propose_alternative(db: Connection, listing: int, domain: str | None) -> None:
    """Propose the listing of a domain as an alternative, in place of one proposed before; owners approve it."""
    await db.execute("delete from listing_alternative where listing_id = %s and not approved", (listing,))
    await db.execute(
        """
        insert into listing_alternative (listing_id, alternative_id, approved)
        select %(id)s, id, false from listing where domain = %(domain)s and id <> %(id)s
        on conflict do nothing
        """,
        {"id": listing, "domain": domain},
    )


async def approve_alternative(db: Connection, listing: int, alternative: int) -> None:
    await db.execute(
        """
        insert into listing_alternative (listing_id, alternative_id, approved) values (%s, %s, true)
        on conflict (listing_id, alternative_id) do update set approved = true
        """,
        (listing, alternative),
    )
    changes(db, "listings")


async def remove_alternative(db: Connection, listing: int, alternative: int) -> None:
    await db.execute(
        "delete from listing_alternative where listing_id = %s and alternative_id = %s", (listing, alternative)
    )
    changes(db, "listings")


async def find_named_alternatives(db: Connection, listing: int) -> list[tuple[str, str, bool]]:
    """What the owner has to choose from or has chosen: slug, name, and whether it is approved."""
    return [
        (slug, name, approved)
        for slug, name, approved in await db.all(
            """
            select p.slug, p.name, a.approved
            from listing_alternative a join public_listing p on p.id = a.alternative_id
            where a.listing_id = %s order by a.approved desc, p.name, p.id
            """,
            (listing,),
        )
    ]


async def find_revenue(db: Connection, listing: int) -> Revenue | None:
    """What the owner says the product earns."""
    row = await db.one(
        "select monthly_cents, verified, stated_at from listing_revenue where listing_id = %s", (listing,)
    )
    return Revenue(*row) if row else None


async def set_revenue(db: Connection, listing: int, monthly_cents: int | None, at: datetime) -> None:
    """Keep what the owner says the product earns, unverified; None takes it back."""
    if monthly_cents is None:
        await db.execute("delete from listing_revenue where listing_id = %s", (listing,))
    else:
        await db.execute(
            """
            insert into listing_revenue (listing_id, monthly_cents, verified, stated_at) values (%s, %s, false, %s)
            on conflict (listing_id) do update
            set verified = listing_revenue.verified and listing_revenue.monthly_cents = excluded.monthly_cents,
                monthly_cents = excluded.monthly_cents, stated_at = excluded.stated_at
            """,
            (listing, monthly_cents, at),
        )
    changes(db, "listings")
