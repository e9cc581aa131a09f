"""All SQL on co-founder invitations, to a draft or to a listing that has no draft."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from showground.core.database.pool import Connection
from showground.core.tokens import hash_token
from showground.drafting.models import DraftInvite

MAX_INVITES = 10
MAIL_AGAIN_AFTER = timedelta(days=1)
DAYS_VALID = 14


@dataclass(frozen=True, slots=True)
class InviteTarget:
    """What an invitation is for: a draft or a listing."""

    draft: UUID | None = None
    listing: int | None = None

    def values(self, **more: Any) -> dict[str, Any]:
        return {"draft": self.draft, "listing": self.listing, **more}


@dataclass(frozen=True, slots=True)
class Open:
    """An invitation that may be accepted."""

    id: int
    draft_id: UUID | None
    listing_id: int | None
    url: str
    name: str | None
    inviter: str | None
    invited_by: int | None
    listed: bool


async def find_mailed(db: Connection, place: InviteTarget, email: str) -> datetime | None:
    """When an address was last emailed."""
    row = await db.one(
        """
        select mailed_at from draft_invite
        where (draft_id = %(draft)s or listing_id = %(listing)s) and lower(email::text collate "C") = %(email)s
        """,
        place.values(email=email),
    )
    return row[0] if row else None


async def has_joined(db: Connection, place: InviteTarget, email: str, account: int | None) -> bool:
    """Whether this account belongs to the draft or listing, or whoever accepted an invitation to this address does."""
    row = await db.one(
        """
        with joined as (
            select accepted_by as id from draft_invite
            where (draft_id = %(draft)s or listing_id = %(listing)s) and lower(email::text collate "C") = %(email)s
            union all select %(account)s
        )
        select exists (
            select from joined join draft_member m on m.account_id = joined.id join draft d on d.id = m.draft_id
            where d.id = %(draft)s and (
                d.listing_id is null
                or exists (select from listing_member l where l.listing_id = d.listing_id and l.account_id = joined.id)
            )
        ) or exists (
            select from joined join listing_member m on m.account_id = joined.id where m.listing_id = %(listing)s
        )
        """,
        place.values(email=email, account=account),
    )
    return row is not None and row[0]


async def count(db: Connection, place: InviteTarget, at: datetime) -> int:
    """Those that were withdrawn count as long as their address can't be emailed again."""
    row = await db.one(
        """
        select count(*) from draft_invite
        where (draft_id = %(draft)s or listing_id = %(listing)s)
            and (withdrawn_at is null or mailed_at > %(recently)s)
        """,
        place.values(recently=at - MAIL_AGAIN_AFTER),
    )
    return row[0] if row else 0


async def withdraw(db: Connection, place: InviteTarget, email: str, at: datetime) -> None:
    """Withdraw an invitation that was not accepted; its link stops working."""
    await db.execute(
        """
        update draft_invite set withdrawn_at = %(at)s
        where (draft_id = %(draft)s or listing_id = %(listing)s) and lower(email::text collate "C") = %(email)s
            and accepted_at is null and withdrawn_at is null
        """,
        place.values(email=email, at=at),
    )


async def renew(db: Connection, place: InviteTarget, email: str) -> None:
    """Make the link in the last email work again if the invitation was withdrawn."""
    await db.execute(
        """
        update draft_invite set withdrawn_at = null
        where (draft_id = %(draft)s or listing_id = %(listing)s) and lower(email::text collate "C") = %(email)s
        """,
        place.values(email=email),
    )


async def write(db: Connection, place: InviteTarget, email: str, token: str, by: int, at: datetime) -> None:
    """Add an invitation. If one was emailed before, it gets a new link and the old one stops working."""
    values = place.values(email=email, hash=hash_token(token), by=by, at=at)
    again = await db.execute(
        """
        update draft_invite set token_hash = %(hash)s, invited_by = %(by)s, mailed_at = %(at)s, accepted_at = null,
            accepted_by = null, withdrawn_at = null
        where (draft_id = %(draft)s or listing_id = %(listing)s) and lower(email::text collate "C") = %(email)s
        """,
        values,
    )
    if again.rowcount == 0:
        await db.execute(
            """
            insert into draft_invite (draft_id, listing_id, email, token_hash, invited_by, mailed_at)
            values (%(draft)s, %(listing)s, %(email)s, %(hash)s, %(by)s, %(at)s)
            """,
            values,
        )


async def list_of(db: Connection, place: InviteTarget) -> list[DraftInvite]:
    return await db.all_as(
        DraftInvite,
        """
        select email::text, mailed_at, accepted_at is not null as accepted
        from draft_invite where (draft_id = %(draft)s or listing_id = %(listing)s) and withdrawn_at is null order by id
        """,
        place.values(),
    )


async def find_open(db: Connection, token: str, now: datetime) -> Open | None:
    """The invitation of a link that was not used yet, was not withdrawn and has not expired."""
    return await db.one_as(
        Open,
        """
        select i.id, i.draft_id, i.listing_id, coalesce(d.url, l.website) as url,
            coalesce(d.entries -> 'name' ->> 'value', l.name) as name, a.name as inviter,
            i.invited_by, coalesce(i.listing_id, d.listing_id) is not null as listed
        from draft_invite i left join draft d on d.id = i.draft_id left join listing l on l.id = i.listing_id
        left join account a on a.id = i.invited_by
        where i.token_hash = %s and i.accepted_at is null and i.withdrawn_at is null and i.mailed_at > %s
        """,
        (hash_token(token), now - timedelta(days=DAYS_VALID)),
    )


async def accept(db: Connection, invite: int, account: int, at: datetime) -> None:
    await db.execute("update draft_invite set accepted_at = %s, accepted_by = %s where id = %s", (at, account, invite))


async def get_inviter(db: Connection, account: int) -> str:
    """The inviter's name, as the email shows it."""
    row = await db.one("select name from account where id = %s", (account,))
    return row[0] if row else "Somebody"
