"""What happens by the clock: weeks turn, and what is talked of is weighed anew."""

from showground.core.calls.models import NoInput
from showground.core.jobs.declare import JobRun, job
from showground.launches.actions.votes import count_waiting_votes
from showground.launches.actions.weeks import RefreshTrending, begin_week, fix_week, refresh_trending


# Every hour, not every Monday: after an outage of whatever length the next turn makes up for what was missed.
@job(every="0 * * * *")
async def turn_week(run: JobRun) -> None:
    await _count_waiting_votes(run)
    while (await run.dispatcher.call(fix_week, run.caller, NoInput())).week is not None:
        pass
    await run.dispatcher.call(begin_week, run.caller, NoInput())


async def _count_waiting_votes(run: JobRun) -> None:
    """First of all: what may count by now counts in the week that ends."""
    while (await run.dispatcher.call(count_waiting_votes, run.caller, NoInput())).slug is not None:
        pass


@job(every="17 * * * *")
async def weigh_trending(run: JobRun) -> None:
    last: int | None = 0
    while last is not None:
        last = (await run.dispatcher.call(refresh_trending, run.caller, RefreshTrending(after=last))).last
