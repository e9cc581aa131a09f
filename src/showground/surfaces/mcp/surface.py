"""What answers at /mcp: checks Host and Origin, credentials, size, access and rate; then the direct path or the SDK
answers."""

import json
import logging
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

from mcp_types import INVALID_REQUEST

from showground.core.calls.action import Operation
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import ApiError, MethodNotAllowed, RateLimited, Unavailable
from showground.core.languages import EnglishText
from showground.surfaces.asgi import (
    OPERATION,
    Headers,
    Receive,
    Scope,
    Send,
    arrival_of,
    problem_headers,
    problem_of,
    read_body,
)
from showground.surfaces.fastpath.mcp import CALL, Direct, DirectRequest
from showground.surfaces.mcp.cors import BrowserOrigins, preflight
from showground.surfaces.mcp.guard import Guard
from showground.surfaces.mcp.handlers import VISIT
from showground.surfaces.mcp.message import McpMessage
from showground.surfaces.mcp.protocol_version import UNREADABLE, refuse_mixed_eras
from showground.surfaces.mcp.reply import JSON, Reply, StreamedReply, catch, refuse_message
from showground.surfaces.mcp.resources import Resources
from showground.surfaces.mcp.sdk import make_server, make_sessions, rename
from showground.surfaces.mcp.tool_sets import MAIN, make_tool_sets
from showground.surfaces.mcp.tools import Tool, make_tools
from showground.surfaces.origins import own_hosts, own_origins

READ = "resources/read"
BATCHING = (None, "2025-03-26")  # the default version; later ones have no batches
MAX_IN_BATCH = 50

log = logging.getLogger(__name__)


