"""All SQL on invitations of co-founders."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from psycopg.rows import class_row

from showground.core.database import Connection
from showground.drafting.models import DraftInvite

MOST_INVITES = 10
MAIL_AGAIN_AFTER = timedelta(days=1)
DAYS_VALID = 14


@dataclass(frozen=True, slots=True)
class Link:
    """What is mailed; only its hash is kept."""

    token: str = field(repr=False)

    @property
    def hash(self) -> bytes:
        return hash_token(self.token)


@dataclass(frozen=True, slots=True)
class Open:
    """An invitation that may be accepted."""

    id: int
    draft_id: UUID
    url: str
    name: str | None
    inviter: str | None


def make_link() -> Link:
    return Link(secrets.token_urlsafe(32))


def hash_token(token: str) -> bytes:
    return sha256(token.encode()).digest()


async def find(db: Connection, draft: UUID, email: str) -> tuple[datetime, bool] | None:
    """When an address was last mailed to, and whether it accepted."""
    row = await db.one(
        "select mailed_at, accepted_at is not null from draft_invite where draft_id = %s and email = %s",
        (draft, email),
    )
    return (row[0], row[1]) if row else None


async def count(db: Connection, draft: UUID) -> int:
    row = await db.one("select count(*) from draft_invite where draft_id = %s", (draft,))
    return row[0] if row else 0


async def write(db: Connection, draft: UUID, email: str, link: Link, by: int, at: datetime) -> None:
    """Add an invitation; one that was mailed before gets a new link, and the old one ends."""
    await db.execute(
        """
        insert into draft_invite (draft_id, email, token_hash, invited_by, mailed_at) values (%s, %s, %s, %s, %s)
        on conflict (draft_id, email) do update
        set token_hash = excluded.token_hash, invited_by = excluded.invited_by, mailed_at = excluded.mailed_at
        """,
        (draft, email, link.hash, by, at),
    )


async def list_of(db: Connection, draft: UUID) -> list[DraftInvite]:
    async with db.cursor(row_factory=class_row(DraftInvite)) as cursor:
        await cursor.execute(
            """
            select email::text, mailed_at, accepted_at is not null as accepted
            from draft_invite where draft_id = %s order by id
            """,
            (draft,),
        )
        return await cursor.fetchall()


async def find_open(db: Connection, token: str, now: datetime) -> Open | None:
    """The invitation of a link that was not used yet and has not expired."""
    async with db.cursor(row_factory=class_row(Open)) as cursor:
        await cursor.execute(
            """
            select i.id, i.draft_id, d.url, d.entries -> 'name' ->> 'value' as name, a.name as inviter
            from draft_invite i join draft d on d.id = i.draft_id left join account a on a.id = i.invited_by
            where i.token_hash = %s and i.accepted_at is null and i.mailed_at > %s
            """,
            (hash_token(token), now - timedelta(days=DAYS_VALID)),
        )
        return await cursor.fetchone()


async def accept(db: Connection, invite: int, account: int, at: datetime) -> None:
    await db.execute("update draft_invite set accepted_at = %s, accepted_by = %s where id = %s", (at, account, invite))


async def get_inviter(db: Connection, account: int) -> str:
    """The name of the one who invites, as the mail says it."""
    row = await db.one("select name from account where id = %s", (account,))
    return row[0] if row else "Somebody"
