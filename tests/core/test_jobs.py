"""Jobs: enqueued with what caused them, retried, released, and taken over from workers that died."""

import asyncio
import gc
import json
import logging
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import psycopg
import pytest
from procrastinate import PsycopgConnector
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from showground.core.calls.context import system_clock
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import Unavailable
from showground.core.database.pool import Connection
from showground.core.jobs import builtin as core_jobs
from showground.core.jobs import worker as worker_module
from showground.core.jobs.declare import Job, JobRun, Sharing, job
from showground.core.jobs.worker import MAX_LOSSES, Worker, growing_pause
from tests.core import bell_worker
from tests.core.bell_worker import ring
from tests.support.dispatcher import open_dispatcher
from tests.support.wait import until

pytestmark = pytest.mark.anyio

SECRET = "ada@example.org"


@pytest.fixture
async def dispatcher(database_url: str) -> AsyncGenerator[Dispatcher]:
    async with open_dispatcher(database_url) as dispatcher:
        async with dispatcher.database.transaction() as db:
            await db.execute(bell_worker.TABLE)
        yield dispatcher


def quick(dispatcher: Dispatcher, *jobs: Job[...], **more: Any) -> Worker:
    settings: dict[str, Any] = {"poll": 0.05, "heartbeat": 0.1, "lost_after": 600.0, "pause": no_pause}
    return Worker(dispatcher.database.conninfo, jobs, dispatcher, **(settings | more))


async def check_twice(worker: Worker) -> None:
    """The first check is never enough to tell which workers are silent."""
    await worker.check_workers()
    await worker.check_workers()


def no_pause(failures: int) -> timedelta:
    return timedelta()


def an_hour(failures: int) -> timedelta:
    return timedelta(hours=1)


def fall_silent(url: str) -> None:
    """Let the worker that has the job be silent for long, as if the test had waited."""
    with psycopg.connect(url) as db:
        db.execute(
            "update procrastinate_workers set last_heartbeat = now() - interval '1 hour'"
            " where id = (select worker_id from procrastinate_jobs)"
        )


async def statuses(dispatcher: Dispatcher) -> list[tuple[str, int]]:
    async with dispatcher.database.reading() as db:
        rows = await db.all("select status::text, attempts from procrastinate_jobs order by id")
    return [(row[0], row[1]) for row in rows]


async def rung(dispatcher: Dispatcher) -> list[int]:
    async with dispatcher.database.reading() as db:
        return [row[0] for row in await db.all("select bell_id from rung order by bell_id")]


async def enqueue(dispatcher: Dispatcher, job: Job[...], **arguments: Any) -> None:
    async with dispatcher.database.transaction() as db:
        await job.enqueue(db, **arguments)


class HandlerError(Exception):
    """The handler failed after it enqueued."""


async def test_a_job_is_enqueued_with_the_transaction_and_forgotten_with_it(dispatcher: Dispatcher) -> None:
    async def ring_and_fail(db: Connection) -> None:
        await ring.enqueue(db, bell_id=1)
        assert await db.one("select count(*) from procrastinate_jobs") == (1,)
        raise HandlerError

    with pytest.raises(HandlerError):
        async with dispatcher.database.transaction() as db:
            await ring_and_fail(db)
    assert await statuses(dispatcher) == []

    async with dispatcher.database.transaction() as db:
        await ring.enqueue(db, 2)
    assert await statuses(dispatcher) == [("todo", 0)]
    async with quick(dispatcher, ring):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1)))
    assert await rung(dispatcher) == [2]


async def has_statuses(dispatcher: Dispatcher, *expected: tuple[str, int]) -> bool:
    return await statuses(dispatcher) == list(expected)


async def test_a_job_calls_as_the_job_surface_at_the_time_of_the_doors_clock(dispatcher: Dispatcher) -> None:
    seen: list[JobRun] = []

    @job()
    async def look(run: JobRun) -> None:
        seen.append(run)

    await enqueue(dispatcher, look)
    async with quick(dispatcher, look):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1)))
    (run,) = seen
    assert run.dispatcher is dispatcher
    assert run.caller.surface == "job"
    assert run.caller.request_id == "job-1"
    assert abs(run.caller.now - system_clock()) < timedelta(minutes=5)


