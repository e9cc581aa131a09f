"""SQL on the site's health: the state of jobs and emails, and counts by minute."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from showground.backup import find_newest_run
from showground.core.database.pool import Connection
from showground.core.database.server_checks import WORKER_LIVES
from showground.upkeep.models import JobState, Minute, State

REFUSED_FOR = timedelta(days=7)  # for which a refused email is shown as a problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Doings:
    """What one process did since its last report."""

    requests: int
    failed: int
    slow: int
    seconds: float
    memory_bytes: int


async def read_state(db: Connection, now: datetime) -> State:
    """The state of jobs and emails. Ages of jobs are computed with the database's clock, which also set their times."""
    jobs = await db.all_as(
        JobState,
        """
        select task_name as name,
            count(*) filter (where due) as waiting,
            coalesce(max(extract(epoch from now() - since)) filter (where due), 0)::float as oldest_seconds,
            count(*) filter (where status = 'doing') as running,
            count(*) filter (where status = 'todo' and attempts > 0) as retried,
            count(*) filter (where status = 'failed') as failed
        from (
            select task_name, status, attempts, coalesce(scheduled_at, (
                    select min(at) from procrastinate_events event where event.job_id = job.id
                )) as since, status = 'todo' and (scheduled_at is null or scheduled_at <= now()) as due
            from procrastinate_jobs job where status in ('todo', 'doing', 'failed')
        ) job
        group by task_name order by task_name
        """,
    )
    row = await db.one(
        """
        select
            (select count(*) from procrastinate_workers where last_heartbeat > now() - %(living)s),
            count(*) filter (where refused_at is null),
            coalesce(extract(epoch from %(now)s - min(created_at)
                filter (where refused_at is null and body_id is null)), 0)::float, -- a newsletter takes its time
            count(*) filter (where refused_at > %(refused)s),
            pg_database_size(current_database())
        from outbox where sent_at is null
        """,
        {"living": WORKER_LIVES, "now": now, "refused": now - REFUSED_FOR},
    )
    workers, waiting, oldest, refused, size = row or (0, 0, 0.0, 0, 0)
    backup = await find_newest_run(db)
    return State(
        jobs=jobs,
        workers=workers,
        mails_waiting=waiting,
        oldest_mail_seconds=oldest,
        mails_refused=refused,
        database_bytes=size,
        backup_age_seconds=max((now - backup[0]).total_seconds(), 0.0) if backup else None,
        backup_bytes=backup[1] if backup else None,
    )


async def note_minute(db: Connection, now: datetime, done: Doings, state: State) -> None:
    """Add a process's counts to its minute. The state of jobs and emails is the same whichever process reports it."""
    await db.execute(
        """
        insert into health_minute as noted values (
            date_trunc('minute', %(now)s), %(requests)s, %(failed)s, %(slow)s, %(seconds)s, %(memory)s,
            %(jobs)s, %(oldest)s, %(mails)s
        )
        on conflict (minute) do update set
            requests = noted.requests + excluded.requests, failed = noted.failed + excluded.failed,
            slow = noted.slow + excluded.slow, seconds = noted.seconds + excluded.seconds,
            memory_bytes = greatest(noted.memory_bytes, excluded.memory_bytes),
            jobs_waiting = excluded.jobs_waiting, oldest_job_seconds = excluded.oldest_job_seconds,
            mails_waiting = excluded.mails_waiting
        """,
        {
            "now": now,
            "requests": done.requests,
            "failed": done.failed,
            "slow": done.slow,
            "seconds": done.seconds,
            "memory": done.memory_bytes,
            "jobs": state.jobs_waiting,
            "oldest": int(state.oldest_job_seconds),
            "mails": state.mails_waiting,
        },
    )


async def read_minutes(db: Connection, since: datetime) -> list[Minute]:
    """The minutes since then, oldest first."""
    return await db.all_as(Minute, "select * from health_minute where minute >= %s order by minute", (since,))
