"""Core's own jobs: send email, and delete expired data."""

from datetime import timedelta

from showground.core.calls import idempotency
from showground.core.jobs.declare import JobRun, Sharing, job
from showground.core.jobs.queries import jobs
from showground.core.mail import outbox
from showground.core.mail.smtp import MailServerAway
from showground.core.retention import RetentionRule, forget

FINISHED_KEPT_FOR = timedelta(days=7)
FAILED_KEPT_FOR = timedelta(days=30)
RETENTION_RULES = (
    RetentionRule(
        what="Responses to requests with an Idempotency-Key",
        table="idempotency_key",
        ended="created_at <= %(before)s",
        life=idempotency.RETENTION,
        since="the request",
    ),
    RetentionRule(
        what="Sent emails",
        table="outbox",
        ended="sent_at <= %(before)s",
        life=outbox.SENT_KEPT_FOR,
        since="they were sent",
    ),
    RetentionRule(
        what="Emails that a mail server refused",
        table="outbox",
        ended="refused_at <= %(before)s",
        life=outbox.SENT_KEPT_FOR,
        since="they were refused",
    ),
    RetentionRule(
        what="Emails that could not be delivered, or are waiting for a mail server",
        table="outbox",
        ended="sent_at is null and refused_at is null and created_at <= %(before)s",
        life=outbox.UNSENT_KEPT_FOR,
        since="they were written",
    ),
    RetentionRule(
        what="What emails to many readers say",
        table="mail_body",
        ended="created_at <= %(before)s",
        life=outbox.UNSENT_KEPT_FOR + timedelta(days=1),
        since="they were written",
    ),
    RetentionRule(
        what="Used unsubscribe links",
        table="stopped_mailing",
        ended="at <= %(before)s",
        life=outbox.UNSENT_KEPT_FOR + timedelta(days=1),
        since="they were used",
    ),
    RetentionRule(
        what="When a website may be visited again; the website is stored as a hash",
        table="site_turn",
        ended="free_at <= %(before)s",
        life=timedelta(days=1),
        since="the visit",
    ),
    RetentionRule(
        what="Finished jobs",
        table="procrastinate_jobs job",
        ended="status in ('succeeded', 'cancelled', 'aborted') and not exists (select from procrastinate_events event"
        " where event.job_id = job.id and event.at > %(before)s)",
        life=FINISHED_KEPT_FOR,
        since="they ended",
    ),
    RetentionRule(
        what="Failed jobs",
        table="procrastinate_jobs job",
        ended="status = 'failed' and not exists (select from procrastinate_events event"
        " where event.job_id = job.id and event.at > %(before)s)",
        life=FAILED_KEPT_FOR,
        since="they ended",
    ),
)


@job(retries=8)
async def deliver_mail(run: JobRun, mail_id: int) -> None:
    dispatcher = run.dispatcher
    if dispatcher.smtp is not None and await outbox.deliver(
        dispatcher.database, dispatcher.smtp, dispatcher.site, mail_id, run.caller.now
    ):
        await _hurry_those_that_waited(run)


async def _hurry_those_that_waited(run: JobRun) -> None:
    """The mail server is back: retry the emails that failed only because it was down now, not after their backoff."""
    async with run.dispatcher.database.transaction() as db:
        await jobs.hurry_mails(db, deliver_mail.name, MailServerAway.SENTENCE)


# Beside all other jobs, so that sign-in links don't wait behind a newsletter.
@job(retries=8, sharing=Sharing(each={"kind": 2}, at_once=2))
async def deliver_list_mails(run: JobRun, kind: str, mail_ids: list[int]) -> None:  # noqa: ARG001
    """Send some of many emails of one kind in one conversation with the mail server."""
    dispatcher = run.dispatcher
    if dispatcher.smtp is not None:
        await outbox.deliver_several(dispatcher.database, dispatcher.smtp, dispatcher.site, mail_ids, run.caller.now)


@job(every="7 * * * *")
async def forget_old_keys_mails_and_jobs(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
