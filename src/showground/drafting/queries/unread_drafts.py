"""SQL on drafts whose website could not be read."""

from uuid import UUID

from showground.core.database.pool import Connection
from showground.drafting.queries.drafts import OF_ACCOUNT


async def list_unread(db: Connection, account: int) -> dict[UUID, str]:
    """An account's drafts whose website could not be read, with the reason."""
    rows = await db.all(
        "select d.id, d.problems -> 0 ->> 'detail'" + OF_ACCOUNT + " and d.status = 'ready'"
        " and (d.progress ->> 'pages_read')::int = 0 and jsonb_array_length(d.problems) > 0",
        (account,),
    )
    return dict(rows)


async def delete_unread(db: Connection, account: int, domain: str, but: UUID) -> None:
    """Delete an account's other drafts of a site that could not be read, if nobody did anything with them."""
    await db.execute(
        """
        delete from draft where account_id = %(account)s and domain = %(domain)s and id <> %(but)s
            and status = 'ready' and listing_id is null and submitted_at is null and entries = '{}'
            and competitor_url is null and (progress ->> 'pages_read')::int = 0 and jsonb_array_length(problems) > 0
            and not exists (select from draft_page where draft_id = draft.id)
            and not exists (select from draft_invite where draft_id = draft.id)
            and not exists (select from draft_member where draft_id = draft.id and account_id <> %(account)s)
        """,
        {"account": account, "domain": domain, "but": but},
    )
