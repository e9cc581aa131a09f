"""Scheduled jobs: delete questions that were never approved, and old resolved reports."""

from datetime import timedelta

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget

RETENTION_RULES = (
    RetentionRule(
        what="Questions that were held for review and not approved",
        table="listing_question",
        ended="state = 'held' and at <= %(before)s",
        life=timedelta(days=90),
        since="they were asked",
    ),
    RetentionRule(
        what="Resolved reports about questions and answers",
        table="question_report",
        ended="settled_at <= %(before)s",
        life=timedelta(days=365),
        since="they were resolved",
    ),
)


@job(every="11 5 * * *")
async def forget_old_questions(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
