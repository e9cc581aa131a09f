"""The official SDK's server with our tools. It answers everything that the direct path does not."""

import logging
from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from pydantic_core import from_json

from showground.core.calls import field_errors
from showground.core.calls.context import Site
from showground.surfaces.asgi import MAX_BODY
from showground.surfaces.mcp.identity import NAME, VERSION, describe_server
from showground.surfaces.mcp.message import McpMessage
from showground.surfaces.mcp.tools import Tool

VISIT = "showground.mcp.visit"  # the key in a request's scope for its message
INSTRUCTIONS = (
    "{name} is a public directory of product launches. Anyone can search and read it. People who sign in can"
    " submit and edit their own listings; your client starts the sign-in automatically when a tool first"
    " needs it.\nDrafts: create_draft reads a product's website, which takes about a minute. Call get_draft"
    " with wait=25 until its status is ready. A draft contains only what the website states, each value"
    " with a quote. Facts that were not found are left blank on purpose: ask the person for them, and never"
    " invent them. submit_draft saves the listing but does not publish it; choose_free_plan or a paid order"
    " does.\nOrders: checkout_order returns a checkout_url. Give that link to the person, who reviews the"
    " order and pays there. Never ask for card details.\nVotes are cast by people on the website; no tool can"
    " vote. The billboard is a paid ranking: say so whenever you show it. Weeks run Monday to Sunday in UTC."
    " Prices are in USD cents, excluding VAT."
)

# Its warnings repeat untrusted input, and it logs every request.
logging.getLogger("mcp").setLevel(logging.ERROR)


def make_server(tools: Mapping[str, Tool], site: Site) -> Server[Any]:
    listed = types.ListToolsResult(tools=[tool.entry for tool in tools.values()])

    async def list_tools(
        _: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        if params is not None and params.cursor is not None:
            raise MCPError(
                code=types.INVALID_PARAMS, message="The list of tools has only one page. Do not send a cursor."
            )
        return listed

    async def call_tool(ctx: ServerRequestContext[Any], params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = tools.get(params.name)
        if tool is None:
            hint = field_errors.suggest(params.name, tools)
            raise MCPError(code=types.INVALID_PARAMS, message=f"Unknown tool: {params.name[:200]}. {hint}".rstrip())
        visit: McpMessage = ctx.request.scope[VISIT]  # pyright: ignore[reportOptionalMemberAccess]
        outcome = await visit.call(tool, params.arguments or {}, ctx.session.report_progress)
        text = types.TextContent(text=outcome.text.decode())
        if outcome.is_error:  # no structured content: clients validate it against the output schema
            return types.CallToolResult(content=[text], is_error=True)
        return types.CallToolResult(content=[text], structured_content=from_json(outcome.text))

    server: Server[Any] = Server(
        NAME,
        version=VERSION,
        title=site.name,
        description=describe_server(site),
        website_url=site.url,
        instructions=INSTRUCTIONS.format(name=site.name),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=_no_parameter_headers,
        cache_hints={
            "tools/list": CacheHint(ttl_ms=300_000, scope="public"),
            "server/discover": CacheHint(ttl_ms=300_000, scope="public"),
        },
    )
    server.middleware.clear()  # OpenTelemetry spans, which are not exported
    return server


def make_sessions(
    server: Server[Any], security: TransportSecuritySettings, *, streamed: bool = False
) -> StreamableHTTPSessionManager:
    """`streamed`: answers are streams of events, so that notifications can come before the result."""
    return StreamableHTTPSessionManager(
        server, json_response=not streamed, stateless=True, security_settings=security, max_request_body_size=MAX_BODY
    )


def _no_parameter_headers(_: str) -> None:
    """None of our schemas map parameters to headers. Without this, the SDK would list all tools on every call."""
