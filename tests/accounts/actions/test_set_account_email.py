"""Giving an account another address; accounts are never merged."""

import pytest

from showground.accounts.actions.account import AccountExists, NoAccountOfThisNumber, SetAccountEmail, set_account_email
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def set_email(world: World, number: int, email: str) -> str:
    asked = SetAccountEmail(account=number, email=email)
    return (await world.dispatcher.call(set_account_email, world.caller(), asked)).email


async def test_an_address_is_changed_and_one_that_is_taken_is_not(world: World) -> None:
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update account set email = 'al\u0130ce@alice.example' where name = 'Alice'")
        [(alice,)] = await db.all("select id from account where name = 'Alice'")
    assert await set_email(world, alice, "Alice@New.example") == "alice@new.example"
    assert await set_email(world, alice, "ALICE@new.example") == "alice@new.example"
    with pytest.raises(AccountExists):
        await set_email(world, alice, "BOB@bob.example")
    with pytest.raises(NoAccountOfThisNumber):
        await set_email(world, 999_999, "eve@eve.example")
    async with world.dispatcher.database.reading() as db:
        found = await db.all("select name, email::text from account order by id limit 2")
    assert found == [("Alice", "alice@new.example"), ("Bob", "bob@bob.example")]
