"""What changes who may act for a person asks for a recent sign-in: where, how, and what is told."""

from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from tests.support.app import App, read_answer, register
from tests.support.html import Page
from tests.support.identity import running_elsewhere
from tests.support.passkey import SoftPasskey
from tests.support.world import World
from tests.surfaces.web.test_account import FIELDS
from tests.surfaces.web.test_passkeys import add, use
from tests.surfaces.web.test_sign_in_page import ask_for_link, mailed, who

pytestmark = pytest.mark.anyio

SITE = "http://localhost:8000"
ALLOW = {"answer": "allow", "allowed": ["account:read"]}
GUARDED: tuple[tuple[str, dict[str, object], str], ...] = (
    ("/account/keys", {**FIELDS}, "/account/keys"),
    ("/account/passkeys/options", {}, "/account/passkeys"),
    ("/account/passkeys", {"name": "Phone", "credential": "{}"}, "/account/passkeys"),
    ("/account/passkeys/{passkey}/remove", {}, "/account/passkeys"),
    ("/account/sessions/{session}/end", {}, "/account/sessions"),
    ("/account/sessions/others/end", {}, "/account/sessions"),
    ("/account/data/delete", {"email": "alice@alice.example"}, "/account/data"),
)  # the form, what it sends, and the page that it stands on


async def count(world: World) -> list[tuple[object, ...]]:
    async with world.dispatcher.database.reading() as db:
        return await db.all(
            """
            select (select count(*) from account), (select count(*) from session), (select count(*) from api_key),
                (select count(*) from passkey), (select count(*) from passkey_challenge),
                (select count(*) from oauth_grant)
            """
        )


async def newest(world: World) -> dict[str, int]:
    """The numbers of a passkey and a session."""
    async with world.dispatcher.database.reading() as db:
        [row] = await db.all("select (select max(id) from passkey), (select max(id) from session)")
        return {"passkey": row[0], "session": row[1]}


async def sent_back(browser: httpx2.AsyncClient, path: str, data: dict[str, object], stood_on: str) -> str:
    """The address that a form leads to, which says where the person comes back to."""
    answer = await browser.post(path, data=data, headers={"Referer": SITE + stood_on})
    assert answer.status_code == 303, path
    where = urlsplit(answer.headers["location"])
    assert (where.path, parse_qs(where.query)) == ("/sign-in", {"again": ["form"], "next": [stood_on]}), path
    return answer.headers["location"]


async def test_an_hour_after_signing_in_nothing_of_it_is_done(world: World) -> None:
    passkey, app = SoftPasskey(), await register(world)
    async with world.browser("alice") as browser, world.browser("alice") as other:
        await add(browser, passkey)
        names = await newest(world)
        world.clock.move(minutes=59, seconds=59)
        assert (await browser.post("/account/keys", data=FIELDS)).status_code == 200
        assert (await browser.get(app.ask().address)).status_code == 200
        world.clock.move(seconds=1)
        before = await count(world)
        for path, data, stood_on in GUARDED:
            await sent_back(browser, path.format_map(names), data, stood_on)
        asked = app.ask().address
        for answer in (await browser.get(asked), await browser.post(asked, data=ALLOW)):
            where = urlsplit(answer.headers["location"])
            assert (where.path, parse_qs(where.query)["next"]) == ("/sign-in", [asked])
        assert read_answer(await browser.post(asked, data={"answer": "deny"}))["error"] == "access_denied"
        assert await count(world) == before
        assert await who(other) == "alice@alice.example"
        for path, sent in (("/account", {"name": "Ada"}), ("/account/mail", {}), ("/account/data/export", {})):
            assert (await browser.post(path, data=sent)).status_code in (200, 303)
            assert "sign-in" not in (await browser.post(path, data=sent)).headers.get("location", "")

        scripted = {"Accept": "application/json", "Referer": f"{SITE}/account/passkeys"}
        told = await browser.post("/account/passkeys/options", headers=scripted)
        assert (told.status_code, told.headers["cache-control"]) == (401, "no-store")
        assert told.json() == {"sign_in": "/sign-in?again=form&next=/account/passkeys"}


