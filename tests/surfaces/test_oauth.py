"""The authorization server as apps meet it, and what it refuses."""

import base64
from io import StringIO
from typing import Any

import httpx2
import pytest

from showground.core.retention import forget
from showground.oauth.jobs import RETENTION_RULES
from tests.support.app import API, ISSUER, MCP, RETURN, App, read_answer, register
from tests.support.world import World, running_world
from tests.surfaces.mcp.calling import PLAIN, call_2025

pytestmark = pytest.mark.anyio


async def call(world: World, tool: str, token: str | None, **arguments: Any) -> httpx2.Response:
    headers = PLAIN | {"host": "localhost:8000"} | ({"authorization": f"Bearer {token}"} if token else {})
    return await world.client.post("/mcp", headers=headers, json=call_2025(1, tool, arguments))


async def me(world: World, token: str) -> httpx2.Response:
    return await world.client.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})


def refused(answer: httpx2.Response, error: str, status: int = 400) -> None:
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["error_description"]


async def test_the_documents_by_which_apps_find_their_way(world: World) -> None:
    answer = await world.client.get("/.well-known/oauth-protected-resource/mcp")
    assert answer.json()["resource"] == MCP
    assert answer.json()["authorization_servers"] == [ISSUER]
    assert answer.headers["access-control-allow-origin"] == "*"
    rest = (await world.client.get("/.well-known/oauth-protected-resource/api/v1")).json()
    assert rest["resource"] == API
    server = (await world.client.get("/.well-known/oauth-authorization-server")).json()
    assert server["issuer"] == ISSUER
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert "none" in server["token_endpoint_auth_methods_supported"]
    assert server["client_id_metadata_document_supported"] is True
    assert server["authorization_response_iss_parameter_supported"] is True
    assert server["scopes_supported"] == ["account:read", "listings:write", "orders:write"]
    for name in ("token_endpoint", "registration_endpoint", "revocation_endpoint"):
        path = server[name].removeprefix(ISSUER)
        preflight = await world.client.request("OPTIONS", path)
        assert (preflight.status_code, preflight.headers["access-control-allow-origin"]) == (204, "*")
        wrong = await world.client.get(path)
        assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST, OPTIONS")
    assert (await world.client.post("/.well-known/oauth-authorization-server")).status_code == 405


async def test_from_registration_to_revocation(world: World) -> None:
    app = await register(world)
    async with world.browser("alice") as browser:
        tokens = await app.sign_in(browser, scope="account:read listings:write")
        assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 3600)
        assert tokens["scope"] == "account:read listings:write"
        told = (await me(world, tokens["access_token"])).json()
        assert told["account"]["email"] == "alice@alice.example"
        assert (told["access"]["kind"], told["access"]["scopes"]) == ("oauth", ["account:read", "listings:write"])
        assert told["access"]["expires_at"] == "2026-03-11T13:00:00Z"
        assert (await call(world, "get_me", tokens["access_token"])).json()["result"]["structuredContent"] == told

        world.clock.move(minutes=59)
        renewed = (await app.refresh(tokens["refresh_token"])).json()
        assert renewed["refresh_token"] != tokens["refresh_token"]
        world.clock.move(minutes=1)
        assert (await me(world, tokens["access_token"])).status_code == 401
        assert (await me(world, renewed["access_token"])).status_code == 200
        narrow = (await app.refresh(renewed["refresh_token"], scope="account:read")).json()
        assert narrow["scope"] == "account:read"
        wide = (await app.refresh(narrow["refresh_token"])).json()
        assert wide["scope"] == "account:read listings:write"  # what was allowed stays allowed

        listed = (await browser.get("/account/apps")).text
        assert "Trellis" in listed
        assert "Submit and edit drafts" in listed
        assert "Price orders" not in listed
        async with world.browser("bob") as other:
            assert "Trellis" not in (await other.get("/account/apps")).text
            await other.post("/account/apps/disconnect", data={"client_id": app.client_id})
        assert (await me(world, wide["access_token"])).status_code == 200
        await browser.post("/account/apps/disconnect", data={"client_id": app.client_id})
        assert (await me(world, wide["access_token"])).status_code == 401
        assert (await call(world, "get_site", wide["access_token"])).status_code == 401  # never silently anonymous
        refused(await app.refresh(wide["refresh_token"]), "invalid_grant")

        async with world.browser("alice") as anew:  # an hour has passed
            again = await app.sign_in(anew)
        assert (await app.post("/oauth/revoke", token=again["refresh_token"])).status_code == 200
        assert (await me(world, again["access_token"])).status_code == 401
        assert (await app.post("/oauth/revoke", token="unknown")).status_code == 200


