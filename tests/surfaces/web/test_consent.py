"""The page on which a person allows an app something, or does not."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
import httpx2
import pytest

from showground.core.fetch.fetcher import Fetcher
from showground.oauth import client_metadata
from tests.support.app import App, read_answer, register
from tests.support.documents import Documented, running_documented
from tests.support.html import Page
from tests.support.site import Answer, redirect
from tests.support.wait import PATIENCE_SECONDS
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def test_the_page_names_app_address_account_and_each_scope(world: World) -> None:
    app = await register(world, client_name="<b>Trellis</b>")
    async with world.browser("alice") as browser:
        answer = await browser.get(app.ask(scope="account:read orders:write").address)
        page = Page(answer.text)
        assert "Allow <b>Trellis</b>?" in page.text
        for words in ("app.example", "alice@alice.example", "See your account, drafts", "Price orders and prepare",
                      "we have not verified who made it", "after 30 days without use",
                      "and one year from now"):  # fmt: skip
            assert words in page.text
        assert "Submit and edit drafts" not in page.text
        assert "on your own computer" not in page.text
        boxes = [found for found in page.all("input") if found.get("name") == "allowed"]
        assert [(box["value"], "checked" in box) for box in boxes] == [("account:read", True), ("orders:write", True)]
        policy = answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "form-action 'self' https://app.example;" in policy
        assert answer.headers["cache-control"] == "no-store"


async def test_a_person_may_allow_less_or_nothing(world: World) -> None:
    app = await register(world)
    async with world.browser("alice") as browser:
        asked_for = ["account:read", "listings:write"]
        asked = app.ask(scope=" ".join(asked_for))
        told = read_answer(await browser.post(asked.address, data={"answer": "allow", "allowed": ["account:read"]}))
        assert told["state"] == "a state & more"
        assert (await app.redeem(told["code"], asked.verifier)).json()["scope"] == "account:read"
        more = {"answer": "allow", "allowed": ["account:read", "orders:write", "staff"]}
        told = read_answer(await browser.post(asked.address, data=more))
        assert (await app.redeem(told["code"], asked.verifier)).json()["scope"] == "account:read"
        again = Page((await browser.get(asked.address)).text)  # it is asked each time, whatever was allowed before
        assert [box["value"] for box in again.all("input") if box.get("name") == "allowed"] == asked_for
        none = await browser.post(asked.address, data={"answer": "allow"})
        assert (none.status_code, "Choose at least one" in none.text) == (400, True)
        for data in ({"answer": "deny", "allowed": ["account:read"]}, {}):
            told = read_answer(await browser.post(asked.address, data=data))
            assert (told["error"], told["state"]) == ("access_denied", "a state & more")
            assert told["iss"] == "http://localhost:8000"


async def test_who_is_not_signed_in_signs_in_and_comes_back(world: World) -> None:
    app = await register(world)
    async with world.browser() as browser:
        asked = app.ask()
        answer = await browser.get(asked.address)
        location = urlsplit(answer.headers["location"])
        assert (answer.status_code, location.path) == (303, "/sign-in")
        assert parse_qs(location.query)["next"] == [asked.address]
        posted = await browser.post(asked.address, data={"answer": "allow", "allowed": ["account:read"]})
        assert posted.headers["location"].startswith("/sign-in?")


async def test_apps_on_the_persons_own_machine_take_any_port_and_are_warned_of(world: World) -> None:
    app = await register(world, redirect_uris=["http://127.0.0.1/cb", "http://[::1]/cb", "com.example.trellis://back"])
    async with world.browser("alice") as browser:
        for address, host, target in (
            ("http://127.0.0.1:5555/cb", "127.0.0.1:5555", "http://127.0.0.1:5555"),
            ("http://[::1]:5555/cb", "[::1]:5555", "http:"),
            ("com.example.trellis://back", "com.example.trellis:", "com.example.trellis:"),
        ):
            app.redirect_uri = address
            answer = await browser.get(app.ask().address)
            page = Page(answer.text)
            assert host in page.text
            assert ("on your own computer" in page.text) == address.startswith("http:")
            assert f"form-action 'self' {target};" in answer.headers["content-security-policy"]
            data = {"answer": "allow", "allowed": ["account:read"]}
            assert "code" in read_answer(await browser.post(app.ask().address, data=data), address)
        app.redirect_uri = "http://127.0.0.1:5555/other"
        assert (await browser.get(app.ask().address)).status_code == 400


@pytest.fixture
async def documented(database_url: str, tmp_path: Path) -> AsyncGenerator[Documented]:
    async with running_documented(database_url, tmp_path) as documented:
        yield documented


async def test_an_app_known_by_its_document(documented: Documented) -> None:
    world, app = documented.world, documented.serve()
    async with world.browser("alice") as browser:
        page = Page((await browser.get(app.ask().address)).text)
        assert "Allow Documented Trellis?" in page.text
        assert f"Published at{documented.site.at('good.test').removeprefix('https://')}" in page.text.replace(
            " at ", " at"
        )
        assert "we have not verified" not in page.text
        data = {"answer": "allow", "allowed": ["account:read"]}
        asked = app.ask()
        told = read_answer(await browser.post(asked.address, data=data), app.redirect_uri)
        tokens = (await app.redeem(told["code"], asked.verifier)).json()
        assert (await app.refresh(tokens["refresh_token"])).status_code == 200
        assert len(documented.site.requests) == 1  # it is kept for an hour
        assert "authorization" not in {name.lower() for name in documented.site.requests[0].headers}
        assert "Published at" in (await browser.get("/account/apps")).text
        documented.serve(
            client_name="Renamed", redirect_uris=["http://localhost/cb"], headers={"Cache-Control": "max-age=1"}
        )
        world.clock.move(hours=1)
    async with world.browser("alice") as browser:
        changed = await browser.get(app.ask().address)
        assert changed.status_code == 400  # it no longer returns there
        app.redirect_uri = "http://localhost/cb"
        assert "Allow Renamed?" in Page((await browser.get(app.ask().address)).text).text
        world.clock.move(minutes=4)
        assert (await browser.get(app.ask().address)).status_code == 200
        assert len(documented.site.requests) == 3  # kept for five minutes at least, once it has led somewhere


async def test_nothing_is_fetched_before_somebody_has_signed_in(documented: Documented) -> None:
    world, site, app = documented.world, documented.site, documented.serve()
    async with world.browser() as stranger:
        for changes in ({}, {"response_type": None}, {"client_id": documented.client_id("other.json")}):
            address = app.ask(**changes).address
            for answer in (await stranger.get(address), await stranger.post(address, data={"answer": "allow"})):
                assert answer.headers["location"].startswith("/sign-in?")
    assert site.requests == []
    async with world.browser("alice") as browser:
        world.clock.move(hours=1)  # signed in too long ago to allow anything
        assert (await browser.get(app.ask().address)).headers["location"].startswith("/sign-in?again=1")
        assert site.requests == []
    async with world.browser("alice") as browser:
        assert (await browser.get(app.ask().address)).status_code == 200
    assert [request.path for request in site.requests] == ["/client.json"]


async def test_documents_are_fetched_so_often_by_one_account_and_from_one_host(
    database_url: str, tmp_path: Path
) -> None:
    async with running_documented(database_url, tmp_path, rate_limits=0.2) as documented:
        world, site = documented.world, documented.site  # 4 an hour for each account, 20 from each host
        good = documented.serve(headers={"Cache-Control": "max-age=300"})
        for name in ("bob", "charlie", "dora", "emil", "fritz"):
            await world.add_person(name)

        async def attempt(browser: httpx2.AsyncClient, app: App) -> httpx2.Response:
            world.clock.move(seconds=10)  # no general limit is reached
            return await browser.get(app.ask().address)

        async def guess(browser: httpx2.AsyncClient, times: int) -> list[int]:
            unknown = App(world, documented.client_id("missing.json"), good.redirect_uri)
            return [(await attempt(browser, unknown)).status_code for _ in range(times)]

        async with world.browser("alice") as browser:
            assert (await attempt(browser, good)).status_code == 200
            assert await guess(browser, 5) == [400, 400, 400, 429, 429]
            limited = await attempt(browser, App(world, documented.client_id("x.json"), good.redirect_uri))
            assert (limited.status_code, limited.headers.get("location")) == (429, None)
            assert int(limited.headers["retry-after"]) > 0
            assert (await attempt(browser, good)).status_code == 200  # which is not fetched again
        for name in ("bob", "charlie", "dora", "emil"):
            async with world.browser(name) as browser:
                assert await guess(browser, 4) == [400] * 4
        assert len(site.requests) == 20
        async with world.browser("fritz") as browser:
            assert await guess(browser, 1) == [429]
            world.clock.move(minutes=40)  # the good one is to be read again, and the host has been asked a lot
        async with world.browser("fritz") as browser:
            assert (await attempt(browser, good)).status_code == 200
        assert site.requests[-1].path == "/client.json"


@pytest.mark.slow
async def test_documents_that_are_refused(documented: Documented) -> None:
    world, site = documented.world, documented.site
    wrong: dict[str, dict[str, Any]] = {
        "other.json": {"client_id": "https://good.test/another.json"},
        "none.json": {"client_id": None},
        "nowhere.json": {"redirect_uris": None},
        "empty.json": {"redirect_uris": []},
        "harm.json": {"redirect_uris": ["javascript:alert(1)"]},
        "secret.json": {"client_secret": "x"},
        "method.json": {"token_endpoint_auth_method": "client_secret_post"},
        "large.json": {"padding": "x" * 11_000},
    }
    apps = [documented.serve(name, **changes) for name, changes in wrong.items()]
    good = documented.serve()
    site.pages |= {
        "/moved.json": redirect(good.client_id),
        "/broken.json": Answer("{", type="application/json"),
        "/list.json": Answer("[]", type="application/json"),
        "/page.json": Answer("<p>", type="text/html"),
        "/gone.json": Answer("{}", status=404, type="application/json"),
    }
    names = ("moved.json", "broken.json", "list.json", "page.json", "gone.json", "missing.json")
    apps += [App(world, documented.client_id(name), "http://127.0.0.1/cb") for name in names]
    private = [f"https://private.test:{site.port}/c.json", "https://127.0.0.1/c.json", "https://10.0.0.1/c.json",
               f"http://good.test:{site.port}/client.json", f"{site.at('good.test')}/../client.json"]  # fmt: skip
    apps += [App(world, client_id, "http://127.0.0.1/cb") for client_id in private]
    async with world.browser("alice") as browser:
        for app in apps:
            answer = await browser.get(app.ask().address)
            assert (answer.status_code, answer.headers.get("location")) == (400, None), app.client_id
            assert "metadata document" in answer.text or "No app has this client_id" in answer.text
    assert not {"/c.json", "/client.json"} & {request.path for request in site.requests}
    async with world.dispatcher.database.reading() as db:
        assert await db.all("select 1 from oauth_client") == []


async def test_a_document_that_is_dripped_is_not_waited_for(
    documented: Documented, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, world = documented.site, documented.world
    site.pages["/slow.json"] = Answer(site.drip(), type="application/json")
    app = App(world, documented.client_id("slow.json"), "http://127.0.0.1/cb")
    seconds = 0.2
    usual = Fetcher.get.__kwdefaults__
    assert usual is not None
    monkeypatch.setitem(usual, "seconds", 2 * PATIENCE_SECONDS)  # the limit of all other fetches
    async with world.browser("alice") as browser:
        with anyio.fail_after(PATIENCE_SECONDS):
            while not site.requests:  # on a busy machine the time may be over before the site is even asked
                seconds *= 2
                monkeypatch.setattr(client_metadata, "SECONDS", seconds)
                answer = await browser.get(app.ask().address)
                assert (answer.status_code, answer.headers.get("location")) == (400, None)
                assert "took too long" in answer.text
    assert [request.path for request in site.requests] == ["/slow.json"]
