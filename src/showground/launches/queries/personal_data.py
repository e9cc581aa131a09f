"""SQL on votes, follows, reviews and reports as personal data: for an export, and deleted with an account."""

from typing import Any

from showground.accounts import rows_of
from showground.core.database.pool import Connection


async def export_opinions(db: Connection, account: int) -> dict[str, Any]:
    """Without which votes were discounted: knowing that would help people get around it."""
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


async def delete_opinions(db: Connection, account: int) -> list[int]:
    """Delete the account's votes, follows and reviews; returns the listings that had them."""
    rows = await db.all(
        """
        with votes as (delete from vote where account_id = %(account)s returning listing_id),
            follows as (delete from follow where account_id = %(account)s returning listing_id),
            reviews as (delete from review where account_id = %(account)s returning listing_id)
        select listing_id from votes union select listing_id from follows union select listing_id from reviews
        """,
        {"account": account},
    )
    return [listing for (listing,) in rows]


async def delete_opinions_on_own(db: Connection, account: int) -> list[int]:
    """Delete votes and reviews for the account's own listings; returns these listings."""
    rows = await db.all(
        """
        with own as (select listing_id from listing_member where account_id = %(account)s),
            votes as (delete from vote where account_id = %(account)s
                and listing_id in (select listing_id from own) returning listing_id),
            reviews as (delete from review where account_id = %(account)s
                and listing_id in (select listing_id from own) returning listing_id)
        select listing_id from votes union select listing_id from reviews
        """,
        {"account": account},
    )
    return [listing for (listing,) in rows]


async def find_listings_with_opinions(db: Connection, account: int) -> list[int]:
    """Listings that the account has voted for, follows or has reviewed."""
    rows = await db.all(
        """
        select listing_id from vote where account_id = %(account)s
        union select listing_id from follow where account_id = %(account)s
        union select listing_id from review where account_id = %(account)s
        """,
        {"account": account},
    )
    return [listing for (listing,) in rows]
