"""A mail server that keeps what it is sent, and refuses what it is told to refuse."""

import asyncio
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword

from showground.core.mail.smtp_address import SmtpServer

SENDER = "hello@fair.example"


@dataclass
class Sink:
    """What arrived, and what to answer next instead of taking it."""

    port: int = 0
    received: list[Envelope] = field(default_factory=list[Envelope])
    recipient_answers: list[str] = field(default_factory=list[str])
    data_answers: list[str] = field(default_factory=list[str])
    offered: asyncio.Event = field(default_factory=asyncio.Event)
    take: asyncio.Event | None = None  # when set, what is offered waits for it
    logins: list[tuple[bytes, bytes]] = field(default_factory=list[tuple[bytes, bytes]])

    def server(self, url: str = "smtp://127.0.0.1:{port}") -> SmtpServer:
        return SmtpServer.from_url(url.format(port=self.port), SENDER)

    def messages(self) -> list[EmailMessage]:
        contents = [cast("bytes", envelope.content) for envelope in self.received]
        return [message_from_bytes(content, policy=default) for content in contents]

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, _server: Any, _session: Any, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if self.recipient_answers:
            return self.recipient_answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:  # noqa: N802
        self.offered.set()
        if self.take is not None:
            await self.take.wait()
        if self.data_answers:
            return self.data_answers.pop(0)
        self.received.append(envelope)
        return "250 OK"

    def authenticate(self, *call: Any) -> AuthResult:
        data: LoginPassword = call[-1]
        self.logins.append((data.login, data.password))
        return AuthResult(success=data.password == b"p@ss word", handled=False)


@asynccontextmanager
async def running_sink(certificate: ssl.SSLContext | None = None) -> AsyncGenerator[Sink]:
    """With a certificate, it wants STARTTLS and a password."""
    sink = Sink()
    secure: dict[str, Any] = {
        "tls_context": certificate,
        "require_starttls": True,
        "auth_required": True,
        "authenticator": sink.authenticate,
    }
    options: dict[str, Any] = secure if certificate else {}
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(sink, enable_SMTPUTF8=True, loop=loop, **options), "127.0.0.1", 0)
    sink.port = server.sockets[0].getsockname()[1]
    try:
        yield sink
    finally:
        server.close()
