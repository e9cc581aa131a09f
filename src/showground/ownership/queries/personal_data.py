"""SQL on listings and claims as personal data, for an export."""

from typing import Any

from showground.accounts import rows_of
from showground.core.database.pool import Connection


async def export_listings(db: Connection, account: int) -> dict[str, Any]:
    """The listings that an account is a member of, its claims, and its edits."""
    return {
        "listings": await rows_of(
            db,
            account,
            """
            select slug as listing, listing.id as listing_id, website, role, since, status, plan, launch_week, live_at
            from listing_member member join listing on listing.id = listing_id
            where member.account_id = %(account)s order by listing.id
            """,
        ),
        "claims": await rows_of(
            db,
            account,
            """
            select slug as listing, method, email, claim.status, ownership, claim.created_at, claim.verified_at,
                decided_at, array(select seen from claim_check where claim_id = claim.id order by at, id) as checks
            from claim join listing on listing.id = listing_id
            where claim.account_id = %(account)s order by claim.id
            """,
        ),
        "transfers": await rows_of(
            db,
            account,
            """
            select slug as listing, t.email, t.created_at, expires_at from listing_transfer t
            join listing on listing.id = listing_id join account own on own.id = %(account)s
            where t.account_id = own.id or lower(t.email collate "C") = lower(own.email::text collate "C")
            order by listing_id
            """,
        ),
        "logos": await rows_of(
            db,
            account,
            """
            select slug as listing, draft_id, '/media/' || file.name as path, type,
                encode(content, 'base64') as content, file.created_at
            from media_file file left join listing on listing.id = file.listing_id
            where file.account_id = %(account)s order by file.created_at, file.name
            """,
        ),
        "edits": await rows_of(
            db,
            account,
            """
            select slug as listing, version.surface, version.at, version.before, version.after
            from listing_version version join listing on listing.id = listing_id
            where version.account_id = %(account)s order by version.id
            """,
        ),
    }
