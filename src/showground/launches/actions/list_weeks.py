"""List the weeks that have launches."""

from showground.core.context import Context
from showground.core.operation import PUBLIC, action
from showground.core.paging import Page, Paged
from showground.launches import archive, rules
from showground.launches.models import PastWeek


class ListWeeks(Paged):
    """Which page of the archive."""


@action(scope=PUBLIC, read_only=True)
async def list_weeks(ctx: Context, input: ListWeeks) -> Page[PastWeek]:
    """List the weeks up to the present one that have live launches, the newest first, each with its winner."""
    return await archive.find_weeks(ctx.db, rules.this_week(ctx.now), input)