async def test_wrong_arguments_are_refused_where_they_are_written(dispatcher: Dispatcher) -> None:
    async with dispatcher.database.transaction() as db:
        with pytest.raises(TypeError):
            await ring.enqueue(db, bell="one")  # pyright: ignore[reportCallIssue]
        with pytest.raises(TypeError):
            await ring.enqueue(db)  # pyright: ignore[reportCallIssue]
    assert await statuses(dispatcher) == []


async def test_a_failing_job_is_retried_then_stays_failed_and_is_logged_without_its_arguments(
    dispatcher: Dispatcher, caplog: pytest.LogCaptureFixture, expected_errors: list[str]
) -> None:
    asked: list[int] = []

    def pause(failures: int) -> timedelta:
        asked.append(failures)
        return timedelta()

    @job(retries=2)
    async def fail(run: JobRun, address: str) -> None:
        raise ValueError(address)

    await enqueue(dispatcher, fail, address=SECRET)
    with caplog.at_level(logging.DEBUG):
        async with quick(dispatcher, fail, pause=pause):
            await until(lambda: has_statuses(dispatcher, ("failed", 3)))
    assert asked == [0, 1]
    ours = [record for record in caplog.records if record.name == "showground.core.jobs.worker"]
    assert [record.levelname for record in ours] == ["WARNING", "WARNING", "ERROR"]
    assert "Job 1 (fail) failed; giving up. ValueError" in ours[-1].getMessage()
    assert "test_jobs.py" in ours[-1].getMessage()
    assert SECRET not in caplog.text


def test_pauses_grow_up_to_six_hours() -> None:
    assert [growing_pause(n).total_seconds() for n in range(5)] == [15, 60, 240, 960, 3840]
    assert growing_pause(9) == timedelta(hours=6)


async def test_a_retry_waits_for_its_pause(dispatcher: Dispatcher) -> None:
    @job(retries=1)
    async def fail(run: JobRun) -> None:
        raise ValueError

    await enqueue(dispatcher, fail)
    before = system_clock()
    async with quick(dispatcher, fail, pause=an_hour):
        await until(lambda: has_statuses(dispatcher, ("todo", 1)))
    async with dispatcher.database.reading() as db:
        row = await db.one("select scheduled_at from procrastinate_jobs")
    assert row is not None
    assert before <= row[0] - an_hour(0) <= system_clock()


async def test_a_stopping_worker_releases_a_job_that_does_not_end_and_another_ends_it(dispatcher: Dispatcher) -> None:
    started = asyncio.Event()
    stuck = [True]

    @job(retries=0)
    async def wait(run: JobRun) -> None:
        started.set()
        if stuck[0]:
            await asyncio.Event().wait()

    await enqueue(dispatcher, wait)
    async with quick(dispatcher, wait, patience=0.05):
        await started.wait()
    assert await statuses(dispatcher) == [("todo", 1)]

    stuck[0] = False
    async with quick(dispatcher, wait):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 2)))


async def test_a_stopping_worker_lets_a_running_job_end(dispatcher: Dispatcher) -> None:
    started, released = asyncio.Event(), asyncio.Event()

    @job()
    async def wait(run: JobRun) -> None:
        started.set()
        await released.wait()

    await enqueue(dispatcher, wait)
    async with quick(dispatcher, wait, patience=30):
        await started.wait()
        asyncio.get_running_loop().call_later(0.1, released.set)
    assert await statuses(dispatcher) == [("succeeded", 1)]


async def test_a_process_is_one_worker_whatever_the_kinds_of_its_jobs(dispatcher: Dispatcher) -> None:
    """Operators count processes. A process fetches the jobs of each kind separately, but signs on and off once."""
    started, released = asyncio.Event(), asyncio.Event()

    @job(sharing=Sharing(each={"account": 2}, at_once=2))
    async def wait(run: JobRun, account: int) -> None:
        started.set()
        await released.wait()

    async def has_workers(expected: int) -> bool:
        async with dispatcher.database.reading() as db:
            return await db.all("select count(*) from procrastinate_workers") == [(expected,)]

    await enqueue(dispatcher, wait, account=1)
    async with quick(dispatcher, wait, ring, patience=30):
        await started.wait()
        await enqueue(dispatcher, ring, bell_id=1)
        await until(lambda: has_statuses(dispatcher, ("doing", 0), ("succeeded", 1)))
        assert await has_workers(1)
        async with quick(dispatcher, wait, ring):
            await until(lambda: has_workers(2))
        assert await has_workers(1)  # it still has a job
        released.set()
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1), ("succeeded", 1)))
    assert await has_workers(0)


