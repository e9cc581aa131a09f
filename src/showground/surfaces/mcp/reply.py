"""A response before it is sent: ours, or one captured from the SDK."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from showground.surfaces.asgi import Headers, Message, Receive, Scope, Send, respond

AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]
JSON: Headers = [(b"content-type", b"application/json")]


@dataclass(frozen=True, slots=True)
class Reply:
    """A complete response. Its Content-Length is added when it is sent."""

    status: int
    headers: Headers
    body: bytes

    async def send(self, send: Send, more: Headers) -> None:
        await respond(send, self.status, self.headers + more, self.body)


def refuse_message(status: int, id: Any, code: int, text: str) -> Reply:
    """An error in a message of the protocol. `id`: that of the message that is refused, if it has one."""
    error = {"code": code, "message": text}
    known = id if type(id) in (int, str) else None
    return Reply(status, JSON, json.dumps({"jsonrpc": "2.0", "id": known, "error": error}).encode())


@dataclass(frozen=True, slots=True)
class StreamedReply:
    """A response that an ASGI application sends piece by piece, with further headers."""

    app: AsgiApp
    scope: Scope
    receive: Receive
    body: bytes
    headers: Callable[[], Headers]

    async def send(self, send: Send, more: Headers) -> None:
        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *self.headers(), *more]}
            await send(message)

        await self.app(self.scope, _body_first(self.body, self.receive), send_on)


async def catch(app: AsgiApp, scope: Scope, receive: Receive, body: bytes) -> Reply:
    """What an ASGI application answers to this body."""
    caught: list[Message] = []

    async def keep(message: Message) -> None:
        caught.append(message)

    await app(scope, _body_first(body, receive), keep)
    start, *parts = caught
    headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    return Reply(start["status"], headers, b"".join(part.get("body", b"") for part in parts))


def _body_first(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read already, then what else comes, such as the end of the connection."""
    read = False

    async def read_once() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read_once
