"""List launches."""

from datetime import UTC
from typing import Annotated

from pydantic import Field

from showground.catalog import present
from showground.core.context import Context
from showground.core.operation import PUBLIC, Encoded, operation
from showground.core.paging import Page, Paged
from showground.launches import boards, rules
from showground.launches.models import Launch, Section


class ListLaunches(Paged):
    section: Annotated[
        Section,
        Field(
            description="`today`: went live today, in UTC. `this-week`: this week's launches by the votes of the week."
            " `trending`: by votes and views of the last 7 days, fresh ones counting more. `most-voted`, `most-viewed`,"
            " `most-followed`: of all time. `recent`: the newest first. `upcoming`: scheduled, the soonest first.",
            examples=["trending"],
        ),
    ] = "this-week"


@operation("GET /launches", scope=PUBLIC, cache_tags=("launches", "listings"))
async def list_launches(ctx: Context, input: ListLaunches) -> Encoded[Page[Launch]]:
    """List launches: today's, this week's, trending, most voted, recent, most viewed or followed, or upcoming."""
    today = ctx.now.astimezone(UTC).date()
    found = await boards.find_section(ctx.db, input.section, today, rules.this_week(ctx.now), input)
    return Encoded(present(f"{{{found.page(input)}}}", ctx.site))
