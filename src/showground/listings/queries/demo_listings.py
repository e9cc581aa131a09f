"""SQL that removes the fictional listings of the demo."""

from showground.core.database.pool import Connection, changes
from showground.search import public_counts

# A demo listing with a real member is kept.
REMOVABLE = """
select id from listing where demo and not exists (
    select from listing_member member join account on account.id = member.account_id
    where member.listing_id = listing.id and not account.demo)
"""


async def find_demo_founders(db: Connection) -> list[str]:
    """The slugs of the people named on removable demo listings."""
    rows = await db.all(
        "select distinct founder_slug from listing_founder where listing_id = any(%s)", (await _find_removable(db),)
    )
    return [slug for (slug,) in rows]


async def delete_demo_listings(db: Connection) -> int:
    """Delete the demo's listings with everything about them; their slugs can be used again. Returns how many."""
    removable = (await _find_removable(db),)
    await db.execute("delete from award where listing_id = any(%s)", removable)
    pictures = await db.all("select url from listing_media where listing_id = any(%s)", removable)
    gone = await db.execute("delete from listing where id = any(%s)", removable)
    await db.execute(
        """
        delete from media_file where '/media/' || name = any(%(urls)s)
        and not exists (select from listing_media where url = '/media/' || name)
        """,
        {"urls": [url for (url,) in pictures]},
    )
    await public_counts.recount(db)
    changes(db, "listings", "awards", "launches", "listing-counts", "categories")
    return gone.rowcount


async def _find_removable(db: Connection) -> list[int]:
    return [listing for (listing,) in await db.all(REMOVABLE)]
