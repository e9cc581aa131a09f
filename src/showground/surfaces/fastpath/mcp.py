"""A fast path for ordinary MCP calls: the operation's bytes are the answer.

Going through the SDK costs more than everything else in a call of `get_listing`. It decodes, validates and encodes the
answer again; with protocol versions that begin with `initialize`, it also opens a transport, three tasks and three
streams for every request. And it builds the list of tools again for every `tools/list`, which takes 41 ms.
docs/benchmarks.md has the figures.

So a well-formed `tools/call` or `tools/list` is handled here, and anything unusual (an extra field, a duplicate header)
returns None and goes to the SDK. This code makes no decisions of its own: tests compare both paths, which must give the
same answers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.inbound import InboundModernRoute, classify_inbound_request
from mcp_types import methods
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import ValidationError
from pydantic_core import from_json, to_json

from showground.surfaces.asgi import Headers
from showground.surfaces.mcp.message import Outcome
from showground.surfaces.mcp.tools import Tool

MODERN = "2026-07-28"
HANDSHAKE = frozenset(HANDSHAKE_PROTOCOL_VERSIONS)  # those that begin with `initialize`
CALL = "tools/call"
LIST = "tools/list"
VERSION_HEADER = b"mcp-protocol-version"
ROUTING = (VERSION_HEADER, b"mcp-method", b"mcp-name")
MEMBERS = frozenset({"jsonrpc", "id", "method", "params"})
PARAMETERS = frozenset({"name", "arguments", "_meta"})
MAX_KNOWN = 1_000  # `_meta` objects that the SDK has accepted, each of at most MAX_META_LENGTH bytes
MAX_META_LENGTH = 2_000


@dataclass(frozen=True, slots=True)
class DirectCall:
    """A call that needs no SDK."""

    id: bytes
    tool: Tool
    arguments: dict[str, Any]
    version: str


@dataclass(frozen=True, slots=True)
class DirectRequest:
    """A message as it arrived: its headers, each with its first value, and its body, also decoded."""

    raw_headers: Headers
    headers: Mapping[str, str]
    body: bytes
    message: Any

    @property
    def version(self) -> str:
        return self.headers.get("mcp-protocol-version", "")


class Direct:
    """Parses calls and encodes their answers."""

    def __init__(self, tools: Mapping[str, Tool], server: Server[Any]) -> None:
        self._tools = tools
        self._known_meta: set[tuple[str, bytes]] = set()
        self._end_modern = b',"resultType":"complete","_meta":%s}}' % to_json(
            {types.SERVER_INFO_META_KEY: server.server_info_stamp}
        )

    def read(self, request: DirectRequest) -> DirectCall | None:
        """The call, if the SDK would accept it unchanged; None leaves it to the SDK."""
        message = _plain_message(request)
        if message is None or message.get("method") != CALL:
            return None
        params: Any = message.get("params")
        if not isinstance(params, dict) or not cast("dict[str, Any]", params).keys() <= PARAMETERS:
            return None
        given = cast("dict[str, Any]", params)
        name, arguments = given.get("name"), given.get("arguments")
        tool = self._tools.get(name) if isinstance(name, str) else None
        if tool is None or not (arguments is None or isinstance(arguments, dict)):
            return None
        known = self._routed_id(request, message, given, ROUTING)
        if known is None:
            return None
        return DirectCall(known, tool, cast("dict[str, Any]", arguments or {}), request.version)

    def read_list(self, request: DirectRequest) -> bytes | None:
        """The id of a request for the list of tools, if the SDK would accept it unchanged."""
        message = _plain_message(request)
        if message is None or message.get("method") != LIST or not message.keys() <= MEMBERS:
            return None
        params: Any = message.get("params", {})
        if not isinstance(params, dict) or not cast("dict[str, Any]", params).keys() <= {"_meta"}:
            return None
        return self._routed_id(request, message, cast("dict[str, Any]", params), ROUTING[:2])

    def write(self, call: DirectCall, outcome: Outcome) -> bytes:
        structured = b'"isError":true' if outcome.is_error else b'"structuredContent":%s,"isError":false' % outcome.text
        return b'{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}],%s%s' % (
            call.id,
            to_json(outcome.text.decode()),
            structured,
            self._end_modern if call.version == MODERN else b"}}",
        )

    def _routed_id(
        self, request: DirectRequest, message: dict[str, Any], params: dict[str, Any], routing: tuple[bytes, ...]
    ) -> bytes | None:
        """The encoded id, if the SDK would take the message for one of its header's version, with these headers."""
        try:
            if request.version == MODERN:
                right = _is_modern(request, message, params, routing)
            else:
                right = _is_of_2025(request, message)
            if not right or ("_meta" in params and not self._is_right(params["_meta"], request.version)):
                return None
            return to_json(message["id"])
        except (ValueError, RecursionError):  # a lone surrogate, or nested too deep
            return None

    def _is_right(self, meta: Any, version: str) -> bool:
        """Whether the SDK accepts this `_meta`. Clients send the same one each time, so the result is cached."""
        if not isinstance(meta, dict):
            return False
        key = version, to_json(meta)
        if key in self._known_meta:
            return True
        params: dict[str, Any] = {"name": "", "_meta": meta}
        try:
            methods.validate_client_request(CALL, version, params)
            types.CallToolRequestParams.model_validate(params, by_name=False)
        except ValidationError:
            return False
        if len(key[1]) <= MAX_META_LENGTH:
            if len(self._known_meta) >= MAX_KNOWN:
                self._known_meta.clear()
            self._known_meta.add(key)
        return True


def _is_modern(
    request: DirectRequest, message: dict[str, Any], params: dict[str, Any], routing: tuple[bytes, ...]
) -> bool:
    names = [name for name, _ in request.raw_headers if name in ROUTING]
    if sorted(names) != sorted(routing) or "_meta" not in params:
        return False
    return isinstance(classify_inbound_request(message, headers=request.headers), InboundModernRoute)


def _is_of_2025(request: DirectRequest, message: dict[str, Any]) -> bool:
    """Header and members are each sent once, and the SDK's JSON parser, which is stricter, reads the same."""
    if sum(name == VERSION_HEADER for name, _ in request.raw_headers) != 1 or not message.keys() <= MEMBERS:
        return False
    return from_json(request.body) == message


def _plain_message(request: DirectRequest) -> dict[str, Any] | None:
    """The message, if it is a request of a version that is answered here, to a client that accepts JSON."""
    if (request.version != MODERN and request.version not in HANDSHAKE) or not _accepts_json(request.headers):
        return None
    given = request.message
    if not isinstance(given, dict):
        return None
    message = cast("dict[str, Any]", given)
    if message.get("jsonrpc") != "2.0" or type(message.get("id")) not in (int, str):
        return None
    return message


def _accepts_json(headers: Mapping[str, str]) -> bool:
    kinds = headers.get("accept", "").split(",")
    return any(kind.partition(";")[0].strip() == "application/json" for kind in kinds)