async def test_jobs_of_one_lock_run_one_at_a_time_and_in_order(dispatcher: Dispatcher) -> None:
    order: list[str] = []

    @job(lock="draft:{draft_id}")
    async def read(run: JobRun, draft_id: int, step: str) -> None:
        order.append(f"{step} begins")
        await anyio.sleep(0.02)
        order.append(f"{step} ends")

    for step in ("first", "second"):
        await enqueue(dispatcher, read, draft_id=7, step=step)
    async with quick(dispatcher, read), quick(dispatcher, read):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1), ("succeeded", 1)))
    assert order == ["first begins", "first ends", "second begins", "second ends"]


async def test_a_killed_workers_job_is_ended_by_another_and_its_effect_happens_once(dispatcher: Dispatcher) -> None:
    await enqueue(dispatcher, ring, bell_id=1)
    command = [sys.executable, "-m", "tests.core.bell_worker", dispatcher.database.conninfo]
    root = Path(__file__).parents[2]
    async with await anyio.open_process(
        command, stdout=subprocess.PIPE, stderr=None, cwd=root, env={"PYTHONPATH": f"{root}/src:{root}"}
    ) as worker:
        assert worker.stdout is not None
        assert await worker.stdout.receive() == b"in the middle of it\n"
        worker.kill()
        assert await worker.wait() == -9
    assert await statuses(dispatcher) == [("doing", 0)]
    assert await rung(dispatcher) == []

    fall_silent(dispatcher.database.conninfo)
    async with quick(dispatcher, ring), quick(dispatcher, ring):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 2)))
    assert await rung(dispatcher) == [1]


async def test_the_job_of_a_worker_that_lives_is_left_alone(dispatcher: Dispatcher) -> None:
    released = asyncio.Event()
    runs: list[int] = []

    @job()
    async def wait(run: JobRun) -> None:
        runs.append(1)
        await released.wait()

    await enqueue(dispatcher, wait)
    async with quick(dispatcher, wait) as worker:
        await until(lambda: has_statuses(dispatcher, ("doing", 0)))
        await check_twice(worker)
        assert await statuses(dispatcher) == [("doing", 0)]
        released.set()
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1)))
    assert runs == [1]


async def test_who_was_cut_off_does_not_take_others_for_dead(dispatcher: Dispatcher) -> None:
    await enqueue(dispatcher, ring, bell_id=1)
    async with dispatcher.database.transaction() as db:
        await db.execute("update procrastinate_jobs set status = 'doing'")
    long_since = quick(dispatcher, ring, lost_after=0.0)  # any time since the last check is too long
    await check_twice(long_since)
    assert await statuses(dispatcher) == [("doing", 0)]
    watching = quick(dispatcher, ring)
    await watching.check_workers()
    assert await statuses(dispatcher) == [("doing", 0)]
    await watching.check_workers()
    assert await statuses(dispatcher) == [("todo", 1)]


async def test_workers_hear_of_the_job_of_a_dead_worker_as_of_a_new_one(dispatcher: Dispatcher) -> None:
    async with await psycopg.AsyncConnection.connect(dispatcher.database.conninfo, autocommit=True) as listener:
        for channel in (f"procrastinate_queue_v1#{ring.queue}", "procrastinate_any_queue_v1"):
            await listener.execute(sql.SQL("listen {}").format(sql.Identifier(channel)))
        await enqueue(dispatcher, ring, bell_id=1)
        when_new = await heard(listener)
        async with dispatcher.database.transaction() as db:
            await db.execute("update procrastinate_jobs set status = 'doing'")
        await check_twice(quick(dispatcher, ring))
        assert await statuses(dispatcher) == [("todo", 1)]
        assert len(when_new) == 2
        assert await heard(listener) == when_new


