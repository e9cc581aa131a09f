"""Core's own jobs: sending mail, and forgetting what has had its time."""

from datetime import timedelta

from showground.core import idempotency, outbox
from showground.core.job import JobRun, job

FINISHED_KEPT_FOR = timedelta(days=7)
FAILED_KEPT_FOR = timedelta(days=30)


@job(retries=8)
async def deliver_mail(run: JobRun, mail_id: int) -> None:
    door = run.door
    if door.smtp is not None:
        await outbox.deliver(door.database, door.smtp, door.site, mail_id, run.caller.now)


@job(every="7 * * * *")
async def forget_old_keys_and_mails(run: JobRun) -> None:
    async with run.door.database.transaction() as db:
        await idempotency.forget_expired(db, run.caller.now)
        await outbox.forget_sent(db, run.caller.now)


@job(every="37 3 * * *")
async def forget_finished_jobs(run: JobRun) -> None:
    now = run.caller.now
    async with run.door.database.transaction() as db:
        await db.execute(
            """
            delete from procrastinate_jobs job
            where status in ('succeeded', 'cancelled', 'aborted', 'failed')
            and not exists (
                select from procrastinate_events event where event.job_id = job.id
                and event.at > case job.status when 'failed' then %s else %s end
            )
            """,
            (now - FAILED_KEPT_FOR, now - FINISHED_KEPT_FOR),
        )
