"""The founders' job: keeping their count short."""

from showground.core.job import JobRun, job
from showground.people import store


@job(every="*/10 * * * *")
async def fold_founder_tally(run: JobRun) -> None:
    """Add up which founders came and went since, so that counting them stays one look at a few rows."""
    async with run.door.database.transaction() as db:
        await store.fold_tally(db)
