"""Get one launch week."""

from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.input_text import accepts
from showground.core.calls.models import Encoded, Input
from showground.launches import rules
from showground.launches.models import LaunchWeek, Week
from showground.launches.queries import weeks
from showground.listings import public_profiles

MAX_ITEMS = 1_000
NAMED = ("this", "next", "last")


@accepts(rules.week_pattern(*NAMED))
def _check(week: str) -> str:
    return rules.check_week(week, *NAMED)


class GetLaunchWeek(Input):
    week: Annotated[
        str,
        Field(
            max_length=10,
            description="`this`, `next`, `last`, or a date (YYYY-MM-DD) in the week.",
            examples=["this"],
        ),
        AfterValidator(_check),
    ]


@operation("GET /launches/weeks/{week}", scope=PUBLIC, cache_tags=("launches", "listings"))
async def get_launch_week(ctx: Context, input: GetLaunchWeek) -> Encoded[LaunchWeek]:
    """Get a launch week.

    Weeks run Monday to Sunday in UTC. Live launches are ranked by the votes cast in that week. A future week also shows
    the launches scheduled for it.
    """
    week = rules.read_week(input.week, ctx.now)
    phase = rules.phase_of(week, ctx.now)
    items, total, scheduled = await weeks.find_week(ctx.db, week, phase, MAX_ITEMS)
    head = Week(week=week, ends=week + timedelta(days=6), phase=phase, total=total).model_dump_json()
    body = f'{head[:-1]},"items":[{items}],"scheduled":[{scheduled}]}}'
    return Encoded(public_profiles.present(body, ctx.site))
