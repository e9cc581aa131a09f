"""Scheduled job: deletes old notifications."""

from datetime import timedelta

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget

RETENTION_RULES = (
    RetentionRule(
        what="Notifications",
        table="notification",
        ended="at <= %(before)s",
        life=timedelta(days=180),
        since="the event",
    ),
)


@job(every="17 5 * * *")
async def forget_old_notifications(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
