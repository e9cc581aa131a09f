"""The weekly turn in a worker process that is killed in the middle of it, again and again."""

import asyncio
import os
import signal
from contextlib import AbstractContextManager
from typing import Any, LiteralString

import psycopg
import pytest

from showground.launches.jobs import turn_week
from tests.support.command import running_module
from tests.support.launch_world import Fair
from tests.support.locks import blocked, let_silence_pass, somebody_waits
from tests.support.owners import meet
from tests.support.postgres import fresh_database
from tests.support.wait import until
from tests.support.warm_commands import WarmProcess
from tests.support.week_change import TURN, end_state, fill
from tests.support.world import CAST, running_world

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

# In the order in which a turn writes to them: the places of the week that ends, its awards and mails, what goes live.
TABLES: tuple[LiteralString, ...] = ("launch", "award", "outbox", "public_profile")


def worker(conninfo: str) -> AbstractContextManager[WarmProcess]:
    return running_module("tests.ownership.turn_worker", conninfo, TURN.isoformat())


async def turned(conninfo: str, *, killed_at: tuple[LiteralString, ...] | None) -> list[Any]:
    """All that a turn leaves behind; undisturbed in this process, or killed in others before each of these tables."""
    async with running_world(conninfo) as world:
        for name in CAST:
            await world.add_person(name)
        owners, fair = await meet(world), Fair(world)
        await fill(fair, owners.ids)
        world.clock.now = TURN
        if killed_at is None:
            await owners.run(turn_week)
            return await end_state(fair)
        for table in killed_at:
            with blocked(conninfo, table), worker(conninfo) as process:
                await until(lambda table=table: asyncio.to_thread(somebody_waits, conninfo, table))
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
            let_silence_pass(conninfo)
        with worker(conninfo):
            await until(lambda: asyncio.to_thread(has_turned, conninfo))
        return await end_state(fair)


def has_turned(conninfo: str) -> bool:
    """The turn that lost every worker before the last has ended; one more of another hour would change nothing."""
    with psycopg.connect(conninfo) as db:
        row = db.execute("select bool_and(status = 'succeeded') from procrastinate_jobs where task_name = 'turn_week'")
        return row.fetchone() == (True,)


async def test_a_turn_whose_workers_are_killed_ends_as_if_nothing_had_happened(postgres: str) -> None:
    with fresh_database(postgres) as calm, fresh_database(postgres) as stormy:
        expected = await turned(calm, killed_at=None)
        found = await turned(stormy, killed_at=TABLES)
        with psycopg.connect(stormy) as db:
            lost = db.execute("select max(attempts) from procrastinate_jobs where task_name = 'turn_week'").fetchone()
    assert found == expected
    assert lost == (len(TABLES) + 1,)
    listings, _, awards, _, mails, _ = found
    assert len(awards) == 2
    assert len(mails) == len(set(mails)) == 3
    assert {status for _, status, _, _ in listings} == {"live"}
