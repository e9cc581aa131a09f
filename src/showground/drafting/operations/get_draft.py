"""Get one draft."""

import asyncio
from typing import Annotated

from pydantic import Field

from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.core.change_waiters import ChangeWaiters
from showground.drafting import presentation
from showground.drafting.errors import NoSuchDraft
from showground.drafting.models import Draft, DraftId
from showground.drafting.next_steps import MAX_WAIT
from showground.drafting.queries import drafts
from showground.drafting.queries.drafts import DraftRow


class GetDraft(Input):
    id: DraftId
    wait: Annotated[
        int,
        Field(
            ge=0,
            le=MAX_WAIT,
            description="Seconds to wait until the draft is ready. Answers as soon as it is.",
            examples=[25],
        ),
    ] = 0


async def wait_until_ready(outside: PrepareContext, input: GetDraft) -> None:
    if not input.wait:
        return
    until, reported = asyncio.get_running_loop().time() + input.wait, -1.0
    with outside.services[ChangeWaiters].watch(drafts.tag_of(input.id), outside.owner) as watch:
        while True:
            async with outside.reading() as db:
                row = await drafts.get(db, input.id, outside.account)
            done, total = _steps(row)
            if done > reported:  # clients expect numbers that grow
                await outside.report(done, total, row.progress["now"])
                reported = done
            if row.status == "ready" or watch is None or not await watch.next(until):
                return


def _steps(row: DraftRow) -> tuple[float, float]:
    """How many steps are done, of how many: one for each page, and one for drafting."""
    total = row.progress["pages_planned"] + 1
    done = {"crawling": 0, "drafting": 0.5, "ready": 1}[row.status]
    return row.progress["pages_read"] + done, total


@operation("GET /drafts/{id}", scope=ACCOUNT_READ, snapshot=True, wait=wait_until_ready, errors=(NoSuchDraft,))
async def get_draft(ctx: Context, input: GetDraft) -> Draft:
    """Get one of your drafts.

    After create_draft, call it with `wait` 25 until the status is `ready`. Every field has a value, a state and its
    evidence. The draft also shows the progress of reading the site, any problems, and what is still missing.
    """
    return await presentation.present(ctx.db, input.id, ctx.account, ctx.site)
