"""SQL on the revenue that owners state."""

from datetime import datetime

from showground.core.database.pool import Connection, changes
from showground.listings.queries.new_listings import StatedRevenue


async def find_revenue(db: Connection, listing: int) -> StatedRevenue | None:
    """What the owner says the product earns."""
    row = await db.one(
        "select monthly_cents, verified, stated_at from listing_revenue where listing_id = %s", (listing,)
    )
    return StatedRevenue(*row) if row else None


async def set_revenue(db: Connection, listing: int, monthly_cents: int | None, at: datetime) -> None:
    """Store the revenue that the owner states, as unverified; None removes it."""
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
