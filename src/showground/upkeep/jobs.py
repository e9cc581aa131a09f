"""Scheduled job: deletes old entries of the audit log and old health counts."""

from datetime import timedelta

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget

RETENTION_RULES = (
    RetentionRule(
        what="The audit log of staff actions",
        table="staff_event",
        ended="at <= %(before)s",
        life=timedelta(days=730),
        since="the action",
    ),
    RetentionRule(
        what="Request counts and results per minute",
        table="health_minute",
        ended="minute <= %(before)s",
        life=timedelta(days=7),
        since="that minute",
    ),
)


@job(every="13 4 * * *")
async def forget_old_events(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
