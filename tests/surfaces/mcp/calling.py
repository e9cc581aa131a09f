"""Requests to the MCP surface, without a network."""

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from showground.accounts.actions.account import CreateAccount, create_account
from showground.accounts.actions.keys import CreateKey, create_key
from showground.core.calls.context import Caller, system_clock
from showground.core.calls.dispatch import Dispatcher
from showground.surfaces.asgi import ARRIVAL, App, Arrival, Message, Receive, Scope, Send
from showground.surfaces.mcp.handlers import VISIT
from showground.surfaces.mcp.message import McpMessage
from showground.surfaces.mcp.surface import Mcp

Headers = list[tuple[bytes, bytes]]

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
META: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}
PLAIN: dict[str, str] = {
    "host": "fair.example",
    "accept": "application/json, text/event-stream",
    "content-type": "application/json",
}


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def problem(self) -> dict[str, Any]:
        """The problem that a tool's result holds."""
        result = self.json["result"]
        assert result["isError"] is True
        assert "structuredContent" not in result
        (text,) = result["content"]
        return json.loads(text["text"])


class Edge:
    """Stands before the surface as the root does: it says who has arrived, and when."""

    def __init__(self, mcp: Mcp) -> None:
        self.mcp = mcp
        self.through_sdk = 0
        self.scopes: list[Scope] = []
        self._handle = mcp._sessions.handle_request
        mcp._sessions.handle_request = self._count

    async def _count(self, scope: Any, receive: Any, send: Any) -> None:
        self.through_sdk += 1
        await self._handle(scope, receive, send)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[ARRIVAL] = Arrival("req-1", NOW, "192.0.2.7")
        self.scopes.append(scope)
        await self.mcp(scope, receive, send)

    async def sdk_alone(self, scope: Scope, receive: Receive, send: Any) -> None:
        """The SDK as if nothing of ours stood before it."""
        visit = McpMessage(self.mcp._dispatcher, Caller(NOW, "mcp", None, "192.0.2.7", "req-1"), self.mcp._tools)
        await self._handle({**scope, VISIT: visit}, receive, send)

    async def post(self, body: Any, headers: dict[str, str] | None = None, method: str = "POST") -> Answer:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await ask(self, listed(PLAIN | (headers or {})), raw, method)

    async def call(self, name: str, arguments: Any = None, *, key: str | None = None) -> Answer:
        """A call of the 2026 era."""
        message, headers = modern("tools/call", name=name, arguments=arguments or {})
        return await self.post(message, headers | bearer(key))

    async def call_2025(self, name: str, arguments: Any = None, *, key: str | None = None) -> Answer:
        return await self.post(call_2025(9, name, arguments), {"mcp-protocol-version": "2025-06-18"} | bearer(key))


def bearer(key: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def call_2025(number: int, name: str, arguments: Any = None) -> dict[str, Any]:
    params: dict[str, Any] = {"name": name, "arguments": arguments or {}}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def modern(method: str, **params: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """A message of the 2026 era, and the headers that it needs."""
    headers = {"mcp-protocol-version": "2026-07-28", "mcp-method": method}
    if "name" in params:
        headers["mcp-name"] = str(params["name"])
    return {"jsonrpc": "2.0", "id": 9, "method": method, "params": {"_meta": META} | params}, headers


def listed(headers: dict[str, str]) -> Headers:
    return [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]


async def ask(app: App, headers: Headers, body: bytes, method: str = "POST") -> Answer:
    sent: list[Message] = []
    parts = [body[: len(body) // 2], body[len(body) // 2 :]]  # as a network may deliver it

    async def receive() -> Message:
        if not parts:
            await asyncio.Event().wait()
        part = parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "https",
        "path": "/mcp",
        "raw_path": b"/mcp",
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("192.0.2.7", 1),
        "server": ("127.0.0.1", 80),
    }
    await app(scope, receive, send)
    answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], answered, b"".join(message.get("body", b"") for message in sent[1:]))


def seen(answer: Answer) -> tuple[Any, ...]:
    """What a client sees of an answer: JSON is compared by its content."""
    try:
        content: Any = json.loads(answer.body)
    except ValueError:
        content = answer.body
    return answer.status, answer.headers.get("content-type"), answer.headers.get("allow"), content


async def hold_against_sdk(edge: Edge, headers: Headers, content: bytes) -> tuple[Any, ...]:
    """The surface and the SDK alone give the same answer, which is returned."""
    ours = seen(await ask(edge, list(headers), content))
    assert ours == seen(await ask(edge.sdk_alone, list(headers), content))
    return ours


async def make_key(dispatcher: Dispatcher, email: str, *scopes: str) -> str:
    command = Caller(system_clock(), "command")
    await dispatcher.call(create_account, command, CreateAccount(email=email, name="Ada"))
    made = await dispatcher.call(create_key, command, CreateKey(email=email, name="test", scopes=list(scopes)))
    return made.key
