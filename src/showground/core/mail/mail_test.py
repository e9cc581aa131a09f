"""The email that `showground mail test` sends."""

from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from showground.core.mail.outbox import read_address
from showground.core.mail.smtp import connected
from showground.core.mail.smtp_address import SmtpServer

TEXT = """This is a test email from {name} ({url}).

It arrived, so the mail server and the sender's address work. Nobody else got it, and you can delete it.
"""


async def send_test_message(server: SmtpServer, name: str, url: str, recipient: str) -> None:
    """Send it at once. Raises the server's answer if it does not accept it."""
    sender = server.sender
    message = EmailMessage()
    message["From"] = Address(sender.display_name or name, sender.username, sender.domain)
    message["To"] = read_address(recipient)
    message["Subject"] = f"Test email from {name}"
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=sender.domain)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(TEXT.format(name=name, url=url), cte="quoted-printable")
    async with connected(server) as session:
        await session.send(message, sender.addr_spec, recipient)
