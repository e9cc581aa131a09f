"""SQL on the outbox."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.rows import dict_row

from showground.core.database.pool import Connection
from showground.core.mail.address import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A mail as it was written; who sends it is known when it is sent."""

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


async def add(db: Connection, written: Iterable[Written], now: datetime) -> list[int]:
    """The numbers of the new mails."""
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


async def lock_mail(db: Connection, mail_id: int) -> Mail | None:
    """Lock and return a mail that is neither sent nor refused; None also if another worker has locked it."""
    return await db.one_as(
        Mail,
        """
        select id, recipient, template, subject, body_text, body_html, unsubscribe_url, created_at
        from outbox where id = %s and sent_at is null and refused_at is null for update skip locked
        """,
        (mail_id,),
    )


async def is_waiting(db: Connection, mail_id: int) -> bool:
    """Whether a mail is neither sent nor refused."""
    row = await db.one("select true from outbox where id = %s and sent_at is null and refused_at is null", (mail_id,))
    return row is not None


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
    """Replace every match of a regular expression in what a mail says."""
    await db.execute(
        """
        update outbox set body_text = regexp_replace(body_text, %(pattern)s, %(by)s, 'g'),
            body_html = regexp_replace(body_html, %(pattern)s, %(by)s, 'g')
        where id = %(id)s
        """,
        {"pattern": pattern, "by": by, "id": mail_id},
    )


async def list_to(db: Connection, address: str) -> list[dict[str, Any]]:
    """The mails to an address, the oldest first, without what they say: some hold links that let their reader in."""
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
    """Also those that were not sent yet."""
    await db.execute('delete from outbox where lower(recipient collate "C") = %s', (fold(address),))
