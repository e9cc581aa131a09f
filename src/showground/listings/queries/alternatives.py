"""SQL on the alternatives that owners name."""

from showground.core.database.pool import Connection, changes


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
