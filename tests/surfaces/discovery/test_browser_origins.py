"""Which web apps may call /mcp from a browser."""

from typing import Any

import httpx2
import pytest

from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio

APP, OTHER = "https://inspector.example", "https://evil.example"
LIST: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ACCEPT = {"Accept": "application/json, text/event-stream"}
MY_ACCOUNT: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "get_me", "arguments": {}},
}


async def ask(world: World, origin: str, body: dict[str, Any] = LIST, path: str = "/mcp") -> httpx2.Response:
    return await world.client.post(path, json=body, headers={**ACCEPT, "Origin": origin})


async def preflight(world: World, origin: str, path: str = "/mcp") -> httpx2.Response:
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version",
    }
    return await world.client.options(path, headers=asked)


async def test_unless_the_operator_says_so_only_the_site_itself_may_call(showing: World) -> None:
    assert (await ask(showing, "http://localhost:8000")).status_code == 200
    for origin in (APP, OTHER, "null"):
        assert (await ask(showing, origin)).status_code == 403
        answer = await preflight(showing, origin)
        assert answer.status_code == 403
        assert not any(name.startswith("access-control-") for name in answer.headers)


async def test_the_operators_apps_may_call_and_no_others(database_url: str) -> None:
    async with running_world(database_url, browser_origins=(APP, "http://localhost:6274")) as world:
        for origin in (APP, "http://localhost:6274"):
            allowed = await preflight(world, origin)
            assert (allowed.status_code, allowed.content) == (204, b"")
            assert allowed.headers["access-control-allow-origin"] == origin
            assert allowed.headers["access-control-allow-methods"] == "POST"
            assert allowed.headers["access-control-max-age"] == "86400"
            names = allowed.headers["access-control-allow-headers"]
            for name in ("Authorization", "Content-Type", "MCP-Protocol-Version", "Mcp-Session-Id", "Mcp-Method"):
                assert name in names.split(", ")
            answer = await ask(world, origin)
            assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, origin)
            assert answer.headers["vary"] == "Origin"
            assert "access-control-allow-credentials" not in answer.headers
            assert answer.json()["result"]["tools"]
        for origin in (OTHER, f"{APP}.evil.example", f"{APP}:444", "null", "*"):
            assert (await ask(world, origin)).status_code == 403
            assert (await preflight(world, origin)).status_code == 403
        assert (await ask(world, "http://localhost:8000")).status_code == 200
        wrong_host = {**ACCEPT, "Origin": APP, "Host": "evil.example"}
        assert (await world.client.post("/mcp", json=LIST, headers=wrong_host)).status_code == 421


async def test_any_app_may_call_if_the_operator_says_so_and_can_read_what_it_lacks(database_url: str) -> None:
    async with running_world(database_url, browser_origins=("*",)) as world:
        for origin in (APP, OTHER, "null"):
            assert (await preflight(world, origin)).headers["access-control-allow-origin"] == "*"
            answer = await ask(world, origin)
            assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*")
        refused = await ask(world, APP, MY_ACCOUNT)
        assert refused.status_code == 401
        assert "resource_metadata=" in refused.headers["www-authenticate"]
        shown = refused.headers["access-control-expose-headers"].split(", ")
        assert {"WWW-Authenticate", "Mcp-Session-Id", "MCP-Protocol-Version", "Retry-After"} <= set(shown)
        async with world.browser() as browser:  # a cookie is no token: another site gains nothing from a visitor's
            answer = await browser.post("/mcp", json=MY_ACCOUNT, headers={**ACCEPT, "Origin": OTHER})
            assert answer.status_code == 401


@pytest.mark.parametrize("path", ["/oauth/register", "/oauth/token", "/oauth/revoke"])
async def test_apps_in_a_browser_can_sign_in(showing: World, path: str) -> None:
    allowed = await preflight(showing, APP, path)
    assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (204, "*")
    assert allowed.headers["access-control-allow-methods"] == "POST, OPTIONS"
    for name in ("Authorization", "Content-Type", "MCP-Protocol-Version"):
        assert name in allowed.headers["access-control-allow-headers"]
    refused = await ask(showing, APP, {}, path)
    assert refused.status_code >= 400
    assert refused.headers["access-control-allow-origin"] == "*"
    assert (await showing.client.get(path)).headers["allow"] == "POST, OPTIONS"
