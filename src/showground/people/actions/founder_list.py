"""Founders as the website lists them: the operation, with a choice of order."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.errors import InvalidInput
from showground.people.models import FounderPage, FounderSort
from showground.people.operations.list_founders import ListFounders, judge
from showground.people.queries import founder_search


class SortFounders(ListFounders):
    sort: Annotated[FounderSort, Field(description="By name, by the votes of their listings, or newest first.")] = (
        "name"
    )


@action(scope=PUBLIC, read_only=True)
async def sort_founders(ctx: Context, input: SortFounders) -> FounderPage:
    """List founders of public listings. Sorted by votes, only those of the most voted listings."""
    if wrong := await judge(ctx, input):
        raise InvalidInput(errors=wrong)
    return await founder_search.find(
        ctx.db,
        ctx.site,
        q=input.q,
        country=input.country,
        page=input.page,
        per_page=input.per_page,
        sort=input.sort,
    )
