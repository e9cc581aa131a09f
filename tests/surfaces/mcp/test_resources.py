"""Resources, prompts and completions, as the official client reads them."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference, ResourceTemplateReference, TextContent, TextResourceContents

from showground.registry import all_operations
from showground.surfaces.mcp.answer_markdown import write_answer
from showground.surfaces.mcp.prompts import PROMPTS
from tests.support.world import World
from tests.surfaces.mcp.calling import PLAIN

pytestmark = pytest.mark.anyio

MODES = ("legacy", "2026-07-28")
every_mode = pytest.mark.parametrize("mode", MODES)


@asynccontextmanager
async def client_of(world: World, mode: str, by: str | None = None) -> AsyncGenerator[Client]:
    transport = httpx2.ASGITransport(world.app.edge)  # pyright: ignore[reportArgumentType]
    headers = world.bearer(by) if by else {}
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8000", headers=headers) as http:
        async with Client(streamable_http_client("http://localhost:8000/mcp", http_client=http), mode=mode) as client:
            yield client


async def read(client: Client, uri: str) -> TextResourceContents:
    (content,) = (await client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content


@every_mode
async def test_every_read_that_needs_no_more_than_a_path_is_a_resource(showing: World, mode: str) -> None:
    async with client_of(showing, mode) as client:
        listed = {one.uri for one in (await client.list_resources()).resources if not one.uri.startswith("ui:")}
        templates = {one.uri_template for one in (await client.list_resource_templates()).resource_templates}
    reads = {op.path for op in all_operations() if op.method == "GET"} - {"/compare"}
    assert listed | templates == {f"directory:/{path}{end}" for path in reads for end in ("", ".md")}
    assert all("{" in uri for uri in templates)
    assert not any("{" in uri for uri in listed)


@every_mode
async def test_a_resource_says_what_its_route_says(showing: World, mode: str) -> None:
    async with client_of(showing, mode) as client:
        for path in ("/site", "/categories", "/listings/plainhand", "/launches/weeks/this", "/founders/eetu-pesonen"):
            content = await read(client, f"directory:/{path}")
            assert (content.mime_type, content.text) == ("application/json", (await showing.get(path)).text)


@every_mode
async def test_a_resource_is_readable_as_markdown(showing: World, mode: str) -> None:
    async with client_of(showing, mode) as client:
        content = await read(client, "directory://listings/plainhand.md")
    listing = (await showing.get("/listings/plainhand")).json()
    assert content.mime_type == "text/markdown"
    assert content.text.startswith(f"# {listing['name']}\n")
    assert f"- Votes: {listing['votes']}" in content.text
    for feature in listing["features"]:
        assert feature.split()[0] in content.text


@every_mode
async def test_a_draft_is_a_resource_of_its_owner_alone(showing: World, mode: str) -> None:
    draft = showing.own["get_draft"]["id"]
    async with client_of(showing, mode, by="alice") as client:
        assert (await read(client, f"directory://drafts/{draft}")).text == (
            await showing.get(f"/drafts/{draft}", by="alice")
        ).text
        assert "tidewater" in (await read(client, f"directory://drafts/{draft}.md")).text
    async with client_of(showing, mode, by="bob") as client:
        with pytest.raises(MCPError, match="no draft"):
            await client.read_resource(f"directory://drafts/{draft}")


async def test_a_private_resource_starts_the_sign_in(showing: World) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "directory://me"}}
    headers = PLAIN | {"host": "localhost:8000"}
    answer = await showing.client.post("/mcp", headers=headers, json=message)
    assert answer.status_code == 401
    assert "resource_metadata" in answer.headers["www-authenticate"]


@pytest.mark.parametrize(
    ("uri", "said"),
    [
        ("directory://listings/no-such", "No listing"),
        ("directory://nowhere", "Unknown resource"),
        ("directory://compare", "Unknown resource"),
        ("https://example.com/", "Unknown resource"),
        ("directory://listings/NOT%20A%20SLUG", "invalid"),
        ("directory://me/listings/99999999999999999999", "invalid"),
    ],
)
async def test_what_is_no_resource_is_refused(showing: World, uri: str, said: str) -> None:
    async with client_of(showing, "2026-07-28", by="alice") as client:
        with pytest.raises(MCPError, match=said):
            await client.read_resource(uri)


@every_mode
async def test_prompts_name_tools_that_are_there(showing: World, mode: str) -> None:
    tools = {op.name for op in all_operations()}
    async with client_of(showing, mode) as client:
        listed = (await client.list_prompts()).prompts
        assert [prompt.name for prompt in listed] == list(PROMPTS)
        for prompt in listed:
            given = {one.name: "something" for one in prompt.arguments or () if one.required}
            (message,) = (await client.get_prompt(prompt.name, given)).messages
            assert isinstance(message.content, TextContent)
            assert "{" not in message.content.text
            assert set(re.findall(r"[a-z]+(?:_[a-z]+)+", message.content.text)) - tools <= {"checkout_url"}


async def test_a_prompt_without_what_it_needs_is_refused(showing: World) -> None:
    async with client_of(showing, "2026-07-28") as client:
        with pytest.raises(MCPError, match="missing: url"):
            await client.get_prompt("launch_my_product", {"url": " "})
        with pytest.raises(MCPError, match="weekly_report"):
            await client.get_prompt("weekly_reports", {})


@every_mode
async def test_completions_come_from_what_the_caller_may_read(showing: World, mode: str) -> None:
    async def complete(client: Client, uri: str, name: str, value: str) -> list[str]:
        ref = ResourceTemplateReference(uri=uri)
        return (await client.complete(ref, {"name": name, "value": value})).completion.values

    draft = showing.own["get_draft"]["id"]
    async with client_of(showing, mode) as client:
        assert (await complete(client, "directory://listings/{slug}", "slug", "plainh"))[0] == "plainhand"
        assert (await complete(client, "directory://categories/{slug}.md", "slug", "datab"))[0] == "databases"
        assert await complete(client, "directory://listings/{slug}", "other", "p") == []
        assert await complete(client, "directory://nowhere/{slug}", "slug", "p") == []
        assert await complete(client, "directory://drafts/{id}", "id", draft[:4]) == []
        prompt = PromptReference(name="weekly_report")
        asked = {"name": "category", "value": "develop"}
        assert "developer-tools" in (await client.complete(prompt, asked)).completion.values
    async with client_of(showing, mode, by="alice") as client:
        assert await complete(client, "directory://drafts/{id}", "id", draft[:4]) == [draft]


def test_every_answer_can_be_written_as_markdown() -> None:
    text = write_answer(
        {
            "name": "A *bold* name",
            "votes": 3,
            "approved": False,
            "nothing": None,
            "empty": [],
            "description": "First.\n\nSecond # line.",
            "features": ["One", "Two"],
            "location": {"city": "Porto", "country": None},
            "founders": [{"name": "Ada", "title": "CEO", "links": ["https://a.example"]}],
            "quotes": [{"quote": "So it is"}],
        }
    )
    assert text == (
        "# A \\*bold\\* name\n\n- Name: A \\*bold\\* name\n- Votes: 3\n- Approved: no\n\n"
        "## Description\n\nFirst.\n\nSecond \\# line.\n\n## Features\n\n- One\n- Two\n\n"
        "## Location\n\n- City: Porto\n\n"
        "## Founders\n\n- Ada\n  - Title: CEO\n  - Links:\n    - https://a.example\n\n"
        "## Quotes\n\n- Item\n  - Quote: So it is\n"
    )


def test_an_item_without_a_name_has_that_of_what_it_is_about() -> None:
    ranked = {"rank": 1, "votes": 64, "listing": {"slug": "tidewater", "name": "Tidewater"}}
    text = write_answer({"week": "2026-11-16", "items": [ranked, {"rank": 2}]})
    assert text.splitlines()[4:8] == ["- Tidewater", "  - Rank: 1", "  - Votes: 64", "  - Listing:"]
    assert "- Item\n  - Rank: 2" in text
