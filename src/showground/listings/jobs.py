"""Scheduled jobs: refresh search and counts, and delete old versions of listings."""

from datetime import timedelta

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget
from showground.listings.queries import count_events, counts, public_profiles
from showground.search import index, public_counts, totals, word_counts

OUTDATED_AT_ONCE = 200  # a short transaction, because it locks these listings
RECOUNTED_AT_ONCE = 1_000
FILLED_AT_ONCE = 5_000  # rows that nobody else changes often

RETENTION_RULES = (
    RetentionRule(
        what="Versions of a listing, except the first and the newest 200",
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
        since="newer versions replace them; one person's changes within a minute count as one version",
    ),
    RetentionRule(
        what="Logos that a listing no longer shows",
        table="media_file",
        ended="""
            listing_id is not null and coalesce(replaced_at, created_at) <= %(before)s and not exists (
                select from listing where listing.id = media_file.listing_id and logo_url = '/media/' || media_file.name
            )
        """,
        life=timedelta(days=90),
        since="they were uploaded or replaced",
    ),
)


@job(every="53 * * * *")
async def forget_old_versions(run: JobRun) -> None:
    """Limit the history of a listing, however often it is edited, and delete logos it no longer shows."""
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)


@job(every="23 */3 * * *")
async def refresh_search(run: JobRun) -> None:
    """Index public listings that are missing from search, count the words that ranking uses, and recount listings."""
    missing = [0]
    while missing:
        async with run.dispatcher.database.transaction() as db:
            missing = await index.find_missing(db, missing[-1], OUTDATED_AT_ONCE)
            await public_profiles.refresh(db, missing)
    filled: int | None = 0
    while filled is not None:
        async with run.dispatcher.database.transaction() as db:
            filled = await index.fill_top_words(db, filled, FILLED_AT_ONCE)
    async with run.dispatcher.database.transaction() as db:
        await word_counts.count_words(db)
    async with run.dispatcher.database.transaction() as db:
        await word_counts.refresh_bitmaps(db)
    async with run.dispatcher.database.transaction() as db:
        await public_counts.recount(db)


@job(every="41 * * * *")
async def encode_outdated_profiles(run: JobRun) -> None:
    """After an upgrade, encode and index the profiles that the earlier release stored."""
    while True:
        async with run.dispatcher.database.transaction() as db:
            outdated = await public_profiles.find_outdated(db, OUTDATED_AT_ONCE)
            await public_profiles.refresh(db, outdated)
        if not outdated:
            return


@job(every="*/10 * * * *")
async def fold_tally(run: JobRun) -> None:
    """Add recent changes into the totals, so that a count reads only a few rows."""
    async with run.dispatcher.database.transaction() as db:
        await public_counts.fold(db)
        await totals.fold(db)
        await counts.fold_rated(db)
    more = True
    while more:
        async with run.dispatcher.database.transaction() as db:
            more = await word_counts.merge_bitmaps(db)


@job(every="*/10 * * * *")
async def record_counts(run: JobRun) -> None:
    """Record an event for each listing that was voted for, followed or reviewed since the last time."""
    more = True
    while more:
        async with run.dispatcher.database.transaction() as db:
            more = await count_events.record_counts(db, RECOUNTED_AT_ONCE) == RECOUNTED_AT_ONCE
