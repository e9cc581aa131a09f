"""The server that takes our mail: its address, and handing one message over."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import Literal, Self
from urllib.parse import unquote, urlsplit

import aiosmtplib

Security = Literal["none", "starttls", "tls"]
SCHEMES: dict[str, tuple[Security, int]] = {
    "smtp": ("none", 25),
    "smtp+starttls": ("starttls", 587),
    "smtps": ("tls", 465),
}
LOOPBACK = ("localhost", "127.0.0.1", "::1")
ANSWER_SECONDS = 20  # for one answer of the server
QUIT_SECONDS = 2


class BadSmtpAddress(ValueError):
    """The mail server's address cannot be used."""


class MailRefused(Exception):
    """The server will never take this message for this recipient."""


class MailNotTaken(Exception):
    """The server does not take mail at the moment, or cannot be reached."""


class MailServerAway(MailNotTaken):
    """The server cannot be reached, or talks to nobody: which says nothing about the mail."""

    SENTENCE = "The mail server cannot be reached: "

    def __init__(self, why: str) -> None:
        super().__init__(self.SENTENCE + why)


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """Where mail is handed over, and as whom."""

    host: str
    port: int
    security: Security
    sender: Address
    username: str | None = None
    password: str | None = field(default=None, repr=False)

    @classmethod
    def from_url(cls, url: str, sender: str) -> Self:
        """Read `smtp://host`, `smtps://user:password@host` or `smtp+starttls://user:password@host:587`."""
        parts = urlsplit(url)
        if parts.scheme not in SCHEMES or not parts.hostname:
            raise BadSmtpAddress(
                "It must look like smtps://user:password@mail.example.org, smtp+starttls://… or smtp://…"
            )
        security, usual_port = SCHEMES[parts.scheme]
        if parts.username and security == "none" and parts.hostname not in LOOPBACK:
            raise BadSmtpAddress("smtp:// would send the password in the clear: use smtps:// or smtp+starttls://")
        try:
            port = parts.port or usual_port
        except ValueError:
            raise BadSmtpAddress("Its port must be a number from 1 to 65535") from None
        return cls(
            host=parts.hostname,
            port=port,
            security=security,
            sender=_read_sender(sender),
            username=unquote(parts.username) if parts.username else None,
            password=unquote(parts.password) if parts.password else None,
        )


def _read_sender(text: str) -> Address:
    name, _, rest = text.rpartition("<")
    try:
        return Address(display_name=name.strip().strip('"'), addr_spec=rest.removesuffix(">").strip())
    except (ValueError, IndexError):
        raise BadSmtpAddress("The sender must look like hello@example.org or Name <hello@example.org>") from None


class Session:
    """An open conversation with the server."""

    def __init__(self, client: aiosmtplib.SMTP) -> None:
        self._client = client

    async def send(self, message: EmailMessage, sender: str, recipient: str) -> None:
        """Returns once the server has taken the message."""
        utf8 = not recipient.isascii()
        wire = message.as_bytes(policy=SMTP.clone(utf8=utf8, max_line_length=None))
        try:
            options = ["SMTPUTF8"] if utf8 else []
            await self._client.sendmail(sender, [recipient], wire, mail_options=options)
        except aiosmtplib.SMTPRecipientsRefused as error:
            first = error.recipients[0]
            raise _refusal(first.code, first.message) from None
        except aiosmtplib.SMTPDataError as error:
            raise _refusal(error.code, error.message) from None
        except aiosmtplib.SMTPNotSupported as error:
            raise MailRefused(error.message) from None
        except aiosmtplib.SMTPResponseException as error:
            raise MailNotTaken(f"{error.code} {error.message}") from None
        except (aiosmtplib.SMTPException, OSError) as error:
            raise MailNotTaken(_say(error)) from None


@asynccontextmanager
async def connected(server: SmtpServer) -> AsyncGenerator[Session]:
    client = aiosmtplib.SMTP(
        hostname=server.host,
        port=server.port,
        use_tls=server.security == "tls",
        start_tls=server.security == "starttls",
        username=server.username,
        password=server.password,
        local_hostname=server.sender.domain,
        timeout=ANSWER_SECONDS,
    )
    try:
        await client.connect()
    except aiosmtplib.SMTPResponseException as error:
        raise MailServerAway(f"{error.code} {error.message}") from None
    except (aiosmtplib.SMTPException, OSError) as error:
        raise MailServerAway(_say(error)) from None
    try:
        yield Session(client)
    finally:
        with suppress(aiosmtplib.SMTPException, OSError):
            await client.quit(timeout=QUIT_SECONDS)
        client.close()


def _refusal(code: int, message: str) -> MailRefused | MailNotTaken:
    return (MailRefused if code >= 500 else MailNotTaken)(f"{code} {message}")


def _say(error: Exception) -> str:
    return str(error) or type(error).__name__
