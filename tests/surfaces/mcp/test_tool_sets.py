"""Smaller sets of tools at addresses of their own: what they list, what they call, and where they are named."""

import re
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from showground.core.calls.declare import PUBLIC
from showground.registry import all_operations
from showground.surfaces.mcp.tool_sets import make_tool_sets
from tests.support.html import Page
from tests.support.world import World
from tests.surfaces.mcp.calling import PLAIN, call_2025, modern

pytestmark = pytest.mark.anyio

HEADERS = PLAIN | {"host": "localhost:8000"}
SETS = make_tool_sets(all_operations())
READS = {op.name for op in all_operations() if op.method == "GET"} - {"compare_listings"}


async def list_names(world: World, path: str, *, era: str) -> set[str]:
    plain: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    message, routing = modern("tools/list")
    sent, headers = (message, routing) if era == "modern" else (plain, dict[str, str]())
    answer = await world.client.post(path, headers=HEADERS | headers, json=sent)
    assert answer.status_code == 200, answer.text
    return {tool["name"] for tool in answer.json()["result"]["tools"]}


async def call(world: World, path: str, name: str, *, era: str, **arguments: Any) -> Any:
    message, routing = modern("tools/call", name=name, arguments=arguments)
    sent, headers = (message, routing) if era == "modern" else (call_2025(1, name, arguments), {})
    return await world.client.post(path, headers=HEADERS | headers, json=sent)


def test_the_sets_follow_from_the_declarations() -> None:
    assert SETS["/mcp/public"] == {op.name for op in all_operations() if op.scope == PUBLIC}
    assert SETS["/mcp/read-only"] == {op.name for op in all_operations() if op.method == "GET"} | {"quote_order"}
    domains = {op.domain for op in all_operations()}
    assert SETS.keys() == {"/mcp/public", "/mcp/read-only", *(f"/mcp/{domain}" for domain in domains)}
    for op in all_operations():
        assert op.name in SETS[f"/mcp/{op.domain}"]


def test_a_set_has_every_tool_that_its_descriptions_name() -> None:
    """So that an agent finds what it is told to call next."""
    told = {op.name: set(re.findall(r"\w+", op.description + str(op.schema))) for op in all_operations()}
    for path in SETS.keys() - {"/mcp/public", "/mcp/read-only"}:
        assert SETS[path] == SETS[path] | (set[str]().union(*(told[name] for name in SETS[path])) & told.keys()), path


def test_a_set_can_end_what_it_begins() -> None:
    publishing = {"choose_free_plan", "get_my_listing", "list_products", "quote_order", "checkout_order", "get_order"}
    assert SETS["/mcp/drafting"] >= {"list_categories", "create_draft", "submit_draft", "create_claim", "verify_claim"}
    for path in ("/mcp/drafting", "/mcp/ownership", "/mcp/orders"):
        assert SETS[path] >= publishing - ({"choose_free_plan"} if path == "/mcp/orders" else set()), path
    assert len(SETS["/mcp/drafting"]) < len(all_operations()) / 2
    assert SETS["/mcp/blog"] == {"get_blog_post", "list_blog_posts"}


@pytest.mark.parametrize("era", ["modern", "2025"])
async def test_an_address_lists_and_calls_its_own_tools_only(showing: World, era: str) -> None:
    everything = {op.name for op in all_operations()}
    for _ in range(2):  # the second answer is a stored one
        for path, names in SETS.items():
            assert await list_names(showing, path, era=era) == names, path
        assert await list_names(showing, "/mcp", era=era) == everything
    answer = await call(showing, "/mcp/public", "get_site", era=era)
    assert answer.json()["result"]["structuredContent"] == (await showing.get("/site")).json()
    unknown = await call(showing, "/mcp/categories", "get_listing", era=era, slug="tidewater")
    assert "Unknown tool: get_listing" in unknown.json()["error"]["message"]
    refused = await call(showing, "/mcp/read-only", "get_me", era=era)
    assert refused.status_code == 401
    assert "/.well-known/oauth-protected-resource/mcp" in refused.headers["www-authenticate"]


