"""Fix the awards of a week that has ended."""

from datetime import date

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.launches import rules, store


class FixWeek(Input):
    """Nothing is asked for: it is the oldest week that is due."""


class WeekFixed(BaseModel):
    """The week that was fixed; null if none was due."""

    week: date | None


@action(scope=STAFF)
async def fix_week(ctx: Context, input: FixWeek) -> WeekFixed:  # noqa: ARG001
    """Fix places and awards of the oldest week that has ended and is not fixed."""
    week = await store.find_unfixed_week(ctx.db, rules.this_week(ctx.now))
    if week is not None:
        await store.fix_awards(ctx.db, week, ctx.now)
    return WeekFixed(week=week)