async def heard(listener: psycopg.AsyncConnection) -> list[tuple[str, object]]:
    """What the connection was told until now: notifications arrive before the answer to a later query."""
    await listener.execute("select 1")
    return sorted([(note.channel, json.loads(note.payload)) async for note in listener.notifies(timeout=0)], key=str)


async def test_a_job_that_loses_every_worker_is_given_up(dispatcher: Dispatcher, expected_errors: list[str]) -> None:
    await enqueue(dispatcher, ring, bell_id=1)
    async with dispatcher.database.transaction() as db:
        await db.execute("update procrastinate_jobs set status = 'doing', attempts = %s", (ring.retries + MAX_LOSSES,))
    await check_twice(quick(dispatcher, ring))
    assert [status for status, _ in await statuses(dispatcher)] == ["failed"]
    assert expected_errors == ["Job 1 (ring) lost its worker too often; giving up."]


async def test_a_job_of_a_newer_version_waits_for_a_worker_that_knows_it(dispatcher: Dispatcher) -> None:
    @job()
    async def something_new(run: JobRun) -> None:
        pass

    await enqueue(dispatcher, something_new)
    await enqueue(dispatcher, ring, bell_id=1)
    async with quick(dispatcher, ring):
        await until(lambda: has_statuses(dispatcher, ("todo", 0), ("succeeded", 1)))
    async with quick(dispatcher, ring, something_new):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1), ("succeeded", 1)))


async def test_a_worker_goes_on_after_the_database_dropped_its_connections(
    dispatcher: Dispatcher, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    await enqueue(dispatcher, ring, bell_id=1)
    async with quick(dispatcher, ring):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1)))
        with psycopg.connect(database_url) as admin:
            admin.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and application_name = 'showground jobs'"
            )
        await enqueue(dispatcher, ring, bell_id=2)
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1), ("succeeded", 1)))
    assert await rung(dispatcher) == [1, 2]


async def test_a_database_lost_while_a_job_runs_is_told_in_a_sentence_and_the_job_runs_again(
    dispatcher: Dispatcher, postgres: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    patience = worker_module.CONNECT_SECONDS
    monkeypatch.setattr(worker_module, "CONNECT_SECONDS", 0.2)
    name = str(conninfo_to_dict(dispatcher.database.conninfo)["dbname"])
    allow = sql.SQL("alter database {} allow_connections {}")
    runs: list[str] = []
    go_on = asyncio.Event()

    @job()
    async def outlive(run: JobRun) -> None:
        runs.append(run.caller.request_id)
        await go_on.wait()

    async def told() -> bool:
        return "but that could not be recorded" in caplog.text

    async def has_run_again() -> bool:
        with suppress(Unavailable):  # until the dispatcher, too, has found new connections
            return await statuses(dispatcher) == [("succeeded", 2)]
        return False

    await enqueue(dispatcher, outlive)
    async with quick(dispatcher, outlive):
        await until(lambda: has_statuses(dispatcher, ("doing", 0)))
        with psycopg.connect(postgres, autocommit=True) as admin:
            admin.execute(allow.format(sql.Identifier(name), False))
            admin.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", (name,))
            go_on.set()
            await until(told)
            gc.collect()
            monkeypatch.setattr(worker_module, "CONNECT_SECONDS", patience)
            admin.execute(allow.format(sql.Identifier(name), True))
        fall_silent(dispatcher.database.conninfo)
        await until(has_run_again)
    assert runs == ["job-1", "job-1"]
    ended = "Job 1 (outlive) ended, but that could not be recorded; it will run again. "
    assert sum(message.startswith(ended) for message in caplog.messages) == 1
    assert "never retrieved" not in caplog.text
    assert 'File "' not in caplog.text


async def test_a_worker_whose_database_was_away_is_still_one_worker(
    dispatcher: Dispatcher, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    patience = worker_module.CONNECT_SECONDS
    monkeypatch.setattr(worker_module, "CONNECT_SECONDS", 0.2)
    name = str(conninfo_to_dict(dispatcher.database.conninfo)["dbname"])
    allow = sql.SQL("alter database {} allow_connections {}")
    cut = (
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s"
        " and application_name = 'showground jobs'"
    )

    async def workers() -> list[int]:
        with suppress(Unavailable):
            async with dispatcher.database.reading() as db:
                return [number for (number,) in await db.all("select id from procrastinate_workers")]
        return []

    async def is_another() -> bool:
        return bool(set(await workers()) - set(before))

    async def is_one() -> bool:
        return len(await workers()) == 1

    async with quick(dispatcher, ring) as queue:
        await until(is_one)
        before = await workers()
        with psycopg.connect(postgres, autocommit=True) as admin:
            admin.execute(allow.format(sql.Identifier(name), False))
            admin.execute(cut, (name,))

            async def has_stopped() -> bool:
                return not [task for task in asyncio.all_tasks() if task.get_name() == "worker"]

            await until(has_stopped)
            monkeypatch.setattr(worker_module, "CONNECT_SECONDS", patience)
            admin.execute(allow.format(sql.Identifier(name), True))
        await until(is_another)
        assert len(await workers()) == 1
    assert queue._left == set()
    assert await workers() == []


async def test_a_worker_that_was_taken_for_dead_goes_on(
    dispatcher: Dispatcher, caplog: pytest.LogCaptureFixture
) -> None:
    await enqueue(dispatcher, ring, bell_id=1)
    async with quick(dispatcher, ring):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1)))
        async with dispatcher.database.transaction() as db:
            await db.execute("delete from procrastinate_workers")
            await ring.enqueue(db, bell_id=2)
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1), ("succeeded", 1)))
    assert await rung(dispatcher) == [1, 2]
    assert "The worker stopped unexpectedly and is restarting." in caplog.text


