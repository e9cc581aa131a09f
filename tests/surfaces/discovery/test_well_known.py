"""Catalogues, cards, skills and security.txt as a program reads them."""

import json
import re
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import pytest

from showground.core.calls.context import Site
from showground.orders import add_shipped_products
from showground.surfaces.discovery.catalogs import server_card
from showground.surfaces.discovery.skills import load_skills
from tests.support.draft_world import running_studio, tidewater
from tests.support.world import NOW, World, running_world

pytestmark = pytest.mark.anyio

SITE = "http://localhost:8000"
KINDS = {
    "/api/v1": "application/json",
    "/api/v1/": "application/json",
    "/.well-known/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    "/.well-known/ai-catalog.json": "application/ai-catalog+json",
    "/.well-known/mcp/catalog.json": "application/json",
    "/mcp/server-card": "application/mcp-server-card+json",
    "/.well-known/mcp/server-card.json": "application/mcp-server-card+json",
    "/.well-known/mcp.json": "application/mcp-server-card+json",
    "/.well-known/agent-skills/index.json": "application/json",
    "/.well-known/skills/index.json": "application/json",
    "/.well-known/agent-skills/find-a-product/SKILL.md": "text/markdown; charset=utf-8",
    "/.well-known/agent-skills/list-your-product/SKILL.md": "text/markdown; charset=utf-8",
    "/.well-known/skills/find-a-product/SKILL.md": "text/markdown; charset=utf-8",
    "/.well-known/security.txt": "text/plain; charset=utf-8",
    "/.well-known/oauth-protected-resource": "application/json",
    "/.well-known/oauth-protected-resource/mcp": "application/json",
    "/.well-known/oauth-protected-resource/api/v1": "application/json",
    "/.well-known/oauth-authorization-server": "application/json",
}


async def read(world: World, path: str) -> Any:
    answer = await world.client.get(path)
    assert answer.status_code == 200, path
    return answer.json()


def addresses_in(document: Any) -> set[str]:
    """Every address of this site that a document names. The anchors of an API catalogue are no documents."""
    if isinstance(document, dict):
        found = cast("dict[str, Any]", document)
        return set[str]().union(*(addresses_in(value) for name, value in found.items() if name != "anchor"))
    if isinstance(document, list):
        return set[str]().union(*(addresses_in(value) for value in cast("list[Any]", document)))
    text = str(document)
    return {text} if text.startswith((SITE, "/.well-known/")) else set()


@pytest.mark.parametrize("path", KINDS)
async def test_each_is_sent_with_its_type_to_browsers_too_and_may_be_cached(showing: World, path: str) -> None:
    answer = await showing.client.get(path, headers={"Origin": "https://app.example"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == KINDS[path]
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert answer.headers["x-content-type-options"] == "nosniff"
    again = await showing.client.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = await showing.client.head(path)
    assert (head.status_code, head.headers["content-type"]) == (200, KINDS[path])
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "GET"}
    allowed = await showing.client.options(path, headers=asked)
    assert allowed.status_code == 204
    assert "MCP-Protocol-Version" in allowed.headers["access-control-allow-headers"]
    refused = await showing.client.post(path)
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD, OPTIONS")


async def test_every_address_in_every_catalogue_answers(showing: World) -> None:
    named: set[str] = set()
    for path, kind in KINDS.items():
        if "json" in kind:
            named |= addresses_in(await read(showing, path))
    assert {f"{SITE}/mcp/server-card", f"{SITE}/api/v1/openapi.json", f"{SITE}/docs/api", f"{SITE}/agents"} <= named
    calls = {f"{SITE}/mcp", f"{SITE}/api/v1"} | {address for address in named if "/oauth/" in address}
    for address in sorted(named - calls - {SITE}):
        assert (await showing.client.get(address)).status_code == 200, address
    for address in calls - {f"{SITE}/api/v1"}:  # these take other methods or need parameters, but they are there
        assert (await showing.client.get(address)).status_code in (303, 400, 405), address


async def test_the_address_of_the_api_says_where_to_go_from_there(showing: World) -> None:
    index = await read(showing, "/api/v1")
    document = await read(showing, index["links"]["openapi"].removeprefix(SITE))
    assert (index["name"], index["version"]) == (document["info"]["title"], document["info"]["version"])
    assert (index["links"]["docs"], index["links"]["mcp"]) == (f"{SITE}/docs/api", f"{SITE}/mcp")
    assert (await showing.client.get("/api/v2")).status_code == 404


async def test_the_api_catalogue_says_where_each_api_is_described(showing: World) -> None:
    rest, mcp = (await read(showing, "/.well-known/api-catalog"))["linkset"]
    assert (rest["anchor"], mcp["anchor"]) == (f"{SITE}/api/v1", f"{SITE}/mcp")
    for api in (rest, mcp):
        for relation in ("service-desc", "service-doc", "status"):
            for link in api[relation]:
                answer = await showing.client.get(link["href"])
                assert answer.headers["content-type"].startswith(link["type"])
    head = await showing.client.head("/.well-known/api-catalog")
    assert head.headers["link"] == f'<{SITE}/.well-known/api-catalog>; rel="api-catalog"'


async def test_the_server_card_agrees_with_the_server(showing: World) -> None:
    card = await read(showing, "/mcp/server-card")
    assert re.fullmatch("[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", card["name"])
    (remote,) = card["remotes"]
    for version in ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"):
        assert version in remote["supportedProtocolVersions"]
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        answer = await showing.client.post(
            remote["url"],
            json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params},
            headers={"Accept": "application/json, text/event-stream"},
        )
        result = answer.json()["result"]
        assert result["protocolVersion"] == version
        told = result["serverInfo"]
        assert card["name"].endswith(f"/{told['name']}")
        assert (card["version"], card["title"]) == (told["version"], told["title"])
        assert told["description"].startswith(card["description"])
        assert told["icons"] == card["icons"]
    (icon,) = card["icons"]
    shown = await showing.client.get(icon["src"])
    assert (shown.status_code, shown.headers["content-type"]) == (200, icon["mimeType"])
    assert "2026-07-28" in remote["supportedProtocolVersions"]


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://launches.example", "example.launches"),
        ("https://launches.example.:8443", "example.launches"),
        ("http://127.0.0.1:8000", "127.0.0.1"),
        ("http://[::1]:8000", "--1"),
    ],
)
async def test_a_server_card_keeps_to_its_schema_whatever_the_site_is_called(url: str, host: str) -> None:
    card = server_card(Site("N" * 300, url))
    assert card["name"] == f"{host}/{'n' * 60}"
    assert len(card["title"]) == len(card["description"]) == 100


