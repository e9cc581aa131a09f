"""SQL on drafts and invitations as personal data: for an export, and handed over or deleted with an account."""

from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from showground.accounts import rows_of
from showground.core.database.pool import Connection, changes
from showground.drafting.queries.drafts import tag_of
from showground.extraction.proposal import ExtractionProblem


async def export_drafts(db: Connection, account: int) -> dict[str, Any]:
    """Export drafts without the pages read for them, which are the website's content."""
    return {
        "drafts": await rows_of(
            db,
            account,
            """
            select draft.id, url, status, role, since, entries, competitor_url, problems, notes, completeness,
                logo_candidates, listing_id, submitted_at, created_at, updated_at
            from draft_member member join draft on draft.id = draft_id
            where member.account_id = %(account)s order by created_at, draft.id
            """,
        ),
        "invites_sent": await rows_of(
            db,
            account,
            """
            select draft_id, listing_id, email::text, mailed_at, accepted_at, withdrawn_at from draft_invite
            where invited_by = %(account)s order by id
            """,
        ),
        "invites_received": await rows_of(
            db,
            account,
            """
            select draft_id, listing_id, draft_invite.email::text, mailed_at, accepted_at, withdrawn_at
            from draft_invite, account
            where account.id = %(account)s and (
                accepted_by = account.id
                or lower(draft_invite.email::text collate "C") = lower(account.email::text collate "C")
            )
            order by draft_invite.id
            """,
        ),
    }


async def lock_drafts_of(db: Connection, account: int) -> list[UUID]:
    """Lock and return the account's own drafts."""
    rows = await db.all("select id from draft where account_id = %s order by id for update", (account,))
    return [draft for (draft,) in rows]


async def find_heir(db: Connection, draft: UUID, account: int) -> int | None:
    """The co-founder who joined first. Their row is locked, so they cannot leave before the draft is theirs."""
    row = await db.one(
        """
        select account.id from draft_member member join account on account.id = account_id
        where draft_id = %s and account_id <> %s order by since, account.id limit 1 for key share of account
        """,
        (draft, account),
    )
    return row[0] if row else None


async def hand_over(db: Connection, draft: UUID, heir: int) -> None:
    """Make this member the draft's owner."""
    await db.execute("update draft set account_id = %s where id = %s", (heir, draft))
    await db.execute("update draft_member set role = 'owner' where draft_id = %s and account_id = %s", (draft, heir))


async def delete_invites_to(db: Connection, account: int, address: str) -> None:
    """Delete the invitations to a person: they contain the address, which is given folded."""
    await db.execute(
        'delete from draft_invite where accepted_by = %s or lower(email::text collate "C") = %s', (account, address)
    )


async def stop_drafts_of(db: Connection, account: int, problem: ExtractionProblem, at: datetime) -> None:
    """Finish drafts that are being read. The job that reads one finds another number of reading, and stops."""
    rows = await db.all(
        """
        update draft set status = 'ready', reading = reading + 1, problems = %s, updated_at = %s
        where account_id = %s and status <> 'ready' returning id
        """,
        (Jsonb([problem.model_dump()]), at, account),
    )
    changes(db, *(tag_of(draft) for (draft,) in rows))


async def raise_roles(db: Connection, account: int, into: int) -> None:
    """Make one account the owner of drafts that both work on and the other owns."""
    await db.execute(
        """
        update draft_member set role = 'owner' where account_id = %(into)s and draft_id in (
            select draft_id from draft_member where account_id = %(account)s and role = 'owner')
        """,
        {"account": account, "into": into},
    )
