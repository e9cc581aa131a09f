"""List launches."""

from datetime import UTC
from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Encoded
from showground.core.calls.paging import Paged
from showground.launches import rules
from showground.launches.models import LaunchPage, Section
from showground.launches.queries import leaderboards
from showground.listings import public_profiles


class ListLaunches(Paged):
    section: Annotated[
        Section,
        Field(
            description="`today`: went live today (UTC). `this-week`: this week's launches by votes cast this week."
            " `trending`: by votes and views of the last 7 days, recent ones weighted more. `most-…`: of all time."
            " `recent`: newest first. `upcoming`: scheduled launches, soonest first.",
            examples=["trending"],
        ),
    ] = "this-week"


@operation("GET /launches", scope=PUBLIC, cache_tags=("launches", "listings"))
async def list_launches(ctx: Context, input: ListLaunches) -> Encoded[LaunchPage]:
    """List launches of this week, trending, upcoming and more."""
    today = ctx.now.astimezone(UTC).date()
    found = await leaderboards.find_section(ctx.db, input.section, today, rules.this_week(ctx.now), input)
    return Encoded(public_profiles.present(f"{{{found.page(input)}}}", ctx.site))
