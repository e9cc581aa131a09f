"""The dispatcher: who may call, what is counted, what is logged, and what is held while waiting."""

import asyncio
import inspect
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Annotated

import psycopg
import pytest
from pydantic import Field

from showground.accounts import ACCOUNT_READ, LISTINGS_WRITE
from showground.core.calls.context import Access, Caller, Context, Surface
from showground.core.calls.declare import PERSON, PUBLIC, STAFF, action, operation
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import (
    ApiError,
    FieldError,
    InsufficientScope,
    InvalidInput,
    RateLimited,
    SignInAgain,
    SignInRequired,
)
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import MemoryCounters, Quotas
from showground.core.database.database import Database
from showground.core.languages import EnglishText
from showground.registry import all_operations
from tests.support import test_operations
from tests.support.dispatcher import open_dispatcher
from tests.support.test_operations import AddNote, CountNotes, LookUp, Note, add_note, count_notes, look_up
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio

METADATA = 'resource_metadata="https://fair.example/.well-known/oauth-protected-resource/mcp"'
NOBODY = Caller(NOW, "rest", address="192.0.2.7")


def somebody(*scopes: str, surface: Surface = "rest") -> Caller:
    return Caller(NOW, surface, Access(1, "api_key", frozenset(scopes)), "192.0.2.7")


@pytest.fixture
async def dispatcher(database_url: str) -> AsyncGenerator[Dispatcher]:
    with psycopg.connect(database_url) as db:
        db.execute(test_operations.TABLE)
    async with open_dispatcher(database_url) as dispatcher:
        yield replace(dispatcher, counters=MemoryCounters())


async def test_without_access_the_way_in_is_shown(dispatcher: Dispatcher) -> None:
    with pytest.raises(SignInRequired) as caught:
        await dispatcher.call(look_up, NOBODY, LookUp(word="milk"))
    assert caught.value.status == 401
    assert caught.value.headers == {"WWW-Authenticate": f'Bearer scope="listings:write", {METADATA}'}


async def test_without_the_scope_it_is_named(dispatcher: Dispatcher) -> None:
    with pytest.raises(InsufficientScope) as caught:
        await dispatcher.call(look_up, somebody(ACCOUNT_READ), LookUp(word="milk"))
    assert caught.value.status == 403
    challenge = f'Bearer error="insufficient_scope", scope="account:read listings:write", {METADATA}'
    assert caught.value.headers == {"WWW-Authenticate": challenge}
    problem = caught.value.problem("id")
    assert problem["required_scope"] == LISTINGS_WRITE
    assert problem["detail"] == "This requires the scope `listings:write`, which your access does not include."


async def test_the_same_over_http(database_url: str) -> None:
    async with test_operations.running_shelf(database_url, site_url="https://fair.example") as world:
        nobody = await world.request("POST", "/words", json={"word": "milk"})
        metadata = METADATA.replace("/mcp", "/api/v1")
        every = 'scope="account:read listings:write orders:write"'  # one consent is enough for all
        assert nobody.headers["www-authenticate"] == f"Bearer {every}, {metadata}"
        bob = await world.request("POST", "/words", by="bob", json={"word": "milk"})
        assert 'scope="account:read listings:write"' in bob.headers["www-authenticate"]
        assert bob.headers["www-authenticate"].startswith('Bearer error="insufficient_scope", ')
        assert bob.json()["required_scope"] == "listings:write"
        wrong = await world.get("/me", headers={"Authorization": "Bearer nonsense"})
        assert wrong.headers["www-authenticate"] == f'Bearer error="invalid_token", {metadata}'


class Nothing(Input):
    """Nothing is asked for."""


@action(scope=STAFF, read_only=True)
async def look_around(ctx: Context, input: Nothing) -> Note:
    """Look around, as staff does."""
    return Note(id=1, shelf="staff", text=ctx.surface)


@action(scope=PERSON, recent=True, read_only=True)
async def change_ways_in(ctx: Context, input: Nothing) -> Nothing:
    """Change who may act for somebody."""
    return input


