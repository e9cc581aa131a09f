"""Steady load on a site, and what came of it when something broke."""

import asyncio
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

import psycopg

from tests.chaos.fault import Outcome
from tests.chaos.visitors import PRODUCT, Stock, Visitors

WARM = 200  # requests, in which a process loads what it needs only then
CALM_SECONDS = 3.0  # without a failure, before all counts as well again
LONGEST = 60.0


@dataclass
class Load:
    """Visitors in a thread of their own, and the time in which something was broken."""

    visitors: Visitors
    database_url: str
    remarks: list[str] = field(default_factory=list[str])
    _ended: float | None = None
    _done: float = 0.0
    _lost: int = 0
    _there: set[str] = field(default_factory=set[str])

    @contextmanager
    def trouble(self) -> Generator[None]:
        """The time of the fault, begun when the load runs steadily."""
        self._until(lambda _: len(self.visitors.seen) >= WARM)
        assert self._last_failure() == 0.0, next(one.what for one in self.visitors.seen if one.how != "right")
        self.visitors.seen.clear()
        yield
        self._ended = time.monotonic()

    @contextmanager
    def until_done(self) -> Generator[None]:
        """What is still to be made up for when the fault is over: all is well only at its end."""
        yield
        self._done = time.monotonic()

    @contextmanager
    def running(self) -> Generator[None]:
        loop = threading.Thread(target=lambda: asyncio.run(self.visitors.visit()))
        loop.start()
        try:
            yield
            self._wait(CALM_SECONDS)
        finally:
            self.visitors.leaving = True
            loop.join()
        self._lost = asyncio.run(self.visitors.look_back())
        self._there = self._stored_orders()

    def outcome(self, *, may_break: bool = False) -> Outcome:
        """What it came to, once the load is over."""
        assert self._ended is not None, "nothing was broken"
        seen = self.visitors.seen
        failed = [one.at for one in seen if one.how != "right"]
        acknowledged, there = list(self.visitors.orders.values()), self._there
        return Outcome(
            requests=len(seen),
            refused=sum(one.how == "refused" for one in seen),
            broken=sum(one.how == "broken" for one in seen),
            wrong=[one.what for one in seen if one.how == "wrong"],
            slowest=max((one.seconds for one in seen), default=0.0),
            lost=len(set(acknowledged) - there) + self._lost,
            doubled=len(there - set(acknowledged)) + len(acknowledged) - len(set(acknowledged)),
            well_after=max(0.0, max(self._done, *failed, 0.0) - self._ended),
            may_break=may_break,
            remarks=self.remarks,
        )

    def _stored_orders(self) -> set[str]:
        """Orders that came of the load, by what they are for."""
        with psycopg.connect(self.database_url) as db:
            found = db.execute(
                "select number from purchase join purchase_line on purchase_id = id where product = %s", (PRODUCT,)
            )
            return {row[0] for row in found}

    def _wait(self, calm: float) -> None:
        """Until everything was answered rightly for so long."""
        self._until(lambda began: time.monotonic() - max(began, self._last_failure()) > calm)

    def _last_failure(self) -> float:
        return next((one.at for one in reversed(self.visitors.seen) if one.how != "right"), 0.0)

    def _until(self, condition: Callable[[float], bool]) -> None:
        began = time.monotonic()
        while not condition(began) and time.monotonic() - began < LONGEST:
            time.sleep(0.05)


@contextmanager
def loaded(url: str, stock: Stock, database_url: str) -> Generator[Load]:
    """A site under load for the time of this block."""
    load = Load(Visitors(url, stock), database_url)
    with load.running():
        yield load