async def test_pages_say_so_before_anything_is_typed(world: World) -> None:
    async with world.browser("alice") as browser, world.browser("alice"):
        pages = {
            "/account/keys": "name", "/account/passkeys": "name", "/account/data": "email", "/account/sessions": None,
        }  # fmt: skip
        for path, name in pages.items():
            page = Page((await browser.get(path)).text)
            assert "sign in again" not in page.text
            assert name is None or any(found.get("name") == name for found in page.all("input"))
        world.clock.move(hours=1)
        for path, name in pages.items():
            page = Page((await browser.get(path)).text)
            assert "You signed in more than an hour ago." in page.text
            assert f"/sign-in?again=1&next={path}" in [link["href"] for link in page.all("a")]
            assert name is None or not any(found.get("name") == name for found in page.all("input"))


async def test_signing_in_again_by_mail_leads_back_with_a_new_session(world: World) -> None:
    async with world.browser("alice") as browser:
        world.clock.move(hours=2)
        old = browser.cookies["session"]
        page = Page((await browser.get("/sign-in?again=1&next=/account/keys")).text)
        assert "Sign in again" in page.text
        assert "Nothing was saved" not in page.text
        [field] = [found for found in page.all("input") if found.get("name") == "email"]
        assert field["value"] == "alice@alice.example"
        refused = Page((await browser.get("/sign-in?again=form&next=/account/keys")).text)
        assert "Nothing was saved, and what you typed is lost." in refused.text
        wrong = await browser.post("/sign-in", data={"email": "nonsense", "next": "/account/keys"})
        assert (wrong.status_code, "Sign in again" in Page(wrong.text).text) == (400, True)

        sent = await browser.post("/sign-in", data={"email": "alice@alice.example", "next": "/account/keys"})
        assert "in this browser" in Page(sent.text).text
        assert "/sign-in?again=1&next=/account/keys" in [link["href"] for link in Page(sent.text).all("a")]
        path = (await mailed(world))[-1][1]
        world.clock.move(minutes=20)
        ended = Page((await browser.get(path)).text)
        assert "/sign-in?again=1" in [link["href"] for link in ended.all("a")]
        path = await ask_for_link(world, browser, "alice@alice.example", next="/account/keys")
        assert (await browser.post(path, data={})).headers["location"] == "/account/keys"
        assert browser.cookies["session"] != old
        assert (await browser.post("/account/keys", data=FIELDS)).status_code == 200
        assert (await browser.get("/sign-in?again=1&next=/account/keys")).headers["location"] == "/account/keys"
        browser.cookies.set("session", old, "localhost.local", "/")
        assert await who(browser) is None


async def test_by_passkey_and_for_an_app(world: World) -> None:
    passkey: SoftPasskey = SoftPasskey()
    app: App = await register(world)
    async with world.browser("alice") as browser:
        await add(browser, passkey)
        world.clock.move(days=1)
        asked = app.ask()
        answer = await browser.get(asked.address)
        after = parse_qs(urlsplit(answer.headers["location"]).query)["next"][0]
        assert (await use(browser, passkey, next=after)).headers["location"] == asked.address
        code = read_answer(await browser.post(asked.address, data=ALLOW))["code"]
        assert (await app.redeem(code, asked.verifier)).status_code == 200


async def test_with_github(database_url: str) -> None:
    async with running_elsewhere(database_url) as elsewhere, elsewhere.world.browser() as browser:
        world = elsewhere.world
        await browser.get(elsewhere.allow(await elsewhere.begin(browser, "github")))
        world.clock.move(hours=1)
        where = await sent_back(browser, "/account/keys", {**FIELDS}, "/account/keys")
        assert "Sign in with GitHub" in Page((await browser.get(where)).text).text
        back = await browser.get(elsewhere.allow(await elsewhere.begin(browser, "github", "/account/keys")))
        assert back.headers["location"] == "/account/keys"
        assert (await browser.post("/account/keys", data=FIELDS)).status_code == 200
