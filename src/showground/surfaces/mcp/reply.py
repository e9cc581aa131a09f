"""A response before it is sent: ours, or one captured from the SDK."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from showground.surfaces.asgi import Headers, Message, Receive, Scope, Send, respond

JSON: Headers = [(b"content-type", b"application/json")]


@dataclass(frozen=True, slots=True)
class Reply:
    """A complete response. Its Content-Length is added when it is sent."""

    status: int
    headers: Headers
    body: bytes

    async def send(self, send: Send) -> None:
        await respond(send, self.status, self.headers, self.body)


async def catch(app: Callable[[Any, Any, Any], Awaitable[None]], scope: Scope, receive: Receive, body: bytes) -> Reply:
    """What an ASGI application answers to this body."""
    caught: list[Message] = []
    read = False

    async def read_once() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def keep(message: Message) -> None:
        caught.append(message)

    await app(scope, read_once, keep)
    start, *parts = caught
    headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    return Reply(start["status"], headers, b"".join(part.get("body", b"") for part in parts))
