"""Shares workers fairly between accounts, so that someone who enqueues many jobs does not block everyone else.

The library runs jobs in the order they were enqueued. We pick the job whose account (or site) has the fewest running
jobs, and skip those that have reached a limit. For example, with at most 2 per account: Alice enqueues four slow
drafts, then Bob enqueues one. Two of Alice's run; the next free slot goes to Bob, and Alice's other two wait.
"""

import asyncio
from collections.abc import Iterable, Mapping

from procrastinate.connector import BaseAsyncConnector
from procrastinate.jobs import Job as QueuedJob
from procrastinate.manager import JobManager

from showground.core.database.database import Database
from showground.core.database.locks import lock
from showground.core.jobs.declare import Job, Sharing
from showground.core.jobs.queries.fair_fetch import fetch_fairly
from showground.core.tasks import is_stopping

FETCH_LOCK = 7_063_117_003  # an advisory lock: two workers counting at once would exceed the limit


class FairJobManager(JobManager):
    """The library's manager, with fair fetching for jobs that have a `sharing`, and stopping while a worker starts.

    A process runs one of the library's workers for each kind of job. Here they share one number, and so one row in the
    list of workers, because operators count processes. The first to start signs on, the last to end signs off.

    `left`: numbers that this process could not sign off, because the database was away. It does so before it signs on
    again: otherwise it would count twice.
    """

    def __init__(
        self, connector: BaseAsyncConnector, jobs: Iterable[Job[...]], database: Database, left: set[int]
    ) -> None:
        super().__init__(connector)
        self._left = left
        self._shared: Mapping[str, Sharing] = {job.queue: job.sharing for job in jobs if job.sharing}
        self._database = database
        self._signing_on = asyncio.Lock()
        self._number: int | None = None
        self._signed_on = 0

    async def register_worker(self) -> int:
        async with self._signing_on:
            if self._number is None:
                for left in tuple(self._left):
                    await self._sign_off(left)
                self._number = await super().register_worker()
                self._left.add(self._number)
            number = self._number
            self._signed_on += 1
        if is_stopping():  # the cancellation was lost while the worker waited for a connection
            await self.unregister_worker(number)
            raise asyncio.CancelledError
        return number

    async def unregister_worker(self, worker_id: int) -> None:
        self._signed_on -= 1
        if self._signed_on == 0:
            self._number = None
            await self._sign_off(worker_id)

    async def _sign_off(self, number: int) -> None:
        await super().unregister_worker(number)
        self._left.discard(number)

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> QueuedJob | None:
        match list(queues or ()):
            case [queue] if queue in self._shared:
                return await self._fetch_fairly(queue, self._shared[queue], worker_id)
            case _:
                return await super().fetch_job(queues, worker_id)

    async def _fetch_fairly(self, queue: str, sharing: Sharing, worker_id: int) -> QueuedJob | None:
        async with self._database.transaction() as db:
            await lock(db, FETCH_LOCK)
            return await fetch_fairly(db, queue, worker_id, sharing.each)
