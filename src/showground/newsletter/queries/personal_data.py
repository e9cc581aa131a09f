"""SQL on subscriptions as personal data, for an export. Most belong to an email address."""

from typing import Any

from showground.accounts import rows_of
from showground.core.database.pool import Connection


async def export_subscriptions(db: Connection, account: int) -> dict[str, Any]:
    return {
        "newsletter": await rows_of(
            db,
            account,
            """
            select s.email, confirmed_at,
                array(select slug from category c where c.id = any(s.category_ids)) as categories
            from newsletter_subscriber s join account on account.id = %(account)s
                and lower(s.email collate "C") = lower(account.email::text collate "C")
            """,
        ),
        "requests": await rows_of(
            db,
            account,
            """
            select r.email, slug as listing, expires_at
            from newsletter_request r left join listing on listing.id = listing_id
            join account on account.id = %(account)s
                and lower(r.email collate "C") = lower(account.email::text collate "C") order by expires_at
            """,
        ),
        "launch_alerts": await rows_of(
            db,
            account,
            """
            select a.email, slug as listing, confirmed_at
            from launch_alert a join listing on listing.id = listing_id join account on account.id = %(account)s
                and lower(a.email collate "C") = lower(account.email::text collate "C") order by confirmed_at
            """,
        ),
        "saved_searches": await rows_of(
            db,
            account,
            "select search, every, created_at from saved_search where account_id = %(account)s order by id",
        ),
    }
