"""Visits every website in turns: one request a second, over all drafts, checks, processes and machines.

The database knows when the next turn at each site is. Whoever wants to send a request reserves that turn, which moves
the next one by the pause, and sleeps until then. For example, with a pause of one second: a draft reserves a turn at
12:00:00.0 and sends its request; at 12:00:00.3, another process checks a badge of the same site, gets the turn at
12:00:01.0 and sleeps for 0.7 seconds. A request that waits uses no connection.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from math import inf
from time import monotonic

from showground.core.database.database import Database
from showground.core.domain_names import site_key
from showground.core.fetch.errors import SiteBusy
from showground.core.fetch.queries import site_turns

MAX_WAIT_SECONDS = 30.0
# Requests leave a little later than their turn, some more than others. With this, they are still the pause apart.
MARGIN_SECONDS = 0.05
SHORTEST_SLEEP = 0.001  # less is only the rounding of times
MAX_REMEMBERED = 1_000  # sites whose last request is remembered


class SiteTurns:
    """Waits for the next turn at a site."""

    def __init__(
        self, database: Database, pause: float, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._database = database
        self._pause = pause
        self._sleep = sleep
        self._visited: dict[str, float] = {}  # when this process last sent a request, by site

    async def wait(self, url: str, delay: float = 0.0) -> Callable[[], None]:
        """Return when a request to this address may be sent. What it returns is to be called when it is sent.

        `delay`: seconds that the site asks for, if more. Raises SiteBusy if too many wait already.
        """
        site = site_key(url)
        pause = max(self._pause, delay) + MARGIN_SECONDS
        earliest = max(self._seconds_left(site, pause), 0.0)
        async with self._database.transaction() as db:
            seconds = await site_turns.reserve(db, site, pause, earliest=earliest, latest=MAX_WAIT_SECONDS)
        if seconds is None:
            raise SiteBusy(url)
        while seconds > SHORTEST_SLEEP:
            visited = self._visited.get(site)
            await self._sleep(seconds)
            # The one before may have left while this one slept.
            seconds = self._seconds_left(site, pause) if self._visited.get(site) != visited else 0.0
        return partial(self._note, site)

    def _seconds_left(self, site: str, pause: float) -> float:
        """If a request left late, the next one is as late: the turns alone would bring them closer together."""
        return self._visited.get(site, -inf) + pause - monotonic()

    def _note(self, site: str) -> None:
        self._visited.pop(site, None)
        self._visited[site] = monotonic()
        if len(self._visited) > MAX_REMEMBERED:
            del self._visited[next(iter(self._visited))]
