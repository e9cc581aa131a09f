"""Stopping the tasks that run in the background."""

import asyncio

import pytest

from showground.core.tasks import stop_tasks

pytestmark = pytest.mark.anyio


async def test_a_task_that_loses_a_cancellation_is_cancelled_again() -> None:
    begun, lost = asyncio.Event(), 0

    async def loop() -> None:
        nonlocal lost
        while True:
            begun.set()
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                if lost == 2:
                    raise
                lost += 1

    task = asyncio.create_task(loop())
    await begun.wait()
    await stop_tasks(task, again_after=0.001)
    assert task.cancelled()
    assert lost == 2


async def test_tasks_may_end_by_themselves_or_by_an_error() -> None:
    async def fail() -> None:
        raise ValueError

    ended, failed = asyncio.create_task(asyncio.sleep(0)), asyncio.create_task(fail())
    await asyncio.sleep(0.001)
    await stop_tasks(ended, failed)
    await stop_tasks()
    assert ended.done()
    assert failed.done()
