"""SQL that fetches the next job fairly; `fair_sharing.py` says what fair means."""

from collections.abc import Mapping
from typing import LiteralString

from procrastinate.jobs import Job as QueuedJob

from showground.core.database.pool import Connection

FETCH_FAIRLY: LiteralString = """
    with in_work as materialized (
        select jsonb_object_agg(argument || ' ' || value, number) as numbers from (
            select argument, args ->> argument as value, count(*) as number
            from procrastinate_jobs, unnest(%(by)s::text[]) as argument
            where queue_name = %(queue)s and status = 'doing' and args ->> argument is not null
            group by 1, 2
        ) as running
    ),
    candidate as (
        select job.id from procrastinate_jobs job, in_work,
        lateral (
            select coalesce(max(others), 0) as number, coalesce(bool_and(others < most), true) as is_free
            from unnest(%(by)s::text[], %(each)s::int[]) as shared (argument, most), lateral (
                select coalesce((in_work.numbers ->> (argument || ' ' || (job.args ->> argument)))::int, 0) as others
            ) as running
        ) as used
        where job.queue_name = %(queue)s and job.status = 'todo'
        and (job.scheduled_at is null or job.scheduled_at <= now())
        and used.is_free
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


async def fetch_fairly(db: Connection, queue: str, worker: int, each: Mapping[str, int]) -> QueuedJob | None:
    """Start the waiting job whose arguments named in `each` have the fewest running jobs, below the limits there."""
    asked = {"queue": queue, "by": list(each), "each": list(each.values()), "worker": worker}
    return await db.one_as(QueuedJob, FETCH_FAIRLY, asked)
