"""The site keeps an owner when one deletes the account."""

import pytest

from showground.accounts.actions.account import DeleteAccount, OnlySiteOwner, delete_account
from tests.support.html import Page
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio

ALICE = "alice@alice.example"


async def test_the_only_owner_of_the_site_stays(market: Market) -> None:
    world = market.world
    await market.do("update account set role = 'owner', staff = true where email = %s", ALICE)
    await market.do("update account set role = 'staff', staff = true where email = 'bob@bob.example'")
    async with world.browser("alice") as browser:
        answer = await browser.post("/account/data/delete", data={"email": ALICE})
    assert answer.status_code == OnlySiteOwner.status == 400
    assert "Make somebody else an owner at /admin/staff" in Page(answer.text).text
    await market.do("update account set role = 'owner' where email = 'bob@bob.example'")
    await world.dispatcher.call(delete_account, market.person("alice"), DeleteAccount(email=ALICE))
    with pytest.raises(OnlySiteOwner):
        await world.dispatcher.call(delete_account, market.person("bob"), DeleteAccount(email="bob@bob.example"))
    await world.dispatcher.call(
        delete_account, market.person("charlie"), DeleteAccount(email="charlie@charlie.example")
    )
    assert await market.ask("select email from account where email = any(%s)", [ALICE, "bob@bob.example"]) == [
        ("bob@bob.example",)
    ]
