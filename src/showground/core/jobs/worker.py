"""A worker: runs jobs in this process, recovers the jobs of dead workers, and restarts after any error.

Detecting dead workers: every worker writes a heartbeat each 1.5 seconds, and every worker checks the others. If one has
been silent for 6 seconds, its jobs go back to the queue. For example, a machine loses power while drafting; about 6
seconds later another worker starts the same job again.

A worker that was itself disconnected (or suspended) for a while would see everyone as silent. So it only counts silence
if its own last check was recent; see `check_workers`.
"""

import asyncio
import logging
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Any, Self

from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.jobs import Job as QueuedJob

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.locks import try_lock
from showground.core.database.outages import OUTAGE, name_cause
from showground.core.database.pool import Connection
from showground.core.jobs.declare import Job, JobRun
from showground.core.jobs.fair_sharing import FairJobManager
from showground.core.jobs.queries import jobs
from showground.core.logs import REQUEST_ID
from showground.core.tasks import is_stopping, stop_tasks
from showground.core.tracing import span

MAKE_UP_FOR = timedelta(days=8)  # a scheduled job that was missed because no worker ran is still run within this time
MAX_PAUSE = timedelta(hours=6)
MAX_LOSSES = 3  # lost workers a job may cause on top of its retries; such a job may be what kills them
RESTART_SECONDS = 1.0
CONNECT_SECONDS = 5.0  # timeout for a connection, also when stopping, because the worker then signs off
FORGOTTEN_AFTER = 60.0  # seconds of silence after which the next worker to start removes one from the list
SHARED_POLL = 1.0  # seconds; when a job ends, another of the same account may start, but no event tells us
SHARED_PATIENCE = 0.5  # seconds; short, because these jobs take long and can resume where they stopped
CHECK_LOCK = 7_063_117_002  # an advisory lock, so that one worker checks at a time

log = logging.getLogger(__name__)
# Procrastinate logs the arguments of jobs and the texts of errors, which may be private. We log what matters ourselves.
logging.getLogger("procrastinate").setLevel(logging.CRITICAL)


def growing_pause(failures: int) -> timedelta:
    """The pause before a retry: 15 seconds, then 1, 4, 16, 64 minutes, and so on."""
    return min(timedelta(seconds=15) * 4**failures, MAX_PAUSE)


@dataclass(frozen=True, slots=True)
class WorkerGroup:
    """Queues whose jobs are run together, in a procrastinate worker of their own.

    `concurrency`: jobs at once. `poll`: seconds between looking for jobs when no notification arrives. `patience`: as
    in `Worker`.
    """

    queues: list[str]
    concurrency: int
    poll: float
    patience: float


