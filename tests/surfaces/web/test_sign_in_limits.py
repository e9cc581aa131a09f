"""Strangers cannot use the limits on sign-in emails to lock somebody out."""

from collections.abc import AsyncGenerator

import httpx2
import pytest

from tests.support.html import Page
from tests.support.passkey import SoftPasskey
from tests.support.world import World, running_world
from tests.surfaces.web.test_passkeys import add, use
from tests.surfaces.web.test_sign_in_page import ask_for_link, mailed, who

pytestmark = pytest.mark.anyio

ALICE = "alice@alice.example"


@pytest.fixture
async def limited(database_url: str) -> AsyncGenerator[World]:
    """A world with Alice, in which limits are on."""
    async with running_world(database_url, rate_limits=1.0) as world:
        await world.add_person("alice")
        yield world


async def use_up(world: World, email: str = ALICE) -> list[str]:
    """What strangers do; the links that they have sent."""
    async with world.browser() as stranger:
        for _ in range(5):
            assert (await stranger.post("/sign-in", data={"email": email})).status_code == 200
        assert (await stranger.post("/sign-in", data={"email": email})).status_code == 429
    return [path for _, path in await mailed(world)]


async def test_a_browser_that_was_signed_in_before_still_gets_a_link(limited: World) -> None:
    async with limited.browser("alice") as own:
        await own.post("/sign-out", data={})
        await use_up(limited)
        paths = [await ask_for_link(limited, own, ALICE) for _ in range(5)]
        assert (await own.post("/sign-in", data={"email": ALICE})).status_code == 429
        await own.post(paths[-1], data={})
        assert await who(own) == ALICE


async def test_the_owner_of_a_session_still_gets_a_link(limited: World) -> None:
    async with limited.browser("alice") as own:
        await use_up(limited)
        own.cookies.delete("known-browser")
        path = await ask_for_link(limited, own, ALICE)
        assert (await own.post(path, data={})).status_code == 303


async def test_links_sent_before_and_passkeys_go_on_working(limited: World) -> None:
    passkey = SoftPasskey()
    async with limited.browser("alice") as own, limited.browser() as fresh:
        assert (await add(own, passkey)).status_code == 303
        links = await use_up(limited)
        refused = await fresh.post("/sign-in", data={"email": ALICE})
        assert (refused.status_code, int(refused.headers["retry-after"])) == (429, 3600)
        page = Page(refused.text)
        assert "Links from the last 15 minutes still work" in page.text
        assert "You can request a new link in 60 minutes." in page.text
        assert "/sign-in/passkey" in [form.get("action") for form in page.all("form")]
        assert (await use(fresh, passkey)).status_code == 303
        await fresh.post("/sign-out", data={})
        assert (await fresh.post(links[0], data={})).status_code == 303
        assert await who(fresh) == ALICE


async def test_addresses_with_a_tag_share_the_limit_of_their_mailbox(limited: World) -> None:
    async with limited.browser() as stranger:
        for tag in range(5):
            assert (await stranger.post("/sign-in", data={"email": f"alice+{tag}@alice.example"})).status_code == 200
        for email in ("alice+5@alice.example", ALICE):
            assert (await stranger.post("/sign-in", data={"email": email})).status_code == 429
    assert len({to for to, _ in await mailed(limited)}) == 5  # they are addresses of their own all the same


async def test_no_stranger_passes_for_the_owner(limited: World) -> None:
    """Neither with a cookie of their own, nor with one that they made up, nor by a field of the form."""

    async def answer(browser: httpx2.AsyncClient, **more: str) -> int:
        return (await browser.post("/sign-in", data={"email": ALICE, **more})).status_code

    await limited.add_person("charlie")
    await use_up(limited)
    async with limited.browser("charlie") as charlie, limited.browser() as stranger:
        assert await answer(charlie) == 429
        await charlie.post("/sign-out", data={})
        assert await answer(charlie) == 429
        assert await answer(stranger, known="true") == 429
        for made_up in ("", "x", "0" * 64):
            stranger.cookies.set("known-browser", made_up, "localhost.local", "/sign-in")
            assert await answer(stranger) == 429


async def test_at_the_limit_known_and_unknown_addresses_are_answered_alike(limited: World) -> None:
    pages: list[str] = []
    for email in (ALICE, "nobody@alice.example"):
        await use_up(limited, email)
        async with limited.browser() as stranger:
            pages.append((await stranger.post("/sign-in", data={"email": email})).text.replace(email, "X"))
    assert pages[0] == pages[1]


async def test_the_cookie_of_a_known_browser_names_nobody_and_is_sent_to_the_sign_in_pages_alone(world: World) -> None:
    async with world.browser("alice") as browser:
        [cookie] = [cookie for cookie in browser.cookies.jar if cookie.name == "known-browser"]
        assert (cookie.path, len(cookie.value or ""), cookie.has_nonstandard_attr("HttpOnly")) == ("/sign-in", 64, True)
        await browser.post("/sign-out", data={})
        assert "known-browser" in browser.cookies
        assert "cookie" not in (await browser.get("/listings")).request.headers
