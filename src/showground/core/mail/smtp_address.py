"""The address of the SMTP server. Settings are checked with it, so it imports no SMTP client."""

from dataclasses import dataclass, field
from email.errors import HeaderParseError
from email.headerregistry import Address
from typing import Literal, Self
from urllib.parse import unquote, urlsplit

Security = Literal["none", "starttls", "tls"]
SCHEMES: dict[str, tuple[Security, int]] = {
    "smtp": ("none", 25),
    "smtp+starttls": ("starttls", 587),
    "smtps": ("tls", 465),
}
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class BadSmtpAddress(ValueError):
    """The mail server's address cannot be used."""


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """The SMTP server, its credentials and the sender."""

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
            sender=read_sender(sender),
            username=unquote(parts.username) if parts.username else None,
            password=unquote(parts.password) if parts.password else None,
        )


def read_sender(text: str) -> Address:
    name, _, rest = text.rpartition("<")
    try:
        return Address(display_name=name.strip().strip('"'), addr_spec=rest.removesuffix(">").strip())
    except (ValueError, IndexError, HeaderParseError):
        raise BadSmtpAddress("The sender must look like hello@example.org or Name <hello@example.org>") from None
