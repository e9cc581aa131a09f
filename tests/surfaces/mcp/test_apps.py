"""MCP Apps, as the official client finds them. tests/browser/test_mcp_apps.py shows them in a browser."""

import re
from dataclasses import replace
from typing import Any

import pytest
from mcp import Client
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp_types import TextResourceContents

from showground.core.calls.context import Site
from showground.core.calls.dispatch import Dispatcher
from showground.drafting import Draft
from showground.listings import Comparison, Listing
from showground.orders import Order, OrderQuote
from showground.registry import all_operations
from showground.surfaces.mcp.apps.registry import APPS
from showground.surfaces.mcp.surface import Mcp
from showground.surfaces.mcp.tools import make_tools
from tests.support.world import World
from tests.surfaces.mcp.calling import Edge, modern
from tests.surfaces.mcp.test_resources import client_of, every_mode, read

pytestmark = pytest.mark.anyio

SHOWN = {
    Listing: "ui://directory/listing",
    Comparison: "ui://directory/comparison",
    Draft: "ui://directory/draft",
    OrderQuote: "ui://directory/order",
    Order: "ui://directory/order",
}
NOTHING: dict[str, list[str]] = {"connectDomains": [], "frameDomains": [], "baseUriDomains": []}


def csp_of(content: TextResourceContents) -> dict[str, list[str]]:
    assert content.meta is not None
    return content.meta["ui"]["csp"]


async def list_uris(client: Client) -> dict[str, str]:
    tools = (await client.list_tools()).tools
    return {tool.name: tool.meta["ui"]["resourceUri"] for tool in tools if tool.meta and "ui" in tool.meta}


@every_mode
async def test_a_tool_has_the_app_of_what_it_returns(showing: World, mode: str) -> None:
    async with client_of(showing, mode) as client:
        found = await list_uris(client)
    assert found == {op.name: SHOWN[op.output] for op in all_operations() if op.output in SHOWN}
    assert {"get_listing", "compare_listings", "get_draft", "create_draft", "quote_order", "checkout_order"} <= {*found}


@every_mode
async def test_every_app_is_a_resource_that_loads_at_most_our_logos(showing: World, mode: str) -> None:
    async with client_of(showing, mode) as client:
        listed = {one.uri: one for one in (await client.list_resources()).resources}
        for uri in {*SHOWN.values()}:
            content = await read(client, uri)
            assert content.mime_type == listed[uri].mime_type == APP_MIME_TYPE
            assert content.meta == listed[uri].meta
            logos = ["http://localhost:8000"] if uri.endswith(("listing", "comparison")) else []
            assert csp_of(content) == {**NOTHING, "resourceDomains": logos}
            assert content.text.startswith("<!doctype html>")
            assert not re.search(r"<(link|iframe|img)\b|\ssrc=|@import|url\(|innerHTML|eval\(", content.text)


async def test_the_server_says_that_it_has_apps(edge: Edge) -> None:
    """In the era of 2025 there is no place for it: hosts find the apps by the tools."""
    discovered = await edge.post(*modern("server/discover"))
    assert discovered.json["result"]["capabilities"]["extensions"] == {EXTENSION_ID: {}}


async def test_both_paths_serve_the_same(dispatcher: Dispatcher) -> None:
    asked: list[tuple[dict[str, Any], dict[str, str]]] = [modern("tools/list"), modern("resources/list")]
    for uri in {*SHOWN.values()}:
        message, headers = modern("resources/read", uri=uri)
        asked.append((message, headers | {"mcp-name": uri}))
    answers: list[list[Any]] = []
    for fast_path in (True, False):
        mcp = Mcp(all_operations(), dispatcher, fast_path=fast_path)
        async with mcp.run():
            edge = Edge(mcp)
            answers.append([(await edge.post(*one)).json["result"] for one in asked * 2])
    assert answers[0] == answers[1]


def test_only_apps_that_a_tool_has_are_there() -> None:
    assert {tool.entry.meta["ui"]["resourceUri"] for tool in make_tools(all_operations()).values()
            if tool.entry.meta and "ui" in tool.entry.meta} == {app.uri for app in APPS}  # fmt: skip


def test_an_app_looks_like_the_site_and_no_name_breaks_it() -> None:
    site = Site("Fair", "https://fair.example")
    plain = APPS[0].read(site).text
    assert "--paper: light-dark(#FBFAF6, #161513)" in plain
    site.publish(
        replace(site.brand, name="</script><b>x", light=replace(site.brand.light, accent="#123456"), font_text="mono")
    )
    branded = APPS[0].read(site).text
    assert "--green: light-dark(#123456, #79CDA2)" in branded
    assert branded.rindex("--font-text: ui-monospace") > branded.index('--font-text: "Public Sans", system-ui')
    assert branded.count("</script>") == plain.count("</script>") == 2
    assert '{"name":"\\u003c/script>\\u003cb>x","url":"https://fair.example"}' in branded