async def test_a_turn_that_was_missed_is_made_up_for_and_comes_once_whatever_the_number_of_workers(
    dispatcher: Dispatcher,
) -> None:
    runs: list[str] = []

    @job(every="0 0 * * 1")
    async def turn_the_week(run: JobRun) -> None:
        runs.append(run.caller.request_id)

    async with quick(dispatcher, turn_the_week), quick(dispatcher, turn_the_week):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1)))
    await enqueue(dispatcher, ring, bell_id=1)
    async with quick(dispatcher, turn_the_week, ring):
        await until(lambda: has_statuses(dispatcher, ("succeeded", 1), ("succeeded", 1)))
    assert runs == ["job-1"]


def test_a_job_by_the_clock_takes_nothing() -> None:
    with pytest.raises(TypeError, match="`run` must be its only parameter"):

        @job(every="* * * * *")
        async def wrong(run: JobRun, number: int) -> None:
            pass


async def test_old_keys_sent_mails_and_finished_jobs_are_forgotten(dispatcher: Dispatcher, database_url: str) -> None:
    now = system_clock()
    async with dispatcher.database.transaction() as db:
        await db.execute(
            "insert into idempotency_key values (1, 'x', 'old', '', '', %s), (1, 'x', 'new', '', '', %s)",
            (now - timedelta(hours=25), now),
        )
        await db.execute(
            """
            insert into outbox (recipient, template, subject, body_text, body_html, created_at, sent_at) values
            ('a@b.example', 'x', 'old', '', '', now(), %(old)s), ('a@b.example', 'x', 'new', '', '', now(), now()),
            ('a@b.example', 'x', 'unsent', '', '', %(old)s, null)
            """,
            {"old": now - timedelta(days=31)},
        )
        for bell in (1, 2, 3):
            await ring.enqueue(db, bell)
        await db.execute("update procrastinate_jobs set status = 'doing'")
        await db.execute("update procrastinate_jobs set status = 'succeeded' where id = 1")
        await db.execute("update procrastinate_jobs set status = 'failed' where id = 2")

    async def tidy(later: timedelta) -> list[tuple[int, str]]:
        async with open_dispatcher(database_url, clock=lambda: now + later) as moved:
            run = JobRun(moved, bell_worker.job_caller(moved))
            await core_jobs.forget_old_keys_mails_and_jobs.work(run)
            async with moved.database.reading() as db:
                return [(row[0], row[1]) for row in await db.all("select id, status::text from procrastinate_jobs")]

    assert sorted(await tidy(timedelta())) == [(1, "succeeded"), (2, "failed"), (3, "doing")]
    async with dispatcher.database.reading() as db:
        assert await db.all("select key from idempotency_key") == [("new",)]
        assert sorted(await db.all("select subject from outbox")) == [("new",), ("unsent",)]
    assert sorted(await tidy(timedelta(days=8))) == [(2, "failed"), (3, "doing")]
    assert await tidy(timedelta(days=31)) == [(3, "doing")]


