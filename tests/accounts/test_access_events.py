"""What is written down of each use of a credential: who, when, from where, with which key; never the key."""

from datetime import UTC, datetime
from typing import Any

import pytest

from showground.accounts.actions.keys import RevokeKey, revoke_key
from showground.accounts.authentication import MAX_NOTED, ApiKeys
from showground.core.calls.context import Access, Caller
from showground.core.calls.errors import Unavailable
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio

HOUR = NOW.replace(minute=0)


async def ask(world: World, query: Any, *values: Any) -> list[Any]:
    async with world.dispatcher.database.reading() as db:
        return await db.all(query, values)


async def events(world: World, kind: str) -> list[Any]:
    await world.app.parts.api_keys.write_noted()
    return await ask(
        world,
        """
        select a.name, k.id is not null, e.address, e.at, e.times from access_event e
        left join account a on a.id = e.account_id left join api_key k on k.id = e.api_key_id and k.account_id = a.id
        where kind = %s order by e.id
        """,
        kind,
    )


async def key_id(world: World, name: str) -> tuple[int, int]:
    [found] = await ask(
        world, "select k.id, a.id from api_key k join account a on a.id = account_id where a.name = %s", name
    )
    return found


async def test_a_new_key_is_noted(world: World) -> None:
    assert await events(world, "created") == [(name, True, "", NOW, 1) for name in ("Alice", "Bob", "Charlie")]
    async with world.browser("alice") as browser:
        fields = {"name": "Nightly run", "scopes": ["account:read"], "days": "30"}
        assert (await browser.post("/account/keys", data=fields)).status_code == 200
    assert (await events(world, "created"))[3:] == [("Alice", True, "127.0.0.1", NOW, 1)]


async def test_uses_are_folded_by_hour_and_key(world: World) -> None:
    for _ in range(3):
        await world.get("/me", by="alice")
    await world.get("/site", by="bob")
    assert await events(world, "used") == [
        ("Alice", True, "127.0.0.1", HOUR, 3),
        ("Bob", True, "127.0.0.1", HOUR, 1),
    ]
    world.clock.move(minutes=59)
    await world.get("/me", by="alice")
    assert ("Alice", True, "127.0.0.1", HOUR, 4) in await events(world, "used")
    world.clock.move(minutes=1)
    await world.get("/me", by="alice")
    assert ("Alice", True, "127.0.0.1", HOUR.replace(hour=13), 1) in await events(world, "used")
    assert len(await events(world, "used")) == 3


async def test_uses_from_other_addresses_stand_apart(world: World) -> None:
    keys = world.app.parts.api_keys
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1"):
        assert await keys.find(world.keys["alice"], NOW, address)
    assert [(address, times) for _, _, address, _, times in await events(world, "used")] == [
        ("192.0.2.1", 2),
        ("192.0.2.2", 1),
    ]


async def test_a_call_that_lacks_the_scope_is_a_use(world: World) -> None:
    await world.add_key("alice", ["orders:write"])
    assert (await world.get("/me", by="alice")).status_code == 403
    assert await events(world, "used") == [("Alice", True, "127.0.0.1", HOUR, 1)]


async def test_the_last_use_is_kept_to_the_second(world: World) -> None:
    assert await ask(world, "select distinct last_used_at from api_key") == [(None,)]
    await world.get("/me", by="alice")
    world.clock.move(minutes=7, seconds=3)
    await world.get("/me", by="alice")
    await world.app.parts.api_keys.write_noted()
    last = "select last_used_at from api_key join account a on a.id = account_id where a.name = 'Alice'"
    assert await ask(world, last) == [(datetime(2026, 3, 11, 12, 7, 3, tzinfo=UTC),)]
    other = ApiKeys(world.dispatcher.database)  # another process, which writes later what it saw earlier
    await other.find(world.keys["alice"], NOW, "127.0.0.1")
    await other.write_noted()
    assert await ask(world, last) == [(datetime(2026, 3, 11, 12, 7, 3, tzinfo=UTC),)]
    assert await events(world, "used") == [("Alice", True, "127.0.0.1", HOUR, 3)]


async def test_a_refusal_is_noted_without_the_key(world: World) -> None:
    for wrong in ("nonsense", world.keys["alice"][:-1]):
        await world.get("/me", headers={"Authorization": f"Bearer {wrong}"})
    assert await events(world, "refused") == [(None, False, "127.0.0.1", HOUR, 2)]
    assert await events(world, "used") == []
    kept = str(await ask(world, "select event::text from access_event event"))
    assert not any(wrong in kept for wrong in ("nonsense", world.keys["alice"][:-1]))


async def test_a_revoked_key_stops_at_once_and_is_noted(world: World) -> None:
    number, account = await key_id(world, "Alice")
    alice = Caller(world.clock(), "web", Access(account, "session", frozenset({"person"})), "192.0.2.9")
    assert (await world.get("/me", by="alice")).status_code == 200
    assert (await world.dispatcher.call(revoke_key, alice, RevokeKey(key_id=number))).revoked
    answer = await world.get("/me", by="alice")
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert await events(world, "revoked") == [("Alice", True, "192.0.2.9", NOW, 1)]


async def test_a_known_key_that_has_ended_is_noted_by_its_number(world: World) -> None:
    await world.add_key("alice", ["account:read"], days=1)
    world.clock.move(days=2)
    assert (await world.get("/me", by="alice")).status_code == 401
    [(name, has_key, address, _, times)] = await events(world, "refused")
    assert (name, has_key, address, times) == ("Alice", True, "127.0.0.1", 1)
    assert await events(world, "used") == []
    assert await ask(world, "select distinct last_used_at from api_key") == [(None,)]


async def test_what_could_not_be_written_is_written_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = world.app.parts.api_keys
    await world.get("/me", by="alice")

    def unavailable() -> Any:
        raise Unavailable

    with monkeypatch.context() as patch:
        patch.setattr(world.dispatcher.database, "transaction", unavailable)
        with pytest.raises(Unavailable):
            await keys.write_noted()
        await world.get("/me", by="alice")
    assert await events(world, "used") == [("Alice", True, "127.0.0.1", HOUR, 2)]


async def test_a_flood_of_wrong_keys_fills_no_memory(world: World) -> None:
    keys = ApiKeys(world.dispatcher.database)
    for number in range(MAX_NOTED + 50):
        await keys.find("nonsense", NOW, f"10.{number // 65536}.{number // 256 % 256}.{number % 256}")
    assert len(keys._noted) == MAX_NOTED


async def test_who_deletes_an_account_deletes_its_events(world: World) -> None:
    await world.get("/me", by="alice")
    async with world.dispatcher.database.transaction() as db:
        await db.execute("delete from account where name = 'Alice'")
    assert await events(world, "used") == []  # noted before, written after
    assert [name for name, *_ in await events(world, "created")] == ["Bob", "Charlie"]
