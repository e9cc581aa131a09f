"""Calls that wait for a change, such as for a draft to become ready, without holding a database connection.

A commit names what it changed by tags (see `changes` in core/database/pool.py), and every process hears of it. A call
that waits watches one tag. Its watch begins before it first reads, so that a change in between is not missed.
"""

import asyncio
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager

MAX_WAITERS = 200  # of one process, which works on at most 500 requests at once
MAX_OF_ONE_OWNER = 5


class ChangeWatch:
    """Hears of every change of one tag."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.ended = False

    async def next(self, until: float) -> bool:
        """Wait for a change since the last one. False if there was none until this time of the event loop."""
        try:
            async with asyncio.timeout_at(until):
                await self.changed.wait()
        except TimeoutError:
            return False
        self.changed.clear()
        return not self.ended


class ChangeWaiters:
    """All watches of one process."""

    def __init__(self) -> None:
        self._watches: dict[str, set[ChangeWatch]] = {}
        self._owners = Counter[str]()
        self._closed = False

    @contextmanager
    def watch(self, tag: str, owner: str) -> Generator[ChangeWatch | None]:
        """Watch a tag. None if too many calls wait already, or the process is stopping: then answer at once."""
        if self._closed or self._owners.total() >= MAX_WAITERS or self._owners[owner] >= MAX_OF_ONE_OWNER:
            yield None
            return
        watch = ChangeWatch()
        self._watches.setdefault(tag, set()).add(watch)
        self._owners[owner] += 1
        try:
            yield watch
        finally:
            self._owners -= Counter({owner: 1})
            self._watches[tag].discard(watch)
            if not self._watches[tag]:
                del self._watches[tag]

    def note(self, tags: Iterable[str]) -> None:
        """Tell those who watch one of these tags."""
        for tag in tags:
            for watch in self._watches.get(tag, ()):
                watch.changed.set()

    def note_all(self) -> None:
        """Tell everyone, because changes may have been missed."""
        self.note(self._watches)

    def close(self) -> None:
        """Let everyone answer now, because the process is stopping."""
        self._closed = True
        for watches in self._watches.values():
            for watch in watches:
                watch.ended = True
                watch.changed.set()
