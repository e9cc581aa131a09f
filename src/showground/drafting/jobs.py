"""Jobs for drafting: read a site and draft from it, finish abandoned drafts, delete old pages."""

from datetime import timedelta

from showground.core.jobs.declare import JobRun, Sharing, job
from showground.core.retention import RetentionRule, forget
from showground.drafting.logo_copies import copy_logos as copy_logos  # noqa: PLC0414 - the registry finds it here
from showground.drafting.queries import drafts

FORGOTTEN_AFTER = timedelta(minutes=15)
RETENTION_RULES = (
    RetentionRule(
        what="Website pages read for a draft that was never submitted",
        table="draft_page",
        ended="exists (select from draft where draft.id = draft_id and listing_id is null and status = 'ready'"
        " and updated_at <= %(before)s)",
        life=timedelta(days=365),
        since="the draft was last changed",
    ),
)


# Reading a site is mostly waiting for our next turn there, so many sites are read at once. A site is read for one draft
# at a time: two would share its turns and both take twice as long. The limit per account leaves room for everyone else.
SHARING = Sharing(each={"account": 4, "site": 1}, at_once=32)


# The code that reads and drafts is slow to import, and processes that only enqueue the job don't need it.
@job(lock="draft:{draft_id}", sharing=SHARING)
async def read_and_draft(
    run: JobRun,
    draft_id: str,
    reading: int,
    account: int | None = None,  # noqa: ARG001 - this and the next are for sharing alone
    site: str | None = None,  # noqa: ARG001
    try_http: bool = False,
) -> None:
    """`try_http`: nobody typed https, so a site that can't be reached with it is read with http."""
    from showground.drafting.draft_job import run_draft_job  # noqa: PLC0415

    await run_draft_job(run, draft_id, reading, try_http=try_http)


@job(every="*/10 * * * *")
async def finish_forgotten_drafts(run: JobRun) -> None:
    """Finish drafts whose job is gone, for example because its worker died too often."""
    async with run.dispatcher.database.reading() as db:
        forgotten = await drafts.find_forgotten(db, run.caller.now - FORGOTTEN_AFTER)
    if forgotten:
        from showground.drafting.draft_job import give_up  # noqa: PLC0415

        await give_up(run, forgotten)


@job(every="33 4 * * *")
async def forget_old_pages(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