async def test_a_code_is_good_once_for_its_app_and_verifier_and_for_a_minute(world: World) -> None:
    app, other = await register(world), await register(world)
    async with world.browser("alice") as browser:
        code, verifier = await app.get_code(browser)
        refused(await app.redeem(code, "x" * 50), "invalid_grant")
        refused(await app.redeem(code, verifier[:-1]), "invalid_grant")
        refused(await app.redeem(code.swapcase(), verifier), "invalid_grant")
        refused(await app.redeem(code, verifier, redirect_uri=RETURN + "/"), "invalid_grant")
        refused(await app.redeem(code, verifier, client_id=other.client_id), "invalid_grant")
        refused(await app.redeem(code, verifier, resource="https://evil.example/mcp"), "invalid_target")
        refused(await app.redeem(code, verifier, resource=API), "invalid_target")
        refused(await app.redeem(code, verifier, client_id="nobody"), "invalid_client", 401)
        refused(await app.redeem(code, verifier, code_verifier=None), "invalid_request")
        tokens = (await app.redeem(code, verifier, resource=MCP)).json()
        assert (await me(world, tokens["access_token"])).status_code == 200
        refused(await app.redeem(code, verifier), "invalid_grant")  # a replay ends what the first has given
        assert (await me(world, tokens["access_token"])).status_code == 401
        refused(await app.refresh(tokens["refresh_token"]), "invalid_grant")
        late, verifier = await app.get_code(browser)
        world.clock.move(seconds=60)
        refused(await app.redeem(late, verifier), "invalid_grant")


async def test_a_refresh_token_used_twice_ends_the_family(world: World) -> None:
    app, other = await register(world), await register(world)
    async with world.browser("alice") as browser:
        first = await app.sign_in(browser)
        apart = await app.sign_in(browser)
        refused(await app.refresh(first["refresh_token"], scope="account:read orders:write"), "invalid_scope")
        refused(await app.refresh(first["refresh_token"], scope="staff"), "invalid_scope")
        refused(await app.refresh(first["refresh_token"], resource=API), "invalid_target")
        refused(await app.refresh(first["refresh_token"], client_id=other.client_id), "invalid_grant")
        refused(await app.refresh(first["access_token"]), "invalid_grant")
        second = (await app.refresh(first["refresh_token"])).json()
        refused(await app.refresh(first["refresh_token"]), "invalid_grant")
        assert (await me(world, second["access_token"])).status_code == 401
        refused(await app.refresh(second["refresh_token"]), "invalid_grant")
        assert (await me(world, apart["access_token"])).status_code == 200  # what was allowed at another time
        world.clock.move(days=30)
        refused(await app.refresh(apart["refresh_token"]), "invalid_grant")


async def test_what_was_allowed_ends_after_a_year_however_often_it_is_renewed(world: World) -> None:
    app = await register(world)
    async with world.browser("alice") as browser:
        tokens = await app.sign_in(browser)
        for _ in range(14):
            world.clock.move(days=26)
            tokens = (await app.refresh(tokens["refresh_token"])).json()
        world.clock.move(hours=23, minutes=30)  # half an hour before the year is over
        last = (await app.refresh(tokens["refresh_token"])).json()
        assert last["expires_in"] == 1800
        world.clock.move(minutes=30)
        assert (await me(world, last["access_token"])).status_code == 401
        refused(await app.refresh(last["refresh_token"]), "invalid_grant")


async def test_requests_that_lead_nowhere(world: World) -> None:
    """What is wrong with app or address is said to the person: nobody is sent anywhere."""
    app = await register(world)
    async with world.browser("alice") as browser:
        for changes in (
            {"client_id": "nobody"}, {"client_id": None}, {"redirect_uri": "https://evil.example/back"},
            {"redirect_uri": RETURN + "/"}, {"redirect_uri": RETURN + "?x=1"}, {"redirect_uri": RETURN + "#x"},
            {"redirect_uri": "https://app.example.evil.example/back"}, {"redirect_uri": "https://APP.example/back"},
            {"redirect_uri": "https://u@app.example/back"}, {"client_id": "http://app.example/client.json"},
            {"client_id": "https://127.0.0.1/client.json"}, {"client_id": "https://[::1]/client.json"},
            {"client_id": "https://2130706433/client.json"}, {"client_id": "https://169.254.169.254/client.json"},
        ):  # fmt: skip
            for answer in (await browser.get(app.ask(**changes).address),
                           await browser.post(app.ask(**changes).address, data={"answer": "allow"})):  # fmt: skip
                assert answer.status_code == 400, changes
                assert "location" not in answer.headers
        alone = await browser.get(app.ask(redirect_uri=None).address)
        assert alone.status_code == 200  # it has one address only


