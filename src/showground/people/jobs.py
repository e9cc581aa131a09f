"""The founders' job: keeping their count short."""

from showground.core.jobs.declare import JobRun, job
from showground.people.queries import founders


@job(every="*/10 * * * *")
async def fold_founder_tally(run: JobRun) -> None:
    """Add up which founders came and went since, so that counting them stays one look at a few rows."""
    async with run.dispatcher.database.transaction() as db:
        await founders.fold_tally(db)
