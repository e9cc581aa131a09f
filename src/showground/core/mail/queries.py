"""SQL on the outbox, and on who gets no list emails."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Literal

from psycopg.rows import dict_row

from showground.core.database.pool import Connection
from showground.core.mail.address import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An email as it was written. The sender is added when it is sent."""

    recipient: str
    template: str
    subject: str
    body_text: str
    body_html: str
    unsubscribe_url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail(Written):
    """A mail in the outbox."""

    id: int
    created_at: datetime


BlockReason = Literal["bounce", "complaint"]


@dataclass(frozen=True, slots=True)
class BlockedAddress:
    """An address that gets no list emails; without the address itself once its owner has deleted their account."""

    id: int
    address: str | None
    reason: BlockReason
    detail: str
    at: datetime


async def add(db: Connection, written: Iterable[Written], now: datetime) -> list[int]:
    """Add emails. Returns their ids."""
    mails = [(it.recipient, it.template, it.subject, it.body_text, it.body_html, it.unsubscribe_url) for it in written]
    columns = [list(column) for column in zip(*mails, strict=True)]
    rows = await db.all(
        """
        insert into outbox (recipient, template, subject, body_text, body_html, unsubscribe_url, created_at)
        select mail.*, %s from unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[]) as mail
        returning id
        """,
        (now, *columns),
    )
    return [number for (number,) in rows]


async def add_body(db: Connection, written: Written, mark: str, now: datetime) -> int:
    """Store a text that many emails share. Each email has the reader's unsubscribe URL in place of `mark`."""
    row = await db.one(
        "insert into mail_body (body_text, body_html, mark, created_at) values (%s, %s, %s, %s) returning id",
        (written.body_text, written.body_html, mark, now),
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    return row[0]


async def add_shared(
    db: Connection, template: str, subject: str, mails: Sequence[tuple[int, str, str]], now: datetime
) -> list[int]:
    """Add emails that share what they say: each has a body, a recipient and an unsubscribe address."""
    columns = [list(column) for column in zip(*mails, strict=True)]
    rows = await db.all(
        """
        insert into outbox (template, subject, created_at, body_text, body_html, body_id, recipient, unsubscribe_url)
        select %s, %s, %s, '', '', mail.* from unnest(%s::bigint[], %s::text[], %s::text[]) as mail returning id
        """,
        (template, subject, now, *columns),
    )
    return [number for (number,) in rows]


async def lock_mail(db: Connection, mail_id: int) -> Mail | None:
    """Lock and return a mail that is neither sent nor refused; None also if another worker has locked it."""
    return await db.one_as(
        Mail,
        """
        select outbox.id, recipient, template, subject, unsubscribe_url, outbox.created_at,
            coalesce(replace(body.body_text, mark, unsubscribe_url), outbox.body_text) as body_text,
            coalesce(replace(body.body_html, mark, unsubscribe_url), outbox.body_html) as body_html
        from outbox left join mail_body body on body.id = body_id
        where outbox.id = %s and sent_at is null and refused_at is null for update of outbox skip locked
        """,
        (mail_id,),
    )


async def is_waiting(db: Connection, mail_id: int) -> bool:
    """Whether a mail is neither sent nor refused."""
    row = await db.one("select true from outbox where id = %s and sent_at is null and refused_at is null", (mail_id,))
    return row is not None


async def is_unwanted(db: Connection, mail: Mail) -> bool:
    """Whether a list email must not be sent: its reader has unsubscribed, or the address is blocked."""
    row = await db.one(
        """
        select exists (select from stopped_mailing where unsubscribe_url = %s)
            or exists (select from blocked_address where hash = %s)
        """,
        (mail.unsubscribe_url, hash_address(mail.recipient)),
    )
    return row == (True,)


async def drop_mail(db: Connection, mail_id: int) -> None:
    await db.execute("delete from outbox where id = %s", (mail_id,))


async def mark_sent(db: Connection, mail_id: int, at: datetime) -> None:
    await db.execute(
        "update outbox set sent_at = %s, attempts = attempts + 1, last_error = null where id = %s", (at, mail_id)
    )


async def note_failure(db: Connection, mail_id: int, error: str, refused_at: datetime | None) -> None:
    await db.execute(
        """
        update outbox set attempts = attempts + 1, last_error = %s, refused_at = %s
        where id = %s and sent_at is null
        """,
        (error, refused_at, mail_id),
    )


async def replace_in_bodies(db: Connection, mail_id: int, pattern: str, by: str) -> None:
    """Replace every match of a regular expression in the texts of an email."""
    await db.execute(
        """
        update outbox set body_text = regexp_replace(body_text, %(pattern)s, %(by)s, 'g'),
            body_html = regexp_replace(body_html, %(pattern)s, %(by)s, 'g')
        where id = %(id)s
        """,
        {"pattern": pattern, "by": by, "id": mail_id},
    )


async def list_to(db: Connection, address: str) -> list[dict[str, Any]]:
    """Emails to an address, oldest first, without their texts: some contain sign-in links."""
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            """
            select template, subject, created_at, sent_at, refused_at from outbox
            where lower(recipient collate "C") = %s order by id
            """,
            (fold(address),),
        )
        return await cursor.fetchall()


