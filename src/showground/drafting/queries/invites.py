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


async def find(db: Connection, place: InviteTarget, email: str) -> tuple[datetime, bool] | None:
    """When an address was last emailed, and whether it accepted and is still a member."""
    row = await db.one(
        """
        select mailed_at, accepted_at is not null and (
            coalesce(i.listing_id, d.listing_id) is null
            or exists (
                select from listing_member m
                where m.listing_id = coalesce(i.listing_id, d.listing_id) and m.account_id = i.accepted_by
            )
        )
        from draft_invite i left join draft d on d.id = i.draft_id
        where (i.draft_id = %(draft)s or i.listing_id = %(listing)s) and lower(i.email::text collate "C") = %(email)s
        """,
        place.values(email=email),
    )
    return (row[0], row[1]) if row else None


async def count(db: Connection, place: InviteTarget) -> int:
    row = await db.one(
        "select count(*) from draft_invite where draft_id = %(draft)s or listing_id = %(listing)s", place.values()
    )
    return row[0] if row else 0


async def write(db: Connection, place: InviteTarget, email: str, token: str, by: int, at: datetime) -> None:
    """Add an invitation. If one was emailed before, it gets a new link and the old one stops working."""
    values = place.values(email=email, hash=hash_token(token), by=by, at=at)
    again = await db.execute(
        """
        update draft_invite set token_hash = %(hash)s, invited_by = %(by)s, mailed_at = %(at)s, accepted_at = null,
            accepted_by = null
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
        from draft_invite where draft_id = %(draft)s or listing_id = %(listing)s order by id
        """,
        place.values(),
    )


async def find_open(db: Connection, token: str, now: datetime) -> Open | None:
    """The invitation of a link that was not used yet and has not expired."""
    return await db.one_as(
        Open,
        """
        select i.id, i.draft_id, i.listing_id, coalesce(d.url, l.website) as url,
            coalesce(d.entries -> 'name' ->> 'value', l.name) as name, a.name as inviter,
            i.invited_by, coalesce(i.listing_id, d.listing_id) is not null as listed
        from draft_invite i left join draft d on d.id = i.draft_id left join listing l on l.id = i.listing_id
        left join account a on a.id = i.invited_by
        where i.token_hash = %s and i.accepted_at is null and i.mailed_at > %s
        """,
        (hash_token(token), now - timedelta(days=DAYS_VALID)),
    )


async def accept(db: Connection, invite: int, account: int, at: datetime) -> None:
    await db.execute("update draft_invite set accepted_at = %s, accepted_by = %s where id = %s", (at, account, invite))


async def get_inviter(db: Connection, account: int) -> str:
    """The inviter's name, as the email shows it."""
    row = await db.one("select name from account where id = %s", (account,))
    return row[0] if row else "Somebody"
