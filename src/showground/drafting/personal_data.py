"""Export and deletion of personal data: drafts, which stay for co-founders who work on them, and invitations."""

from typing import Any
from uuid import UUID

from showground import accounts
from showground.accounts import rows_of
from showground.core.calls.context import Context
from showground.core.database.pool import Connection
from showground.core.mail.address import fold


async def export_drafts(db: Connection, account: int) -> dict[str, Any]:
    """Export drafts without the pages read for them, which are the website's content."""
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
            where account.id = %(account)s and (
                accepted_by = account.id
                or lower(draft_invite.email::text collate "C") = lower(account.email::text collate "C")
            )
            order by draft_invite.id
            """,
        ),
    }


async def leave_drafts(ctx: Context) -> None:
    """Hand shared drafts over to a co-founder; drafts without one are deleted with the account."""
    db, account = ctx.db, ctx.account
    own = await db.all("select id from draft where account_id = %s order by id for update", (account,))
    for (draft,) in own:
        if heir := await _find_heir(db, draft, account):
            await db.execute("update draft set account_id = %s where id = %s", (heir, draft))
            await db.execute(
                "update draft_member set role = 'owner' where draft_id = %s and account_id = %s", (draft, heir)
            )
    await _forget_invites(db, account)


async def _find_heir(db: Connection, draft: UUID, account: int) -> int | None:
    """The co-founder who joined first. Their row is locked, so they cannot leave before the draft is theirs."""
    row = await db.one(
        """
        select account.id from draft_member member join account on account.id = account_id
        where draft_id = %s and account_id <> %s order by since, account.id limit 1 for key share of account
        """,
        (draft, account),
    )
    return row[0] if row else None


async def _forget_invites(db: Connection, account: int) -> None:
    """Delete invitations emailed to the person: they contain the address."""
    person = await accounts.get_account(db, account)
    await db.execute(
        'delete from draft_invite where accepted_by = %s or lower(email::text collate "C") = %s',
        (account, fold(person.email)),
    )
