"""Calls that wait for a change: who hears of which, and how many may wait."""

import asyncio
from contextlib import ExitStack

import pytest

from showground.core.change_waiters import MAX_OF_ONE_OWNER, MAX_WAITERS, ChangeWaiters

pytestmark = pytest.mark.anyio


def soon() -> float:
    return asyncio.get_running_loop().time() + 60


def past() -> float:
    return asyncio.get_running_loop().time() - 1


async def test_a_change_is_heard_by_those_who_watch_it_even_before_they_wait() -> None:
    waiters = ChangeWaiters()
    with waiters.watch("draft:1", "alice") as one, waiters.watch("draft:2", "bob") as two:
        assert one
        assert two
        waiters.note(["draft:1", "listing:x"])
        assert await one.next(soon())
        assert not await one.next(past())
        assert not await two.next(past())
        waiters.note_all()
        assert await one.next(soon())
        assert await two.next(soon())


async def test_one_owner_may_not_take_every_place_and_places_come_back() -> None:
    waiters = ChangeWaiters()
    with ExitStack() as held:
        for _ in range(MAX_OF_ONE_OWNER):
            assert held.enter_context(waiters.watch("draft:1", "alice"))
        with waiters.watch("draft:1", "alice") as further, waiters.watch("draft:1", "bob") as other:
            assert further is None
            assert other
    with waiters.watch("draft:1", "alice") as again:
        assert again
    assert not waiters._watches


async def test_only_so_many_wait_in_one_process() -> None:
    waiters = ChangeWaiters()
    with ExitStack() as held:
        for number in range(MAX_WAITERS):
            assert held.enter_context(waiters.watch(f"draft:{number}", f"account:{number}"))
        with waiters.watch("draft:1", "alice") as further:
            assert further is None


async def test_when_the_process_stops_no_one_waits() -> None:
    waiters = ChangeWaiters()
    with waiters.watch("draft:1", "alice") as one:
        waiters.close()
        assert one
        assert not await one.next(soon())
    with waiters.watch("draft:1", "alice") as late:
        assert late is None
