"""The catalog's jobs: keeping search and counts in good order."""

from showground.catalog import documents, tally
from showground.catalog.search import counting, indexing, totals
from showground.core.job import JobRun, job


@job(every="23 */3 * * *")
async def refresh_search(run: JobRun) -> None:
    """Count words, by which answers are ranked; make findable what is public and was not; count listings anew."""
    async with run.door.database.transaction() as db:
        await documents.refresh(db, await indexing.find_missing(db))
    async with run.door.database.transaction() as db:
        await counting.count_words(db)
    async with run.door.database.transaction() as db:
        await tally.recount(db)


@job(every="*/10 * * * *")
async def fold_tally(run: JobRun) -> None:
    """Add up what was published and hidden since, so that counting stays one look at a few rows."""
    async with run.door.database.transaction() as db:
        await tally.fold(db)
        await totals.fold(db)
