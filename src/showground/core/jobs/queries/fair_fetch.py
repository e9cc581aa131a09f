"""SQL that fetches the next job fairly; `fair_sharing.py` says what fair means."""

from collections.abc import Sequence
from typing import LiteralString

from procrastinate.jobs import Job as QueuedJob

from showground.core.database.pool import Connection

FETCH_FAIRLY: LiteralString = """
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


async def fetch_fairly(db: Connection, queue: str, worker: int, *, by: Sequence[str], each: int) -> QueuedJob | None:
    """Start the waiting job whose arguments named by `by` have the fewest running jobs, below `each`."""
    asked = {"queue": queue, "by": list(by), "each": each, "worker": worker}
    return await db.one_as(QueuedJob, FETCH_FAIRLY, asked)