async def test_what_asks_for_a_recent_sign_in_is_done_for_nobody_else(dispatcher: Dispatcher) -> None:
    signed_in = somebody(PERSON, surface="web")
    with pytest.raises(SignInAgain) as caught:
        await dispatcher.call(change_ways_in, signed_in, Nothing())
    assert (caught.value.status, caught.value.headers) == (401, {})
    assert signed_in.access is not None
    recently = replace(signed_in, access=replace(signed_in.access, recent=True))
    assert await dispatcher.call(change_ways_in, recently, Nothing()) == Nothing()
    without_scope = replace(signed_in, access=replace(signed_in.access, recent=True, scopes=frozenset({ACCOUNT_READ})))
    with pytest.raises(InsufficientScope):
        await dispatcher.call(change_ways_in, without_scope, Nothing())
    assert await dispatcher.call(change_ways_in, Caller(NOW, "command"), Nothing()) == Nothing()


@pytest.mark.parametrize("surface", ["job", "command"])
async def test_jobs_and_commands_need_no_scope_and_are_not_counted(dispatcher: Dispatcher, surface: Surface) -> None:
    strict = replace(dispatcher, quotas=Quotas(factor=0.0001))
    for _ in range(3):
        admitted = await strict.admit(look_around, Caller(NOW, surface))
        assert admitted.allowance.headers() == []
        assert (await admitted.run(Nothing())).text == surface


@pytest.mark.parametrize("surface", ["rest", "mcp", "web"])
async def test_no_key_carries_the_scope_of_staff(dispatcher: Dispatcher, surface: Surface) -> None:
    with pytest.raises(InsufficientScope):
        await dispatcher.call(look_around, somebody(ACCOUNT_READ, LISTINGS_WRITE, surface=surface), Nothing())


async def test_what_a_page_calls_is_counted_by_the_operation_alone(dispatcher: Dispatcher) -> None:
    """The page itself is counted where it is routed."""
    page = somebody(LISTINGS_WRITE, surface="web")
    assert (await dispatcher.admit(count_notes, replace(page, access=None))).allowance.headers() == []
    assert (await dispatcher.admit(look_up, page)).allowance.headers() == []
    names = [use.limit.name for use in (await dispatcher.admit(add_note, page)).allowance.uses]
    assert names == ["notes"]
    for _ in range(19):
        await dispatcher.admit(add_note, page)
    with pytest.raises(RateLimited):
        await dispatcher.admit(add_note, page)


async def test_what_is_refused_at_the_door_does_nothing(dispatcher: Dispatcher, database_url: str) -> None:
    strict = replace(dispatcher, quotas=Quotas(factor=0.0001))
    caller = somebody(LISTINGS_WRITE)
    await strict.call(add_note, caller, AddNote(shelf="top", text="milk", labels=[]))
    with pytest.raises(RateLimited) as caught:
        await strict.call(add_note, caller, AddNote(shelf="top", text="milk", labels=[]))
    assert caught.value.headers["Retry-After"] == "60"
    assert test_operations.count_in(database_url) == 1


class Surprise(ApiError):
    """This was not foreseen."""


@operation("POST /surprises", scope=LISTINGS_WRITE, idempotent=True)
async def surprise(ctx: Context, input: LookUp) -> Note:
    """Fail in a way that is declared nowhere."""
    raise Surprise


async def test_a_failure_that_was_not_declared_is_noted_and_told(
    dispatcher: Dispatcher, expected_errors: list[str]
) -> None:
    with pytest.raises(Surprise):
        await dispatcher.call(surprise, somebody(LISTINGS_WRITE), LookUp(word="milk"))
    admitted = await dispatcher.admit(surprise, somebody(LISTINGS_WRITE))
    with pytest.raises(Surprise):
        await admitted.answer({"word": "milk"}, None)
    assert expected_errors == ["surprise raised Surprise, which it does not declare"] * 2


class FindShelf(Input):
    shelf: Annotated[str, Field(description="A shelf.", examples=["top"])] = "top"
    count: Annotated[int, Field(description="How many notes.", examples=[1])] = 1


