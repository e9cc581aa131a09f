"""Shares workers fairly between accounts, so that someone who enqueues many jobs does not block everyone else.

The library runs jobs in the order they were enqueued. We pick the job whose account (or site) has the fewest running
jobs, and skip those that have reached the limit. For example, with at most 2 per account: Alice enqueues four slow
drafts, then Bob enqueues one. Two of Alice's run; the next free slot goes to Bob, and Alice's other two wait.
"""

from collections.abc import Iterable, Mapping
from typing import LiteralString

from procrastinate.connector import BaseAsyncConnector
from procrastinate.jobs import Job as QueuedJob
from procrastinate.manager import JobManager

from showground.core.database.pool import Database
from showground.core.jobs.declare import Job, Sharing

FETCH_LOCK = 7_063_117_003  # an advisory lock: two workers counting at once would exceed the limit
FETCH: LiteralString = """
    with in_work as (
        select args from procrastinate_jobs where queue_name = %(queue)s and status = 'doing'
    ),
    candidate as (
        select job.id from procrastinate_jobs job,
        lateral (
            select coalesce(max(others.number), 0) as number from unnest(%(by)s::text[]) as argument,
            lateral (
                select count(*) as number from in_work where in_work.args ->> argument = job.args ->> argument
            ) as others
        ) as used
        where job.queue_name = %(queue)s and job.status = 'todo'
        and (job.scheduled_at is null or job.scheduled_at <= now())
        and used.number < %(each)s
        and not exists (
            select from procrastinate_jobs earlier where earlier.lock = job.lock and (
                earlier.status = 'doing' or (earlier.status = 'todo' and earlier.id < job.id)
            )
        )
        order by used.number, job.id limit 1 for update of job skip locked
    )
    update procrastinate_jobs job set status = 'doing', worker_id = %(worker)s
    from candidate where job.id = candidate.id
    returning job.id, job.status::text, job.priority, job.lock, job.queueing_lock, job.task_name,
        job.args as task_kwargs, job.scheduled_at, job.queue_name as queue, job.attempts, job.worker_id
"""


class FairJobManager(JobManager):
    """The library's manager, with fair fetching for jobs that have a `sharing`."""

    def __init__(self, connector: BaseAsyncConnector, jobs: Iterable[Job[...]], database: Database) -> None:
        super().__init__(connector)
        self._shared: Mapping[str, Sharing] = {job.queue: job.sharing for job in jobs if job.sharing}
        self._database = database

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> QueuedJob | None:
        match list(queues or ()):
            case [queue] if queue in self._shared:
                return await self._fetch_fairly(queue, self._shared[queue], worker_id)
            case _:
                return await super().fetch_job(queues, worker_id)

    async def _fetch_fairly(self, queue: str, sharing: Sharing, worker_id: int) -> QueuedJob | None:
        asked = {"queue": queue, "by": list(sharing.by), "each": sharing.each, "worker": worker_id}
        async with self._database.transaction() as db:
            await db.execute("select pg_advisory_xact_lock(%s)", (FETCH_LOCK,))
            return await db.one_as(QueuedJob, FETCH, asked)