async def forget_to(db: Connection, address: str) -> None:
    """Delete the emails to an address, including those not sent yet."""
    await db.execute('delete from outbox where lower(recipient collate "C") = %s', (fold(address),))


async def stop_mailing(db: Connection, unsubscribe_url: str, at: datetime) -> None:
    """Send no more emails with this unsubscribe address, not even those that are written already."""
    await db.execute(
        "insert into stopped_mailing (unsubscribe_url, at) values (%s, %s) on conflict do nothing",
        (unsubscribe_url, at),
    )


def hash_address(address: str) -> bytes:
    return sha256(fold(address).encode()).digest()


async def block_address(db: Connection, address: str, reason: BlockReason, detail: str, at: datetime) -> None:
    """Send no more list emails to this address. A complaint is not replaced by a bounce."""
    await db.execute(
        """
        insert into blocked_address (hash, email, reason, detail, at) values (%s, %s, %s, %s, %s)
        on conflict (hash) do update
        set email = excluded.email, reason = excluded.reason, detail = excluded.detail, at = excluded.at
        where blocked_address.reason = 'bounce'
        """,
        (hash_address(address), fold(address), reason, detail, at),
    )


async def is_blocked(db: Connection, address: str) -> bool:
    return await db.one("select 1 from blocked_address where hash = %s", (hash_address(address),)) is not None


async def list_blocked(db: Connection, *, skip: int, most: int) -> tuple[list[BlockedAddress], int]:
    """Blocked addresses, newest first, and how many there are."""
    found = await db.all_as(
        BlockedAddress,
        """
        select id, email as address, reason, detail, at from blocked_address order by at desc, id desc
        offset %s limit %s
        """,
        (skip, most),
    )
    total = await db.one("select count(*) from blocked_address")
    return found, total[0] if total else 0


async def unblock_address(db: Connection, number: int) -> bool:
    return (await db.execute("delete from blocked_address where id = %s", (number,))).rowcount == 1


async def export_block(db: Connection, address: str) -> list[dict[str, Any]]:
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            "select email, reason, detail, at from blocked_address where hash = %s", (hash_address(address),)
        )
        return await cursor.fetchall()


async def forget_block(db: Connection, address: str) -> None:
    """Store only the hash: the address stays blocked, but nobody can read it."""
    await db.execute("update blocked_address set email = null, detail = '' where hash = %s", (hash_address(address),))


async def find_sent(db: Connection, mail_id: int) -> tuple[str, datetime] | None:
    """The recipient of a sent email, and when it was written."""
    row = await db.one("select recipient, created_at from outbox where id = %s and sent_at is not null", (mail_id,))
    return (row[0], row[1]) if row else None
