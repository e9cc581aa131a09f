"""An edition whose workers are killed while they write it: everyone gets one email, and nobody who unsubscribed."""

import asyncio
import os
import signal
from contextlib import AbstractContextManager

import psycopg
import pytest

from showground.launches.jobs import turn_week
from showground.newsletter.actions.subscriptions import EndSubscription, end_subscription
from tests.newsletter.conftest import MONDAY_MORNING, Press
from tests.support.command import running_module
from tests.support.locks import ask, let_silence_pass
from tests.support.wait import until
from tests.support.warm_commands import WarmProcess

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

READERS = 600
KILLED_AT = (1, 150, 400)  # emails that are written by then


def worker(conninfo: str) -> AbstractContextManager[WarmProcess]:
    return running_module("tests.newsletter.edition_worker", conninfo, MONDAY_MORNING.isoformat())


def written(conninfo: str) -> int:
    return ask(conninfo, "select count(*) from outbox where body_id is not null")


def enqueue(conninfo: str) -> None:
    """The hour has come: as the schedule does, once."""
    with psycopg.connect(conninfo) as db:
        db.execute(
            "insert into procrastinate_jobs (queue_name, task_name, lock, args)"
            " values ('write_newsletter', 'write_newsletter', 'write_newsletter', '{}')"
        )


async def test_everyone_gets_one_email_however_often_the_worker_is_killed(press: Press) -> None:
    world, url = press.world, press.world.database_url
    await press.do(
        """
        insert into newsletter_subscriber (email, category_ids, confirmed_at)
        select 'reader-' || n || '@reader.example', case when n %% 3 = 0 then array(
            select id from category where slug = 'ai') else '{}' end, %s from generate_series(1, %s) n
        """,
        world.clock(),
        READERS,
    )
    world.clock.now = MONDAY_MORNING
    await press.run(turn_week)
    enqueue(url)
    stopped: list[str] = []
    for count in KILLED_AT:
        with worker(url) as process:
            await until(lambda count=count: asyncio.to_thread(lambda: written(url) >= count))
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        let_silence_pass(url)
        # One whose email is written and one whose email is not unsubscribe while nobody writes.
        for end in ("min", "max"):
            [(email, token)] = await press.ask(
                "select email, token from newsletter_subscriber where id = (select case %s when 'min' then min(id)"
                " else max(id) end from newsletter_subscriber)",
                end,
            )
            await world.dispatcher.call(end_subscription, press.visitor(), EndSubscription(token=token))
            stopped.append(email)
    assert written(url) < READERS  # it was killed in the middle
    with worker(url):
        await until(lambda: asyncio.to_thread(ask, url, "select written_at is not null from newsletter_edition"))
    rows = await press.ask("select recipient from outbox where body_id is not null")
    recipients = [recipient for (recipient,) in rows]
    assert len(recipients) == len(set(recipients))
    expected = {f"reader-{n}@reader.example" for n in range(1, READERS + 1)} - set(stopped)
    assert expected <= set(recipients)
    found = await press.arrived()
    assert set(found) == expected
