"""Addresses that Unicode turns into somebody else's open nothing of theirs."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from showground.accounts.actions.account import create_account
from showground.accounts.actions.keys import NoSuchAccount, create_key
from showground.accounts.actions.sign_in_links import make_sign_in_link
from showground.core.calls.action import Action
from showground.core.calls.errors import InvalidInput
from tests.support.html import Page
from tests.support.identity import Elsewhere, running_elsewhere
from tests.support.world import World
from tests.surfaces.web.test_sign_in_page import mailed, who

pytestmark = pytest.mark.anyio

# Each is `alice@alice.example` or `kim@alice.example` in some locale, or under some normalisation.
LOOKALIKES = ("alİce@alice.example", "al\uff49ce@alice.example", "\u212aim@alice.example", "al\u0131ce@alice.example")


@pytest.fixture
async def elsewhere(database_url: str) -> AsyncGenerator[Elsewhere]:
    async with running_elsewhere(database_url) as elsewhere:
        yield elsewhere


async def recipients(world: World) -> list[str]:
    async with world.dispatcher.database.reading() as db:
        return [to for (to,) in await db.all("select recipient from outbox order by id")]


async def accounts(world: World) -> list[str]:
    async with world.dispatcher.database.reading() as db:
        return [email for (email,) in await db.all("select email::text from account order by id")]


@pytest.mark.parametrize("typed", LOOKALIKES)
async def test_no_link_is_sent_to_a_lookalike(world: World, typed: str) -> None:
    async with world.browser() as browser:
        answer = await browser.post("/sign-in", data={"email": typed})
        assert answer.status_code == 400
        assert "error-email" in Page(answer.text).ids()
    assert await mailed(world) == []


async def test_a_link_goes_to_the_address_on_the_account_and_not_to_the_one_that_was_typed(world: World) -> None:
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update account set email = 'Alice@Alice.example' where name = 'Alice'")
    async with world.browser() as browser:
        answer = await browser.post("/sign-in", data={"email": "aLICE@alice.EXAMPLE"})
        [(to, path)] = await mailed(world)
        assert (answer.status_code, to) == (200, "Alice@Alice.example")
        await browser.post(path, data={})
        assert await who(browser) == "Alice@Alice.example"


async def test_a_lookalike_that_has_an_account_from_before_does_not_become_its_neighbour(world: World) -> None:
    """Once, such addresses were taken. Their accounts stay apart, whatever the database's locale makes of them."""
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update account set email = 'boİb@bob.example', staff = true where name = 'Bob'")
    async with world.browser() as browser:
        await browser.post("/sign-in", data={"email": "boib@bob.example"})
        [(to, path)] = await mailed(world)
        assert to == "boib@bob.example"
        await browser.post(path, data={})
        assert await who(browser) != "boİb@bob.example"
        assert (await browser.get("/admin")).status_code == 404


@pytest.mark.parametrize("typed", LOOKALIKES)
@pytest.mark.parametrize("provider", ["github", "google"])
async def test_a_provider_cannot_vouch_for_a_lookalike(elsewhere: Elsewhere, provider: str, typed: str) -> None:
    elsewhere.mail = typed
    async with elsewhere.world.browser() as browser:
        answer = await browser.get(elsewhere.allow(await elsewhere.begin(browser, provider)))
        assert answer.status_code == 400
        assert await who(browser) is None
    assert await accounts(elsewhere.world) == ["alice@alice.example"]


@pytest.mark.parametrize("typed", LOOKALIKES)
async def test_nobody_invites_or_claims_by_a_lookalike(world: World, typed: str) -> None:
    draft = (await world.request("POST", "/drafts", by="alice", json={"url": "https://tide.example"})).json()
    invited = await world.request("POST", f"/drafts/{draft['id']}/invites", by="alice", json={"email": typed})
    assert (invited.status_code, invited.json()["errors"][0]["field"]) == (400, "email")
    asked = {"slug": "tidewater", "method": "email", "email": typed}
    claimed = await world.request("POST", "/claims", by="alice", json=asked)
    assert (claimed.status_code, claimed.json()["errors"][0]["field"]) == (400, "email")
    assert await recipients(world) == []


@pytest.mark.parametrize("typed", LOOKALIKES)
async def test_no_command_takes_a_lookalike(world: World, typed: str) -> None:
    commands: list[tuple[Action[Any, Any], dict[str, Any]]] = [
        (create_account, {"name": "Al", "staff": True}),
        (make_sign_in_link, {}),
        (create_key, {"name": "k", "scopes": ["account:read"]}),
    ]
    for action, more in commands:
        with pytest.raises((InvalidInput, NoSuchAccount)):
            await world.dispatcher.call(action, world.caller(), action.parse({"email": typed, **more}))
    assert len(await accounts(world)) == 3


async def test_an_invitation_is_found_again_in_any_case_and_never_by_a_lookalike(world: World) -> None:
    draft = (await world.request("POST", "/drafts", by="alice", json={"url": "https://tide.example"})).json()
    path = f"/drafts/{draft['id']}/invites"
    for spelled in ("bob@bob.example", "BOB@Bob.example"):
        answer = await world.request("POST", path, by="alice", json={"email": spelled})
        assert (answer.status_code, answer.json()["email"], answer.json()["invites_left"]) == (
            201, "bob@bob.example", 9
        )  # fmt: skip
