"""Making accounts and keys, and revoking keys."""

from typing import Any

import pytest
from pydantic import ValidationError

from showground.accounts.actions.account import AccountExists, CreateAccount, create_account
from showground.accounts.actions.keys import CreateKey, NoSuchAccount, NoSuchKey, RevokeKey, create_key, revoke_key
from showground.core.calls.context import Access, Caller
from showground.core.calls.errors import InsufficientScope, InvalidInput, SignInRequired
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio


def person(account: int, *scopes: str) -> Caller:
    return Caller(NOW, "web", Access(account, "session", frozenset(scopes or ("person",))), "192.0.2.9")


async def ask(world: World, query: Any, *values: Any) -> list[Any]:
    async with world.dispatcher.database.reading() as db:
        return await db.all(query, values)


async def test_an_account_is_made(world: World) -> None:
    made = await world.dispatcher.call(
        create_account, world.caller(), CreateAccount(email="Eve@Eve.example", name="Eve")
    )
    rows = await ask(world, "select email, name, staff, demo, created_at from account where id = %s", made.id)
    assert rows == [("eve@eve.example", "Eve", False, False, NOW)]


async def test_staff_are_made_so(world: World) -> None:
    asked = CreateAccount(email="eve@eve.example", name="Eve", staff=True)
    made = await world.dispatcher.call(create_account, world.caller(), asked)
    assert await ask(world, "select staff from account where id = %s", made.id) == [(True,)]


@pytest.mark.parametrize("email", ["alice@alice.example", "ALICE@alice.example", "Alice@ALICE.EXAMPLE"])
async def test_one_address_has_one_account_however_it_is_written(world: World, email: str) -> None:
    with pytest.raises(AccountExists, match="An account with this email address already exists") as refused:
        await world.dispatcher.call(create_account, world.caller(), CreateAccount(email=email, name="Another"))
    assert (refused.value.status, refused.value.code) == (400, "account_exists")
    key = await world.dispatcher.call(
        create_key, world.caller(), CreateKey(email=email, name="k", scopes=["account:read"])
    )
    answer = await world.get("/me", headers={"Authorization": f"Bearer {key.key}"})
    assert answer.json()["account"]["email"] == "alice@alice.example"


@pytest.mark.parametrize(
    "wrong",
    [
        {"email": "nobody"}, {"email": "a@"}, {"email": ""}, {"email": "x" * 250 + "@a.example"}, {"name": ""},
        {"name": "x" * 161}, {"surprise": 1}, {"staff": "maybe"},
    ],
    ids=str,
)  # fmt: skip
def test_what_makes_no_account(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CreateAccount.model_validate({"email": "eve@eve.example", "name": "Eve"} | wrong)


async def test_a_key_is_shown_once_and_not_by_accident(world: World) -> None:
    asked = CreateKey(email="alice@alice.example", name="ci", scopes=["account:read"])
    made = await world.dispatcher.call(create_key, world.caller(), asked)
    assert made.key.startswith("sg_live_")
    assert made.key not in repr(made)
    assert (await world.get("/me", headers={"Authorization": f"Bearer {made.key}"})).status_code == 200
    rows = await ask(world, "select name, scopes, created_at, expires_at from api_key where id = %s", made.id)
    assert rows == [("ci", ["account:read"], NOW, None)]


async def test_a_key_needs_an_account(world: World) -> None:
    asked = CreateKey(email="nobody@nobody.example", name="k", scopes=["account:read"])
    with pytest.raises(NoSuchAccount, match="No account has this email address"):
        await world.dispatcher.call(create_key, world.caller(), asked)


async def test_unknown_scopes_are_all_named_with_the_nearest(world: World) -> None:
    asked = CreateKey(email="alice@alice.example", name="k", scopes=["account:reed", "account:read", "zzz", "staff"])
    with pytest.raises(InvalidInput) as refused:
        await world.dispatcher.call(create_key, world.caller(), asked)
    assert [error["message"] for error in refused.value.errors] == [
        "`account:reed` is not a scope. Did you mean account:read?",
        "`zzz` is not a scope. The scopes are account:read, listings:write, orders:write.",
        "`staff` is not a scope. The scopes are account:read, listings:write, orders:write.",
    ]
    assert {error["field"] for error in refused.value.errors} == {"scopes"}
    assert await ask(world, "select count(*) from api_key") == [(3,)]


@pytest.mark.parametrize(
    "wrong", [{"scopes": []}, {"name": ""}, {"name": "x" * 161}, {"days": 0}, {"days": 3651}, {"days": -1}], ids=str
)
def test_what_makes_no_key(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CreateKey.model_validate({"email": "a@a.example", "name": "k", "scopes": ["account:read"]} | wrong)


async def test_only_staff_make_accounts_and_keys(world: World) -> None:
    account = CreateAccount(email="eve@eve.example", name="Eve")
    key = CreateKey(email="alice@alice.example", name="k", scopes=["account:read"])
    for caller, failure in ((Caller(NOW, "web"), SignInRequired), (person(1, "person"), InsufficientScope)):
        with pytest.raises(failure):
            await world.dispatcher.call(create_account, caller, account)
        with pytest.raises(failure):
            await world.dispatcher.call(create_key, caller, key)


async def test_people_revoke_their_own_keys_only(world: World) -> None:
    rows = await ask(world, "select a.name, k.id, a.id from api_key k join account a on a.id = account_id")
    (_, alices_key, alice), (_, _, bob), _ = sorted(rows)
    for number in (alices_key, 10**6, 0, -1, 2**70):
        with pytest.raises(NoSuchKey, match="You have no active API key with this id"):
            await world.dispatcher.call(revoke_key, person(bob), RevokeKey(key_id=number))
    assert (await world.get("/me", by="alice")).status_code == 200
    await world.dispatcher.call(revoke_key, person(alice), RevokeKey(key_id=alices_key))
    assert await ask(world, "select revoked_at from api_key where id = %s", alices_key) == [(NOW,)]
    with pytest.raises(NoSuchKey):
        await world.dispatcher.call(revoke_key, person(alice), RevokeKey(key_id=alices_key))
    assert (await world.get("/me", by="bob")).status_code == 200


async def test_a_key_cannot_revoke_keys(world: World) -> None:
    with pytest.raises(InsufficientScope):
        await world.dispatcher.call(
            revoke_key, person(1, "account:read", "listings:write", "orders:write"), RevokeKey(key_id=1)
        )
    with pytest.raises(SignInRequired):
        await world.dispatcher.call(revoke_key, Caller(NOW, "web"), RevokeKey(key_id=1))
