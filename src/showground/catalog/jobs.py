"""The catalog's jobs: keeping search and counts in good order."""

from showground.catalog import documents, tally
from showground.catalog.search import counting, indexing, totals
from showground.core.job import JobRun, job
from showground.core.retention import Kept, forget

KEPT = (
    Kept(
        what="Versions of a listing, but for its first and its newest 200",
        table="listing_version",
        ended="""
            id in (
                select id from (
                    select id, row_number() over (partition by listing_id order by id) as oldest,
                        row_number() over (partition by listing_id order by id desc) as newest
                    from listing_version where listing_id in (
                        select listing_id from listing_version group by listing_id having count(*) > 201
                    )
                ) numbered where oldest > 1 and newest > 200
            )
        """,
        since="newer ones push them out; what one person changes within a minute is one version",
    ),
)


@job(every="53 * * * *")
async def forget_old_versions(run: JobRun) -> None:
    """Keep the history of a listing within bounds, however often it is edited."""
    await forget(run.door.database, KEPT, run.caller.now)


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