WRONG: list[dict[str, str | None]] = [
    {"code_challenge_method": "plain"}, {"code_challenge_method": None}, {"code_challenge": None},
    {"code_challenge": "short"}, {"code_challenge": "x" * 44}, {"response_type": "token"}, {"response_type": None},
    {"scope": "staff"}, {"resource": "https://evil.example/mcp"}, {"resource": ISSUER}, {"prompt": "none"},
]  # fmt: skip


async def test_a_wrong_request_is_explained_to_the_person_and_sends_nobody_anywhere(world: World) -> None:
    """Nobody has allowed the app anything yet, so its address is not trusted with a visitor (RFC 9700, 4.11.2)."""
    app = await register(world)
    addresses = [app.ask(**changes).address for changes in WRONG] + [app.ask().address + "&scope=orders:write"]
    async with world.browser("alice") as browser:
        for address in addresses:
            for answer in (
                await browser.get(address),
                await browser.post(address, data={"answer": "allow", "allowed": ["account:read"]}),
                await browser.post(address, data={"answer": "deny"}),
            ):
                assert (answer.status_code, answer.headers.get("location")) == (400, None), address
                assert answer.headers["content-type"].startswith("text/html")
        assert "PKCE is required" in (await browser.get(addresses[0])).text


async def test_who_is_not_signed_in_is_sent_to_our_own_sign_in_and_nowhere_else(world: World) -> None:
    app = await register(world)
    async with world.browser() as stranger:
        for changes in ({}, *WRONG, {"client_id": "nobody"}, {"redirect_uri": "https://evil.example/back"}):
            address = app.ask(**changes).address
            for answer in (await stranger.get(address), await stranger.post(address, data={"answer": "deny"})):
                assert answer.status_code == 303, changes
                assert answer.headers["location"].startswith(("/sign-in?next=", "/sign-in?again=form&next=/")), changes


@pytest.mark.parametrize("state", [None, ""])
async def test_a_state_that_was_not_sent_is_not_returned(world: World, state: str | None) -> None:
    app = await register(world)
    async with world.browser("alice") as browser:
        for data in ({"answer": "deny"}, {"answer": "allow", "allowed": ["account:read"]}):
            told = await browser.post(app.ask(state=state).address, data=data)
            assert "state" not in told.headers["location"]
            assert read_answer(told)["iss"] == ISSUER


async def test_an_address_that_could_be_registered_before_is_no_longer_returned_to(world: World) -> None:
    app = await register(world)
    async with world.browser("alice") as browser:
        for uri in ("trellis://back", "ms-settings:x", "https://a.example;script-src%20*/", "https://u@app.example/"):
            async with world.dispatcher.database.transaction() as db:
                await db.execute("update oauth_client set redirect_uris = %s", ([uri],))
            for answer in (
                await browser.get(app.ask(redirect_uri=uri).address),
                await browser.get(app.ask(redirect_uri=None).address),
                await browser.post(app.ask(redirect_uri=uri).address, data={"answer": "deny"}),
            ):
                assert (answer.status_code, answer.headers.get("location")) == (400, None), uri
                assert "script-src *" not in answer.headers["content-security-policy"]


async def test_apps_with_a_secret(world: World) -> None:
    basic = await register(world, token_endpoint_auth_method=None)  # what the standard takes for granted
    post = await register(world, token_endpoint_auth_method="client_secret_post")
    assert basic.secret
    assert post.secret
    async with world.browser("alice") as browser:
        code, verifier = await post.get_code(browser)
        refused(await post.redeem(code, verifier, client_secret=None), "invalid_client", 401)
        refused(await post.redeem(code, verifier, client_secret="wrong"), "invalid_client", 401)
        assert (await post.redeem(code, verifier)).status_code == 200

        code, verifier = await basic.get_code(browser)
        fields = {"grant_type": "authorization_code", "code": code, "code_verifier": verifier}

        async def with_basic(pair: str) -> httpx2.Response:
            header = {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}
            return await world.client.post("/oauth/token", data=fields, headers=header)

        refused(await with_basic(f"{basic.client_id}:wrong"), "invalid_client", 401)
        refused(await with_basic(f"{post.client_id}:{post.secret}"), "invalid_grant")
        assert (await with_basic(f"{basic.client_id}:{basic.secret}")).status_code == 200
        garbled = await world.client.post("/oauth/token", data=fields, headers={"Authorization": "Basic ???"})
        refused(garbled, "invalid_client", 401)
        assert garbled.headers["www-authenticate"].startswith("Basic")


