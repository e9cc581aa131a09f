"""Sends email to the SMTP server."""

import ssl
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
    """The server will never accept this message for this recipient."""

    @property
    def no_mailbox(self) -> bool:
        """Whether the server refused because of the address, and not for another reason."""
        return says_no_mailbox(str(self))


class MailNotTaken(Exception):
    """The server does not accept email right now, or cannot be reached."""


class MailSignInRefused(MailNotTaken):
    """The server refuses our user name or password."""


class MailNotSecure(MailNotTaken):
    """TLS could not be set up: the server does not offer it, or its certificate is not trusted."""


class MailServerAway(MailNotTaken):
    """The server cannot be reached, or refuses everyone, so the problem is not this email."""

    SENTENCE = "The mail server cannot be reached: "

    def __init__(self, why: str) -> None:
        super().__init__(self.SENTENCE + why)


async def check_sign_in(server: SmtpServer) -> None:
    """Connect as for sending, sign in, and check that the sender is accepted. Raises what is wrong."""
    client = _client(server)
    try:
        await client.connect()
        await client.mail(server.sender.addr_spec)
        await client.rset()
    except aiosmtplib.SMTPAuthenticationError as error:
        raise MailSignInRefused(f"{error.code} {error.message}") from None
    except aiosmtplib.SMTPSenderRefused as error:
        raise MailRefused(f"{error.code} {error.message}") from None
    except ssl.SSLError as error:
        raise MailNotSecure(error.reason or str(error)) from None
    except aiosmtplib.SMTPResponseException as error:
        raise MailServerAway(f"{error.code} {error.message}") from None
    except (aiosmtplib.SMTPException, OSError) as error:
        if any(word in str(error) for word in ("TLS", "SSL", "certificate")):
            raise MailNotSecure(_say(error)) from None
        raise MailServerAway(_say(error)) from None
    finally:
        with suppress(aiosmtplib.SMTPException, OSError):
            await client.quit(timeout=QUIT_SECONDS)
        client.close()


class SmtpSession:
    """An open connection to the server."""

    def __init__(self, client: aiosmtplib.SMTP) -> None:
        self._client = client

    async def send(self, message: EmailMessage, sender: str, recipient: str) -> None:
        """Send a message. Returns once the server has accepted it."""
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
    client = _client(server)
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


def _client(server: SmtpServer) -> aiosmtplib.SMTP:
    return aiosmtplib.SMTP(
        hostname=server.host,
        port=server.port,
        use_tls=server.security == "tls",
        start_tls=server.security == "starttls",
        username=server.username,
        password=server.password,
        local_hostname=server.sender.domain,
        timeout=ANSWER_SECONDS,
    )


def _refusal(code: int, message: str) -> MailRefused | MailNotTaken:
    return (MailRefused if code >= 500 else MailNotTaken)(f"{code} {message}")


def _say(error: Exception) -> str:
    return str(error) or type(error).__name__