async def test_a_worker_that_waits_for_its_database_can_be_stopped(dispatcher: Dispatcher) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nowhere = f"host=127.0.0.1 port={silent.getsockname()[1]} dbname=fair"
        before = asyncio.all_tasks()
        async with Worker(nowhere, [ring], dispatcher):
            connection, _ = await asyncio.to_thread(silent.accept)  # it is connecting
            connection.close()
    assert asyncio.all_tasks() == before


async def test_a_worker_whose_stop_is_lost_while_it_opens_stops_nevertheless(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Python 3.11, `asyncio.wait_for`, which the library's pool opens with, loses a cancellation now and then."""
    opened, opening = PsycopgConnector.open_async, asyncio.Event()

    async def open_and_lose_the_stop(connector: PsycopgConnector, pool: None) -> None:
        opening.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)
        await opened(connector, pool)

    monkeypatch.setattr(PsycopgConnector, "open_async", open_and_lose_the_stop)
    before = asyncio.all_tasks()
    async with quick(dispatcher, ring):
        await opening.wait()
    assert asyncio.all_tasks() == before


async def test_who_enqueues_many_does_not_keep_others_waiting(dispatcher: Dispatcher) -> None:
    released = asyncio.Event()
    begun: list[tuple[str, int]] = []

    @job(sharing=Sharing(each={"account": 2, "site": 2}, at_once=16))
    async def read(run: JobRun, account: str, site: int) -> None:
        begun.append((account, site))
        await released.wait()

    async def have_begun(*expected: tuple[str, int]) -> bool:
        return sorted(begun) == sorted(expected)

    slow = [(f"account {number % 6}", number) for number in range(24)]  # six accounts, 24 sites
    first = slow[:12]  # two of each
    async with dispatcher.database.transaction() as db:
        for account, site in slow:
            await read.enqueue(db, account, site)
    async with quick(dispatcher, read):
        await until(lambda: have_begun(*first))
        await enqueue(dispatcher, read, account="the seventh", site=100)
        await until(lambda: have_begun(*first, ("the seventh", 100)))
        # Nor does a site that many accounts have read.
        for account in ("a", "b", "c"):
            await enqueue(dispatcher, read, account=account, site=200)
        await enqueue(dispatcher, read, account="d", site=300)
        await until(lambda: have_begun(*first, ("the seventh", 100), ("a", 200), ("b", 200), ("d", 300)))
        released.set()
        await until(lambda: has_statuses(dispatcher, *[("succeeded", 1)] * 29))


async def test_shared_jobs_do_not_hold_up_the_others(dispatcher: Dispatcher) -> None:
    released = asyncio.Event()

    @job(sharing=Sharing(each={"account": 1}, at_once=1))
    async def read(run: JobRun, account: str) -> None:
        await released.wait()

    await enqueue(dispatcher, read, account="a")
    await enqueue(dispatcher, read, account="b")
    await enqueue(dispatcher, ring, bell_id=1)
    async with quick(dispatcher, read, ring, concurrency=1):
        await until(lambda: has_statuses(dispatcher, ("doing", 0), ("todo", 0), ("succeeded", 1)))
        released.set()
        await until(lambda: has_statuses(dispatcher, *[("succeeded", 1)] * 3))


async def test_the_lock_of_a_shared_job_holds(dispatcher: Dispatcher) -> None:
    order: list[int] = []

    @job(lock="draft:{draft_id}", sharing=Sharing(each={"account": 9}, at_once=9))
    async def read(run: JobRun, draft_id: int, account: str, step: int) -> None:
        order.append(step)
        await anyio.sleep(0.02)
        order.append(step)

    for step in (1, 2, 3):
        await enqueue(dispatcher, read, draft_id=7, account="a", step=step)
    async with quick(dispatcher, read), quick(dispatcher, read):
        await until(lambda: has_statuses(dispatcher, *[("succeeded", 1)] * 3))
    assert order == [1, 1, 2, 2, 3, 3]
