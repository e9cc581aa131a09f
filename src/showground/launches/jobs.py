"""Scheduled jobs: close weeks, renew the trending scores, and delete old counts."""

from datetime import timedelta

from showground.core.calls.models import NoInput
from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget
from showground.launches.actions.votes import count_waiting_votes, recount_pending_listings
from showground.launches.actions.weeks import RefreshTrending, begin_week, close_week, refresh_trending

RETENTION_RULES = (
    RetentionRule(
        what="Daily counts of where a listing's views come from: referring websites, countries, search words, websites"
        " with its badge, agents",
        table="traffic_day",
        ended="day <= %(before)s::date",
        life=timedelta(days=400),
        since="the day",
    ),
)


# Every hour, not every Monday: after an outage of any length, the next run catches up.
@job(every="0 * * * *")
async def turn_week(run: JobRun) -> None:
    await _count_waiting_votes(run)
    while (await run.dispatcher.call(close_week, run.caller, NoInput())).week is not None:
        pass
    await run.dispatcher.call(begin_week, run.caller, NoInput())


async def _count_waiting_votes(run: JobRun) -> None:
    """Runs first, so that votes whose day of waiting is over still count in the week that ends."""
    while (await run.dispatcher.call(count_waiting_votes, run.caller, NoInput())).slug is not None:
        pass


@job(every="* * * * *")
async def count_uncounted_listings(run: JobRun) -> None:
    """Votes are normally counted at once. This counts those of a process that was killed before it could."""
    while (await run.dispatcher.call(recount_pending_listings, run.caller, NoInput())).listings:
        pass


@job(every="17 * * * *")
async def weigh_trending(run: JobRun) -> None:
    last: int | None = 0
    while last is not None:
        last = (await run.dispatcher.call(refresh_trending, run.caller, RefreshTrending(after=last))).last


@job(every="47 4 * * *")
async def forget_old_traffic(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
