"""Core's own jobs: sending mail, and forgetting what has had its time."""

from datetime import timedelta

from showground.core import idempotency, outbox
from showground.core.job import JobRun, job
from showground.core.smtp import MailServerAway

FINISHED_KEPT_FOR = timedelta(days=7)
FAILED_KEPT_FOR = timedelta(days=30)


@job(retries=8)
async def deliver_mail(run: JobRun, mail_id: int) -> None:
    door = run.door
    if door.smtp is not None and await outbox.deliver(door.database, door.smtp, door.site, mail_id, run.caller.now):
        await _hurry_those_that_waited(run)


async def _hurry_those_that_waited(run: JobRun) -> None:
    """The server is there: mails that were only kept back by its absence go out now, not after their growing pauses."""
    async with run.door.database.transaction() as db:
        await db.execute(
            """
            update procrastinate_jobs job set scheduled_at = now() from outbox
            where job.task_name = %s and job.status = 'todo' and job.scheduled_at > now()
            and outbox.id = (job.args->>'mail_id')::bigint and starts_with(outbox.last_error, %s)
            """,
            (deliver_mail.name, MailServerAway.SENTENCE),
        )


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