async def ask(world: World, path: str, method: str, **params: Any) -> Any:
    message, routing = modern(method, **params)
    routing |= {"mcp-name": params["uri"]} if "uri" in params else {}
    return (await world.client.post(path, headers=HEADERS | routing, json=message)).json()


async def test_an_address_offers_no_prompt_or_resource_that_needs_other_tools(showing: World) -> None:
    prompts = {
        path: [each["name"] for each in (await ask(showing, path, "prompts/list"))["result"]["prompts"]]
        for path in ("/mcp", "/mcp/read-only", "/mcp/public", "/mcp/drafting", "/mcp/blog")
    }
    reading = ["find_an_alternative", "weekly_report"]
    assert prompts == {
        "/mcp": ["launch_my_product", *reading],
        "/mcp/read-only": reading,
        "/mcp/public": reading,
        "/mcp/drafting": ["launch_my_product"],
        "/mcp/blog": [],
    }
    refused = await ask(showing, "/mcp/public", "prompts/get", name="launch_my_product", arguments={"url": "x.example"})
    assert "Unknown prompt" in refused["error"]["message"]
    for path, names in SETS.items():
        resources = (await ask(showing, path, "resources/list"))["result"]["resources"]
        templates = (await ask(showing, path, "resources/templates/list"))["result"]["resourceTemplates"]
        read = {each["name"] for each in [*resources, *templates] if not each["name"].endswith(("_markdown", "_app"))}
        assert read == {name for name in names if name in READS}, path
    for uri in ("directory://me", "directory://listings/plainhand"):
        unknown = await ask(showing, "/mcp/categories", "resources/read", uri=uri)
        assert "Unknown resource" in unknown["error"]["message"]


async def test_a_tool_of_another_address_is_told_where_it_is(showing: World) -> None:
    answer = await ask(showing, "/mcp/public", "tools/call", name="create_draft", arguments={"url": "x.example"})
    assert answer["error"]["message"] == (
        "Unknown tool: create_draft is not at this address. Connect to http://localhost:8000/mcp for all tools."
    )
    about = await ask(showing, "/mcp/public", "server/discover")
    assert "http://localhost:8000/mcp" in about["result"]["instructions"]


async def test_an_unknown_set_is_no_address(showing: World) -> None:
    message, routing = modern("tools/list")
    answer = await showing.client.post("/mcp/everything", headers=HEADERS | routing, json=message)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")
    told = answer.json()
    assert (told["jsonrpc"], told["id"], told["error"]["code"]) == ("2.0", message["id"], -32600)
    assert "Connect to http://localhost:8000/mcp for all tools" in told["error"]["message"]
    assert all(path in told["error"]["message"] for path in SETS)
    for sent in (b"", b"[1]", b"{", b'{"id":[1]}'):
        unread = await showing.client.post("/mcp/everything/else", headers=HEADERS, content=sent)
        assert (unread.status_code, unread.json()["id"]) == (404, None)
    assert (await showing.client.get("/mcp/everything")).json()["error"] == told["error"]


@pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
async def test_the_official_client_says_which_addresses_exist(showing: World, mode: str) -> None:
    transport = httpx2.ASGITransport(showing.app.edge)  # pyright: ignore[reportArgumentType]
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8000") as http:
        connection = streamable_http_client("http://localhost:8000/mcp/everything", http_client=http)
        with pytest.raises(ExceptionGroup) as failure:
            async with Client(connection, mode=mode) as client:
                await client.list_tools()
    assert failure.group_contains(MCPError, match="There is no MCP server at this address")


async def test_the_page_for_agents_names_every_set(showing: World) -> None:
    page = Page((await showing.client.get("/agents")).text)
    for path, names in SETS.items():
        assert f"http://localhost:8000{path}" in page.text
        assert f"{len(names)} tool" in page.text