async def judge_shelf(ctx: Context, input: FindShelf) -> list[FieldError]:
    known = await ctx.db.all("select shelf from note")
    return (
        [] if (input.shelf,) in known else [FieldError(field="shelf", message=EnglishText("There is no such shelf."))]
    )


@operation("GET /shelves", scope=PUBLIC, judge=judge_shelf)
async def find_shelf(ctx: Context, input: FindShelf) -> Note:
    """Find a shelf, which no bad input may begin."""
    raise AssertionError


async def test_all_that_is_wrong_is_told_at_once_and_nothing_is_run_for_it(dispatcher: Dispatcher) -> None:
    await dispatcher.call(add_note, somebody(LISTINGS_WRITE), AddNote(shelf="top", text="milk", labels=[]))
    admitted = await dispatcher.admit(find_shelf, NOBODY)
    for raw, wrong in (
        ({"shelf": "none", "count": "x"}, ["count", "shelf"]),
        ({"shelf": "none", "colour": "red"}, ["colour", "shelf"]),
        ({"shelf": "top", "count": "x"}, ["count"]),
        ({"shelf": 7, "count": "x"}, ["shelf", "count"]),
    ):
        with pytest.raises(InvalidInput) as caught:
            await admitted.answer(raw)
        assert [error["field"] for error in caught.value.errors] == wrong


def test_an_operation_that_finds_fault_with_its_input_says_how() -> None:
    for found in all_operations():
        source = inspect.getsource(sys.modules[found.handler.__module__])
        finds = any(raises in source for raises in ("InvalidInput(", "quotes.quote(", "order_coupon.apply("))
        assert (found.judge is not None) == finds, found.name


async def test_a_declared_failure_is_no_mistake(dispatcher: Dispatcher) -> None:
    with pytest.raises(test_operations.ShelfFull):
        await dispatcher.call(add_note, somebody(LISTINGS_WRITE), AddNote(shelf="full", text="milk", labels=[]))


def _keep(tags: frozenset[str]) -> None:
    """There is no cache here."""


@pytest.mark.usefixtures("patient")
async def test_who_looks_outside_holds_no_connection(dispatcher: Dispatcher, database_url: str) -> None:
    """Many wait for slow websites at once, with two connections for all; others go on meanwhile."""
    waiting, all_wait, go_on = 0, asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        nonlocal waiting
        waiting += 1
        if waiting == 25:
            all_wait.set()
        await go_on.wait()

    test_operations.held["slow"] = wait
    caller = somebody(LISTINGS_WRITE)
    try:
        async with Database(database_url, size=2, forget=_keep) as database:
            narrow = replace(dispatcher, database=database, counters=None)
            slow = [asyncio.create_task(narrow.call(look_up, caller, LookUp(word="slow"))) for _ in range(25)]
            await all_wait.wait()
            assert (await narrow.call(count_notes, NOBODY, CountNotes(tags=[]))).count == 0
            await narrow.call(add_note, caller, AddNote(shelf="top", text="milk", labels=[]))
            go_on.set()
            assert {note.text for note in await asyncio.gather(*slow)} == {"SLOW"}
            assert (await narrow.call(count_notes, NOBODY, CountNotes(tags=[]))).count == 26
    finally:
        test_operations.held.clear()


async def test_an_unforeseen_fault_undoes_what_was_done(dispatcher: Dispatcher, database_url: str) -> None:
    with pytest.raises(RuntimeError):
        await dispatcher.call(add_note, somebody(LISTINGS_WRITE), AddNote(shelf="top", text="break", labels=[]))
    assert test_operations.count_in(database_url) == 0


async def test_a_key_that_expires_stops_at_once(world: World) -> None:
    await world.add_key("alice", [ACCOUNT_READ], days=1)
    assert (await world.get("/me", by="alice")).status_code == 200
    world.clock.move(days=1)
    assert (await world.get("/me", by="alice")).status_code == 401
