"""Events about counts: one for all votes, follows and reviews of some minutes."""

from showground.core.database.pool import Connection

# Locks rows, and skips listings that somebody is changing: their event follows in the next run.
TELL = """
with changed as (
    select listing_id from public_profile where recount order by listing_id limit %s for update skip locked
), told as (
    update public_profile p set recount = false from changed where p.listing_id = changed.listing_id
    returning p.listing_id, p.slug
)
select record_event('listing.counted', 'listing', slug, null, listing_id) from told order by listing_id
"""


async def record_counts(db: Connection, most: int) -> int:
    """Record one event for each listing whose counts alone have changed since its last event; returns how many."""
    return (await db.execute(TELL, (most,))).rowcount