class Worker:
    """Runs jobs, and puts those of dead workers back into the queue.

    `run` works until it is cancelled; as a context manager, it works while the block runs.

    `patience`: seconds that running jobs get to finish after a stop; after that, another worker can take them over.
    `heartbeat`: seconds between signs of life. `lost_after`: seconds of silence after which its jobs run elsewhere.
    """

    def __init__(
        self,
        conninfo: str,
        jobs: Iterable[Job[...]],
        dispatcher: Dispatcher,
        *,
        concurrency: int = 4,
        patience: float = 3.0,
        heartbeat: float = 1.5,
        lost_after: float = 6.0,
        poll: float = 5.0,
        pause: Callable[[int], timedelta] = growing_pause,
    ) -> None:
        self._conninfo = conninfo
        self._jobs = {job.name: job for job in jobs}
        self._dispatcher = dispatcher
        self._concurrency = concurrency
        self._patience = patience
        self._heartbeat = heartbeat
        self._lost_after = lost_after
        self._poll = poll
        self._pause = pause
        self._running: asyncio.Task[None] | None = None
        self._checked_at: datetime | None = None
        self._left: set[int] = set()  # its numbers in the list of workers that are not signed off

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self.run(), name="jobs")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def run(self) -> None:
        while True:
            ended: Exception | None = None
            try:
                await self._work()
            except Exception as error:  # noqa: BLE001 - whatever stopped the worker, a restart may help
                ended = error
            if is_stopping():
                return  # if the database is down, the library raises an error of its own when cancelled
            if ended is None or not OUTAGE.note(ended):
                why = describe(ended) if ended else "No error was reported."
                log.warning("The worker stopped unexpectedly and is restarting. %s", why)
            await asyncio.sleep(RESTART_SECONDS)

    async def _work(self) -> None:
        app = self._app()
        try:
            await app.open_async()
            if is_stopping():
                return  # the cancellation was lost while the pool waited for a connection
            checking = asyncio.create_task(self._check_workers_forever(), name="check workers")
            try:
                await self._run_groups(app)
            finally:
                await stop_tasks(checking)
        finally:
            await app.close_async()  # also if stopped while opening: its pool would keep connecting forever

    async def _run_groups(self, app: App) -> None:
        workers = [asyncio.create_task(self._run_group(app, group), name="worker") for group in self._groups()]
        try:
            await asyncio.wait(workers, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await stop_tasks(*workers, again_after=self._patience + 2 * CONNECT_SECONDS)
        for worker in workers:
            if not worker.cancelled():
                worker.result()  # raises what ended it

    def _groups(self) -> list[WorkerGroup]:
        """One group for each job with `sharing`, and one for all other jobs."""
        poll, patience = min(self._poll, SHARED_POLL), min(self._patience, SHARED_PATIENCE)
        groups = [
            WorkerGroup([job.queue], job.sharing.at_once, poll, patience) for job in self._jobs.values() if job.sharing
        ]
        if others := [job.queue for job in self._jobs.values() if job.sharing is None]:
            groups.append(WorkerGroup(others, self._concurrency, self._poll, self._patience))
        return groups

    async def _run_group(self, app: App, group: WorkerGroup) -> None:
        await app.run_worker_async(
            queues=group.queues,
            concurrency=group.concurrency,
            shutdown_graceful_timeout=group.patience,
            update_heartbeat_interval=self._heartbeat,
            stalled_worker_timeout=max(FORGOTTEN_AFTER, self._lost_after),
            fetch_job_polling_interval=group.poll,
            install_signal_handlers=False,
        )

    def _app(self) -> App:
        connector = PsycopgConnector(
            conninfo=self._conninfo,
            min_size=1,
            max_size=2 * len(self._groups()),  # each group has a listener
            timeout=CONNECT_SECONDS,
            kwargs={"application_name": "showground jobs"},
        )
        app = App(connector=connector, periodic_defaults={"max_delay": MAKE_UP_FOR.total_seconds()})
        app.job_manager = FairJobManager(connector, self._jobs.values(), self._dispatcher.database, self._left)
        for job in self._jobs.values():
            self._register(app, job)
        return app

    def _register(self, app: App, job: Job[...]) -> None:
        async def run(context: JobContext, **arguments: Any) -> None:
            if job.every is not None:
                arguments = {}  # the library passes the scheduled time; our jobs use their caller's time instead
            number, attempts = context.job.id, context.job.attempts
            _watch(asyncio.current_task(), f"Job {number} ({job.name})")
            caller = Caller(now=self._dispatcher.clock(), surface="job", request_id=f"job-{number}")
            REQUEST_ID.set(caller.request_id)
            began, outcome, meter = perf_counter(), "stopped", self._dispatcher.meter
            try:
                await self._dispatcher.refresh_site()
                with span(job.name, surface=caller.surface, request_id=caller.request_id, attempt=attempts + 1):
                    await job.work(JobRun(self._dispatcher, caller), **arguments)
                outcome = "done"
            except Exception as error:
                outcome = "retried" if attempts < job.retries else "failed"
                level, end = (
                    (logging.WARNING, "it will be retried") if attempts < job.retries else (logging.ERROR, "giving up")
                )
                log.log(level, "Job %s (%s) failed; %s. %s", number, job.name, end, describe(error))
                raise
            finally:
                meter.count("jobs", job.name, outcome)
                meter.time(perf_counter() - began, "jobs", job.name)

        strategy = Retries(job.retries, self._pause)
        task: Any = app.task(name=job.name, queue=job.queue, lock=job.lock, retry=strategy, pass_context=True)(run)
        if job.every is not None:
            app.periodic(cron=job.every)(task)

    async def _check_workers_forever(self) -> None:
        while True:
            try:
                await self.check_workers()
            except Exception as error:  # noqa: BLE001 - the next check may succeed
                if not OUTAGE.note(error):
                    log.warning("Could not check for jobs of lost workers. %s", describe(error))
            await asyncio.sleep(self._heartbeat)

    async def check_workers(self) -> None:
        """Check for dead workers, unless our own last check was too long ago.

        In that case we were disconnected or suspended ourselves, and the others may have been too. Their heartbeats
        look old, but they may be fine; wait for the next check.
        """
        async with self._dispatcher.database.transaction() as db:
            now = await jobs.get_time(db)
            before, self._checked_at = self._checked_at, now
            if before is not None and now - before <= timedelta(seconds=self._lost_after / 2):
                await self._requeue_lost_jobs(db)

    async def _requeue_lost_jobs(self, db: Connection) -> None:
        """Put the jobs of dead workers back into the queue."""
        # Without this lock, a second check with an older snapshot could take a job away from its new worker.
        if not await try_lock(db, CHECK_LOCK):
            return
        for lost in await jobs.lock_lost(db, list(self._jobs), self._lost_after):
            if lost.attempts >= self._jobs[lost.name].retries + MAX_LOSSES:
                log.error("Job %s (%s) lost its worker too often; giving up.", lost.id, lost.name)
                await jobs.give_up(db, lost.id)
            else:
                log.warning("Job %s (%s) lost its worker; it will run again.", lost.id, lost.name)
                await jobs.run_again(db, lost.id)


class Retries(BaseRetryStrategy):
    """Retries a failed job after growing pauses; a job that was stopped with its worker can run again immediately."""

    def __init__(self, retries: int, pause: Callable[[int], timedelta]) -> None:
        self._retries = retries
        self._pause = pause

    def get_retry_decision(self, *, exception: BaseException, job: QueuedJob) -> RetryDecision | None:
        if isinstance(exception, asyncio.CancelledError):
            return RetryDecision(retry_at=datetime.now(UTC))
        if job.attempts >= self._retries:
            return None
        return RetryDecision(retry_at=datetime.now(UTC) + self._pause(job.attempts))


def _watch(task: asyncio.Task[Any] | None, name: str) -> None:
    """Log it if the end of a job could not be recorded. The library doesn't handle that, so Python would only print a
    stack trace."""

    def tell(ended: asyncio.Task[Any]) -> None:
        error = None if ended.cancelled() else ended.exception()
        if error is not None:
            log.warning("%s ended, but that could not be recorded; it will run again. %s", name, describe(error))

    if task is not None:
        task.add_done_callback(tell)


def describe(error: BaseException) -> str:
    """The error's type and traceback, without its message, which may contain an address or a secret."""
    if cause := name_cause(error):
        return cause
    return f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}".rstrip()
