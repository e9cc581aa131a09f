"""Outgoing emails: stored in the transaction that causes them, and each sent once."""

import logging
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

from showground.core.calls.context import Site
from showground.core.database.database import Database
from showground.core.database.pool import Connection
from showground.core.mail import queries
from showground.core.mail.queries import Mail
from showground.core.mail.smtp import MailNotTaken, MailRefused, MailServerAway, SmtpSession, connected
from showground.core.mail.smtp_address import SmtpServer, read_sender
from showground.core.tracing import span

BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
# Matches tokens, in Python and in PostgreSQL: long enough, and with a capital letter, which slugs don't have.
TOKEN = r"(?=[A-Za-z0-9_-]*[A-Z])[A-Za-z0-9_-]{43,}"  # noqa: S105 - a pattern  # nosec B105
REDACTED = "…"
SENT_KEPT_FOR = timedelta(days=30)
UNSENT_KEPT_FOR = timedelta(days=90)

log = logging.getLogger(__name__)


class BeingSent(Exception):
    """Another worker is sending this email right now."""


async def deliver(database: Database, server: SmtpServer, site: Site, mail_id: int, now: datetime) -> bool:
    """Send one email, unless it was sent already. Returns whether the server accepted it now.

    Raises MailNotTaken or BeingSent when it should be tried again.
    The row stays locked from before the message is sent until its time is noted, so that no two send it. It can only
    go out twice if the server took it and we died before the commit; its Message-ID is then the same.
    """
    try:
        with span("hand over mail", host=server.host):
            async with connected(server) as session:
                return await _send(database, session, server, site, mail_id, now)
    except MailServerAway as error:
        await _note(database, mail_id, error, refused_at=None)
        raise


async def deliver_several(
    database: Database, server: SmtpServer, site: Site, mail_ids: Sequence[int], now: datetime
) -> None:
    """Send several emails over one connection.

    One that the server does not accept now does not stop the others; MailNotTaken is raised at the end.
    """
    later: MailNotTaken | None = None
    with span("hand over mails", host=server.host):
        async with connected(server) as session:
            for mail_id in mail_ids:
                try:
                    await _send(database, session, server, site, mail_id, now)
                except MailNotTaken as error:
                    later = error
    if later is not None:
        raise later


async def _send(
    database: Database, session: SmtpSession, server: SmtpServer, site: Site, mail_id: int, now: datetime
) -> bool:
    recipient = ""
    try:
        async with database.transaction() as db:
            mail = await _lock_email(db, mail_id)
            if mail is None:
                return False
            recipient = mail.recipient
            sender = read_sender(site.brand.sender) if site.brand.sender else server.sender
            await session.send(compose(mail, sender, site), sender.addr_spec, recipient)
            await queries.mark_sent(db, mail_id, now)
            await _forget_tokens(db, mail_id)
    except MailRefused as error:
        log.warning("Mail %s was refused for good; the outbox says why.", mail_id)
        await _note(database, mail_id, error, refused_at=now)
        if error.no_mailbox:
            async with database.transaction() as db:
                await queries.block_address(db, recipient, "bounce", str(error), now)
        return False
    except MailNotTaken as error:
        await _note(database, mail_id, error, refused_at=None)
        raise
    return True


async def _lock_email(db: Connection, mail_id: int) -> Mail | None:
    """The email, locked; None if nothing is left to do.

    Whether a list email is still wanted is checked here, after the lock: whoever has unsubscribed before gets nothing,
    even if it was written long ago.
    """
    mail = await queries.lock_mail(db, mail_id)
    if mail is None and await queries.is_waiting(db, mail_id):
        raise BeingSent
    if mail is not None and mail.unsubscribe_url is not None and await queries.is_unwanted(db, mail):
        await queries.drop_mail(db, mail_id)
        return None
    return mail


async def _note(database: Database, mail_id: int, error: Exception, refused_at: datetime | None) -> None:
    async with database.transaction() as db:
        await queries.note_failure(db, mail_id, str(error), refused_at)
        if refused_at is not None:
            await _forget_tokens(db, mail_id)


async def _forget_tokens(db: Connection, mail_id: int) -> None:
    """Redact secrets: the recipient has them now, or never will, and nobody else may use them."""
    await queries.replace_in_bodies(db, mail_id, TOKEN, REDACTED)


def without_tokens(text: str) -> str:
    """The text of an email without secrets that sign somebody in."""
    return re.sub(TOKEN, REDACTED, text)


def compose(mail: Mail, sender: Address, site: Site) -> EmailMessage:
    """The message, identical on every attempt: receivers drop duplicates by Message-ID."""
    message = EmailMessage()
    try:
        message["From"] = Address(sender.display_name or site.name, sender.username, sender.domain)
        message["To"] = read_address(mail.recipient)
        if site.brand.reply_to:
            message["Reply-To"] = read_address(site.brand.reply_to)
        message["Subject"] = mail.subject
        message["Date"] = format_datetime(mail.created_at)
        message["Message-ID"] = f"<{_identify(mail.id, mail.created_at)}@{sender.domain}>"
        message["Auto-Submitted"] = "auto-generated"
        if mail.unsubscribe_url is not None:
            message["List-Unsubscribe"] = f"<{mail.unsubscribe_url}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    except (ValueError, IndexError, HeaderParseError):
        raise MailRefused("Its address or subject cannot be written in a mail.") from None
    message.set_content(mail.body_text, cte="quoted-printable")
    message.add_alternative(mail.body_html, subtype="html", cte="quoted-printable")
    return message


def _identify(mail_id: int, created_at: datetime) -> str:
    """The local part of a Message-ID."""
    return f"{mail_id}.{created_at.timestamp():.0f}"


async def find_recipient(db: Connection, message_id: str) -> str | None:
    """Who got the email with this Message-ID; None if we sent none, or long ago. A report about an email names it so,
    and nobody else knows both of its numbers."""
    local = message_id.strip().removeprefix("<").partition("@")[0]
    number = local.partition(".")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    found = await queries.find_sent(db, int(number))
    return found[0] if found and _identify(int(number), found[1]) == local else None


def read_address(text: str) -> Address:
    """The standard library validates ASCII addresses only, so the form is checked with an x for every other letter."""
    if not text.isprintable():
        raise ValueError("An address is one line")
    Address(addr_spec=BEYOND_ASCII.sub("x", text))
    username, _, domain = text.rpartition("@")
    return Address(username=username, domain=domain)
