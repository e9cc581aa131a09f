"""What is kept of a person here: votes, follows, reviews and reports; and what becomes of them with the account."""

from typing import Any

from showground.accounts import rows_of
from showground.core.calls.context import Context
from showground.core.database.pool import Connection, changes
from showground.launches import rules
from showground.launches.queries import launches
from showground.listings import counts


async def export_opinions(db: Connection, account: int) -> dict[str, Any]:
    """Not which votes were discounted: whoever knew that could find a way around it."""
    return {
        "votes": await rows_of(
            db,
            account,
            """
            select slug as listing, at from vote join listing on listing.id = listing_id
            where account_id = %(account)s order by at, slug
            """,
        ),
        "follows": await rows_of(
            db,
            account,
            """
            select slug as listing, at, mailed from follow join listing on listing.id = listing_id
            where account_id = %(account)s order by at, slug
            """,
        ),
        "reviews": await rows_of(
            db,
            account,
            """
            select slug as listing, stars, body, at, state from review join listing on listing.id = listing_id
            where account_id = %(account)s order by at, slug
            """,
        ),
        "reports": await rows_of(
            db,
            account,
            """
            select slug as listing, review_id, reason, body, at, settled_at
            from report join listing on listing.id = listing_id
            where account_id = %(account)s order by at, report.id
            """,
        ),
    }


async def forget_opinions(ctx: Context) -> None:
    """Take back votes, follows and reviews, and count anew what had them; what is fixed stays fixed."""
    db = ctx.db
    rows = await db.all(
        """
        with votes as (delete from vote where account_id = %(account)s returning listing_id),
            follows as (delete from follow where account_id = %(account)s returning listing_id),
            reviews as (delete from review where account_id = %(account)s returning listing_id)
        select listing_id from votes union select listing_id from follows union select listing_id from reviews
        """,
        {"account": ctx.account},
    )
    listings = [row[0] for row in rows]
    if listings:
        await db.execute(launches.COUNT_ANEW, {"ids": listings, "since": rules.this_week(ctx.now)})
        await counts.set_counts(db, await launches.count(db, listings, ctx.now))
        changes(db, "launches")
