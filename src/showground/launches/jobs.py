"""What happens by the clock: weeks turn, and what is talked of is weighed anew."""

from showground.core.job import JobRun, job
from showground.launches.actions.begin_week import BeginWeek, begin_week
from showground.launches.actions.count_waiting_votes import CountWaitingVotes, count_waiting_votes
from showground.launches.actions.fix_week import FixWeek, fix_week
from showground.launches.actions.refresh_trending import RefreshTrending, refresh_trending


# Every hour, not every Monday: after an outage of whatever length the next turn makes up for what was missed.
@job(every="0 * * * *")
async def turn_week(run: JobRun) -> None:
    await _count_waiting_votes(run)
    while (await run.door.call(fix_week, run.caller, FixWeek())).week is not None:
        pass
    await run.door.call(begin_week, run.caller, BeginWeek())


async def _count_waiting_votes(run: JobRun) -> None:
    """First of all: what may count by now counts in the week that ends."""
    while (await run.door.call(count_waiting_votes, run.caller, CountWaitingVotes())).slug is not None:
        pass


@job(every="17 * * * *")
async def weigh_trending(run: JobRun) -> None:
    last: int | None = 0
    while last is not None:
        last = (await run.door.call(refresh_trending, run.caller, RefreshTrending(after=last))).last
