"""Scheduled jobs: write the Monday email, launch alerts and saved searches, and delete what has ended."""

from datetime import timedelta

from showground.core.calls.models import NoInput
from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget
from showground.newsletter.actions.editions import WriteEdition, begin_edition, write_edition
from showground.newsletter.actions.launch_alerts import send_launch_alerts
from showground.newsletter.actions.saved_searches import run_saved_search

RETENTION_RULES = (
    RetentionRule(
        what="Unconfirmed newsletter subscriptions and launch alerts, with their email addresses",
        table="newsletter_request",
        ended="expires_at <= %(before)s",
        since="they are confirmed or expire, which is after 7 days",
    ),
    RetentionRule(
        what="Which newsletter editions a subscriber was sent",
        table="newsletter_delivery d",
        ended="exists (select from newsletter_edition e where e.week = d.week and e.created_at <= %(before)s)",
        life=timedelta(days=90),
        since="the edition",
    ),
)


# Every hour: after an outage, the next run makes up for what was missed. The awards are fixed at the full hour.
@job(every="5 * * * *")
async def write_newsletter(run: JobRun) -> None:
    week = (await run.dispatcher.call(begin_edition, run.caller, NoInput())).week
    while week and (await run.dispatcher.call(write_edition, run.caller, WriteEdition(week=week))).more:
        pass


# Soon after the full hour, at which listings go live; and often, because a paid launch goes live at once.
@job(every="2-59/10 * * * *")
async def tell_of_launches(run: JobRun) -> None:
    while (await run.dispatcher.call(send_launch_alerts, run.caller, NoInput())).more:
        pass


@job(every="10 * * * *")
async def run_saved_searches(run: JobRun) -> None:
    while (await run.dispatcher.call(run_saved_search, run.caller, NoInput())).ran:
        pass


@job(every="29 * * * *")
async def forget_old_requests(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
