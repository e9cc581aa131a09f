"""Repeats with a key are harmless: one effect, the same answer, whatever happens in between."""

import asyncio
from collections.abc import AsyncGenerator

import psycopg
import pytest

from showground.core.calls.idempotency import IdempotencyKey, acquire
from showground.core.database.pool import STATEMENT_TIMEOUT
from tests.support import test_operations
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio


@pytest.fixture
async def shelf(database_url: str) -> AsyncGenerator[World]:
    with psycopg.connect(database_url) as db:
        db.execute(test_operations.TABLE)
    async with running_world(database_url, operations=test_operations.NOTES) as world:
        await world.add_person("alice")
        await world.add_person("bob")
        yield world


async def add(world: World, key: str | None, text: str = "milk", by: str = "alice", shelf: str = "top"):
    headers = {} if key is None else {"Idempotency-Key": key}
    return await world.request("POST", f"/shelves/{shelf}/notes", by=by, headers=headers, json={"text": text})


async def count(world: World) -> int:
    return (await world.get("/notes", headers={"Authorization": world.bearer("alice")["Authorization"]})).json()[
        "count"
    ]


async def test_who_has_the_key_is_bound_to_the_usual_time(shelf: World) -> None:
    """Only the wait for a twin has a time of its own."""
    key = IdempotencyKey(1, "add_note", "k1", b"")
    async with shelf.dispatcher.database.transaction() as db:
        assert await acquire(db, key, shelf.clock()) is None
        assert await db.one("show statement_timeout") == (STATEMENT_TIMEOUT,)
        assert await db.one("show lock_timeout") == ("0",)


async def test_the_first_answer_comes_again(shelf: World) -> None:
    first, second = await add(shelf, "k1"), await add(shelf, "k1")
    assert first.status_code == second.status_code == 201
    assert first.content == second.content
    assert "idempotency-replayed" not in first.headers
    assert second.headers["idempotency-replayed"] == "true"
    assert await count(shelf) == 1


async def test_without_a_key_each_request_counts(shelf: World) -> None:
    await add(shelf, None)
    await add(shelf, None)
    assert await count(shelf) == 2


@pytest.mark.usefixtures("patient")
async def test_fifty_at_once_have_one_effect(shelf: World) -> None:
    answers = await asyncio.gather(*(add(shelf, "same") for _ in range(50)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    assert await count(shelf) == 1


@pytest.mark.usefixtures("patient")
async def test_twins_in_two_processes_have_one_effect(shelf: World, database_url: str) -> None:
    async with running_world(database_url, operations=test_operations.NOTES) as other:
        other.keys = shelf.keys
        answers = await asyncio.gather(*(add(world, "same") for world in (shelf, other) for _ in range(10)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert await count(shelf) == 1


async def test_another_body_or_path_under_the_same_key_is_refused(shelf: World) -> None:
    await add(shelf, "k1")
    for answer in (await add(shelf, "k1", text="bread"), await add(shelf, "k1", shelf="low")):
        assert answer.status_code == 400
        assert answer.json()["code"] == "idempotency_key_reused"
    assert await count(shelf) == 1


async def test_the_order_of_properties_does_not_matter(shelf: World) -> None:
    send = {"Idempotency-Key": "k1", "Content-Type": "application/json"}
    first = await shelf.request(
        "POST", "/shelves/top/notes", by="alice", headers=send, content=b'{"text":"a","copies":2}'
    )
    second = await shelf.request(
        "POST", "/shelves/top/notes", by="alice", headers=send, content=b'{"copies":2,"text":"a"}'
    )
    assert first.status_code == 201
    assert second.content == first.content


async def test_key_and_effect_are_one_commit_that_another_process_finds(shelf: World, database_url: str) -> None:
    """Whenever a process is killed, there are both or neither."""
    first = await add(shelf, "k1")
    with psycopg.connect(database_url) as db:
        effects = db.execute("select xmin::text from note").fetchall()
        kept = db.execute("select xmin::text from idempotency_key where body is not null").fetchall()
    assert len(effects) == 1
    assert kept == effects
    async with running_world(database_url, operations=test_operations.NOTES) as other:
        other.keys = shelf.keys
        again = await add(other, "k1")
    assert (again.content, again.headers["idempotency-replayed"]) == (first.content, "true")
    assert await count(shelf) == 1


async def test_keys_of_other_accounts_and_operations_are_others(shelf: World) -> None:
    first = await add(shelf, "k1")
    other = await add(shelf, "k1", by="bob")
    words = await shelf.request("POST", "/words", by="alice", headers={"Idempotency-Key": "k1"}, json={"word": "milk"})
    assert len({first.json()["id"], other.json()["id"], words.json()["id"]}) == 3


async def test_a_refused_request_leaves_the_key_free(shelf: World) -> None:
    assert (await add(shelf, "k1", text="far too long for a note")).status_code == 400
    assert (await add(shelf, "k1", shelf="full")).json()["code"] == "shelf_full"
    assert (await add(shelf, "k1")).status_code == 201


async def test_a_fault_of_ours_leaves_the_key_free(shelf: World, expected_errors: list[str]) -> None:
    broken = await add(shelf, "k1", text="break")
    assert broken.status_code == 503
    assert broken.headers["retry-after"]
    assert "secret" not in broken.text
    assert await count(shelf) == 0
    assert (await add(shelf, "k1")).status_code == 201
    assert len(expected_errors) == 1


async def test_a_failed_twin_lets_the_waiting_one_run(shelf: World) -> None:
    entered, go_on = asyncio.Event(), asyncio.Event()

    async def fail_when_told() -> None:
        if not entered.is_set():
            entered.set()
            await go_on.wait()
            raise test_operations.ShelfFull

    test_operations.held["wait"] = fail_when_told
    try:
        first = asyncio.create_task(add(shelf, "k1", text="wait"))
        await entered.wait()
        second = asyncio.create_task(add(shelf, "k1", text="wait"))
        go_on.set()
        assert (await first).json()["code"] == "shelf_full"
        assert (await second).status_code == 201
    finally:
        test_operations.held.clear()
    assert await count(shelf) == 1


@pytest.mark.parametrize("key", ["x", "x" * 255, "with blanks and ~ signs!"])
async def test_keys_that_fit(shelf: World, key: str) -> None:
    assert (await add(shelf, key)).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\there"])
async def test_keys_that_do_not_fit_are_refused_with_everything_else(shelf: World, key: str) -> None:
    answer = await add(shelf, key, text="far too long for a note")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["Idempotency-Key", "text"]


async def test_a_key_is_new_again_after_a_day(shelf: World) -> None:
    first = await add(shelf, "k1")
    shelf.clock.move(hours=23, minutes=59)
    assert (await add(shelf, "k1")).content == first.content
    shelf.clock.move(minutes=1)
    later = await add(shelf, "k1", text="bread")
    assert later.status_code == 201
    assert later.json()["id"] != first.json()["id"]


async def test_a_replay_does_not_look_outside_again(shelf: World) -> None:
    test_operations.looks.clear()
    send = {"Idempotency-Key": "k1"}
    first = await shelf.request("POST", "/words", by="alice", headers=send, json={"word": "milk"})
    second = await shelf.request("POST", "/words", by="alice", headers=send, json={"word": "milk"})
    assert first.json()["text"] == "MILK"
    assert second.content == first.content
    assert test_operations.looks == ["milk"]


async def test_a_key_means_nothing_to_an_operation_without_repeats(shelf: World) -> None:
    answer = await shelf.get("/site", headers={"Idempotency-Key": ""})
    assert answer.status_code == 200