async def test_what_cannot_be_registered(world: World) -> None:
    async def attempt(**sent: Any) -> httpx2.Response:
        return await world.client.post("/oauth/register", json=sent)

    for uris in ([], None, "https://app.example/", ["javascript:alert(1)"], ["http://app.example/"], [1], [RETURN] * 21,
                 ["https://*.app.example/"], [RETURN + "#x"], [RETURN, "data:x"], [RETURN, "intent://x#Intent;end"],
                 ["ms-settings:privacy"], ["https://a.example;script-src/"]):  # fmt: skip
        refused(await attempt(redirect_uris=uris), "invalid_redirect_uri")
    undotted = await attempt(redirect_uris=[RETURN, "trellis://back"])
    refused(undotted, "invalid_redirect_uri")
    for words in ("redirect_uris[1]", "`trellis`", "com.example.trellis:/", "http://127.0.0.1"):
        assert words in undotted.json()["error_description"]
    fits = {"redirect_uris": [RETURN]}
    refused(await attempt(**fits, token_endpoint_auth_method="private_key_jwt"), "invalid_client_metadata")
    refused(await attempt(**fits, token_endpoint_auth_method={"a": 1}), "invalid_client_metadata")
    refused(await attempt(**fits, grant_types=["client_credentials"]), "invalid_client_metadata")
    refused(await attempt(**fits, response_types=["token"]), "invalid_client_metadata")
    refused(await world.client.post("/oauth/register", content=b"["), "unsupported_media_type", 415)
    json = {"content-type": "application/json"}
    refused(await world.client.post("/oauth/register", content=b"[", headers=json), "invalid_request")
    odd = await attempt(**fits, client_name="a\u202eb", logo_uri="x", software_id=3, scope="staff")
    assert (odd.status_code, odd.json()["client_name"]) == (201, "Unnamed app")


# What these clients register, all of it in one request.
CLIENTS = {
    "Claude": ["https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"],
    "Claude Code": ["http://localhost:54212/callback"],
    "ChatGPT": ["https://chatgpt.com/connector_platform_oauth_redirect"],
    "Cursor": [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
    ],
    "Visual Studio Code": [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
    ],
    "a phone's": ["com.example.app:/oauth"],
}


@pytest.mark.parametrize("client", CLIENTS)
async def test_what_well_known_clients_register(world: World, client: str) -> None:
    app = await register(world, client_name=client, redirect_uris=CLIENTS[client])
    async with world.browser("alice") as browser:
        for uri in CLIENTS[client]:
            app.redirect_uri = uri
            assert (await browser.get(app.ask().address)).status_code == 200
            allowed = {"answer": "allow", "allowed": ["account:read"]}
            assert "code" in read_answer(await browser.post(app.ask().address, data=allowed), uri)


async def test_token_requests_that_cannot_be_read(world: World) -> None:
    app = await register(world)
    refused(await app.post("/oauth/token"), "invalid_request")
    refused(await app.post("/oauth/token", grant_type="password"), "unsupported_grant_type")
    refused(await app.post("/oauth/token", grant_type="authorization_code"), "invalid_request")
    refused(await world.client.post("/oauth/token", json={"grant_type": "refresh_token"}), "invalid_request")
    form = {"content-type": "application/x-www-form-urlencoded"}
    for body in (b"grant_type=refresh_token&refresh_token=a&refresh_token=b", b"a=%ff", b"x=1&" * 60):
        refused(await world.client.post("/oauth/token", content=body, headers=form), "invalid_request")
    refused(await app.refresh("a\x00b"), "invalid_request")


async def test_where_a_token_is_good(world: World) -> None:
    app = await register(world)
    async with world.browser("alice") as browser:
        for_mcp = (await app.sign_in(browser, resource=None))["access_token"]
        for_rest = (await app.sign_in(browser, resource=API))["access_token"]
    assert (await me(world, for_mcp)).status_code == 200
    assert (await call(world, "get_me", for_mcp)).status_code == 200
    assert (await me(world, for_rest)).status_code == 200
    for tool in ("get_me", "get_site"):
        elsewhere = await call(world, tool, for_rest)
        assert elsewhere.status_code == 401
        assert 'error="invalid_token"' in elsewhere.headers["www-authenticate"]
    key = await call(world, "get_me", world.keys["alice"])
    assert key.status_code == 200
    for path in (f"/api/v1/me?access_token={for_mcp}", f"/mcp?access_token={for_mcp}"):
        method = "GET" if "api" in path else "POST"
        headers = PLAIN | {"host": "localhost:8000"}
        answer = await world.client.request(method, path, headers=headers, json=call_2025(1, "get_me"))
        assert answer.status_code == 401
    assert (await me(world, for_mcp[:-1])).status_code == 401
    async with world.dispatcher.database.reading() as db:
        row = await db.one("select 1 from access_event where kind = 'refused'")
    assert row is None
    await world.app.parts.api_keys.write_noted()
    async with world.dispatcher.database.reading() as db:
        row = await db.one("select sum(times) from access_event where kind = 'refused'")
    assert row is not None
    assert row[0] == 3


