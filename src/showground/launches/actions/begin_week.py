"""Begin the present week: its launches go live."""

from pydantic import BaseModel

from showground import catalog
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.launches import rules, store


class BeginWeek(Input):
    """Nothing is asked for: it is the present week."""


class WeekBegun(BaseModel):
    """How many went live, and how many live ones launch once more."""

    live: int
    again: int


@action(scope=STAFF)
async def begin_week(ctx: Context, input: BeginWeek) -> WeekBegun:  # noqa: ARG001
    """Make live what is scheduled for the present week or was missed before; safe to repeat."""
    week = rules.this_week(ctx.now)
    planned = await catalog.go_live(ctx.db, week, ctx.now)
    if planned:
        await store.begin_launches(ctx.db, planned, week)
    again = await store.find_relaunches(ctx.db, week)
    if again:
        await catalog.set_launch_week(ctx.db, again, week)
    return WeekBegun(live=len(planned), again=len(again))
