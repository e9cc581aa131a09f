"""API keys: how they look, how little is kept of them, and when they stop."""

import math
import re
from base64 import urlsafe_b64decode
from collections import Counter
from hashlib import sha256
from typing import Any

import psycopg
import pytest
from psycopg import sql

from showground.accounts.keys import ALPHABET, PREFIX, RANDOM, looks_right, make_key
from showground.core.tokens import hash_token, make_token
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def ask(world: World, query: Any, *values: Any) -> list[Any]:
    async with world.dispatcher.database.reading() as db:
        return await db.all(query, values)


def test_a_key_can_be_scanned_for() -> None:
    for _ in range(100):
        key = make_key().text
        assert re.fullmatch(r"sg_live_[0-9A-Za-z]{38}", key)
        assert looks_right(key)


def test_a_key_cannot_be_guessed() -> None:
    assert RANDOM * math.log2(len(ALPHABET)) > 160
    made = [make_key().text for _ in range(2_000)]
    assert len(set(made)) == 2_000
    used = Counter(key[len(PREFIX) + place] for key in made for place in range(RANDOM))
    assert used.keys() == set(ALPHABET)
    assert max(used.values()) < 1.5 * min(used.values())


def test_no_token_can_be_guessed() -> None:
    made = [urlsafe_b64decode(make_token() + "=") for _ in range(2_000)]
    assert {len(token) * 8 for token in made} == {256}
    for bit in range(256):
        assert 800 < sum(int.from_bytes(token) >> bit & 1 for token in made) < 1_200


def test_a_mistyped_key_is_seen_to_be_one() -> None:
    key = make_key().text
    for place in range(len(key)):
        for other in ("0", "z"):
            wrong = key[:place] + other + key[place + 1 :]
            assert looks_right(wrong) == (wrong == key)
    swapped = [key[:n] + key[n + 1] + key[n] + key[n + 2 :] for n in range(8, len(key) - 1)]
    assert not any(looks_right(wrong) for wrong in swapped if wrong != key)
    for wrong in (
        "",
        PREFIX,
        key[:-1],
        key + "0",
        f" {key}",
        key.upper(),
        key + "é",
        "é" * len(key),
        key.replace("s", "\u017f", 1),
    ):
        assert not looks_right(wrong)


def test_a_key_does_not_show_itself() -> None:
    key = make_key()
    assert key.text not in repr(key)
    assert key.hint == key.text[:12] + "…"
    assert len(key.hash) == 32
    assert key.hash == hash_token(key.text)


async def test_only_a_hash_is_kept(world: World) -> None:
    key = world.keys["alice"]
    await world.get("/me", by="alice")
    await world.app.parts.api_keys.write_noted()
    [(kept, hint, name)] = await ask(
        world, "select hash, hint, name from api_key where account_id = (select min(id) from account)"
    )
    assert kept == hash_token(key) == sha256(key.encode()).digest()
    assert (hint, name) == (key[:12] + "…", "test")
    secret = key[len(PREFIX) + 4 :]
    with psycopg.connect(world.database_url) as db:
        tables = db.execute("select tablename from pg_tables where schemaname = 'public'").fetchall()
        for (table,) in tables:
            everything = sql.SQL("select t::text from {} t").format(sql.Identifier(table))
            assert not [row for (row,) in db.execute(everything) if secret in row], table
    assert "api_key" in {table for (table,) in tables}


async def test_a_mistyped_key_is_refused_without_the_database(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def must_not_be_asked(**_: Any) -> Any:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(world.dispatcher.database, "reading", must_not_be_asked)
    key = world.keys["alice"]
    for wrong in (key[:-1], key[:-1] + ("0" if key[-1] != "0" else "1"), "nonsense", ""):
        answer = await world.get("/me", headers={"Authorization": f"Bearer {wrong}"})
        assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")


async def test_a_well_formed_key_that_nobody_made_is_refused(world: World) -> None:
    answer = await world.get("/me", headers={"Authorization": f"Bearer {make_key().text}"})
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
async def test_the_scheme_is_written_as_one_likes(world: World, scheme: str) -> None:
    answer = await world.get("/me", headers={"Authorization": f"{scheme}  {world.keys['alice']} "})
    assert answer.status_code == 200


async def test_a_key_stops_when_it_expires(world: World) -> None:
    await world.add_key("alice", ["account:read"], days=1)
    world.clock.move(hours=23, minutes=59, seconds=59)
    assert (await world.get("/me", by="alice")).status_code == 200
    world.clock.move(seconds=1)
    for path in ("/me", "/site"):
        answer = await world.get(path, by="alice")
        assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")


async def test_a_key_without_an_end_goes_on(world: World) -> None:
    world.clock.move(days=3650)
    assert (await world.get("/me", by="alice")).status_code == 200


async def test_an_account_may_have_many_keys_each_with_its_own_scopes(world: World) -> None:
    wide = world.bearer("alice")
    narrow = {"Authorization": f"Bearer {await world.add_key('alice', ['orders:write'])}"}
    assert (await world.get("/me", headers=wide)).status_code == 200
    assert (await world.get("/me", headers=narrow)).status_code == 403