async def test_the_ai_catalogue_names_the_server_and_the_skills(showing: World) -> None:
    catalogue = await read(showing, "/.well-known/ai-catalog.json")
    assert catalogue["specVersion"] == "1.0"
    assert [entry["identifier"] for entry in catalogue["entries"]] == [
        "urn:air:localhost:showground",
        "urn:air:localhost:find-a-product",
        "urn:air:localhost:list-your-product",
    ]
    for entry in catalogue["entries"]:
        answer = await showing.client.get(entry["url"])
        assert answer.headers["content-type"].split(";")[0] == entry["type"].split(";")[0]
        # What the specification recommends, and Lighthouse takes points for.
        assert 2 <= len(entry["representativeQueries"]) <= 5
    assert [entry["type"] for entry in catalogue["entries"]] == [
        "application/mcp-server-card+json",
        *['text/markdown; profile="urn:air:agent-skills"'] * 2,
    ]


async def test_the_bare_resource_metadata_is_that_of_the_mcp_server(showing: World) -> None:
    bare = await read(showing, "/.well-known/oauth-protected-resource")
    assert bare == await read(showing, "/.well-known/oauth-protected-resource/mcp")


async def test_the_index_of_skills_has_the_digest_of_each(showing: World) -> None:
    index = await read(showing, "/.well-known/agent-skills/index.json")
    old = await read(showing, "/.well-known/skills/index.json")
    assert [skill["name"] for skill in index["skills"]] == ["find-a-product", "list-your-product"]
    for skill, before in zip(index["skills"], old["skills"], strict=True):
        text = (await showing.client.get(skill["url"])).content
        assert skill["digest"] == f"sha256:{sha256(text).hexdigest()}"
        assert text.startswith(f'---\nname: {skill["name"]}\ndescription: "'.encode())
        assert before == {"name": skill["name"], "description": skill["description"], "files": ["SKILL.md"]}
        path = f"/.well-known/skills/{before['name']}/{before['files'][0]}"
        assert (await showing.client.get(path)).content == text


async def test_the_front_matter_of_a_skill_stays_whole_whatever_the_site_is_called() -> None:
    name = 'A: "site"\n--- #1'
    for skill in load_skills(Site(name.replace("\n", " "), SITE)):
        begin, front, _ = skill.text.decode().split("---\n", 2)
        assert begin == ""
        assert json.loads(front.splitlines()[1].removeprefix("description: ")) == skill.description


def calls_in(text: str) -> list[dict[str, Any]]:
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]


