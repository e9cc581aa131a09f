"""Fetches the pictures of a site that may be its logo and stores copies, which the draft's page shows."""

import asyncio
from uuid import UUID

from showground.core.calls.errors import InvalidInput
from showground.core.fetch import FetchFailed
from showground.core.jobs.declare import JobRun, Sharing, job
from showground.drafting.fields import value_of
from showground.drafting.queries import drafts
from showground.drafting.queries.drafts import DraftRow
from showground.listings import logos
from showground.ownership import MAX_LOGO_BYTES, make_logo

SECONDS_PER_PICTURE = 8.0
SECONDS_IN_ALL = 30.0


@job(retries=2, sharing=Sharing(by=("account",), each=1, at_once=4))
async def copy_logos(run: JobRun, draft_id: str, reading: int, account: int | None = None) -> None:  # noqa: ARG001 - for sharing alone
    """Store what can be fetched and drawn. The rest is not offered; the owner can upload a file instead."""
    draft = UUID(draft_id)
    async with run.dispatcher.database.reading() as db:
        row = await drafts.find(db, draft)
    if row is None or row.reading != reading:
        return
    made: dict[bytes, str] = {}  # address by picture: a site often offers the same one at several addresses
    try:
        async with asyncio.timeout(SECONDS_IN_ALL):
            for url in _addresses(row):
                if picture := await _fetch(run, draft, url):
                    made.setdefault(picture, url)
    except TimeoutError:
        pass  # what was fetched so far is offered
    async with run.dispatcher.database.transaction() as db:
        now = await drafts.find(db, draft, lock=True)
        if now is None or now.reading != reading:
            return
        for picture, url in made.items():
            await logos.add_to_draft(db, draft, picture, run.dispatcher.clock(), source=url)
        await logos.delete_copies(db, draft, [*made.values(), *filter(None, [value_of(now.entries, "logo_url")])])


def _addresses(draft: DraftRow) -> list[str]:
    """The one that the draft names first, so that it has a copy even if another address has the same picture."""
    drafted = value_of(draft.entries, "logo_url")
    urls = [candidate["value"] for candidate in draft.logo_candidates]
    return sorted(urls, key=lambda url: url != drafted)


async def _fetch(run: JobRun, draft: UUID, url: str) -> bytes | None:
    try:
        answer = await run.dispatcher.fetch.get(
            url, accept=("image/*",), max_bytes=MAX_LOGO_BYTES, seconds=SECONDS_PER_PICTURE
        )
        return await make_logo(answer.body, f"draft:{draft}") if answer.status == 200 else None
    except (FetchFailed, InvalidInput):
        return None
