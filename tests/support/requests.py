"""Asks one operation the same thing by REST and by MCP, and reads both answers alike."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote, urlencode

import httpx2

from showground.core.calls.action import Operation
from tests.support.world import World
from tests.surfaces.mcp.calling import PLAIN, modern

AnyOperation = Operation[Any, Any]
Input = Mapping[str, Any]
SURFACES = ("rest", "mcp")


@dataclass(frozen=True)
class Told:
    """What came back, whichever surface said it."""

    status: int
    body: dict[str, Any]
    text: str
    http: httpx2.Response

    @property
    def problem(self) -> dict[str, Any]:
        """The problem, without what differs from request to request."""
        return {name: value for name, value in self.body.items() if name != "request_id"}

    @property
    def fields(self) -> set[str]:
        """What was found wrong with the input."""
        return {error["field"] for error in self.body["errors"]}


async def ask(
    world: World,
    surface: str,
    op: AnyOperation,
    input: Input,
    *,
    by: str | None = None,
    query: str = "",
    **headers: str,
) -> Told:
    """`by` is whose key to send; `query` is added to the address; headers are written with underscores."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | (world.bearer(by) if by else {})
    send = _ask_rest if surface == "rest" else _ask_mcp
    return await send(world, op, input, sent, query)


async def _ask_rest(world: World, op: AnyOperation, input: Input, headers: dict[str, str], query: str) -> Told:
    path, rest = op.path, dict(input)
    for name in op.path_fields:
        path = path.replace(f"{{{name}}}", quote(_as_text(rest.pop(name)), safe=""))
    parameters = {name: _as_parameter(value) for name, value in rest.items() if value is not None}
    asked = urlencode(parameters, doseq=True) if op.read_only else ""
    url = "?".join(filter(None, (path, "&".join(filter(None, (asked, query))))))
    body = None if op.read_only else rest
    answer = await world.request(op.method, url, headers=headers, json=body)
    return Told(answer.status_code, answer.json(), answer.text, answer)


async def _ask_mcp(world: World, op: AnyOperation, input: Input, headers: dict[str, str], query: str) -> Told:
    message, routing = modern("tools/call", name=op.name, arguments=dict(input))
    host = {"host": "localhost:8000"}
    answer = await world.client.post(
        f"/mcp?{query}" if query else "/mcp", headers=PLAIN | host | routing | headers, json=message
    )
    if answer.status_code != 200:
        return Told(answer.status_code, answer.json(), answer.text, answer)
    result = answer.json()["result"]
    (content,) = result["content"]
    body = json.loads(content["text"])
    if result.get("isError"):
        return Told(body["status"], body, content["text"], answer)
    assert result["structuredContent"] == body
    return Told(op.status, body, content["text"], answer)


def _as_parameter(value: Any) -> Any:
    return [_as_text(item) for item in cast("list[Any]", value)] if isinstance(value, list) else _as_text(value)


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
