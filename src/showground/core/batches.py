"""Batches concurrent work: while one batch runs, the next one collects.

A transaction costs about the same for one vote as for a hundred. So a call adds what it wants done to a batch and waits
for its own result. The first call never waits for others; under load, batches grow by themselves.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Any, Generic, TypeVar

from showground.core.calls.errors import ApiError, Unavailable
from showground.core.languages import Text

Item = TypeVar("Item")
Result = TypeVar("Result")

MAX_ITEMS = 200  # in one batch
MAX_WAITING = 5_000  # beyond this, fail fast with 503
WAIT_SECONDS = 8.0
BUSY = Text("The database is busy. Try again in a few seconds.")


class Batches(Generic[Item, Result]):
    """Runs `work` on batches of items, one batch at a time. It returns the result of each item, in order; an ApiError
    among them is raised for the caller who added that item."""

    def __init__(self, work: Callable[[Sequence[Item]], Awaitable[Sequence[Result | ApiError]]]) -> None:
        self._work = work
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._running: asyncio.Task[None] | None = None

    async def add(self, item: Item) -> Result:
        """Add an item to the next batch, and wait for its result."""
        if len(self._waiting) >= MAX_WAITING:
            raise Unavailable(BUSY)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        self._waiting.append((item, done))
        if self._running is None:  # in its own context, because it serves many requests
            self._running = loop.create_task(self._run(), context=Context())
        late = loop.call_later(WAIT_SECONDS, _give_up, done)  # a third of the time that asyncio.wait_for takes
        try:
            return await done
        finally:
            late.cancel()

    async def _run(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MAX_ITEMS], self._waiting[MAX_ITEMS:]
                batch = [(item, done) for item, done in batch if not done.done()]  # callers that gave up are left out
                if batch:
                    await self._run_batch(batch)
        finally:
            self._running = None

    async def _run_batch(self, batch: Sequence[tuple[Item, "asyncio.Future[Result]"]]) -> None:
        try:
            results = await self._work([item for item, _ in batch])
        except Exception as error:  # noqa: BLE001 - it is raised for those who wait
            if len(batch) > 1 and not isinstance(error, Unavailable):
                for one in batch:  # so that one bad item does not harm the others
                    await self._run_batch([one])
                return
            for _, done in batch:
                if not done.done():
                    done.set_exception(Unavailable(error.detail) if isinstance(error, Unavailable) else error)
        except BaseException:  # the process stops
            for _, done in batch:
                done.cancel()
            raise
        else:
            for (_, done), result in zip(batch, results, strict=True):
                if done.done():
                    continue
                if isinstance(result, ApiError):
                    done.set_exception(result)
                else:
                    done.set_result(result)


def _give_up(done: "asyncio.Future[Any]") -> None:
    if not done.done():
        done.set_exception(Unavailable(BUSY))
