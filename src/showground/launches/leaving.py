"""What is kept of a person here: votes, follows and reviews; and what becomes of them when the account goes."""

from datetime import datetime
from typing import Any

from showground import catalog
from showground.core.database import Connection, changes
from showground.launches import rules, store


async def export_opinions(db: Connection, account: int) -> dict[str, Any]:
    votes = await db.all(
        "select slug, at from vote join listing on listing.id = listing_id where account_id = %s order by at, slug",
        (account,),
    )
    follows = await db.all(
        "select slug, at from follow join listing on listing.id = listing_id where account_id = %s order by at, slug",
        (account,),
    )
    reviews = await db.all(
        """
        select slug, stars, body, at from review join listing on listing.id = listing_id
        where account_id = %s order by at, slug
        """,
        (account,),
    )
    return {
        "votes": [{"listing": slug, "at": at.isoformat()} for slug, at in votes],
        "follows": [{"listing": slug, "at": at.isoformat()} for slug, at in follows],
        "reviews": [{"listing": s, "stars": n, "body": b, "at": at.isoformat()} for s, n, b, at in reviews],
    }


async def forget_opinions(db: Connection, account: int, now: datetime) -> None:
    """Take back votes, follows and reviews, and count anew what had them; what is fixed stays fixed."""
    rows = await db.all(
        """
        with votes as (delete from vote where account_id = %(account)s returning listing_id),
            follows as (delete from follow where account_id = %(account)s returning listing_id),
            reviews as (delete from review where account_id = %(account)s returning listing_id)
        select listing_id from votes union select listing_id from follows union select listing_id from reviews
        """,
        {"account": account},
    )
    listings = [row[0] for row in rows]
    if listings:
        await db.execute(store.COUNT_ANEW, {"ids": listings, "since": rules.this_week(now)})
        await catalog.set_counts(db, await store.count(db, listings, now))
        changes(db, "launches")
