"""Two writes that lock the same rows in opposite order: PostgreSQL undoes one, and the dispatcher repeats it."""

import asyncio
from collections.abc import AsyncGenerator

import psycopg
import pytest

from showground.accounts import LISTINGS_WRITE
from showground.core.calls import execute
from showground.core.calls.context import Access, Caller, Context
from showground.core.calls.declare import action
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import Unavailable
from showground.core.calls.models import Input
from tests.support.dispatcher import open_dispatcher
from tests.support.kept_connections import KEPT
from tests.support.world import NOW

pytestmark = pytest.mark.anyio

CALLER = Caller(NOW, "rest", Access(1, "api_key", frozenset((LISTINGS_WRITE,))), "192.0.2.7")


class AddToBoth(Input):
    first: int
    second: int


class Meeting:
    """Where writes wait for each other between their two locks, until as many as `meetings` pairs have met."""

    def __init__(self, meetings: int) -> None:
        self.attempts = 0
        self._meetings = meetings
        self._barrier = asyncio.Barrier(2)

    async def wait(self) -> None:
        self.attempts += 1
        if self.attempts <= 2 * self._meetings:
            await self._barrier.wait()


meeting = Meeting(0)


@action(scope=LISTINGS_WRITE)
async def add_to_both(ctx: Context, input: AddToBoth) -> AddToBoth:
    """Add one to two counters, in the order of the input."""
    await ctx.db.execute("update counter set value = value + 1 where id = %s", (input.first,))
    await meeting.wait()
    await ctx.db.execute("update counter set value = value + 1 where id = %s", (input.second,))
    return input


@pytest.fixture
async def dispatcher(database_url: str) -> AsyncGenerator[Dispatcher]:
    with psycopg.connect(database_url, autocommit=True) as db:  # a deadlock is found at once instead of after a second
        db.execute(f'alter database "{db.info.dbname}" set deadlock_timeout = 10'.encode())
        KEPT.end(db.info.dbname)
        db.execute("create table counter (id int primary key, value int not null)")
        db.execute("insert into counter values (1, 0), (2, 0)")
    async with open_dispatcher(database_url) as dispatcher:
        yield dispatcher


async def add_crosswise(dispatcher: Dispatcher) -> list[AddToBoth | BaseException]:
    orders = (AddToBoth(first=1, second=2), AddToBoth(first=2, second=1))
    calls = (dispatcher.call(add_to_both, CALLER, order) for order in orders)
    return await asyncio.gather(*calls, return_exceptions=True)


def counted(database_url: str) -> list[int]:
    with psycopg.connect(database_url) as db:
        return [value for (value,) in db.execute("select value from counter order by id")]


async def test_a_write_that_lost_a_deadlock_is_repeated_and_counts_once(
    dispatcher: Dispatcher, database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    met = Meeting(1)
    monkeypatch.setattr(f"{__name__}.meeting", met)
    answers = await add_crosswise(dispatcher)
    assert answers == [AddToBoth(first=1, second=2), AddToBoth(first=2, second=1)]
    lost = met.attempts - 2
    assert lost >= 1  # so there was a deadlock; a second one follows if the loser is back before the winner is awake
    assert counted(database_url) == [2, 2]
    again = "add_to_both lost a deadlock with another write and runs again"
    assert [line for line in caplog.messages if "add_to_both" in line] == [again] * lost


async def test_a_write_that_loses_every_time_is_refused_and_leaves_nothing(
    dispatcher: Dispatcher, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execute, "MAX_TRIES", 1)
    monkeypatch.setattr(f"{__name__}.meeting", Meeting(1))
    answers = await add_crosswise(dispatcher)
    assert [type(answer) for answer in answers if isinstance(answer, Exception)] == [Unavailable]
    assert counted(database_url) == [1, 1]
