"""Who a caller is signed in as."""

from datetime import timedelta

import pytest

from showground.accounts import ACCOUNT_READ, LISTINGS_WRITE
from showground.registry import all_operations
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio


async def test_it_names_the_account_and_what_its_key_allows(world: World) -> None:
    me = (await world.get("/me", by="alice")).json()
    assert me.keys() == {"account", "access"}
    assert me["account"] == {"id": me["account"]["id"], "name": "Alice", "email": "alice@alice.example"}
    assert me["account"]["id"] > 0
    assert me["access"] == {
        "kind": "api_key",
        "scopes": ["account:read", "listings:write", "orders:write"],
        "expires_at": None,
        "operations": sorted(op.name for op in all_operations()),
        "test": False,
    }


async def test_everyone_sees_themselves(world: World) -> None:
    found = [(await world.get("/me", by=name)).json()["account"] for name in ("alice", "bob", "charlie")]
    assert [account["name"] for account in found] == ["Alice", "Bob", "Charlie"]
    assert len({account["id"] for account in found}) == 3


async def test_a_narrow_key_is_shown_as_it_is(world: World) -> None:
    await world.add_key("bob", [ACCOUNT_READ], days=30)
    access = (await world.get("/me", by="bob")).json()["access"]
    assert access["scopes"] == [ACCOUNT_READ]
    assert access["expires_at"] == (NOW + timedelta(days=30)).isoformat().replace("+00:00", "Z")
    allowed = {op.name for op in all_operations() if op.scope in ("public", ACCOUNT_READ)}
    assert access["operations"] == sorted(allowed)
    assert "get_site" in allowed


async def test_scopes_come_in_one_order_and_once(world: World) -> None:
    await world.add_key("bob", [LISTINGS_WRITE, ACCOUNT_READ, LISTINGS_WRITE])
    assert (await world.get("/me", by="bob")).json()["access"]["scopes"] == [ACCOUNT_READ, LISTINGS_WRITE]


async def test_it_is_kept_by_nobody_else(world: World) -> None:
    answer = await world.get("/me", by="alice")
    assert answer.headers["cache-control"] == "private, no-cache"
    assert "Authorization" in answer.headers["vary"]
    assert (await world.get("/me")).status_code == 401


async def test_a_deleted_account_is_nobody(world: World) -> None:
    async with world.dispatcher.database.transaction() as db:
        await db.execute("delete from account where email = 'alice@alice.example'")
    answer = await world.get("/me", by="alice")
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
