"""The official SDK's server with our tools. It answers everything that the direct path does not."""

import logging
from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.server.apps import EXTENSION_ID
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from showground.core.calls.context import Site
from showground.surfaces.asgi import MAX_BODY
from showground.surfaces.mcp.handlers import Handlers
from showground.surfaces.mcp.identity import VERSION, describe_server, server_icon, server_name
from showground.surfaces.mcp.resources import Resources
from showground.surfaces.mcp.tools import Tool

INSTRUCTIONS = (
    "{name} is {summary}. Anyone can search and read it. People who sign in can"
    " submit and edit their own listings; your client starts the sign-in automatically when a tool first"
    " needs it.\nDrafts: create_draft reads a product's website, which takes about a minute. Call get_draft"
    " with wait=25 until its status is ready. Drafts, your listings, quotes and orders have next_steps: each"
    " names a tool and its arguments, and in needs what to add to them. A draft contains only what the website"
    " states, each value with a quote. Facts that were not found are left blank on purpose: ask the person for"
    " them, and never invent them. submit_draft saves the listing but does not publish it; choose_free_plan or a"
    " paid order does.\nOrders: checkout_order returns a checkout_url. Give that link to the person, who reviews the"
    " order and pays there. Never ask for card details.\nVotes are cast by people on the website; no tool can"
    " vote. The billboard is a paid ranking: say so whenever you show it. Weeks run Monday to Sunday in UTC."
    " Prices are in USD cents, excluding VAT.\nIf a tool named here is not listed, this address has fewer tools:"
    " ask the person to connect {mcp_url}."
)

NEVER_CHANGES = CacheHint(ttl_ms=300_000, scope="public")

# Its warnings repeat untrusted input, and it logs every request.
logging.getLogger("mcp").setLevel(logging.ERROR)


def make_server(tools: Mapping[str, Tool], resources: Resources, site: Site) -> Server[Any]:
    handlers = Handlers(tools, resources, site)
    server: Server[Any] = Server(
        server_name(site),
        version=VERSION,
        website_url=site.url,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
        on_completion=handlers.complete,
        get_tool_input_schema=_no_parameter_headers,
        cache_hints={
            "tools/list": NEVER_CHANGES,
            "resources/list": NEVER_CHANGES,
            "resources/templates/list": NEVER_CHANGES,
            "prompts/list": NEVER_CHANGES,
            "server/discover": NEVER_CHANGES,
        },
    )
    server.extensions[EXTENSION_ID] = {}  # tools have apps
    server.middleware.clear()  # OpenTelemetry spans, which are not exported
    rename(server, site)
    return server


def rename(server: Server[Any], site: Site) -> None:
    """Have the server introduce itself with the site's brand as it is now."""
    server.name, server.title = server_name(site), site.name
    server.description = describe_server(site)
    icon = server_icon(site)
    server.icons = [types.Icon(src=icon.src, mime_type=icon.mime_type, sizes=icon.sizes)]
    server.instructions = INSTRUCTIONS.format(name=site.name, summary=site.brand.summary, mcp_url=site.mcp_url)
    server.__dict__.pop("_server_info_stamp_source", None)  # what it keeps of the above


def make_sessions(
    server: Server[Any], security: TransportSecuritySettings, *, streamed: bool = False
) -> StreamableHTTPSessionManager:
    """`streamed`: answers are streams of events, so that notifications can come before the result."""
    return StreamableHTTPSessionManager(
        server, json_response=not streamed, stateless=True, security_settings=security, max_request_body_size=MAX_BODY
    )


def _no_parameter_headers(_: str) -> None:
    """None of our schemas map parameters to headers. Without this, the SDK would list all tools on every call."""