async def call(world: World, tool: str, arguments: dict[str, Any], by: str | None = None) -> dict[str, Any]:
    answer = await world.client.post(
        "/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}},
        headers={"Accept": "application/json, text/event-stream", **(world.bearer(by) if by else {})},
    )
    return answer.json()["result"]


async def test_the_calls_for_finding_a_product_work_as_they_are_written(showing: World) -> None:
    text = (await showing.client.get("/.well-known/agent-skills/find-a-product/SKILL.md")).text
    calls = calls_in(text)
    assert len(calls) >= 7
    for example in calls:
        result = await call(showing, example["tool"], example["arguments"])
        assert not result.get("isError"), (example, result)
    assert (await call(showing, calls[0]["tool"], calls[0]["arguments"]))["structuredContent"]["total"] > 0


async def test_the_calls_for_listing_a_product_work_as_they_are_written(database_url: str) -> None:
    """In their order, with a real website, draft and listing in place of those of the examples."""
    async with running_studio(database_url) as studio:
        async with studio.world.dispatcher.database.transaction() as db:
            await add_shipped_products(db)
        text = (await studio.world.client.get("/.well-known/agent-skills/list-your-product/SKILL.md")).text
        studio.drafter.proposal = tidewater(studio.url())
        examples: dict[str | int, str | int] = {"https://tidewater.example": studio.url()}
        called: list[str] = []
        for example in calls_in(text):
            tool, arguments = example["tool"], json.dumps(example["arguments"])
            for written, real in examples.items():
                arguments = arguments.replace(json.dumps(written), json.dumps(real))
            result = await call(studio.world, tool, json.loads(arguments), by="alice")
            assert not result.get("isError"), (example, result)
            called.append(tool)
            answer = result["structuredContent"]
            if tool == "create_draft":
                await studio.work(answer["id"])
                examples["3f2b8c1e-5d0a-4f6e-9b7c-2a1d4e8f6c30"] = answer["id"]
            elif tool == "get_draft":
                assert answer["status"] == "ready"
            elif tool == "submit_draft":
                examples[12] = answer["listing_id"]
            elif tool == "checkout_order":
                assert answer["checkout_url"].startswith(SITE)
        assert called == [
            "search_listings", "search_listings", "create_draft", "get_draft", "update_draft", "submit_draft",
            "choose_free_plan", "quote_order", "checkout_order",
        ]  # fmt: skip


async def test_tools_that_skills_name_exist(showing: World) -> None:
    for path in KINDS:
        if path.endswith("SKILL.md"):
            text = (await showing.client.get(path)).text
            named = set(re.findall(r"`([a-z]+_[a-z_]+)`", text))
            fields = {"checkout_url", "listing_id", "next_steps", "already_listed"}
            assert named - fields <= set(showing.dispatcher.operations), path


async def test_security_txt_names_a_contact_and_never_expires_unnoticed(showing: World) -> None:
    text = (await showing.client.get("/.well-known/security.txt")).text
    lines = dict(line.split(": ", 1) for line in text.splitlines())
    assert lines["Contact"] == f"{SITE}/abuse"
    assert lines["Canonical"] == f"{SITE}/.well-known/security.txt"
    assert (await showing.client.get("/abuse")).status_code == 200
    expires = datetime.fromisoformat(lines["Expires"]).astimezone(UTC)
    assert timedelta(days=170) < expires - NOW < timedelta(days=365)


async def test_who_runs_the_site_is_the_contact_in_their_languages(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "brand.toml").write_text('contact_email = "post@fair.example"\n')
    async with running_world(database_url, languages=("de",), brand_file=tmp_path / "brand.toml") as world:
        text = (await world.client.get("/.well-known/security.txt")).text
        assert text.startswith("Contact: mailto:post@fair.example\n")
        assert "Preferred-Languages: de, en\n" in text


@pytest.mark.parametrize(
    ("settings", "contact"),
    [
        ({"seller_email": "hello@fair.example"}, "mailto:hello@fair.example"),
        ({"seller_email": "hello@fair.example", "security_contact": "sec@fair.example"}, "mailto:sec@fair.example"),
        ({"security_contact": "https://fair.example/report"}, "https://fair.example/report"),
    ],
)
async def test_the_operator_names_the_contact(database_url: str, settings: dict[str, Any], contact: str) -> None:
    async with running_world(database_url, **settings) as world:
        first = (await world.client.get("/.well-known/security.txt")).text
        assert first.startswith(f"Contact: {contact}\n")
        world.clock.move(days=100)
        assert (await world.client.get("/.well-known/security.txt")).text != first  # it moves with the clock
