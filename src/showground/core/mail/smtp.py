"""Handing mail to the server that takes it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP

import aiosmtplib

from showground.core.mail.smtp_address import SmtpServer
from showground.core.mail.status_codes import says_no_mailbox

ANSWER_SECONDS = 20  # for one answer of the server
QUIT_SECONDS = 2


class MailRefused(Exception):
    """The server will never take this message for this recipient."""

    @property
    def no_mailbox(self) -> bool:
        """Whether the address is what is wrong: a refusal for another reason says nothing about it."""
        return says_no_mailbox(str(self))


class MailNotTaken(Exception):
    """The server does not take mail at the moment, or cannot be reached."""


class MailServerAway(MailNotTaken):
    """The server cannot be reached, or talks to nobody: which says nothing about the mail."""

    SENTENCE = "The mail server cannot be reached: "

    def __init__(self, why: str) -> None:
        super().__init__(self.SENTENCE + why)


class SmtpSession:
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
async def connected(server: SmtpServer) -> AsyncGenerator[SmtpSession]:
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
        yield SmtpSession(client)
    finally:
        with suppress(aiosmtplib.SMTPException, OSError):
            await client.quit(timeout=QUIT_SECONDS)
        client.close()


def _refusal(code: int, message: str) -> MailRefused | MailNotTaken:
    return (MailRefused if code >= 500 else MailNotTaken)(f"{code} {message}")


def _say(error: Exception) -> str:
    return str(error) or type(error).__name__
