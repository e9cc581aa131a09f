"""The catalog's jobs: keeping search in good order."""

from showground.catalog import documents
from showground.catalog.search import counting, indexing
from showground.core.job import JobRun, job


@job(every="23 */3 * * *")
async def refresh_search(run: JobRun) -> None:
    """Count words, by which answers are ranked; and make findable what is public and was not."""
    async with run.door.database.transaction() as db:
        await documents.refresh(db, await indexing.find_missing(db))
    async with run.door.database.transaction() as db:
        await counting.count_words(db)
