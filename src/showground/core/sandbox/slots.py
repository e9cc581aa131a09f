"""Who may use the sandbox next: everybody in turn, and nobody many children at once."""

from collections import Counter, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio

MAX_CHILDREN = 8  # the system shares the processors between them; more would only need more memory
MAX_EACH = 2


class Slots:
    """A number of slots, handed out to owners in turn."""

    def __init__(self, most: int = MAX_CHILDREN, most_each: int = MAX_EACH) -> None:
        self._free = most
        self._most_each = most_each
        self._used: Counter[str] = Counter()
        self._waiting: dict[str, deque[anyio.Event]] = {}  # by owner; the owner whose turn is next comes first

    @asynccontextmanager
    async def taken(self, owner: str) -> AsyncGenerator[None]:
        turn = anyio.Event()
        queue = self._waiting.setdefault(owner, deque())
        queue.append(turn)
        self._hand_out()
        try:
            await turn.wait()
            yield
        finally:
            if turn.is_set():
                self._free += 1
                self._used[owner] -= 1
                self._used += Counter()  # forgets those at zero
            else:
                queue.remove(turn)
                if not queue:
                    del self._waiting[owner]
            self._hand_out()

    def _hand_out(self) -> None:
        for owner in list(self._waiting):
            if not self._free:
                return
            if self._used[owner] >= self._most_each:
                continue
            queue = self._waiting.pop(owner)
            self._free -= 1
            self._used[owner] += 1
            queue.popleft().set()
            if queue:
                self._waiting[owner] = queue  # behind the others
                self._hand_out()
                return
