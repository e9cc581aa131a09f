"""What is kept of a person here: their drafts, and whom they invited. Both go with the account."""

from datetime import datetime
from typing import Any

from showground import accounts
from showground.accounts import rows_of
from showground.core.database import Connection


async def export_drafts(db: Connection, account: int) -> dict[str, Any]:
    """Without the pages that were read for them, which are the website's own."""
    return {
        "drafts": await rows_of(
            db,
            account,
            """
            select draft.id, url, status, role, since, entries, competitor_url, problems, notes, completeness,
                listing_id, submitted_at, created_at, updated_at
            from draft_member member join draft on draft.id = draft_id
            where member.account_id = %(account)s order by created_at, draft.id
            """,
        ),
        "invites_sent": await rows_of(
            db,
            account,
            """
            select draft_id, listing_id, email::text, mailed_at, accepted_at from draft_invite
            where invited_by = %(account)s order by id
            """,
        ),
        "invites_received": await rows_of(
            db,
            account,
            """
            select draft_id, listing_id, draft_invite.email::text, mailed_at, accepted_at from draft_invite, account
            where account.id = %(account)s and (accepted_by = account.id or draft_invite.email = account.email)
            order by draft_invite.id
            """,
        ),
    }


async def forget_invites(db: Connection, account: int, now: datetime) -> None:  # noqa: ARG001
    """Those that were mailed to the person: they hold the address."""
    person = await accounts.get_account(db, account)
    await db.execute("delete from draft_invite where accepted_by = %s or email = %s", (account, person.email))
