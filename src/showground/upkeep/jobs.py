"""What happens by the clock: what staff did long ago is forgotten."""

from datetime import timedelta

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget

RETENTION_RULES = (
    RetentionRule(
        what="The log of what staff did",
        table="staff_event",
        ended="at <= %(before)s",
        life=timedelta(days=730),
        since="it was done",
    ),
    RetentionRule(
        what="How many requests each minute had, and how they went",
        table="health_minute",
        ended="minute <= %(before)s",
        life=timedelta(days=7),
        since="that minute",
    ),
)


@job(every="13 4 * * *")
async def forget_old_events(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