class Mcp:
    """Every operation as a tool. Browsers may call only from the site's own origin and from `browser_origins`.

    `hosts`: the Host headers that are accepted, by default those of the site's own URL. Without `fast_path`, the SDK
    answers everything.
    """

    def __init__(
        self,
        operations: Iterable[Operation[Any, Any]],
        dispatcher: Dispatcher,
        *,
        hosts: Iterable[str] | None = None,
        fast_path: bool = True,
        browser_origins: Iterable[str] = (),
    ) -> None:
        site = dispatcher.site
        self._dispatcher = dispatcher
        self._tools = make_tools(operations)
        self._guard = Guard(own_hosts(site.url) if hosts is None else hosts, own_origins(site.url))
        self._browser_origins = BrowserOrigins(browser_origins)
        self._resources = Resources(self._tools)
        server = self._server = make_server(self._tools, self._resources, site)
        self._sessions = make_sessions(server, self._guard.security)
        self._streams = make_sessions(server, self._guard.security, streamed=True)
        self._fast_path = fast_path
        self._direct = Direct(self._tools, server) if fast_path else None
        self._brand = site.brand
        self._sets = {
            path: {name: tool for name, tool in self._tools.items() if name in names}
            for path, names in make_tool_sets(tool.operation for tool in self._tools.values()).items()
        }
        # By path and version: the SDK's first answer to tools/list, after the id.
        self._listed: dict[tuple[str, str], bytes] = {}

    @asynccontextmanager
    async def run(self) -> AsyncGenerator[None]:
        """Must be open while requests are answered. Enter it once."""
        async with self._sessions.run(), self._streams.run():
            yield

    def _follow_brand(self) -> None:
        """After the brand has changed, the server introduces itself with the new one."""
        site = self._dispatcher.site
        if site.brand is not self._brand:
            self._brand = site.brand
            rename(self._server, site)
            self._direct = Direct(self._tools, self._server) if self._fast_path else None
            self._listed = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._follow_brand()
        # httptools leaves trailing whitespace in values; hosts are case-insensitive
        stripped = [(n, v.strip(b" \t").lower() if n == b"host" else v.strip(b" \t")) for n, v in scope["headers"]]
        scope["headers"] = stripped
        admitted = self._browser_origins.admit(scope)
        try:
            reply = (preflight(scope) if admitted else None) or await self._answer(scope, receive)
        except ConnectionResetError:
            return  # the client is gone
        except ApiError as failure:
            reply = await self._refuse(scope, failure)
        except Exception:
            log.exception("request %s failed", arrival_of(scope).request_id)
            reply = await self._refuse(
                scope, Unavailable(EnglishText("Something went wrong on our side. We have logged it."))
            )
        await reply.send(send, admitted or [])

    async def _answer(self, scope: Scope, receive: Receive) -> Reply | StreamedReply:
        raw: Headers = scope["headers"]
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(raw)
        }  # the first value wins
        if refused := await self._guard.refuse(scope, headers):
            return refused
        if scope["path"] not in MAIN and scope["path"] not in self._sets:
            return await self._refuse_address(scope, receive)
        if scope["method"] != "POST":
            raise MethodNotAllowed(["POST"])
        arrival = arrival_of(scope)
        access = await self._dispatcher.identify(headers.get("authorization"), arrival.now, arrival.address)
        caller = Caller(arrival.now, "mcp", access, arrival.address, arrival.request_id, arrival.agent)
        body = await read_body(scope, receive)
        message = _decode(body)
        version = headers.get("mcp-protocol-version")
        if version in BATCHING and isinstance(message, list) and (parts := _encode_each(cast("list[Any]", message))):
            return await self._answer_batch(scope, receive, parts, caller, version)
        tools = self._tools_at(scope)
        visit, tool = McpMessage(self._dispatcher, caller, tools), self._tool_called_by(message, tools)
        if tool is not None:
            scope[OPERATION] = tool.operation.name
        await visit.begin(tool)
        if refused := refuse_mixed_eras(version, [message]):
            return _judge(visit, refused)
        if tool is not None and _wants_progress(tool, message, headers):
            handle = self._streams.handle_request
            return StreamedReply(handle, {**scope, VISIT: visit}, receive, body, lambda: visit.headers)
        direct, request = self._direct, DirectRequest(raw, headers, body, message)
        if direct is None:
            reply = await self._ask_sdk(scope, receive, body, visit)
        elif (call := direct.read(request)) and call.tool.operation.name in tools:
            reply = Reply(200, JSON, direct.write(call, await visit.call(call.tool, call.arguments)))
        elif (asked_by := direct.read_list(request)) is not None:
            reply = await self._list(asked_by, request, scope, receive, visit)
        else:
            reply = await self._ask_sdk(scope, receive, body, visit)
        return _judge(visit, reply)

    async def _list(
        self, id: bytes, request: DirectRequest, scope: Scope, receive: Receive, visit: McpMessage
    ) -> Reply:
        """What the SDK answers. The list of tools never changes, so its first answer is reused."""
        begin = b'{"jsonrpc":"2.0","id":%s,"result":' % id
        key = scope["path"], request.version
        if (listed := self._listed.get(key)) is not None:
            return Reply(200, JSON, begin + listed)
        reply = await self._ask_sdk(scope, receive, request.body, visit)
        if reply.status == 200 and reply.body.startswith(begin):
            self._listed[key] = reply.body.removeprefix(begin)
        return reply

    async def _answer_batch(
        self, scope: Scope, receive: Receive, parts: list[tuple[Any, bytes]], caller: Caller, version: str | None
    ) -> Reply:
        """The SDK does not support batches: each message is answered on its own, once all have been admitted."""
        visits: list[tuple[McpMessage, bytes]] = []
        for message, text in parts:
            tools = self._tools_at(scope)
            visit = McpMessage(self._dispatcher, caller, tools)
            await visit.begin(self._tool_called_by(message, tools))
            visits.append((visit, text))
        if refused := refuse_mixed_eras(version, [message for message, _ in parts]):
            return _judge(visits[-1][0], refused)
        replies = [_judge(visit, await self._ask_sdk(scope, receive, text, visit)) for visit, text in visits]
        counted = visits[-1][0].headers
        bodies = [reply.body for reply in replies if reply.body]
        if not bodies:  # only notifications
            return Reply(202, counted, b"")
        return Reply(200, JSON + counted, b"[%s]" % b",".join(bodies))

    async def _refuse(self, scope: Scope, failure: ApiError) -> Reply:
        """Rejected requests count too, unless the rate limit itself rejected them. They keep their own error past the
        limit: a client with an expired token must see the 401 to renew it."""
        arrival = arrival_of(scope)
        headers = problem_headers(failure)
        if not isinstance(failure, RateLimited):
            nobody = Caller(arrival.now, "mcp", None, arrival.address, arrival.request_id)
            headers += (await self._dispatcher.count_refused(nobody)).headers()
        if challenge := failure.headers.get("WWW-Authenticate"):
            failure.more["_meta"] = {"mcp/www_authenticate": [challenge]}  # some clients read it from here
        return Reply(failure.status, headers, problem_of(failure, arrival.request_id))

    async def _refuse_address(self, scope: Scope, receive: Receive) -> Reply:
        """In a message of the protocol, because clients show nobody a page or a problem+json."""
        arrival = arrival_of(scope)
        nobody = Caller(arrival.now, "mcp", None, arrival.address, arrival.request_id)
        counted = await self._dispatcher.count_refused(nobody)
        message = _decode(await read_body(scope, receive))
        refused = refuse_message(
            404,
            cast("dict[str, Any]", message).get("id") if isinstance(message, dict) else None,
            INVALID_REQUEST,
            f"There is no MCP server at this address. Connect to {self._dispatcher.site.mcp_url} for all tools,"
            f" or to one of these paths for some of them: {', '.join(sorted(self._sets))}.",
        )
        return Reply(refused.status, refused.headers + counted.headers(), refused.body)

    def _tools_at(self, scope: Scope) -> Mapping[str, Tool]:
        return self._sets.get(scope["path"], self._tools)

    def _tool_called_by(self, message: Any, tools: Mapping[str, Tool]) -> Tool | None:
        """The tool of a call, or the one that reads a resource."""
        try:
            if message["method"] == READ:
                found = self._resources.find(message["params"]["uri"])
                return found.tool if found is not None and found.tool.operation.name in tools else None
            return tools[message["params"]["name"]] if message["method"] == CALL else None
        except (KeyError, TypeError):
            return None

    async def _ask_sdk(self, scope: Scope, receive: Receive, body: bytes, visit: McpMessage) -> Reply:
        return await catch(self._sessions.handle_request, {**scope, VISIT: visit}, receive, body)


def _judge(visit: McpMessage, reply: Reply) -> Reply:
    """The reply with the dispatcher's headers. If access was refused, the error is answered over HTTP instead."""
    if visit.refusal is not None:
        raise visit.refusal
    return Reply(reply.status, reply.headers + visit.headers, reply.body)


def _wants_progress(tool: Tool, message: Any, headers: Mapping[str, str]) -> bool:
    """Whether a call waits and asks to be told of progress. Its answer is a stream; all others are plain JSON."""
    if tool.operation.wait is None or "text/event-stream" not in headers.get("accept", ""):
        return False
    try:
        return "progressToken" in message["params"]["_meta"] and bool(message["params"]["arguments"]["wait"])
    except (KeyError, TypeError):
        return False


def _decode(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return UNREADABLE


def _encode_each(messages: list[Any]) -> list[tuple[Any, bytes]]:
    """Each message with its encoded text. Empty if there are too many or they are nested too deeply; the SDK then
    rejects the batch."""
    if len(messages) > MAX_IN_BATCH:
        return []
    try:
        return [(message, json.dumps(message).encode()) for message in messages]
    except RecursionError:
        return []