async def test_too_little_scope_names_what_to_ask_for(world: World) -> None:
    app = await register(world)
    async with world.browser("alice") as browser:
        token = (await app.sign_in(browser, scope="orders:write"))["access_token"]
    answer = await call(world, "get_me", token)
    assert answer.status_code == 403
    challenge = answer.headers["www-authenticate"]
    assert 'error="insufficient_scope"' in challenge
    assert 'scope="account:read orders:write"' in challenge
    assert f'resource_metadata="{ISSUER}/.well-known/oauth-protected-resource/mcp"' in challenge


async def test_secrets_are_kept_as_hashes_and_appear_in_no_log(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    monkeypatch.setattr(world.app.access_log, "_out", out)
    app = await register(world, token_endpoint_auth_method="client_secret_post")
    async with world.browser("alice") as browser:
        code, verifier = await app.get_code(browser)
        tokens = (await app.redeem(code, verifier)).json()
        await me(world, tokens["access_token"])
        await call(world, "get_me", tokens["access_token"])
        secrets = [code, verifier, tokens["access_token"], tokens["refresh_token"], str(app.secret),
                   browser.cookies["session"], world.keys["alice"]]  # fmt: skip
        async with world.dispatcher.database.reading() as db:
            rows = str([
                *await db.all("select * from oauth_client"), *await db.all("select * from oauth_grant"),
                *await db.all("select * from oauth_code"), *await db.all("select * from oauth_token"),
                *await db.all("select * from session"), *await db.all("select * from api_key"),
            ])  # fmt: skip
    world.app.access_log.flush()
    logged = out.getvalue()
    assert "/oauth/token" in logged
    for secret in secrets:
        assert secret not in rows
        assert secret not in logged


async def test_unused_apps_are_forgotten(world: World) -> None:
    app, unused = await register(world), await register(world)
    async with world.browser("alice") as browser:
        await app.sign_in(browser)

        async def known() -> list[str]:
            await forget(world.dispatcher.database, RETENTION_RULES, world.clock())
            async with world.dispatcher.database.transaction() as db:
                return [row[0] for row in await db.all("select id from oauth_client order by created_at")]

        assert set(await known()) == {app.client_id, unused.client_id}
        world.clock.move(days=1)
        assert await known() == [app.client_id]
        world.clock.move(days=29)  # its permission ends
        assert await known() == [app.client_id]
        world.clock.move(days=60)
        assert await known() == []


async def test_registration_and_guessing_are_limited(database_url: str) -> None:
    async with running_world(database_url, rate_limits=0.1) as world:
        app = App(world, "nobody")
        statuses = [(await app.redeem("x", "y" * 43)).status_code for _ in range(13)]
        assert (statuses[0], statuses[-1]) == (401, 429)
        world.clock.move(seconds=61)
        sent = {"redirect_uris": [RETURN]}
        made = [(await world.client.post("/oauth/register", json=sent)).status_code for _ in range(11)]
        assert (made[0], made[-1]) == (201, 429)


async def test_an_app_whose_token_ended_is_told_so_whoever_guesses_beside_it(database_url: str) -> None:
    async with running_world(database_url, rate_limits=0.1) as world:  # 12 wrong tokens a minute
        await world.add_person("alice")
        app = await register(world)
        async with world.browser("alice") as browser:
            tokens = await app.sign_in(browser)
            for_rest = await app.sign_in(browser, resource=API)
        world.clock.move(hours=1)
        guessed = [(await me(world, f"sg_at_guess{number}")).status_code for number in range(13)]
        assert guessed == [401] * 12 + [429]
        for answer in (
            await me(world, tokens["access_token"]),
            await call(world, "get_me", tokens["access_token"]),
            await call(world, "get_me", for_rest["access_token"]),  # which is good elsewhere
        ):
            assert answer.status_code == 401
            assert 'error="invalid_token"' in answer.headers["www-authenticate"]
        world.clock.move(minutes=1)
        renewed = (await app.refresh(tokens["refresh_token"])).json()
        assert (await call(world, "get_me", renewed["access_token"])).status_code == 200
