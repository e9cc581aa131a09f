"""Where staff have to use a passkey, nothing but a passkey opens their pages, and nobody is locked out for good."""

from collections.abc import AsyncGenerator

import pytest

from showground.accounts.actions.passkeys import RemovePasskeysOf, remove_passkeys_of
from tests.support.html import Page
from tests.support.passkey import SoftPasskey
from tests.support.world import World, running_world
from tests.surfaces.web.test_passkeys import add, use

pytestmark = pytest.mark.anyio

PATHS = ("/admin", "/admin/orders", "/admin/outbox", "/admin/health")


@pytest.fixture
async def strict(database_url: str) -> AsyncGenerator[World]:
    """A world in which Charlie is staff, and staff need a passkey."""
    async with running_world(database_url, staff_passkey=True) as world:
        for name in ("alice", "charlie"):
            await world.add_person(name)
        async with world.dispatcher.database.transaction() as db:
            await db.execute("update account set staff = true where name = 'Charlie'")
        yield world


async def test_staff_add_a_passkey_use_it_and_are_in(strict: World) -> None:
    passkey = SoftPasskey()
    async with strict.browser("charlie") as browser:
        for path in PATHS:
            answer = await browser.get(path)
            assert (answer.status_code, answer.headers["cache-control"]) == (403, "no-store")
            page = Page(answer.text)
            assert "Staff pages need a passkey" in page.text
            assert "/account/passkeys" in [link.get("href") for link in page.all("a")]
        refused = await browser.post("/admin/questions", data={"text": "Why?"})
        assert (refused.status_code, "Staff pages need a passkey" in refused.text) == (403, True)
        assert (await add(browser, passkey)).status_code == 303
        page = Page((await browser.get("/admin/orders")).text)
        assert {"type": "hidden", "name": "next", "value": "/admin/orders"} in page.all("input")
        assert (await use(browser, passkey, next="/admin/orders")).headers["location"] == "/admin/orders"
        for path in PATHS:
            assert (await browser.get(path)).status_code == 200


async def test_a_mailbox_alone_does_not_make_staff(strict: World) -> None:
    """Whoever reads the mail of staff with a passkey can sign in, but can neither add a passkey nor remove one."""
    own, theirs = SoftPasskey(), SoftPasskey()
    async with strict.browser("charlie") as charlie, strict.browser("charlie") as thief:
        early = (await thief.post("/account/passkeys/options")).json()
        await add(charlie, own)
        assert (await thief.get("/admin")).status_code == 403
        assert (await thief.post("/account/passkeys/options")).status_code == 400
        late = await thief.post("/account/passkeys", data={"name": "Mine", "credential": theirs.create(early)})
        assert (late.status_code, "Sign in with one of your passkeys" in late.text) == (400, True)
        page = Page((await thief.get("/account/passkeys")).text)
        assert "only after signing in with one" in page.text
        assert not [form for form in page.all("form") if "passkeys" in str(form.get("action"))]
        async with strict.dispatcher.database.reading() as db:
            [(number,)] = await db.all("select id from passkey")
        await thief.post(f"/account/passkeys/{number}/remove", data={})
        await use(charlie, own)
        assert (await charlie.get("/admin")).status_code == 200
        assert (await add(charlie, SoftPasskey(), "Phone")).status_code == 303


async def test_who_has_lost_all_passkeys_is_let_in_again_by_a_command(strict: World) -> None:
    async with strict.browser("charlie") as browser:
        await add(browser, SoftPasskey())
        assert "showground passkeys remove charlie@charlie.example" in Page((await browser.get("/admin")).text).text
        asked = RemovePasskeysOf(email="charlie@charlie.example")
        assert (await strict.dispatcher.call(remove_passkeys_of, strict.caller(), asked)).removed == 1
        new = SoftPasskey()
        assert (await add(browser, new)).status_code == 303
        await use(browser, new)
        assert (await browser.get("/admin")).status_code == 200


async def test_others_are_not_asked_and_see_no_such_page(strict: World) -> None:
    async with strict.browser("alice") as alice, strict.browser() as stranger:
        for browser in (alice, stranger):
            assert (await browser.get("/admin")).status_code == 404
        for _ in range(2):
            assert (await add(alice, SoftPasskey())).status_code == 303


async def test_in_development_staff_are_not_asked(world: World) -> None:
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where name = 'Charlie'")
    async with world.browser("charlie") as browser:
        assert (await browser.get("/admin")).status_code == 200
