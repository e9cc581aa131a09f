"""Changing the address of an account: confirmed by the account itself at the new address, told to the old one."""

import re

import httpx2
import pytest

from tests.support.owners import Owners, meet
from tests.support.world import World

pytestmark = pytest.mark.anyio

NEW = "alice@new.example"


async def ask(owners: Owners, browser: httpx2.AsyncClient, email: str = NEW) -> httpx2.Response:
    return await browser.post("/account/email", data={"email": email})


async def link(owners: Owners) -> str:
    [(text,)] = await owners.ask(
        "select body_text from outbox where template = 'email_change' order by id desc limit 1"
    )
    return re.findall(r"/account/email/[\w-]+", text)[0]


async def address(owners: Owners) -> str:
    [(email,)] = await owners.ask("select email::text from account where id = %s", owners.ids["alice"])
    return email


async def test_it_changes_when_the_account_confirms_at_the_new_address(world: World) -> None:
    owners = await meet(world)
    async with world.browser("alice") as browser, world.browser("alice") as other:
        assert NEW in (await ask(owners, browser, "Alice@NEW.example")).text
        path = await link(owners)
        assert NEW in (await browser.get(path)).text
        assert await address(owners) == "alice@alice.example"  # opening the link changes nothing
        done = await browser.post(path, data={})
        assert done.headers["location"] == "/account?saved=1"
        assert await address(owners) == NEW
        assert (await browser.get("/account")).status_code == 200
        assert (await other.get("/account")).status_code == 303  # other browsers are signed out
        assert (await browser.get(path)).status_code == 404
    [(to, text)] = await owners.ask("select recipient, body_text from outbox where template = 'email_changed'")
    assert to == "alice@alice.example"
    assert f"You now sign in to your Showground account with {NEW}." in text


async def test_whoever_reads_a_mistyped_address_cannot_take_the_account(world: World) -> None:
    owners = await meet(world)
    async with world.browser("alice") as browser, world.browser("charlie") as charlie, world.browser() as stranger:
        await ask(owners, browser)
        path = await link(owners)
        for answer in (await charlie.get(path), await charlie.post(path, data={})):
            assert answer.status_code == 404
        assert (await stranger.post(path, data={})).headers["location"].startswith("/sign-in")
        world.clock.move(hours=1)
        assert (await browser.post(path, data={})).headers["location"].startswith("/sign-in?again")
    async with world.browser("alice") as browser:
        assert (await browser.post(path, data={})).status_code == 404  # an hour old
    assert await address(owners) == "alice@alice.example"


async def test_an_address_of_another_account_is_not_told_and_not_taken(world: World) -> None:
    owners = await meet(world)
    async with world.browser("alice") as browser:
        free, taken = await ask(owners, browser), await ask(owners, browser, "bob@bob.example")
        assert free.text.replace(NEW, "X") == taken.text.replace("bob@bob.example", "X")
        assert await owners.ask("select recipient from outbox where template = 'email_change'") == [(NEW,)]
        path = await link(owners)
        await owners.do("update account set email = %s where id = %s", NEW, owners.ids["bob"])  # in the meantime
        assert (await browser.post(path, data={})).status_code == 400
        assert await address(owners) == "alice@alice.example"
        refused = await ask(owners, browser, "ALICE@alice.example")
        assert refused.status_code == 400
        assert "already the email address of your account" in refused.text
        assert (await ask(owners, browser, "vİctim@x.example")).status_code == 400


async def test_it_needs_a_recent_sign_in_and_only_the_last_link_works(world: World) -> None:
    owners = await meet(world)
    async with world.browser("alice") as browser:
        await ask(owners, browser)
        first = await link(owners)
        await ask(owners, browser, "alice@newer.example")
        assert (await browser.get(first)).status_code == 404
        world.clock.move(hours=2)
        assert (await ask(owners, browser)).headers["location"].startswith("/sign-in?again")
