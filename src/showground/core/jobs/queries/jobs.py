"""SQL that enqueues jobs, and recovers those of dead workers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection


@dataclass(frozen=True, slots=True)
class LostJob:
    """A job whose worker is dead."""

    id: int
    name: str
    attempts: int


async def defer(db: Connection, queue: str, name: str, locks: Sequence[str | None], arguments: Sequence[Any]) -> None:
    """Enqueue one run of a job for each of `arguments`, with the lock at the same place in `locks`."""
    await db.execute(
        """
        select procrastinate_defer_jobs_v1(array(
            select row(%(queue)s, %(name)s, 0, lock, null, arguments, null)::procrastinate_job_to_defer_v1
            from unnest(%(locks)s::text[], %(arguments)s::jsonb[]) as run (lock, arguments)
        ))
        """,
        {"queue": queue, "name": name, "locks": list(locks), "arguments": [Jsonb(one) for one in arguments]},
    )


async def get_time(db: Connection) -> datetime:
    """The database's time, which all workers share."""
    [(now,)] = await db.all("select now()")
    return now


async def lock_lost(db: Connection, names: Sequence[str], lost_after: float) -> list[LostJob]:
    """Lock and return the running jobs whose worker has been silent for `lost_after` seconds."""
    return await db.all_as(
        LostJob,
        """
        select job.id, job.task_name as name, job.attempts
        from procrastinate_jobs job left join procrastinate_workers worker on worker.id = job.worker_id
        where job.status = 'doing' and job.task_name = any(%s)
        and (worker.id is null or worker.last_heartbeat < now() - make_interval(secs => %s))
        for update of job skip locked
        """,
        (list(names), lost_after),
    )


async def give_up(db: Connection, job: int) -> None:
    await db.execute("select procrastinate_finish_job_v1(%s, 'failed', false)", (job,))


async def run_again(db: Connection, job: int) -> None:
    """Put a job back into the queue, and tell workers as for a new one; otherwise it would wait until they poll."""
    await db.execute("select procrastinate_retry_job_v2(%s, now(), null, null, null)", (job,))
    await db.execute(
        """
        select pg_notify(channel, json_build_object('type', 'job_inserted', 'job_id', id)::text)
        from procrastinate_jobs,
            unnest(array['procrastinate_queue_v1#' || queue_name, 'procrastinate_any_queue_v1']) channel
        where id = %s
        """,
        (job,),
    )


async def hurry_mails(db: Connection, name: str, last_error: str) -> None:
    """Run the waiting jobs of this name now if the last error of their email begins with `last_error`."""
    await db.execute(
        """
        update procrastinate_jobs job set scheduled_at = now() from outbox
        where job.task_name = %s and job.status = 'todo' and job.scheduled_at > now()
        and outbox.id = (job.args->>'mail_id')::bigint and starts_with(outbox.last_error, %s)
        """,
        (name, last_error),
    )
